import Foundation
import PhotoModel
import PhotoScan
import SystemPackage
import TestSupport
import Testing

@testable import SessionStore

@Suite struct SpillFileTests {
  private let folder = TemporaryFolder()

  @Test func `what is written is read at its place, and no name is left in the folder`() throws {
    var random = SeededGenerator(seed: 71)
    let file = try #require(SpillFile(of: 100_000, in: folder.path, for: .anywhere))
    var expected = [UInt8](repeating: 0, count: 100_000)
    for first in stride(from: 0, to: 99_000, by: 7919) {
      let bytes = (0..<Int.random(in: 0...1000, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
      #expect(bytes.withUnsafeBytes { file.write($0, at: first) })
      expected.replaceSubrange(first..<first + bytes.count, with: bytes)
    }

    #expect(Array(UnsafeRawBufferPointer(start: file.start, count: 100_000)) == expected)
    #expect([1, 2].withUnsafeBytes { file.write($0, at: 99_990) } == false)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path.string) == [])
  }

  @Test func `there is none where the disk has no room, or nothing may be written`() {
    #expect(SpillFile(of: 1 << 60, in: folder.path, for: .inOrder) == nil)
    #expect(SpillFile(of: 100, in: folder["none"], for: .anywhere) == nil)
    #expect(spillAllocatorForTables(in: folder.path, above: 100)(100) == nil)
    #expect(spillAllocatorForTables(in: folder.path, above: 100)(101) != nil)
  }

  @Test func `a cache that may hold nothing in memory gives the same`() throws {
    let path = folder["features.sqlite"]
    let store = try FeatureStore(path: path, timestamp: timestamp)
    for number in 1...40 as ClosedRange<UInt64> {
      try store.store(Samples.cached(FilePath("/photos/\(number)"), number: number))
    }
    let expected = try Array(store.inspections(under: [FilePath("/photos")]))

    let outside = try FeatureStore(path: path, timestamp: timestamp, mostMemory: 0)

    #expect(try Array(outside.inspections(under: [FilePath("/photos")])) == expected && expected.count == 40)
    #expect(outside.pooled(Samples.features()) == Samples.features())
    #expect(outside.spillAllocator(1) != nil)
    #expect(
      try FeatureStore(path: path, isReadOnly: true, timestamp: timestamp, mostMemory: 0).spillAllocator(1) == nil)
  }
}

@Suite struct AvailableMemoryTests {
  private func bytes(_ files: [String: String]) -> Int? { AvailableMemory(read: { files[$0] }).bytes }
  private let system = "MemTotal:        8000000 kB\nMemFree:          100 kB\nMemAvailable:    6000000 kB\n"

  @Test func `it is what the system has left`() {
    #expect(bytes(["/proc/meminfo": system]) == 6_000_000 * 1024)
    #expect(bytes([:]) == nil)
    #expect(bytes(["/proc/meminfo": "MemAvailable: much kB\n"]) == nil)
  }

  @Test(arguments: [
    ("0::/user.slice/app\n", "/sys/fs/cgroup/user.slice/app/memory.max"),
    ("0::/user.slice/app\n", "/sys/fs/cgroup/user.slice/memory.max"), ("0::/\n", "/sys/fs/cgroup/memory.max"),
    ("3:cpu:/a\n2:memory:/a\n", "/sys/fs/cgroup/memory/a/memory.limit_in_bytes"),
  ])
  func `or what its groups are allowed, where that is less`(groups: String, limit: String) {
    let files = ["/proc/meminfo": system, "/proc/self/cgroup": groups]
    #expect(bytes(files.merging([limit: "1000000\n"]) { $1 }) == 1_000_000)
    #expect(bytes(files.merging([limit: "9223372036854771712\n"]) { $1 }) == 6_000_000 * 1024)
    #expect(bytes(files.merging([limit: "max\n"]) { $1 }) == 6_000_000 * 1024)
  }
}
