import Foundation
import Glibc
import SystemPackage
import Testing

@testable import FileSafety

/// A file is replaced whole or not at all.
@Suite struct FileReplacementTests {
  private struct Stopped: Error {}

  private func operations(_ fault: FaultGate.Fault = .none, renames: Bool = true, unnamed: Bool) -> FileOperations {
    var operations = FaultGate(fault).operations(renamesWithoutReplacing: renames)
    operations.makesUnnamedFiles = unnamed
    return operations
  }

  @Test(arguments: [true, false])
  func `what stops in the middle leaves the old file, and nothing beside it`(unnamed: Bool) throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("page.html", "the old page")

    #expect(throws: Stopped.self) {
      try replaceFile(at: path, operations: operations(unnamed: unnamed)) { file in
        try file.writeAll("half of a new".utf8)
        throw Stopped()
      }
    }

    #expect(try TemporaryFolder.read(path) == Array("the old page".utf8))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path.string) == ["page.html"])
  }

  @Test func `the new file has the permissions of the old one, and one of its own is for all to read`() throws {
    let folder = try TemporaryFolder()
    let old = try folder.file("old")
    #expect(chmod(old.string, 0o600) == 0)
    for path in [old, folder("new")] {
      let written = try replaceFile(at: path) { try $0.writeAll("new".utf8) }
      #expect(written == 3)
    }

    #expect(
      try TemporaryFolder.read(old) == Array("new".utf8) && TemporaryFolder.read(folder("new")) == Array("new".utf8))
    #expect(try [old, folder("new")].map { try fileStatus(of: $0).permissions & 0o777 } == [0o600, 0o644])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path.string).sorted() == ["new", "old"])
  }

  private func isPage(_ path: FilePath) -> Bool { (try? TemporaryFolder.read(path).first) == UInt8(ascii: "<") }

  private func names(_ folder: TemporaryFolder) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path.string).sorted()
  }

  @Test(arguments: [(true, true), (true, false), (false, true), (false, false)])
  func `an old page is replaced, and anything else stays`(renames: Bool, unnamed: Bool) throws {
    let folder = try TemporaryFolder()
    let page = try folder.file("page.html", "<old>")
    let photo = try folder.file("photo.jpg", "photo")
    let operations = operations(renames: renames, unnamed: unnamed)

    try replaceFile(at: page, ifAllowed: isPage, operations: operations) { try $0.writeAll("<new>".utf8) }
    #expect(throws: FileSafetyError.somethingIsThere(photo)) {
      try replaceFile(at: photo, ifAllowed: isPage, operations: operations) { try $0.writeAll("<new>".utf8) }
    }

    #expect(try TemporaryFolder.read(page) == Array("<new>".utf8) && TemporaryFolder.read(photo) == Array("photo".utf8))
    #expect(try names(folder) == ["page.html", "photo.jpg"])
  }

  /// Right before the first rename or link, where all was looked at.
  @Test(arguments: [(true, nil), (true, "<old>"), (false, nil), (false, "<old>")] as [(Bool, String?)], [true, false])
  func `a photo that comes at the last moment stays`(way: (renames: Bool, old: String?), unnamed: Bool) throws {
    let (renames, old) = way
    let folder = try TemporaryFolder()
    let location = folder("page.html")
    if let old { try folder.file("page.html", old) }
    let first = old == nil && unnamed ? FileOperation.link : .rename
    let gate = FaultGate(.action(before: first) { _ = try? TemporaryFolder.write(Array("photo".utf8), to: location) })

    var operations = gate.operations(renamesWithoutReplacing: renames)
    operations.makesUnnamedFiles = unnamed

    #expect(throws: FileSafetyError.somethingIsThere(location)) {
      try replaceFile(at: location, ifAllowed: isPage, operations: operations) { try $0.writeAll("<new>".utf8) }
    }

    #expect(gate.wasHit)
    #expect(try TemporaryFolder.read(location) == Array("photo".utf8))
    #expect(try names(folder) == ["page.html"])
  }

  @Test(arguments: [nil, "<old>"] as [String?], [true, false])
  func `a page is whole after a kill before any call, and the next one leaves nothing else`(
    old: String?, unnamed: Bool
  ) throws {
    var (wasWhole, call) = (false, 0)
    while !wasWhole {
      call += 1
      let folder = try TemporaryFolder()
      let page = folder("page.html")
      if let old { try folder.file("page.html", old) }
      // A name like those of Deckle with a photo under it, and a page under another name.
      let others = [".deckle-unfinished-0123456789abcdef": "photo", ".deckle-unfinished-notes": "<mine>"]
      for (name, content) in others { try folder.file(name, content) }
      let killed = operations(.crash(at: call), unnamed: unnamed)
      wasWhole =
        (try? replaceFile(at: page, ifAllowed: isPage, operations: killed) { try $0.writeAll("<new>".utf8) }) != nil

      let content = (try? TemporaryFolder.read(page)).map { String(decoding: $0, as: UTF8.self) }
      #expect([old, "<new>", nil].contains(content), "killed at call \(call)")
      if unnamed, old == nil { #expect(try names(folder).count { $0.hasPrefix(".") } == 2, "killed at call \(call)") }
      let left = others.keys.sorted() + ["page.html"]
      // A process that another test starts at this moment holds the lock of the unfinished file, too, until it executes.
      for _ in 0..<100 {
        try replaceFile(at: page, ifAllowed: isPage, operations: operations(unnamed: unnamed)) {
          try $0.writeAll("<next>".utf8)
        }
        if try names(folder) == left { break }
      }

      #expect(try names(folder) == left, "killed at call \(call)")
      #expect(try TemporaryFolder.read(page) == Array("<next>".utf8))
    }
  }

  @Test func `an unfinished page that another process writes stays`() throws {
    let folder = try TemporaryFolder()
    let page = folder("page.html")

    try replaceFile(at: folder("other.html"), ifAllowed: isPage, operations: operations(unnamed: false)) { file in
      try file.writeAll("<half".utf8)
      try replaceFile(at: page, ifAllowed: isPage, operations: operations(unnamed: false)) {
        try $0.writeAll("<new>".utf8)
      }
      try file.writeAll(">".utf8)
    }

    #expect(try names(folder) == ["other.html", "page.html"])
    #expect(try TemporaryFolder.read(folder("other.html")) == Array("<half>".utf8))
  }
}
