import SystemPackage
import Testing

@testable import FileSafety

@Suite struct ScratchFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `the file is gone, and one that is not there is fine`() throws {
    try folder.file("scratch")
    try folder.file("another")

    try removeScratchFile(folder("scratch"))
    try removeScratchFile(folder("scratch"))

    #expect(TemporaryFolder.names(folder.path) == [Array("another".utf8)])
  }

  @Test func `nothing else is removed`() throws {
    try folder.folder("empty")
    try folder.file("photo")
    try folder.file("first")
    try TemporaryFolder.symbolicLink(folder("link"), to: folder("photo"))
    try TemporaryFolder.hardLink(folder("second"), to: folder("first"))
    let before = Set(TemporaryFolder.names(folder.path))

    for name in ["empty", "link", "first", "none/photo"] {
      #expect(throws: FileSafetyError.self) { try removeScratchFile(folder(name)) }
    }

    #expect(Set(TemporaryFolder.names(folder.path)) == before && before.count == 5)
  }
}
