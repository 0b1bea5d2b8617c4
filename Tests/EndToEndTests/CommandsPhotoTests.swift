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

    #expect(trash.status == .exited(0))
    #expect(names(files).sorted() == ["IMG_1.CR2", "IMG_1.CR2.xmp", "IMG_1.JPG", "IMG_1.JPG.json", "IMG_1.xmp"])
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

  @Test func `a sidecar that is named twice does not go without its photo either`() throws {
    let room = try room()
    let before = try room.content()

    let trash = try room.deckle("trash", "--yes", "--json", "photos/IMG_1.xmp", "photos/IMG_1.xmp")

    #expect(trash.status == .exited(1))
    #expect(try Document(trash).list("files").map { $0.text("outcome") } == ["refused"])
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

  @Test func `what the settings leave out goes along only where it is named`() throws {
    let room = try room()
    try room.folder.write("excludedFolders = [\"*.CR2\"]\n", to: "home/config/deckle/config.toml")

    let process = try room.deckle("trash", "--yes", "photos/IMG_1.JPG")

    #expect(process.status == .exited(1))
    #expect(process.outputText.contains("is left out by excludedFolders"), "\(process.outputText)")
    #expect(room.folder.contains("photos/IMG_1.CR2") && room.folder.contains("photos/IMG_1.JPG"))
    #expect(try room.deckle("trash", "--yes", "photos/IMG_1.JPG", "photos/IMG_1.CR2").status == .exited(0))
  }

  @Test func `what goes along and has no copy is named, and what has one is not`() throws {
    let room = try CommandRoom()
    for folder in ["A", "B", "C"] { try room.addPhoto("\(folder)/x.jpg", seed: 1) }
    try room.folder.write("edits", to: "photos/A/x.xmp")
    _ = try room.deckle("scan", "photos")

    let without = try room.deckle("trash", "--dry-run", "photos/A/x.jpg", "photos/B/x.jpg")
    #expect(without.errorText.contains("A/x.xmp, which goes along, has no copy"), "\(without.errorText)")
    try room.folder.write("edits", to: "photos/C/x.xmp")
    let with = try room.deckle("trash", "--dry-run", "photos/A/x.jpg", "photos/B/x.jpg")
    #expect(!with.errorText.contains("has no copy"), "\(with.errorText)")
  }

  @Test func `what bears the name of two shots stays, named or not`() throws {
    let room = try CommandRoom()
    for (name, hour) in [("P.JPG", 10), ("P.DNG", 11)] {
      let time = CaptureTime(year: 2024, month: 5, day: 12, hour: hour, minute: 0, second: 0)
      let bytes = jpegData(of: TestPictures.scene(seed: UInt64(hour)), exif: exifBlock(capturedAt: time, model: "M"))
      try room.folder.write(bytes, to: "photos/\(name)")
    }
    try room.folder.write("whose?", to: "photos/P.xmp")

    let trash = try room.deckle("trash", "--yes", "--json", "photos/P.xmp", "photos/P.JPG")
    let files = try Document(trash).list("files")

    #expect(trash.status == .exited(2))
    #expect(files.map { $0.text("outcome") } == ["refused", "moved"])
    #expect(files[0].text("reason")?.contains("may belong to another photo") == true)
    #expect(try left(in: room) == ["photos/P.DNG", "photos/P.xmp"])
  }

  @Test(arguments: [["I.JPG", "I.PNG"], ["I.CR2", "I.NEF"], ["I.JPG", "I.jpg"]])
  func `a sidecar of one name with two photos goes with neither`(pair: [String]) throws {
    let room = try CommandRoom()
    for (seed, name) in pair.enumerated() { try room.addPhoto(name, seed: UInt64(seed + 1)) }
    try room.folder.write("whose?", to: "photos/I.xmp")

    let named = try room.deckle("trash", "--yes", "--json", "photos/I.xmp", "photos/\(pair[0])", "photos/I.xmp")

    #expect(named.status == .exited(2))
    #expect(try Document(named).number("moved") == 1)
    #expect(try left(in: room) == ["photos/\(pair[1])", "photos/I.xmp"].sorted())
  }

  @Test func `what is no picture and belongs to none is refused, also in a dry run`() throws {
    let room = try room()
    for name in ["notes.txt", "Makefile", "lonely.xmp", "film.mp4", "list.json"] {
      try room.folder.write("content of \(name)", to: "photos/\(name)")
    }
    // A name without an ending says nothing: the bytes do. And a damaged photo is a photo.
    try room.folder.write(CommandRoom.photo(seed: 7), to: "photos/scan0001")
    try room.folder.write("no longer a picture", to: "photos/damaged.jpg")
    let strangers = ["notes.txt", "Makefile", "lonely.xmp", "film.mp4", "list.json"].map { "photos/\($0)" }

    let dry = try room.deckle("trash", "--dry-run", "--json", strangers[0], "photos/other.jpg")
    let none = try room.deckle("trash", "--yes", "--json", strangers[0], strangers[1])
    let some = try room.deckle(
      "trash", "--yes", "--json", strangers[2], strangers[3], strangers[4], "photos/scan0001", "photos/damaged.jpg")

    #expect(try Document(dry).list("files").map { $0.text("outcome") } == ["refused", "moved"])
    #expect(dry.status == .exited(2) && none.status == .exited(1) && some.status == .exited(2))
    #expect(
      try Document(none).list("files").allSatisfy { $0.text("reason")?.contains("Deckle moves photos only") == true })
    #expect(
      try Document(some).list("files").map { $0.text("outcome") } == [
        "refused", "refused", "refused", "moved", "moved",
      ])
    for name in strangers { #expect(room.folder.contains(name)) }
  }

  @Test func `files of a photo that were named are not counted as going along`() throws {
    let room = try room()

    let some = try room.deckle("trash", "--dry-run", "photos/IMG_1.JPG", "photos/IMG_1.xmp", "photos/IMG_1.CR2")
    let all = try room.deckle(
      "trash", "--dry-run", "photos/IMG_1.JPG", "photos/IMG_1.xmp", "photos/IMG_1.CR2", "photos/IMG_1.CR2.xmp",
      "photos/IMG_1.JPG.json")

    #expect(some.errorText.contains("2 files of these belong to the photos that were named, and go along."))
    #expect(!all.errorText.contains("go along"))
  }

  @Test func `a scan counts photos, and lists what is beside them`() throws {
    let room = try room()
    let time: Int64 = 1_723_716_000_000
    let photo = CommandRoom.photo(seed: 1, at: time)
    for name in ["IMG_1.JPG", "copy/IMG_1.JPG"] { try room.folder.write(photo, to: "photos/\(name)") }
    let movie = movieData(MovieForm(createdAt: time))
    try room.folder.write(movie, to: "photos/copy/IMG_1.MOV")

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
    #expect(issue.number("bytes") == Double(photo.count + movie.count))
    #expect(issue.flag("preselected") == false)
    #expect(names(try issue.list("companions")) == ["IMG_1.MOV"])
    let text = try room.deckle("scan", "photos").outputText
    #expect(text.contains("with 1 RAW, 3 sidecars; keep: "))
    #expect(text.contains("with 1 movie; same bytes as the keeper"))
  }

  @Test func `a movie of another day does not go along, and that is said before the move`() throws {
    let room = try CommandRoom()
    let time: Int64 = 1_723_716_000_000
    for (name, apart) in [("IMG_1", 0), ("IMG_2", 17 * 86_400_000)] as [(String, Int64)] {
      try room.folder.write(CommandRoom.photo(seed: apart == 0 ? 1 : 2, at: time), to: "photos/\(name).JPG")
      try room.folder.write(movieData(MovieForm(createdAt: time + apart)), to: "photos/\(name).MOV")
    }
    let said = "photos/IMG_2.MOV stays: it was taken on another day."

    let dry = try room.deckle("trash", "--dry-run", "photos/IMG_1.JPG", "photos/IMG_2.JPG")
    let movie = try room.deckle("trash", "--yes", "photos/IMG_2.MOV")
    let trash = try room.deckle("trash", "--yes", "photos/IMG_1.JPG", "photos/IMG_2.JPG")

    #expect(dry.errorText.contains(said) && trash.errorText.contains(said), "\(dry.errorText)")
    #expect(movie.status == .exited(1) && movie.outputText.contains("belongs to no photo"), "\(movie.outputText)")
    #expect(try room.content().keys.map(\.self) == [Array("photos/IMG_2.MOV".utf8)])
  }

  @Test func `plain mode speaks of what is beside a photo`() throws {
    let room = try room()
    try room.addPhoto("copy/IMG_1.JPG", seed: 1)
    try room.folder.write(Self.raw + [1], to: "photos/copy/IMG_1.CR2")

    let plain = try room.deckle(
      "--plain", "photos", input: Array("s\nreview\np\nparts\nh\nq\n".utf8))

    #expect(plain.outputText.contains("JPEG + RAW"), "\(plain.outputText)")
    #expect(plain.outputText.contains("the RAW stays"), "\(plain.outputText)")
  }
}
