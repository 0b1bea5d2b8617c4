import FileSafety
import PhotoAnalysis
import PhotoModel
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import PhotoScan

/// Local features that come with the first look at a photo.
@Suite struct EarlyLookTests {
  private let scene: Scene

  /// Twice as large as what is measured, as photos are.
  private static let size = PixelSize(width: 2400, height: 1800)

  init() throws {
    scene = try Scene()
    let picture = TestPictures.scene(seed: 2, size: Self.size)
    let exif = exifBlock(orientation: .right, make: "M", model: "X")
    try scene.write(jpegData(of: picture, quality: 90), to: "a.jpg")
    try scene.write(
      jpegData(of: TestPictures.cropped(picture, x: 150, y: 100, width: 2100, height: 1500), quality: 85, exif: exif),
      to: "b.jpg")
    try scene.write(pngData(of: TestPictures.mirrored(picture)), to: "c.png")
  }

  @Test(arguments: ["a.jpg", "b.jpg", "c.png"])
  func `the first look gives what a second one would`(name: String) async throws {
    let path = scene.path(name)
    let identity = try fileStatus(of: path).identity

    let plain = await localInspector.inspect(path, identity: identity)
    var close = await localInspector.inspectClosely(path, identity: identity)
    let second = await localInspector.lookClosely(
      at: path, identity: identity, wants: CloseLook.Wish(features: true, pixelDigest: false))

    #expect(close.localFeatures?.keypointCount ?? 0 > 100 && close.localFeatures == second.features)
    close.localFeatures = nil
    #expect(close == plain)
  }

  @Test func `no photo is looked at twice, and the pairs are the same`() async throws {
    let once = OnceInspector()
    let cache = MemoryCache()

    let early = try await scene.scan(inspector: once, cache: cache)
    let late = try await scene.scan(inspector: WatchedInspector())

    #expect(once.secondLooks == 0)
    #expect(!late.verified.isEmpty && early.verified == late.verified)
    #expect(try cache.inspections(under: [scene.path("a.jpg")]).allSatisfy { $0.inspection.localFeatures == nil })
  }

  @Test func `what does not fit is looked at again`() throws {
    let looks = (0..<3).map { LocalFeatures(of: TestPictures.scene(seed: UInt64($0)).luma) }
    let digests = try (0..<3).map { try #require(contentDigest(of: [UInt8($0)])) }
    let early = EarlyLooks(capacity: looks[0].byteCount + 1)

    #expect(early.hasRoom)
    for (look, digest) in zip(looks, digests) { early.keep(look, of: digest) }

    #expect(!early.hasRoom)
    #expect(digests.map { early[content: $0] } == [looks[0], looks[1], nil])
    #expect(early[content: nil] == nil)
  }
}

/// Counts the second looks that somebody wants after all.
private final class OnceInspector: PhotoInspector {
  private let count = Mutex(0)

  var secondLooks: Int { count.withLock { $0 } }

  func inspect(_ path: FilePath, identity: FileIdentity) async -> Inspection {
    await localInspector.inspect(path, identity: identity)
  }

  func inspectClosely(_ path: FilePath, identity: FileIdentity) async -> Inspection {
    await localInspector.inspectClosely(path, identity: identity)
  }

  func lookClosely(at path: FilePath, identity: FileIdentity, wants: CloseLook.Wish) async -> CloseLook {
    count.withLock { $0 += 1 }
    return await localInspector.lookClosely(at: path, identity: identity, wants: wants)
  }
}
