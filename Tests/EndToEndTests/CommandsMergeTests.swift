import Foundation
import PhotoModel
import SystemPackage
import TestSupport
import Testing

/// `--merge-metadata`: what only a photo that goes says is written beside the one that stays, and undone with the batch.
@Suite(.waits) struct CommandsMergeTests {
  /// a.jpg and b.jpg are copies; a.jpg has a sidecar with words.
  private func copies() throws -> CommandRoom {
    let room = try CommandRoom()
    for name in ["a.jpg", "b.jpg"] { try room.addPhoto(name, seed: 1) }
    try room.folder.write(
      xmpPacket("xmp:Rating=\"4\" xmp:Label=\"Red\"", xmpText("dc:title", "Rome")), to: "photos/a.jpg.xmp")
    return room
  }

  /// A large picture, and a smaller one with five stars made from it.
  private func versions(_ packet: String = xmpPacket("xmp:Rating=\"5\"")) throws -> CommandRoom {
    let room = try CommandRoom()
    let scene = TestPictures.scene(seed: 8, size: PixelSize(width: 640, height: 480))
    let small = TestPictures.resized(scene, to: PixelSize(width: 480, height: 360))
    try room.folder.write(jpegData(of: scene, quality: 95), to: "photos/large.jpg")
    try room.folder.write(embedding(xmp: packet, in: jpegData(of: small, quality: 80)), to: "photos/rated.jpg")
    return room
  }

  @Test func `a dry run shows a line for each kind of words, and writes nothing`() throws {
    let room = try copies()
    let before = try room.content()

    let process = try room.deckle("trash", "--merge-metadata", "--dry-run", "photos/a.jpg")
    let document = try Document(
      try room.deckle("trash", "--merge-metadata", "--dry-run", "--json", "photos/a.jpg"))

    let lines = process.outputText.split(separator: "\n").filter { $0.hasPrefix("would be carried over") }
    #expect(lines.count == 3 && lines.allSatisfy { $0.hasSuffix("b.jpg.xmp") }, "\(process.outputText)")
    let carried = try document.list("carried")
    #expect(carried.map { $0.object["words"] as? [String] } == [["rating", "label", "title"]])
    #expect(carried.map { $0.text("outcome") } == ["planned"])
    #expect(try room.content() == before)
    let without = try Document(try room.deckle("trash", "--dry-run", "--json", "photos/a.jpg"))
    #expect(!without.keys.contains("carried"))
  }

  @Test func `words go to the copy that stays, and come back with the batch`() throws {
    let room = try copies()
    let before = try room.content()

    let process = try room.deckle("trash", "--merge-metadata", "--yes", "--json", "photos/a.jpg")
    let document = try Document(process)

    #expect(process.status == .exited(0), "\(process.outputText) \(process.errorText)")
    #expect(try document.list("carried").map { $0.text("outcome") } == ["written"])
    let sidecar = String(decoding: try readFile(room.photos.appending("b.jpg.xmp")), as: UTF8.self)
    #expect(sidecar.contains("xmp:Rating=\"4\"") && sidecar.contains(">Rome<"), "\(sidecar)")
    #expect(!room.folder.contains("photos/a.jpg"))
    let back = try room.deckle("restore", "--last", "--json")
    #expect(try Document(back).list("sidecars").map { $0.text("outcome") } == ["undone"])
    #expect(try room.content() == before)
  }

  @Test(arguments: [["a.jpg", "b.jpg"], ["b.jpg", "a.jpg"]])
  func `words that went on with the photo that got them are undone in whatever order both come back`(order: [String])
    throws
  {
    let room = try copies()
    let before = try room.content()
    #expect(try room.deckle("trash", "--merge-metadata", "--yes", "photos/a.jpg").status == .exited(0))
    #expect(try room.deckle("trash", "--yes", "photos/b.jpg").status == .exited(0))
    #expect(!room.folder.contains("photos/b.jpg.xmp"))

    for name in order { #expect(try room.deckle("restore", "photos/\(name)").status == .exited(0)) }

    #expect(try room.content() == before)
  }

  @Test func `a sidecar that was changed since keeps its words, and that is said`() throws {
    let room = try copies()
    #expect(try room.deckle("trash", "--merge-metadata", "--yes", "photos/a.jpg").status == .exited(0))
    try room.folder.write(xmpPacket("xmp:Rating=\"1\""), to: "photos/b.jpg.xmp")

    let back = try room.deckle("restore", "--last")

    #expect(back.errorText.contains("b.jpg.xmp was changed since"), "\(back.errorText)")
    #expect(room.folder.contains("photos/a.jpg"))
    let kept = String(decoding: try readFile(room.photos.appending("b.jpg.xmp")), as: UTF8.self)
    #expect(kept.contains("xmp:Rating=\"1\""))
  }

  @Test func `a plan carries the stars of a smaller version to the larger one`() throws {
    let room = try versions()
    let own = xmpPacket("darktable:history_end=\"2\"", "<!-- mine -->")
    try room.folder.write(own, to: "photos/large.xmp")
    let plan = try room.plan()
    try room.write(plan: try deciding(plan, "delete", "rated.jpg"))

    let process = try room.deckle("apply", "plan.json", "--merge-metadata", "--yes")

    #expect(process.status == .exited(0), "\(process.outputText) \(process.errorText)")
    #expect(!process.errorText.contains("Only in"), "\(process.errorText)")
    let now = String(decoding: try readFile(room.photos.appending("large.xmp")), as: UTF8.self)
    #expect(now.contains("xmp:Rating=\"5\"") && now.contains("<!-- mine -->"))
    #expect(!room.folder.contains("photos/large.jpg.xmp") && !room.folder.contains("photos/rated.jpg"))
    #expect(try room.deckle("restore", "--last").status == .exited(0))
    #expect(try readFile(room.photos.appending("large.xmp")) == Array(own.utf8))
  }

  @Test func `what contradicts is named and left, and the rest is carried over`() throws {
    let room = try versions(xmpPacket("xmp:Rating=\"5\" xmp:Label=\"Red\""))
    try room.folder.write(xmpPacket("xmp:Rating=\"2\""), to: "photos/large.jpg.xmp")
    let plan = try room.plan()
    try room.write(plan: try deciding(plan, "delete", "rated.jpg"))

    let process = try room.deckle("apply", "plan.json", "--merge-metadata", "--yes", "--json")
    let carried = try Document(process).list("carried")

    #expect(process.errorText.contains("say something else: rating."), "\(process.errorText)")
    #expect(carried.map { $0.object["contradicted"] as? [String] } == [["rating"]])
    let now = String(decoding: try readFile(room.photos.appending("large.jpg.xmp")), as: UTF8.self)
    #expect(now.contains("xmp:Rating=\"2\"") && now.contains("xmp:Label=\"Red\""))
    #expect(!room.folder.contains("photos/rated.jpg"))
  }

  @Test func `a photo stays whose words cannot be carried over`() throws {
    let room = try versions()
    try room.folder.write("no XMP at all", to: "photos/large.xmp")
    let plan = try room.plan()
    try room.write(plan: try deciding(plan, "delete", "rated.jpg"))

    let process = try room.deckle("apply", "plan.json", "--merge-metadata", "--yes")

    #expect(process.status == .exited(1))
    #expect(process.outputText.contains("Its words cannot be carried over"), "\(process.outputText)")
    #expect(room.folder.contains("photos/rated.jpg"))
  }

  @Test func `words of another shot are carried nowhere`() throws {
    let room = try CommandRoom()
    let root = FilePath(#filePath).removingLastComponent().removingLastComponent().removingLastComponent()
    for name in ["IMG_0004.JPG", "IMG_0005.JPG"] {
      try room.folder.write(try readFile(root.appending("sampledata/Phone/\(name)")), to: "photos/\(name)")
    }
    let before = try room.content()
    let plan = try deciding(try room.plan(), "keep", "IMG_0004.JPG")
    try room.write(plan: try deciding(plan, "delete", "IMG_0005.JPG"))

    let process = try room.deckle("apply", "plan.json", "--merge-metadata", "--dry-run", "--json")

    let document = try Document(process)
    #expect(try document.list("files").map { $0.text("outcome") } == ["moved"], "\(process.outputText)")
    #expect(try document.list("carried").isEmpty)
    #expect(try room.content() == before)
  }
}
