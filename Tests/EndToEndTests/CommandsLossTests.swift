import PhotoModel
import SystemPackage
import TestSupport
import Testing

/// What only a photo that goes holds is said before it goes, wherever a person decides about it.
@Suite(.waits) struct CommandsLossTests {
  /// "large.jpg", and a smaller "rated.jpg" with five stars made from it.
  private func fixture() throws -> CommandFixture {
    let fixture = try CommandFixture()
    let scene = TestPictures.scene(seed: 8, size: PixelSize(width: 640, height: 480))
    let small = TestPictures.resized(scene, to: PixelSize(width: 480, height: 360))
    try fixture.folder.write(jpegData(of: scene, quality: 95), to: "photos/large.jpg")
    try fixture.folder.write(
      embedding(xmp: xmpPacket("xmp:Rating=\"5\""), in: jpegData(of: small, quality: 80)), to: "photos/rated.jpg")
    return fixture
  }

  private func sentence(_ fixture: CommandFixture) -> String { "Only in \(fixture.photos.string)/rated.jpg: ★★★★★." }

  @Test func `a sidecar's stars count, and a setting turns them off`() throws {
    let fixture = try fixture()
    try fixture.folder.write(xmpPacket("xmp:Rating=\"3\""), to: "photos/large.xmp")

    let process = try fixture.deckle("trash", "--dry-run", "photos/large.jpg")
    #expect(process.errorText.contains("large.jpg: ★★★☆☆."), "\(process.errorText)")

    try fixture.folder.write("ratingsAreSacred = false\n", to: "home/config/deckle/config.toml")
    let without = try fixture.deckle("trash", "--dry-run", "photos/large.jpg")
    #expect(!without.errorText.contains("Only in"), "\(without.errorText)")
  }

  @Test func `a plan that was changed to the richer one says what is lost, and the report names it`() throws {
    let fixture = try fixture()
    let plan = try fixture.plan()
    try fixture.write(plan: try deciding(plan, "delete", "rated.jpg"))

    let process = try fixture.deckle("apply", "plan.json", "--dry-run")
    let report = try fixture.deckle("report", "photos", "--html", "page.html")

    #expect(process.errorText.contains(sentence(fixture)), "\(process.errorText)")
    #expect(report.status == .exited(0))
    let page = String(decoding: try readFile(fixture.folder["page.html"]), as: UTF8.self)
    #expect(page.contains("only here: ★★★★★"))
  }
}
