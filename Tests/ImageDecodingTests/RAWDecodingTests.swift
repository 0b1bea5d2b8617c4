import ImageDecoding
import PhotoModel
import TestSupport
import Testing

@Suite struct RAWDecodingTests {
  private let scene = TestPictures.scene(seed: 21, size: PixelSize(width: 120, height: 80))
  private let size = PixelSize(width: 480, height: 320)

  /// With the smaller JPEG of the same scene beside it. RAF has its facts in the JPEG.
  private func file(_ container: RAWContainer, orientation: Orientation = .up) -> [UInt8] {
    let small = scene.areaAveraged(to: PixelSize(width: 30, height: 20))
    let facts = exifBlock(
      orientation: orientation,
      capturedAt: CaptureTime(year: 2024, month: 5, day: 12, hour: 18, minute: 3, second: 21), make: "Maker",
      model: "Model raf", iso: 400)
    return rawData(
      container, jpeg: jpegData(of: scene, exif: container == .raf ? facts : nil), thumbnail: jpegData(of: small),
      size: size, orientation: orientation)
  }

  @Test(arguments: RAWContainer.allCases)
  func `the largest JPEG is shown, with the facts and the size of the container`(container: RAWContainer) throws {
    let bytes = file(container)
    let expected = try decodePicture(jpegData(of: scene), minimumLongSide: nil).picture

    let decoded = try decodePicture(bytes, minimumLongSide: nil)

    #expect(imageFormat(of: bytes) == .raw)
    #expect(decoded.format == .raw)
    #expect(decoded.picture == expected)
    // This RW2 does not say more than the preview does.
    #expect(decoded.fullSize == (container == .rw2 ? scene.size : size))
    #expect(decoded.facts.make == "Maker")
    #expect(decoded.facts.model == "Model \(container.rawValue)")
    #expect(decoded.facts.iso == 400)
    #expect(decoded.facts.capturedAt?.iso8601 == "2024-05-12T18:03:21")
    #expect(decoded.warnings == 0)
  }

  @Test(arguments: RAWContainer.allCases, Orientation.allCases)
  func `the orientation of the container is applied once`(container: RAWContainer, orientation: Orientation) throws {
    let stored = TestPictures.stored(scene, orientation: .up)
    let upright = try decodeLuma(jpegData(of: stored, exif: exifBlock(orientation: orientation)), minimumLongSide: nil)

    let decoded = try decodeLuma(file(container, orientation: orientation), minimumLongSide: nil)

    #expect(decoded.luma == upright.luma)
    #expect((decoded.fullSize.width > decoded.fullSize.height) != orientation.exchangesSides)
  }

  @Test func `a preview that already stands upright is not turned again`() throws {
    let upright = TestPictures.stored(scene, orientation: .right)
    let jpeg = jpegData(of: upright)

    let decoded = try decodePicture(
      rawData(.dng, jpeg: jpeg, thumbnail: [], size: size, orientation: .right), minimumLongSide: nil)

    #expect(decoded.picture == (try decodePicture(jpeg, minimumLongSide: nil)).picture)
    #expect(decoded.fullSize == PixelSize(width: size.height, height: size.width))
  }

  @Test func `a size of another shape is not believed`() throws {
    let strange = PixelSize(width: 1500, height: 150)

    let preview = TestPictures.scene(seed: 21, size: PixelSize(width: 360, height: 240))
    let decoded = try decodePicture(
      rawData(.nef, jpeg: jpegData(of: preview), thumbnail: [], size: strange), minimumLongSide: nil)

    #expect(decoded.fullSize == preview.size)
  }

  @Test(arguments: RAWContainer.allCases)
  func `a RAW without a JPEG is unsupported and says what would help`(container: RAWContainer) {
    let bytes = rawData(container, jpeg: ascii("no JPEG here"), thumbnail: [], size: size)

    #expect(throws: DecodingError.unsupported(.raw)) { try decodePicture(bytes, minimumLongSide: nil) }
    #expect(DecodingError.unsupported(.raw).sentence.contains("preview"))
  }

  @Test(arguments: [RAWContainer.nef, .dng, .arw, .raf, .orf])
  func `sensor data that are cut off are damage`(container: RAWContainer) throws {
    var bytes = file(container)
    bytes.removeLast(100)

    #expect(try decodePicture(bytes, minimumLongSide: nil).warnings > 0)
  }

  @Test(arguments: RAWContainer.allCases)
  func `changed and shortened files never crash`(container: RAWContainer) {
    var random = SeededGenerator(seed: 5)
    let whole = file(container)
    for part in 0...16 { survives(Array(whole.prefix(whole.count * part / 16))) }
    for _ in 0..<300 {
      var bytes = whole
      for _ in 0...random.below(6) {
        let index = random.below(2) == 0 ? random.below(bytes.count) : random.below(min(4096, bytes.count))
        bytes[index] = [0, 1, 0x7F, 0x80, 0xFF, UInt8(random.below(256))][random.below(6)]
      }
      survives(bytes)
    }
  }

  private func survives(_ bytes: [UInt8]) {
    guard let header = try? pictureHeader(of: bytes), header.size.pixels < 4_000_000 else { return }
    if let decoded = try? decodeLuma(bytes, minimumLongSide: 16) { #expect(decoded.luma.size.longSide >= 1) }
  }
}
