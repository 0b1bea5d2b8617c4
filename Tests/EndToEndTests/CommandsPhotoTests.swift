import Foundation
import PhotoModel
import SystemPackage
import TestSupport
import Testing

/// The commands on photos of several files.
@Suite(.waits) struct CommandsPhotoTests {
  private func fixture() throws -> CommandFixture {
    let fixture = try CommandFixture()
    try fixture.addPhoto("IMG_1.JPG", seed: 1)
    try fixture.folder.write(Self.raw, to: "photos/IMG_1.CR2")
    for name in ["IMG_1.xmp", "IMG_1.CR2.xmp", "IMG_1.JPG.json"] {
      try fixture.folder.write(Array("content of \(name)".utf8), to: "photos/\(name)")
    }
    try fixture.addPhoto("other.jpg", seed: 2)
    return fixture
  }

  /// The beginning of a Canon RAW: known, and not opened.
  private static let raw: [UInt8] =
    [0x49, 0x49, 0x2A, 0, 16, 0, 0, 0, 0x43, 0x52, 2, 0] + [UInt8](repeating: 9, count: 500)

  private func names(_ documents: [Document]) -> [String] {
    documents.map { FilePath($0.text("path") ?? "").lastComponent?.string ?? "" }
  }

  @Test func `a photo takes its files along, says so, and all of them come back`() throws {
    let fixture = try fixture()
    let before = try fixture.content()

    let trash = try fixture.deckle("trash", "--yes", "--json", "photos/IMG_1.JPG")
    let document = try Document(trash)

    #expect(trash.status == .exited(0))
    #expect(trash.errorText.contains("4 files of these belong to the photos that were named, and go along."))
    #expect(
      names(try document.list("files"))
        == ["IMG_1.JPG", "IMG_1.CR2", "IMG_1.CR2.xmp", "IMG_1.JPG.json", "IMG_1.xmp"])
    #expect(document.number("moved") == 5)
    #expect(try fixture.content().count == 1)
    let history = try fixture.deckle("history")
    #expect(history.outputText.contains("1 photo (5 files)"))
    let restore = try fixture.deckle("restore", "photos/IMG_1.xmp", "--json")
    #expect(try Document(restore).number("restored") == 5)
    #expect(try fixture.content() == before)
  }

  @Test func `a dry run lists every file and where it would go`() throws {
    let fixture = try fixture()
    let before = fixture.folder.list()

    let trash = try fixture.deckle("trash", "--dry-run", "--json", "photos/IMG_1.JPG")
    let files = try Document(trash).list("files")

    #expect(trash.errorText.contains("4 files of these belong to the photos that were named, and go along."))
    #expect(files.count == 5)
    #expect(files.allSatisfy { $0.text("outcome") == "moved" && $0.text("trashPath") != nil })
    #expect(fixture.folder.list() == before)
  }

  @Test func `a scan counts photos, and lists what is beside them`() throws {
    let fixture = try fixture()
    let time: Int64 = 1_723_716_000_000
    let photo = CommandFixture.photo(seed: 1, at: time)
    for name in ["IMG_1.JPG", "copy/IMG_1.JPG"] { try fixture.folder.write(photo, to: "photos/\(name)") }
    let movie = movieData(MovieForm(createdAt: time))
    try fixture.folder.write(movie, to: "photos/copy/IMG_1.MOV")

    let scan = try fixture.deckle("scan", "photos", "--json")
    let document = try Document(scan)

    #expect(scan.status == .exited(0))
    #expect(try document.part("photos").number("found") == 3)
    #expect(try document.list("skipped").isEmpty)
    let group = try #require(try document.list("groups").first { $0.text("category") == "duplicate" })
    #expect(group.text("keeper") == fixture.folder["photos/IMG_1.JPG"].string)
    let members = try group.list("members")
    #expect(
      try members.map { try $0.list("companions").map { $0.text("role") } }
        == [["raw", "sidecar", "sidecar", "sidecar"], ["movie"]])
    let issue = try #require(try document.list("issues").first { $0.text("category") == "duplicate" })
    #expect(issue.number("bytes") == Double(photo.count + movie.count))
    #expect(issue.flag("preselected") == false)
    #expect(names(try issue.list("companions")) == ["IMG_1.MOV"])
    let text = try fixture.deckle("scan", "photos").outputText
    #expect(text.contains("with 1 RAW, 3 sidecars; keep: "))
    #expect(text.contains("with 1 movie; same bytes as the keeper"))
  }

  @Test func `plain mode speaks of what is beside a photo`() throws {
    let fixture = try fixture()
    try fixture.addPhoto("copy/IMG_1.JPG", seed: 1)
    try fixture.folder.write(Self.raw + [1], to: "photos/copy/IMG_1.CR2")

    let plain = try fixture.deckle(
      "--plain", "photos", input: Array("s\nreview\np\nparts\nh\nq\n".utf8))

    #expect(plain.outputText.contains("JPEG + RAW"), "\(plain.outputText)")
    #expect(plain.outputText.contains("the RAW stays"), "\(plain.outputText)")
  }
}
