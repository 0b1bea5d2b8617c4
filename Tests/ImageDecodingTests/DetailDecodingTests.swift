import ImageDecoding
import PhotoModel
import TestSupport
import Testing

@Suite struct DetailDecodingTests {
  private let scene = TestPictures.scene(seed: 5, size: PixelSize(width: 150, height: 97))

  @Test(arguments: Orientation.allCases)
  func `a detail is that part of the upright picture, from every orientation`(orientation: Orientation) throws {
    let bytes = jpegData(
      of: TestPictures.stored(scene, orientation: orientation), quality: 92, exif: exifBlock(orientation: orientation))
    let whole = try decodePicture(bytes, minimumLongSide: nil).picture
    var random = SeededGenerator(seed: UInt64(orientation.rawValue))

    for _ in 0..<20 {
      let center = RelativePoint(
        x: Double.random(in: -0.2...1.2, using: &random), y: Double.random(in: -0.2...1.2, using: &random))
      let size = PixelSize(
        width: Int.random(in: 1...200, using: &random), height: Int.random(in: 1...90, using: &random))
      let detail = try decodeDetail(bytes, around: center, size: size)

      #expect(detail.fullSize == scene.size)
      #expect(detail.area.size == PixelSize(width: min(size.width, 150), height: min(size.height, 97)))
      #expect(detail.picture == whole.cropped(to: detail.area))
    }
  }

  @Test func `other formats give details too`() throws {
    let detail = try decodeDetail(
      pngData(of: scene), around: RelativePoint(x: 0.5, y: 0.5), size: PixelSize(width: 40, height: 30))

    #expect(detail.area == PixelRect(x: 55, y: 34, width: 40, height: 30))
    #expect(detail.picture == scene.cropped(to: detail.area))
  }

  @Test func `a place that is none and a size that is none give a pixel in the middle`() throws {
    let nowhere = RelativePoint(x: .nan, y: .infinity)

    let detail = try decodeDetail(pngData(of: scene), around: nowhere, size: PixelSize(width: -5, height: 0))

    #expect(detail.area == PixelRect(x: 75, y: 96, width: 1, height: 1))
  }
}
