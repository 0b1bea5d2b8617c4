import Glibc
import PhotoModel
import SystemPackage
import Testing

@testable import FileSafety

/// What is not proven to be Deckle's own stays, whatever has its name.
@Suite struct ProvenRemovalTests {
  private let folder: TemporaryFolder
  private let operations = FileOperations.live
  private let open: Descriptor

  init() throws {
    folder = TemporaryFolder()
    open = try operations.openFolder(folder.path)
  }

  private func name(_ text: String) -> [UInt8] { Array(text.utf8) }
  private func place(_ text: String) -> FileOperations.Place { FileOperations.Place(folder: open, name: name(text)) }
  private var names: [String] {
    TemporaryFolder.names(folder.path).map { String(decoding: $0, as: UTF8.self) }.sorted()
  }

  @Test func `a made file goes by the descriptor that was held, and what took its name stays`() throws {
    let first = try operations.createFile(name("first"), in: open, as: .createFile)
    let second = try operations.createFile(name("second"), in: open, as: .createFile)
    // It is still there, and what has its name now is a photo.
    try TemporaryFolder.rename(folder("second"), to: folder("moved"))
    try folder.file("second", "a photo")

    #expect(try operations.removeMade(name("first"), in: open, first))
    #expect(try !operations.removeMade(name("second"), in: open, second))
    #expect(try !operations.removeMade(name("none"), in: open, first))

    #expect(names == ["moved", "second"])
  }

  @Test func `a made file that has another name by now stays`() throws {
    let made = try operations.createFile(name("made"), in: open, as: .createFile)
    try TemporaryFolder.hardLink(folder("kept"), to: folder("made"))

    #expect(try !operations.removeMade(name("made"), in: open, made))

    #expect(names == ["kept", "made"])
  }

  @Test func `a name goes as the second of a file only while the other one leads to it`() throws {
    try folder.file("photo", "bytes")
    try folder.file("copy", "bytes")
    #expect(try !operations.removeSecondName(place("photo"), of: place("copy")))
    #expect(try !operations.removeSecondName(place("photo"), of: place("photo")))
    #expect(try !operations.removeSecondName(place("photo"), of: place("none")))

    // Each has two names, and they are two files.
    try TemporaryFolder.hardLink(folder("photo.2"), to: folder("photo"))
    try TemporaryFolder.hardLink(folder("copy.2"), to: folder("copy"))
    #expect(try !operations.removeSecondName(place("photo"), of: place("copy")))
    #expect(names == ["copy", "copy.2", "photo", "photo.2"])

    #expect(try operations.removeSecondName(place("photo.2"), of: place("photo")))
    #expect(names == ["copy", "copy.2", "photo"])
  }

  @Test func `two names with one number are no two links while either counts one`() throws {
    try folder.file("photo", "bytes")
    try TemporaryFolder.hardLink(folder("photo.2"), to: folder("photo"))
    let linked = try #require(try operations.statusIfPresent(of: name("photo"), in: open))
    var single = linked
    single.linkCount = 1

    #expect(linked.isSameLinkedFile(as: linked))
    #expect(!single.isSameLinkedFile(as: linked))
    #expect(!linked.isSameLinkedFile(as: single))
  }

  @Test func `a file goes by what it holds, and an empty one only on a disk of this computer`() throws {
    let note = Array("[Trash Info]\nPath=/a\n".utf8)
    try folder.file("note", "[Trash Info]\n")
    try folder.file("more", "[Trash Info]\nPath=/a\nand more")
    try folder.file("empty", "")
    try folder.file("empty.2", "")
    var server = operations
    server.fileSystemKind = .unknown
    func remove(_ text: String, _ operations: FileOperations) throws -> Bool {
      try operations.remove(name(text), in: open, reading: note.count + 1, ifOwn: note.starts)
    }

    #expect(try !remove("more", operations))
    #expect(try !remove("empty", server))
    #expect(try remove("empty.2", operations))
    #expect(try remove("note", server))

    #expect(names == ["empty", "more"])
  }
}
