import Foundation
import PhotoModel
import SystemPackage
import TestSupport
import Testing

/// `--merge-metadata`: what only a photo that goes says is written beside the one that stays, and undone with the batch.
@Suite(.waits) struct CommandsMergeTests {
  /// a.jpg and b.jpg are copies; a.jpg has a sidecar with words.
  private func copies() throws -> CommandFixture {
    let fixture = try CommandFixture()
    for name in ["a.jpg", "b.jpg"] { try fixture.addPhoto(name, seed: 1) }
    try fixture.folder.write(
      xmpPacket("xmp:Rating=\"4\" xmp:Label=\"Red\"", xmpText("dc:title", "Rome")), to: "photos/a.jpg.xmp")
    return fixture
  }

  /// A large picture, and a smaller one with five stars made from it.
  private func versions(_ packet: String = xmpPacket("xmp:Rating=\"5\"")) throws -> CommandFixture {
    let fixture = try CommandFixture()
    let scene = TestPictures.scene(seed: 8, size: PixelSize(width: 640, height: 480))
    let small = TestPictures.resized(scene, to: PixelSize(width: 480, height: 360))
    try fixture.folder.write(jpegData(of: scene, quality: 95), to: "photos/large.jpg")
    try fixture.folder.write(embedding(xmp: packet, in: jpegData(of: small, quality: 80)), to: "photos/rated.jpg")
    return fixture
  }

  @Test func `a dry run shows a line for each kind of words, and writes nothing`() throws {
    let fixture = try copies()
    let before = try fixture.content()

    let process = try fixture.deckle("trash", "--merge-metadata", "--dry-run", "photos/a.jpg")
    let document = try Document(
      try fixture.deckle("trash", "--merge-metadata", "--dry-run", "--json", "photos/a.jpg"))

    let lines = process.outputText.split(separator: "\n").filter { $0.hasPrefix("would be carried over") }
    #expect(lines.count == 3 && lines.allSatisfy { $0.hasSuffix("b.jpg.xmp") }, "\(process.outputText)")
    let carried = try document.list("carried")
    #expect(carried.map { $0.object["words"] as? [String] } == [["rating", "label", "title"]])
    #expect(carried.map { $0.text("outcome") } == ["planned"])
    #expect(try fixture.content() == before)
    let without = try Document(try fixture.deckle("trash", "--dry-run", "--json", "photos/a.jpg"))
    #expect(!without.keys.contains("carried"))
  }

  @Test func `words go to the copy that stays, and come back with the batch`() throws {
    let fixture = try copies()
    let before = try fixture.content()

    let process = try fixture.deckle("trash", "--merge-metadata", "--yes", "--json", "photos/a.jpg")
    let document = try Document(process)

    #expect(process.status == .exited(0), "\(process.outputText) \(process.errorText)")
    #expect(try document.list("carried").map { $0.text("outcome") } == ["written"])
    let sidecar = String(decoding: try readFile(fixture.photos.appending("b.jpg.xmp")), as: UTF8.self)
    #expect(sidecar.contains("xmp:Rating=\"4\"") && sidecar.contains(">Rome<"), "\(sidecar)")
    #expect(!fixture.folder.contains("photos/a.jpg"))
    let back = try fixture.deckle("restore", "--last", "--json")
    #expect(try Document(back).list("sidecars").map { $0.text("outcome") } == ["undone"])
    #expect(try fixture.content() == before)
  }

  @Test(arguments: [["a.jpg", "b.jpg"], ["b.jpg", "a.jpg"]])
  func `words that went on with the photo that got them are undone in whatever order both come back`(order: [String])
    throws
  {
    let fixture = try copies()
    let before = try fixture.content()
    #expect(try fixture.deckle("trash", "--merge-metadata", "--yes", "photos/a.jpg").status == .exited(0))
    #expect(try fixture.deckle("trash", "--yes", "photos/b.jpg").status == .exited(0))
    #expect(!fixture.folder.contains("photos/b.jpg.xmp"))

    for name in order { #expect(try fixture.deckle("restore", "photos/\(name)").status == .exited(0)) }

    #expect(try fixture.content() == before)
  }

  @Test func `a sidecar that was changed since keeps its words, and that is said`() throws {
    let fixture = try copies()
    #expect(try fixture.deckle("trash", "--merge-metadata", "--yes", "photos/a.jpg").status == .exited(0))
    try fixture.folder.write(xmpPacket("xmp:Rating=\"1\""), to: "photos/b.jpg.xmp")

    let back = try fixture.deckle("restore", "--last")

    #expect(back.errorText.contains("b.jpg.xmp was changed since"), "\(back.errorText)")
    #expect(fixture.folder.contains("photos/a.jpg"))
    let kept = String(decoding: try readFile(fixture.photos.appending("b.jpg.xmp")), as: UTF8.self)
    #expect(kept.contains("xmp:Rating=\"1\""))
  }

  @Test func `a plan carries the stars of a smaller version to the larger one`() throws {
    let fixture = try versions()
    let own = xmpPacket("darktable:history_end=\"2\"", "<!-- mine -->")
    try fixture.folder.write(own, to: "photos/large.xmp")
    let plan = try fixture.plan()
    try fixture.write(plan: try deciding(plan, "delete", "rated.jpg"))

    let process = try fixture.deckle("apply", "plan.json", "--merge-metadata", "--yes")

    #expect(process.status == .exited(0), "\(process.outputText) \(process.errorText)")
    #expect(!process.errorText.contains("Only in"), "\(process.errorText)")
    let now = String(decoding: try readFile(fixture.photos.appending("large.xmp")), as: UTF8.self)
    #expect(now.contains("xmp:Rating=\"5\"") && now.contains("<!-- mine -->"))
    #expect(!fixture.folder.contains("photos/large.jpg.xmp") && !fixture.folder.contains("photos/rated.jpg"))
    #expect(try fixture.deckle("restore", "--last").status == .exited(0))
    #expect(try readFile(fixture.photos.appending("large.xmp")) == Array(own.utf8))
  }

  @Test func `what contradicts is named and left, and the rest is carried over`() throws {
    let fixture = try versions(xmpPacket("xmp:Rating=\"5\" xmp:Label=\"Red\""))
    try fixture.folder.write(xmpPacket("xmp:Rating=\"2\""), to: "photos/large.jpg.xmp")
    let plan = try fixture.plan()
    try fixture.write(plan: try deciding(plan, "delete", "rated.jpg"))

    let process = try fixture.deckle("apply", "plan.json", "--merge-metadata", "--yes", "--json")
    let carried = try Document(process).list("carried")

    #expect(process.errorText.contains("say something else: rating."), "\(process.errorText)")
    #expect(carried.map { $0.object["contradicted"] as? [String] } == [["rating"]])
    let now = String(decoding: try readFile(fixture.photos.appending("large.jpg.xmp")), as: UTF8.self)
    #expect(now.contains("xmp:Rating=\"2\"") && now.contains("xmp:Label=\"Red\""))
    #expect(!fixture.folder.contains("photos/rated.jpg"))
  }

  @Test func `a photo stays whose words cannot be carried over`() throws {
    let fixture = try versions()
    try fixture.folder.write("no XMP at all", to: "photos/large.xmp")
    let plan = try fixture.plan()
    try fixture.write(plan: try deciding(plan, "delete", "rated.jpg"))

    let process = try fixture.deckle("apply", "plan.json", "--merge-metadata", "--yes")

    #expect(process.status == .exited(1))
    #expect(process.outputText.contains("Its words cannot be carried over"), "\(process.outputText)")
    #expect(fixture.folder.contains("photos/rated.jpg"))
  }

  @Test func `words of another shot are carried nowhere`() throws {
    let fixture = try CommandFixture()
    let root = FilePath(#filePath).removingLastComponent().removingLastComponent().removingLastComponent()
    for name in ["IMG_0004.JPG", "IMG_0005.JPG"] {
      try fixture.folder.write(try readFile(root.appending("sampledata/Phone/\(name)")), to: "photos/\(name)")
    }
    let before = try fixture.content()
    let plan = try deciding(try fixture.plan(), "keep", "IMG_0004.JPG")
    try fixture.write(plan: try deciding(plan, "delete", "IMG_0005.JPG"))

    let process = try fixture.deckle("apply", "plan.json", "--merge-metadata", "--dry-run", "--json")

    let document = try Document(process)
    #expect(try document.list("files").map { $0.text("outcome") } == ["moved"], "\(process.outputText)")
    #expect(try document.list("carried").isEmpty)
    #expect(try fixture.content() == before)
  }
}
