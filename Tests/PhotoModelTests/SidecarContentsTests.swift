import PhotoModel
import TestSupport
import Testing

@Suite struct SidecarContentsTests {
  private var full: SidecarContents {
    var metadata = DescriptiveMetadata()
    metadata.rating = 4
    metadata.people = ["Anna"]
    return SidecarContents(
      metadata: metadata, location: PhotoContents.Location(latitude: -1, longitude: 180_000_000),
      capturedAt: CaptureTime(milliseconds: -5), timeOffset: -210)
  }

  @Test func `what is held is what was said, and nothing takes no room`() throws {
    #expect(full.metadata.rating == 4 && full.metadata.people == ["Anna"])
    #expect(full.location == PhotoContents.Location(latitude: -1, longitude: 180_000_000))
    #expect(full.capturedAt == CaptureTime(milliseconds: -5) && full.timeOffset == -210)
    #expect(SidecarContents().bytes.isEmpty && SidecarContents().metadata.isEmpty && SidecarContents().location == nil)
    #expect(SidecarContents(bytes: full.bytes) == full && SidecarContents(bytes: []) == SidecarContents())
  }

  @Test func `a damaged record is none, or one that a sidecar could give`() {
    for length in 1..<full.bytes.count { #expect(SidecarContents(bytes: Array(full.bytes.prefix(length))) == nil) }
    var generator = SeededGenerator(seed: 8)
    for _ in 0..<2000 {
      var damaged = full.bytes
      damaged[Int.random(in: 0..<damaged.count, using: &generator)] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      guard let contents = SidecarContents(bytes: damaged) else { continue }
      #expect(contents.metadata.limited == contents.metadata && abs(contents.timeOffset ?? 0) <= 900)
    }
  }

  @Test func `a photo's words are those of its sidecars and its own`() {
    let identity = FileIdentity(device: 1, inode: 2, size: 3, modified: 4, changed: 5)
    func sidecar(_ contents: SidecarContents) -> Companion {
      Companion(path: "/p/1.xmp", identity: identity, role: .sidecar, owner: .photo, contents: contents)
    }
    var own = DescriptiveMetadata()
    own.rating = 1
    own.title = "Title"

    let rated = ScannedPhoto(path: "/p/1.jpg", identity: identity, companions: [sidecar(full)])

    let metadata = rated.metadata(with: own)
    #expect(metadata.rating == 4 && metadata.title == "Title" && metadata.people == ["Anna"])
    #expect(ScannedPhoto(path: "/p/1.jpg", identity: identity).metadata(with: own) == own)
  }
}
