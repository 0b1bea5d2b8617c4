import PhotoModel
import TestSupport
import Testing

@testable import PhotoAnalysis

/// A picture of tiles that is judged by its thumbnail and some of them.
@Suite struct PartialFeaturesTests {
  private static let size = PixelSize(width: 2048, height: 1536)
  private let sharp = TestPictures.scene(seed: 8, size: size).luma
  private let areas = (0..<48).map { PixelRect(x: $0 % 8 * 256, y: $0 / 8 * 256, width: 256, height: 256) }

  /// Of a picture: a tile takes a byte for each level of a step between neighbours.
  private func tiles(of picture: LumaPlane) -> [PictureTile] {
    areas.map { area in
      PictureTile(area: area, bytes: picture.cropped(to: area).levelSteps)
    }
  }

  private func features(
    _ picture: LumaPlane, thumbnail: LumaPlane? = nil
  ) -> (features: LumaFeatures?, tiles: Int) {
    var decoded = 0
    let small = (thumbnail ?? picture).areaAveraged(to: PixelSize(width: 320, height: 240))
    let features = partialFeatures(thumbnail: small, size: Self.size, tiles: tiles(of: picture)) { tile in
      decoded += 1
      return picture.cropped(to: areas[tile])
    }
    return (features, decoded)
  }

  @Test func `a sharp picture is told by a third of its tiles at most, and looks like the whole`() throws {
    let (found, tiles) = features(sharp)
    let features = try #require(found)
    let whole = LumaFeatures(of: sharp.areaAveraged(to: Self.size.fitted(longSide: 1024)))

    #expect(tiles <= 16)
    #expect(features.sharpness ?? 0 >= 0.6 && features.regionSharpness.isEmpty)
    #expect(features.sharpness ?? 1 <= (whole.sharpness ?? 0) + 0.05)
    #expect(cosineSimilarity(features.descriptor, whole.descriptor) > 0.98)
    let bits = try #require(features.perceptualHash) ^ #require(whole.perceptualHash)
    #expect(bits.nonzeroBitCount <= 4)
  }

  @Test func `a blurred picture, and one of which a tile cannot be decoded, needs all of it`() {
    let blurred = sharp.areaAveraged(to: PixelSize(width: 128, height: 96)).resampled(to: Self.size)
    #expect(features(blurred).features == nil && features(blurred).tiles == 0)
    #expect(features(blurred, thumbnail: sharp).features == nil)
    let small = sharp.areaAveraged(to: PixelSize(width: 320, height: 240))
    #expect(partialFeatures(thumbnail: small, size: Self.size, tiles: tiles(of: sharp)) { _ in nil } == nil)
  }

  @Test func `a thumbnail of another picture is not believed`() {
    let (found, decoded) = features(sharp, thumbnail: TestPictures.scene(seed: 77, size: Self.size).luma)
    #expect(found == nil && decoded < 6)
    for (picture, isOfTiles) in [(sharp, true), (TestPictures.scene(seed: 77, size: Self.size).luma, false)] {
      let small = picture.areaAveraged(to: PixelSize(width: 320, height: 240))
      #expect(
        isThumbnail(small, of: tiles(of: sharp), size: Self.size) { sharp.cropped(to: areas[$0]) } == isOfTiles)
    }
    #expect(
      !isThumbnail(
        sharp.areaAveraged(to: PixelSize(width: 320, height: 240)), of: tiles(of: sharp), size: Self.size
      ) { _ in nil })
  }

  @Test func `a photo in part is in no list but that of its exact copies`() {
    let scene = TestPictures.scene(seed: 5, size: PixelSize(width: 320, height: 240)).luma
    func partial(_ path: String, digest: UInt8) -> ScannedPhoto {
      scanned(path, scene, digest: digest) { ($0.isPartial, $0.sharpness) = (true, 0.6) }
    }
    let photos = [partial("/p/a", digest: 1), partial("/p/b", digest: 2), partial("/p/copy of b", digest: 2)]
    var settings = ScanSettings()
    settings.blurThreshold = 0.8
    settings.similarThreshold = 0.5
    let found = findings(of: photos, settings: settings)

    #expect(found.groups.map { $0.members.map(\.path) } == [["/p/b", "/p/copy of b"]])
    #expect(found.issues.map(\.path) == ["/p/copy of b"] && found.issues.map(\.isPreselected) == [true])
    #expect(partialPhotosAlike(photos, verified: .none) == [0, 1])

    // One copy of b was measured whole, and so is something like it.
    let whole = [scanned("/p/copy of b", scene, digest: 2), scanned("/p/c", scene, digest: 3)]
    let shared = findings(of: [photos[0], photos[1]] + whole, settings: ScanSettings())
    #expect(shared.groups.map { Set($0.members.map(\.path)) }.contains(["/p/b", "/p/copy of b", "/p/c"]))
  }
}
