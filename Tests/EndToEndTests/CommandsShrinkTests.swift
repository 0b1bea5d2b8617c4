import Foundation
import SystemPackage
import TestSupport
import Testing

/// `deckle shrink`: what is refused, what is left alone, and what is asked.
@Suite(.waits) struct CommandsShrinkTests {
  private let fixture: CommandFixture

  init() throws {
    fixture = try CommandFixture()
    try fixture.addPhoto("a.jpg", seed: 1)
    try fixture.addPhoto("b.jpg", seed: 2)
  }

  @Test(arguments: [
    ["--lossless", "--fit", "3072"], ["--limit", "5MB"], ["--fit", "2"], ["--fit", "3072", "--limit", "5"],
    ["--fit", "99999"],
    ["--category", "blurry"],
  ])
  func `ways that contradict each other are wrong usage`(_ options: [String]) throws {
    let process = try fixture.shell("$deckle shrink photos \(options.joined(separator: " "))")

    #expect(process.status == .exited(64), "\(process.errorText)")
    #expect(!options.contains("99999") || process.errorText.contains("from 16 to 65500"))
  }

  @Test func `a fit that nobody can be asked about changes nothing`() throws {
    let content = try fixture.content()

    let process = try fixture.deckle("shrink", "photos", "--fit", "100", "--json")

    #expect(process.status == .exited(1), "\(process.errorText)")
    #expect(process.errorText.contains("--yes"))
    #expect(try Document(process).number("shrunk") == 0)
    #expect(try fixture.content() == content)
  }

  @Test func `protected photos are left alone by rule, and hard links are refused`() throws {
    let content = try fixture.content()

    let kept = try fixture.deckle("shrink", "photos", "--protect", "photos", "--json")
    try FileManager.default.linkItem(
      atPath: fixture.folder["photos/a.jpg"].string, toPath: fixture.folder["photos/z.jpg"].string)
    let linked = try Document(try fixture.deckle("shrink", "photos", "--json"))

    #expect(kept.status == .exited(0), "\(kept.errorText)")
    let document = try Document(kept)
    #expect(
      document.keys == [
        "schema", "way", "batch", "dryRun", "files", "shrunk", "skipped", "refused", "failed", "unknown", "photos",
        "bytesBefore", "bytesAfter", "interrupted",
      ])
    #expect(document.text("schema") == "deckle.shrink/1" && document.number("skipped") == 2)
    #expect(try document.list("files").allSatisfy { $0.text("outcome") == "skipped" && !$0.isNull("reason") })
    let refused = try linked.list("files").filter { $0.text("outcome") == "refused" }
    #expect(!refused.isEmpty && refused.allSatisfy { $0.text("reason")?.contains("hard links") == true })
    #expect(try fixture.content()[Array("photos/a.jpg".utf8)] == content[Array("photos/a.jpg".utf8)])
  }

  @Test func `of two photos of one picture one stays, also after both were made smaller`() throws {
    let fixture = try CommandFixture()
    let root = FilePath(#filePath).removingLastComponent().removingLastComponent().removingLastComponent()
    let photo = try readFile(root.appending("sampledata/2023 Summer/IMG_2102.JPG"))
    let comment: [UInt8] = [0xFF, 0xFE, 0, 5, 0x61, 0x62, 0x63]
    try fixture.folder.write(photo, to: "photos/a.jpg")
    try fixture.folder.write(Array(photo.prefix(2)) + comment + photo.dropFirst(2), to: "photos/b.jpg")

    let shrunk = try Document(try fixture.deckle("shrink", "photos", "--json"))
    let trashed = try Document(try fixture.deckle("trash", "photos/a.jpg", "photos/b.jpg", "--yes", "--json"))

    #expect(shrunk.number("shrunk") == 2)
    #expect(trashed.number("moved") == 1)
  }

  @Test func `a smaller file has its photo's place and pixels, the history counts what was won, and a restore ends it`()
    throws
  {
    let fixture = try CommandFixture()
    let root = FilePath(#filePath).removingLastComponent().removingLastComponent().removingLastComponent()
    let original = try readFile(root.appending("sampledata/2023 Summer/IMG_2102.JPG"))
    try fixture.folder.write(original, to: "photos/IMG_2102.JPG")
    func measured() throws -> Document {
      try #require(
        try Document(try fixture.deckle("scan", "photos", "--json", "--measurements")).list("measurements").first)
    }
    let before = try measured()

    let shrunk = try Document(try fixture.deckle("shrink", "photos", "--json"))

    let file = try #require(try shrunk.list("files").first)
    let smaller = try readFile(fixture.photos.appending("IMG_2102.JPG"))
    #expect(shrunk.number("shrunk") == 1 && file.text("outcome") == "shrunk")
    #expect(file.number("bytesBefore") == Double(original.count) && file.number("bytesAfter") == Double(smaller.count))
    #expect(smaller.count < original.count * 95 / 100)
    #expect(try readFile(FilePath(try #require(file.text("trashPath")))) == original)
    let after = try measured()
    for figure in ["sharpness", "width", "height"] { #expect(after.number(figure) == before.number(figure)) }

    let history = try Document(try fixture.deckle("history", "--json"))
    let batch = try #require(try history.list("batches").first)
    #expect(batch.number("smaller") == 1 && batch.number("bytes") == Double(original.count - smaller.count))
    #expect(try history.list("months").first?.number("bytes") == batch.number("bytes"))
    #expect(try fixture.deckle("history").outputText.contains("made smaller"))

    #expect(try fixture.deckle("restore", "--last").status == .exited(0))
    #expect(try readFile(fixture.photos.appending("IMG_2102.JPG")) == original)
  }

  @Test func `a dry run refuses what the shrinking would refuse`() throws {
    let user = PlainUser()
    try user.own(fixture.folder)
    #expect(chmod(fixture.photos.string, 0o555) == 0)
    defer { chmod(fixture.photos.string, 0o755) }
    guard let process = try user.deckle(fixture, "shrink", "photos", "--fit", "100", "--dry-run", "--json") else {
      return
    }

    let document = try Document(process)

    #expect(document.number("shrunk") == 0 && document.flag("interrupted") == false)
    #expect(try document.list("files").allSatisfy { $0.text("reason")?.contains("no permission") == true })
    #expect(process.status == .exited(2))
  }

  @Test func `a number of photos of which none becomes smaller is not asked for again`() throws {
    let process = try fixture.deckle("shrink", "photos", "--fit", "20000", "--yes", "--count", "24")

    #expect(process.status == .exited(64) && process.errorText.contains("nothing would become smaller"))
  }

  @Test func `a scan says what could be gained only when asked`() throws {
    let plain = try Document(try fixture.deckle("scan", "photos", "--json"))
    let measured = try Document(try fixture.deckle("scan", "photos", "--json", "--shrinkable"))

    #expect(!plain.keys.contains("shrinkable"))
    let shrinkable = try measured.part("shrinkable")
    #expect(shrinkable.keys == ["lossless", "fit"])
    #expect(try shrinkable.part("fit").keys == ["photos", "bytes", "bytesAfter"])
  }
}
