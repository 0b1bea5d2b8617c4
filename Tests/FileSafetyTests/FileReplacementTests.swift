import Foundation
import Glibc
import PhotoModel
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
    let folder = TemporaryFolder()
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
    let folder = TemporaryFolder()
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

  @Test func `what replaces a text that was read has its permissions, and is newer`() throws {
    let folder = TemporaryFolder()
    let path = try folder.file("a.jpg.xmp", "old")
    #expect(chmod(path.string, 0o640) == 0)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 0)], ofItemAtPath: path.string)
    let before = try fileStatus(of: path)

    _ = try replaceFile(at: path, with: Array("new".utf8), expecting: Array("old".utf8))

    let after = try fileStatus(of: path)
    #expect(after.permissions == before.permissions && after.identity.modified > before.identity.modified)
    #expect(try TemporaryFolder.read(path) == Array("new".utf8))
  }

  private func isPage(_ path: FilePath) -> Bool { (try? TemporaryFolder.read(path).first) == UInt8(ascii: "<") }

  private func names(_ folder: TemporaryFolder) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path.string).sorted()
  }

  @Test(arguments: [(true, true), (true, false), (false, true), (false, false)])
  func `an old page is replaced, and anything else stays`(renames: Bool, unnamed: Bool) throws {
    let folder = TemporaryFolder()
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
    let folder = TemporaryFolder()
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

  /// A file in a folder of its own, for a kill before each call, until `body` returns true: it came to its end.
  private func killing(
    _ name: String, _ old: String?, unnamed: Bool,
    _ body: (TemporaryFolder, FilePath, FileOperations, Int) throws -> Bool
  ) throws {
    for call in 1... {
      let folder = TemporaryFolder()
      if let old { try folder.file(name, old) }
      if try body(folder, folder(name), operations(.crash(at: call), unnamed: unnamed), call) { return }
    }
  }

  @Test(arguments: [nil, "<old>"] as [String?], [true, false])
  func `a page is whole after a kill before any call, and the next one leaves nothing else`(
    old: String?, unnamed: Bool
  ) throws {
    try killing("page.html", old, unnamed: unnamed) { folder, page, killed, call in
      // A name like those of Deckle with a photo under it, and a page under another name.
      let others = [".deckle-unfinished-0123456789abcdef": "photo", ".deckle-unfinished-notes": "<mine>"]
      for (name, content) in others { try folder.file(name, content) }
      let wasWhole =
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
      return wasWhole
    }
  }

  @Test(arguments: [nil, "old"] as [String?], [true, false])
  func `a text is the old or the new one after a kill before any call, and its hidden file goes at the next start`(
    old: String?, unnamed: Bool
  ) throws {
    let oldBytes = old.map { Array($0.utf8) }
    try killing("a.jpg.xmp", old, unnamed: unnamed) { folder, text, killed, call in
      let other = ".deckle-unfinished-0123456789abcdef"
      try folder.file(other, "photo")
      let wasWhole =
        (try? replaceFile(at: text, with: Array("new".utf8), expecting: oldBytes, operations: killed)) != nil

      let left = [other] + (TemporaryFolder.exists(text) ? ["a.jpg.xmp"] : [])
      // As above: a process that another test starts may hold the lock for a moment.
      for _ in 0..<100 where try names(folder) != left {
        removeUnfinished(beside: text, holding: [Array("new".utf8)] + (oldBytes.map { [$0] } ?? []), .live)
      }

      #expect(try names(folder) == left, "killed at call \(call)")
      let content = (try? TemporaryFolder.read(text)).map { String(decoding: $0, as: UTF8.self) }
      #expect([old, "new"].contains(content), "killed at call \(call)")
      return wasWhole
    }
  }

  @Test func `an unfinished page that another process writes stays`() throws {
    let folder = TemporaryFolder()
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

  // MARK: Over what was read

  private func content(_ path: FilePath) throws -> [UInt8] { try TemporaryFolder.read(path) }

  @Test(arguments: [(true, true), (true, false), (false, true), (false, false)])
  func `a file that is what was read is replaced, and one is made where none was`(renames: Bool, unnamed: Bool) throws {
    let folder = TemporaryFolder()
    let old = try folder.file("a.xmp", "old")
    #expect(chmod(old.string, 0o640) == 0)
    let operations = operations(renames: renames, unnamed: unnamed)

    let replaced = try replaceFile(
      at: old, with: Array("new".utf8), expecting: try content(old), operations: operations)
    let made = try replaceFile(at: folder("b.xmp"), with: Array("made".utf8), expecting: nil, operations: operations)

    #expect(try TemporaryFolder.read(old) == Array("new".utf8))
    #expect(try TemporaryFolder.read(folder("b.xmp")) == Array("made".utf8))
    #expect(try fileStatus(of: old).identity == replaced && fileStatus(of: folder("b.xmp")).identity == made)
    #expect(try fileStatus(of: old).permissions & 0o777 == 0o640)
    #expect(try names(folder) == ["a.xmp", "b.xmp"])
  }

  @Test(arguments: [(true, true), (true, false), (false, true), (false, false)])
  func `a file that is another one than was read stays`(renames: Bool, unnamed: Bool) throws {
    let folder = TemporaryFolder()
    let old = try folder.file("a.xmp", "old")
    let read = try content(old)
    try TemporaryFolder.write(Array("edited".utf8), to: old)
    let operations = operations(renames: renames, unnamed: unnamed)

    #expect(throws: FileSafetyError.changed(old)) {
      try replaceFile(at: old, with: Array("new".utf8), expecting: read, operations: operations)
    }
    #expect(throws: FileSafetyError.somethingIsThere(old)) {
      try replaceFile(at: old, with: Array("new".utf8), expecting: nil, operations: operations)
    }

    #expect(try TemporaryFolder.read(old) == Array("edited".utf8))
    #expect(try names(folder) == ["a.xmp"])
  }

  @Test(arguments: ["old", nil], [true, false])
  func `what another program writes in the last moment stays`(before: String?, unnamed: Bool) throws {
    let folder = TemporaryFolder()
    let location = folder("a.xmp")
    if let before { try folder.file("a.xmp", before) }
    let read = try before.map { _ in try content(location) }
    let first = before == nil && unnamed ? FileOperation.link : .rename
    let gate = FaultGate(.action(before: first) { _ = try? TemporaryFolder.write(Array("edited".utf8), to: location) })
    var operations = gate.operations(renamesWithoutReplacing: true)
    operations.makesUnnamedFiles = unnamed

    #expect(throws: before == nil ? FileSafetyError.somethingIsThere(location) : .changed(location)) {
      try replaceFile(at: location, with: Array("new".utf8), expecting: read, operations: operations)
    }

    #expect(gate.wasHit)
    #expect(try TemporaryFolder.read(location) == Array("edited".utf8))
    #expect(try names(folder) == ["a.xmp"])
  }

  @Test(arguments: [true, false], [true, false])
  func `after a stop before any call a replaced file is the old or the new one`(renames: Bool, unnamed: Bool) throws {
    for call in 1... {
      let folder = TemporaryFolder()
      let path = try folder.file("a.xmp", "old")
      let read = try content(path)
      let gate = FaultGate(.crash(at: call))
      var operations = gate.operations(renamesWithoutReplacing: renames)
      operations.makesUnnamedFiles = unnamed

      _ = try? replaceFile(at: path, with: Array("new".utf8), expecting: read, operations: operations)

      let bytes = try TemporaryFolder.read(path)
      #expect([Array("old".utf8), Array("new".utf8)].contains(bytes), "\(call)")
      guard gate.wasHit else { break }
    }
  }
}
