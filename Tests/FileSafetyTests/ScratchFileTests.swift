import SystemPackage
import Testing

@testable import FileSafety

@Suite struct ScratchFileTests {
  private let folder: TemporaryFolder
  private let scratch: ScratchFile

  init() throws {
    folder = TemporaryFolder()
    scratch = try #require(ScratchFile(in: folder.path, for: [1]))
  }

  private var name: String { String(decoding: scratch.path.nameBytes, as: UTF8.self) }

  @Test func `the file is gone, and one that is not there is fine`() throws {
    try folder.file(name)
    try folder.file("another")

    try scratch.remove()
    try scratch.remove()

    #expect(TemporaryFolder.names(folder.path) == [Array("another".utf8)])
    #expect(scratch.identity == nil)
  }

  @Test func `a folder and a link under its name stay`() throws {
    try folder.file("photo")
    try TemporaryFolder.symbolicLink(scratch.path, to: folder("photo"))
    #expect(throws: FileSafetyError.self) { try scratch.remove() }
    let other = try #require(ScratchFile(in: folder.path, for: [2]))
    try folder.folder(String(decoding: other.path.nameBytes, as: UTF8.self))
    #expect(throws: FileSafetyError.self) { try other.remove() }

    #expect(TemporaryFolder.names(folder.path).count == 3)
  }

  @Test func `another file that has its name by now stays`() throws {
    try folder.file(name)
    let first = try #require(scratch.identity)
    // Both are there for a while, so they are two files.
    try folder.file("next")
    try TemporaryFolder.rename(folder("next"), to: scratch.path)

    try scratch.remove(ifStill: first)
    #expect(scratch.identity != nil)

    try scratch.remove(ifStill: scratch.identity)
    #expect(scratch.identity == nil)
  }

  @Test func `two keys have two files, and no other name is one of them`() throws {
    let other = try #require(ScratchFile(in: folder.path, for: [2]))
    #expect(try scratch != other && scratch == #require(ScratchFile(in: folder.path, for: [1])))
    for name in [
      "photo.jpg", "keypoints-.sqlite", "keypoints-0123456789abcdeg.sqlite", "keypoints-0123456789abcdef0.sqlite",
    ] {
      try folder.file(name)
    }
    try folder.file(name)

    #expect(ScratchFile.all(in: folder.path).map(\.file) == [scratch])
    #expect(ScratchFile.all(in: folder("none")).isEmpty)
  }
}
