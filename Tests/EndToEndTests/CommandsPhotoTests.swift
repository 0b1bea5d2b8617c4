import Foundation
import PhotoModel
import SystemPackage
import TestSupport
import Testing

/// The commands on photos of several files.
@Suite struct CommandsPhotoTests {
  private func room() throws -> CommandRoom {
    let room = try CommandRoom()
    try room.addPhoto("IMG_1.JPG", seed: 1)
    try room.folder.write(Self.raw, to: "photos/IMG_1.CR2")
    for name in ["IMG_1.xmp", "IMG_1.CR2.xmp", "IMG_1.JPG.json"] {
      try room.folder.write(Array("content of \(name)".utf8), to: "photos/\(name)")
    }
    try room.addPhoto("other.jpg", seed: 2)
    return room
  }

  /// The beginning of a Canon RAW: known, and not opened.
  private static let raw: [UInt8] =
    [0x49, 0x49, 0x2A, 0, 16, 0, 0, 0, 0x43, 0x52, 2, 0] + [UInt8](repeating: 9, count: 500)

  private func names(_ documents: [Document]) -> [String] {
    documents.map { FilePath($0.text("path") ?? "").lastComponent?.string ?? "" }
  }

  @Test func `a photo takes its files along, says so, and all of them come back`() throws {
    let room = try room()
    let before = try room.content()

    let trash = try room.deckle("trash", "--yes", "--json", "photos/IMG_1.JPG")
    let document = try Document(trash)

    #expect(trash.status == .exited(0))
    #expect(trash.errorText.contains("4 files of these belong to the photos that were named, and go along."))
    #expect(
      names(try document.list("files"))
        == ["IMG_1.JPG", "IMG_1.CR2", "IMG_1.CR2.xmp", "IMG_1.JPG.json", "IMG_1.xmp"])
    #expect(document.number("moved") == 5)
    #expect(try room.content().count == 1)
    let history = try room.deckle("history")
    #expect(history.outputText.contains("1 photo (5 files)"))
    let restore = try room.deckle("restore", "photos/IMG_1.xmp", "--json")
    #expect(try Document(restore).number("restored") == 5)
    #expect(try room.content() == before)
  }

  @Test func `naming the photo and its files is naming the photo`() throws {
    let room = try room()

    let trash = try room.deckle(
      "trash", "--yes", "--json", "photos/IMG_1.xmp", "photos/IMG_1.CR2", "photos/IMG_1.JPG", "photos/IMG_1.JPG")
    let files = try Document(trash).list("files")

    #expect(trash.status == .exited(2))
    #expect(
      names(files).sorted() == [
        "IMG_1.CR2", "IMG_1.CR2.xmp", "IMG_1.JPG", "IMG_1.JPG", "IMG_1.JPG.json", "IMG_1.xmp",
      ])
    #expect(files.count { $0.text("outcome") == "moved" } == 5)
    #expect(try room.content().count == 1)
  }

  @Test func `a RAW named without its JPEG goes alone, with the sidecar of its whole name`() throws {
    let room = try room()

    let trash = try room.deckle("trash", "--yes", "--json", "photos/IMG_1.CR2")

    #expect(trash.status == .exited(0))
    #expect(names(try Document(trash).list("files")) == ["IMG_1.CR2", "IMG_1.CR2.xmp"])
    for name in ["IMG_1.JPG", "IMG_1.xmp", "IMG_1.JPG.json"] { #expect(room.folder.contains("photos/\(name)")) }
  }

  @Test func `a sidecar without its photo stays, and the sentence names the photo`() throws {
    let room = try room()
    let before = try room.content()

    let trash = try room.deckle("trash", "--yes", "photos/IMG_1.xmp")

    #expect(trash.status == .exited(1))
    #expect(trash.outputText.contains("IMG_1.xmp belongs to"))
    #expect(trash.outputText.contains("IMG_1.JPG"))
    #expect(try room.content() == before)
  }

  @Test func `a protected photo keeps everything beside it`() throws {
    let room = try room()
    let before = try room.content()

    let trash = try room.deckle("trash", "--yes", "--json", "photos/IMG_1.JPG", "--protect", "photos")

    #expect(trash.status == .exited(1))
    #expect(try Document(trash).list("files").allSatisfy { $0.text("outcome") == "refused" && !$0.isNull("reason") })
    #expect(try room.content() == before)
  }

  @Test func `a dry run lists every file and where it would go`() throws {
    let room = try room()
    let before = room.folder.list()

    let trash = try room.deckle("trash", "--dry-run", "--json", "photos/IMG_1.JPG")
    let files = try Document(trash).list("files")

    #expect(files.count == 5)
    #expect(files.allSatisfy { $0.text("outcome") == "moved" && $0.text("trashPath") != nil })
    #expect(room.folder.list() == before)
  }

  @Test func `of copies that are all named the one with its RAW stays`() throws {
    let room = try room()
    try room.addPhoto("A.JPG", seed: 1)

    let trash = try room.deckle("trash", "--yes", "--json", "photos/A.JPG", "photos/IMG_1.JPG")

    #expect(trash.status == .exited(2))
    #expect(!room.folder.contains("photos/A.JPG"))
    for name in ["IMG_1.JPG", "IMG_1.CR2", "IMG_1.xmp"] { #expect(room.folder.contains("photos/\(name)")) }
  }

  private func left(in room: CommandRoom) throws -> [String] {
    try room.content().keys.map { String(decoding: $0, as: UTF8.self) }.sorted()
  }

  @Test func `of RAWs with the same bytes beside different photos one stays`() throws {
    let room = try CommandRoom()
    for name in ["photos/1", "photos/2"] { _ = try room.folder.makeFolder(name) }
    try room.addPhoto("1/A.JPG", seed: 1)
    try room.addPhoto("2/B.JPG", seed: 2)
    try room.folder.write(Self.raw, to: "photos/1/A.CR2")
    try room.folder.write(Self.raw, to: "photos/2/B.CR2")

    let both = try room.deckle("trash", "--yes", "--json", "photos/1/A.JPG", "photos/2/B.JPG")

    #expect(both.status == .exited(2))
    #expect(try left(in: room) == ["photos/1/A.CR2", "photos/1/A.JPG"])
    #expect(both.outputText.contains("every copy of"))

    // The RAW is the photo here, and a companion there.
    try room.folder.write(Self.raw, to: "photos/2/X.CR2")
    let mixed = try room.deckle("trash", "--yes", "--json", "photos/1/A.JPG", "photos/2/X.CR2")
    #expect(mixed.status == .exited(2))
    #expect(try left(in: room).contains { $0.hasSuffix("CR2") })
  }

  @Test func `a RAW of another time is another shot, also where nothing was scanned before`() throws {
    let room = try CommandRoom()
    for (name, hour) in [("P.JPG", 10), ("P.DNG", 11)] {
      let time = CaptureTime(year: 2024, month: 5, day: 12, hour: hour, minute: 0, second: 0)
      let bytes = jpegData(of: TestPictures.scene(seed: UInt64(hour)), exif: exifBlock(capturedAt: time, model: "M"))
      try room.folder.write(bytes, to: "photos/\(name)")
    }

    let trash = try room.deckle("trash", "--yes", "--json", "photos/P.JPG")

    #expect(trash.status == .exited(0))
    #expect(names(try Document(trash).list("files")) == ["P.JPG"])
  }

  @Test func `a scan counts photos, and lists what is beside them`() throws {
    let room = try room()
    try room.addPhoto("copy/IMG_1.JPG", seed: 1)
    try room.folder.write([1, 2, 3], to: "photos/copy/IMG_1.MOV")

    let scan = try room.deckle("scan", "photos", "--json")
    let document = try Document(scan)

    #expect(scan.status == .exited(0))
    #expect(try document.part("photos").number("found") == 3)
    #expect(try document.list("skipped").isEmpty)
    let group = try #require(try document.list("groups").first { $0.text("category") == "duplicate" })
    #expect(group.text("keeper") == room.folder["photos/IMG_1.JPG"].string)
    let members = try group.list("members")
    #expect(
      try members.map { try $0.list("companions").map { $0.text("role") } }
        == [["raw", "sidecar", "sidecar", "sidecar"], ["movie"]])
    let issue = try #require(try document.list("issues").first { $0.text("category") == "duplicate" })
    #expect(issue.number("bytes") == Double(CommandRoom.photo(seed: 1).count + 3))
    #expect(issue.flag("preselected") == false)
    #expect(names(try issue.list("companions")) == ["IMG_1.MOV"])
    let text = try room.deckle("scan", "photos").outputText
    #expect(text.contains("with 1 RAW, 3 sidecars; keep: "))
    #expect(text.contains("with 1 movie; same bytes as the keeper"))
  }

  @Test func `plain mode speaks of what is beside a photo`() throws {
    let room = try room()
    try room.addPhoto("copy/IMG_1.JPG", seed: 1)
    try room.folder.write(Self.raw + [1], to: "photos/copy/IMG_1.CR2")

    let plain = try room.deckle(
      "--plain", "photos", input: Array("s\nr\nparts\nparts\nd\nq\n".utf8))

    #expect(plain.outputText.contains("JPEG + RAW"), "\(plain.outputText)")
    #expect(plain.outputText.contains("the RAW stays"), "\(plain.outputText)")
  }
}
