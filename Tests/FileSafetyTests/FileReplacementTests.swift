import Foundation
import Glibc
import SystemPackage
import Testing

@testable import FileSafety

/// A file is replaced whole or not at all.
@Suite struct FileReplacementTests {
  private struct Stopped: Error {}

  @Test func `what stops in the middle leaves the old file, and nothing beside it`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("page.html", "the old page")

    #expect(throws: Stopped.self) {
      try replaceFile(at: path) { file in
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

  @Test(arguments: [true, false]) func `an old page is replaced, and anything else stays`(renames: Bool) throws {
    let folder = try TemporaryFolder()
    let page = try folder.file("page.html", "<old>")
    let photo = try folder.file("photo.jpg", "photo")
    let operations = FaultGate(.none).operations(renamesWithoutReplacing: renames)

    try replaceFile(at: page, ifAllowed: isPage, operations: operations) { try $0.writeAll("<new>".utf8) }
    #expect(throws: FileSafetyError.somethingIsThere(photo)) {
      try replaceFile(at: photo, ifAllowed: isPage, operations: operations) { try $0.writeAll("<new>".utf8) }
    }

    #expect(try TemporaryFolder.read(page) == Array("<new>".utf8) && TemporaryFolder.read(photo) == Array("photo".utf8))
    #expect(try names(folder) == ["page.html", "photo.jpg"])
  }

  /// Right before the first rename, where all was looked at.
  @Test(arguments: [(true, nil), (true, "<old>"), (false, nil), (false, "<old>")] as [(Bool, String?)])
  func `a photo that comes at the last moment stays`(renames: Bool, old: String?) throws {
    let folder = try TemporaryFolder()
    let place = folder("page.html")
    if let old { try folder.file("page.html", old) }
    let gate = FaultGate(.action(before: .rename) { _ = try? TemporaryFolder.write(Array("photo".utf8), to: place) })

    #expect(throws: FileSafetyError.somethingIsThere(place)) {
      try replaceFile(
        at: place, ifAllowed: isPage, operations: gate.operations(renamesWithoutReplacing: renames)
      ) { try $0.writeAll("<new>".utf8) }
    }

    #expect(gate.wasHit)
    #expect(try TemporaryFolder.read(place) == Array("photo".utf8))
    #expect(try names(folder) == ["page.html"])
  }
}
