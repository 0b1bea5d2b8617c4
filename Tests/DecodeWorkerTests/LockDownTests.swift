import FileSafety
import Foundation
import Glibc
import ImageDecoding
import PhotoModel
import PhotoScan
import SystemPackage
import TestSupport
import Testing

@testable import DecodeWorker

/// What holds a decode worker, and that nothing of it is left behind.
@Suite struct LockDownTests {
  private let workshop = Workshop()

  @Test func `no door is open where the kernel has seccomp`() throws {
    let report = try SandboxReport(program: Workshop.program, limits: Workshop.limits)

    #expect(report.layers.noNewPrivileges)
    #expect(report.layers.endsWithParent)
    #expect(report.layers.limits)
    // Each kind of picture that its libraries are tried by.
    #expect(report.decoded == Set(TinyPicture.all.map(\.format)) && report.unread.isEmpty, "\(report.unread)")
    if report.layers.systemCalls {
      #expect(report.openDoors == [])
    } else {
      print("skipped: no seccomp in this kernel")
    }
  }

  @Test(.enabled(if: geteuid() == 0, "only root may look into a process that hides itself"))
  func `a decode worker holds nothing but its own three ends, and shows its memory to nobody`() throws {
    let decoder = try WorkerProcess(Workshop.program, limits: Workshop.limits)
    defer { decoder.end() }
    let process = decoder.processID
    let files = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd")
    let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)

    #expect(Set(files).isSubset(of: ["0", "1", "2", "3"]))
    for name in ["0", "1"] {
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/fd/\(name)") == "/dev/null")
    }
    #expect(status.contains("NoNewPrivs:\t1"))
    #expect(getsid(process) == process)
  }

  @Test(arguments: [false, true]) func `a worker of low priority stands behind other programs, another does not`(
    isLowPriority: Bool
  ) throws {
    var limits = Workshop.limits
    limits.isLowPriority = isLowPriority
    let decoder = try WorkerProcess(Workshop.program, limits: limits)
    defer { decoder.end() }

    let own = getpriority(Int32(PRIO_PROCESS.rawValue), 0)
    #expect(getpriority(Int32(PRIO_PROCESS.rawValue), id_t(decoder.processID)) == (isLowPriority ? max(10, own) : own))
    #expect(try SandboxReport(program: Workshop.program, limits: Workshop.limits).standsBehind)
  }

  @Test func `a thousand photos leave no process and no open file behind`() async throws {
    let path = try workshop.picture(1, width: 16, height: 16)
    let bad = try workshop.file("abort")
    let identity = try fileStatus(of: path).identity
    var seen: Set<Int> = []
    do {
      let decoder = workshop.decoder(most: 1)
      _ = await decoder.inspect(path, identity: identity)
      let ours = try #require(decoder.pool.processIDs.first)
      let before = openFiles(of: ours)
      for _ in 0..<1000 {
        #expect(await decoder.inspect(path, identity: identity).features != nil)
      }
      #expect(decoder.pool.processIDs == [ours], "one process served them all")
      #expect(openFiles(of: ours) == before)
      seen.insert(Int(ours))
      for _ in 0..<5 { _ = try await workshop.inspect(bad, with: decoder) }
      _ = await decoder.inspect(path, identity: identity)
      seen.formUnion(decoder.pool.processIDs.map(Int.init))
      await decoder.pool.endFree()
    }
    #expect(seen.count == 2)
    #expect(children(named: "TestDecodeWorker").isDisjoint(with: seen), "zombies count")
  }

  @Test func `a decode worker that nobody needs is ended, and started anew when somebody does`() async throws {
    let decoder = workshop.decoder(most: 1)
    let path = try workshop.picture()
    _ = try await workshop.inspect(path, with: decoder)
    let first = try #require(decoder.pool.processIDs.first)

    await decoder.pool.endFree()

    #expect(!children(named: "TestDecodeWorker").contains(Int(first)))
    #expect(try await workshop.inspect(path, with: decoder).features != nil)
    #expect(decoder.pool.processIDs.first != first)
  }

  /// Their number; a process that shows its memory to nobody shows its files to root only.
  private func openFiles(of process: pid_t) -> Int? {
    try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").count
  }
}
