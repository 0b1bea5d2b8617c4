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
}
