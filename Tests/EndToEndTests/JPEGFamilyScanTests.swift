import PhotoModel
import TestSupport
import Testing

/// A photo and what was made of it as JPEG XL and JPEG 2000, through the whole program.
@Suite(.waits) struct JPEGFamilyScanTests {
  private static let isThere =
    !jxlData(ofJPEG: jpegData(of: TestPictures.scene(seed: 1))).isEmpty
    && !jp2Data(of: TestPictures.scene(seed: 1)).isEmpty

  private static func name(_ path: String?) -> String { path?.split(separator: "/").last.map(String.init) ?? "" }

  @Test(.enabled(if: isThere, "this build is without libjxl or OpenJPEG"))
  func `a camera's JPEG stays, and what was made from it is proposed`() throws {
    let fixture = try CommandFixture()
    let exif = exifBlock(
      orientation: .right, capturedAt: CaptureTime(milliseconds: 1_700_000_000_000), make: "Maker", model: "Phone")
    let stored = TestPictures.scene(seed: 4, size: PixelSize(width: 640, height: 480))
    let jpeg = jpegData(of: stored, quality: 80, exif: exif)
    try fixture.folder.write(jpeg, to: "photos/photo.jpg")
    try fixture.folder.write(jxlData(ofJPEG: jpeg), to: "photos/photo.jxl")

    let scan = try Document(try fixture.deckle("scan", "photos", "--json", "--measurements"))

    let group = try #require(try scan.list("groups").first { $0.text("category") == "duplicate" })
    #expect(Self.name(group.text("keeper")) == "photo.jpg")
    let issue = try #require(try scan.list("issues").first)
    #expect(Self.name(issue.text("path")) == "photo.jxl")
    #expect(issue.flag("preselected") == true)
    let facts = try scan.list("measurements").map { [$0.text("camera"), $0.text("capturedAt")] }
    #expect(facts.count == 2 && Set(facts).count == 1)
    #expect(try scan.list("measurements").allSatisfy { $0.number("width") == 480 })
  }

  @Test(.enabled(if: isThere, "this build is without libjxl or OpenJPEG"))
  func `of equal pixels in several formats one set is made, and damaged ones never stay`() throws {
    let fixture = try CommandFixture()
    let scene = TestPictures.scene(seed: 5, size: PixelSize(width: 640, height: 480))
    let whole = jxlData(of: scene)
    try fixture.folder.write(whole, to: "photos/a.jxl")
    try fixture.folder.write(jp2Data(of: scene), to: "photos/b.jp2")
    try fixture.folder.write(pngData(of: scene), to: "photos/c.png")
    try fixture.folder.write(Array(whole.prefix(whole.count / 2)), to: "photos/cut.jxl")

    let scan = try Document(try fixture.deckle("scan", "photos", "--json"))

    let group = try #require(try scan.list("groups").first { $0.text("category") == "duplicate" })
    #expect(try group.list("members").map { Self.name($0.text("path")) }.sorted() == ["a.jxl", "b.jp2", "c.png"])
    let skipped = try #require(try scan.list("skipped").first)
    #expect(Self.name(skipped.text("path")) == "cut.jxl" && skipped.text("reason") == "corrupt")
    #expect(skipped.text("message")?.contains("ends too early") == true)
  }
}
