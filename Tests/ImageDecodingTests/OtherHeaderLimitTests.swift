import ImageDecoding
import PhotoModel
import TestSupport
import Testing

/// Small files in the other formats that ask for enormous work are refused from their header.
@Suite struct OtherHeaderLimitTests {
  private let scene = TestPictures.scene(seed: 2, size: PixelSize(width: 64, height: 48))

  private func little(_ value: Int, _ length: Int) -> [UInt8] {
    (0..<length).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private func big(_ value: Int, _ length: Int) -> [UInt8] { little(value, length).reversed() }

  private func isTooLarge(_ bytes: [UInt8]) -> Bool {
    do {
      _ = try decodeLuma(bytes, minimumLongSide: 100)
      return false
    } catch {
      return error.skippedReason == .tooLarge
    }
  }

  @Test func `a GIF whose canvas or picture has too many pixels is refused`() {
    var canvas = gifData(of: scene)
    canvas.replaceSubrange(6..<10, with: little(60_000, 2) + little(60_000, 2))
    var form = GIFForm()
    form.isInterlaced = true
    var picture = gifData(of: scene, form: form)
    // Header, palette, block type, place; then the size.
    let index = 13 + 192 + 5
    picture.replaceSubrange(index..<index + 4, with: little(20_000, 2) + little(10_000, 2))

    #expect(isTooLarge(canvas))
    #expect(isTooLarge(picture))
  }

  @Test(arguments: [false, true]) func `a BMP with too many pixels is refused`(isRunLength: Bool) {
    var form = BMPForm()
    (form.depth, form.isRunLength) = (.bits8, isRunLength)
    var bytes = bmpData(of: scene, form: form)
    bytes.replaceSubrange(18..<26, with: little(isRunLength ? 20_000 : 40_000, 4) + little(10_000, 4))

    #expect(isTooLarge(bytes))
  }

  @Test func `a TIFF with too many pixels, or too large a strip, is refused`() throws {
    func tiff(width: Int, height: Int, rowsPerStrip: Int) -> [UInt8] {
      let entries = [
        (0x100, width), (0x101, height), (0x102, 8), (0x103, 5), (0x106, 1), (0x111, 8), (0x115, 1),
        (0x116, rowsPerStrip), (0x117, 1000),
      ]
      let body = entries.flatMap { little($0.0, 2) + little(4, 2) + little(1, 4) + little($0.1, 4) }
      return ascii("II*\0") + little(8, 4) + little(entries.count, 2) + body + little(0, 4)
        + [UInt8](repeating: 7, count: 2000)
    }

    #expect(isTooLarge(tiff(width: 40_000, height: 40_000, rowsPerStrip: 1)))
    #expect(isTooLarge(tiff(width: 15_000, height: 15_000, rowsPerStrip: 15_000)))
  }

  @Test func `a WebP animation on an enormous canvas is refused`() throws {
    var form = WebPForm()
    (form.isLossless, form.canvas) = (true, PixelSize(width: 100, height: 80))
    var bytes = webpData(of: scene, form: form)
    // RIFF, VP8X, its length, flags; then the canvas less one.
    bytes.replaceSubrange(24..<30, with: little(16_383, 3) + little(16_383, 3))
    #expect(isTooLarge(bytes))
    bytes.replaceSubrange(24..<30, with: little(65_000, 3) + little(4000, 3))
    #expect(throws: DecodingError.self) { try pictureHeader(of: bytes) }
  }

  // MARK: HEIC

  private func box(_ type: String, _ content: [UInt8]) -> [UInt8] { big(content.count + 8, 4) + ascii(type) + content }

  private func fullBox(_ type: String, _ content: [UInt8]) -> [UInt8] { box(type, [0, 0, 0, 0] + content) }

  /// A grid whose tiles are all the same item.
  private func grid(tiles: Int, tileSide: Int, size: PixelSize, tileType: String = "hvc1") -> [UInt8] {
    func item(_ id: Int, _ type: String) -> [UInt8] {
      box("infe", [2, 0, 0, 0] + big(id, 2) + big(0, 2) + ascii(type) + [0])
    }
    func sizeBox(_ width: Int, _ height: Int) -> [UInt8] { fullBox("ispe", big(width, 4) + big(height, 4)) }
    let references = (0..<tiles).flatMap { _ in big(2, 2) }
    let meta =
      fullBox("pitm", big(1, 2)) + fullBox("iinf", big(2, 2) + item(1, "grid") + item(2, tileType))
      + fullBox("iref", box("dimg", big(1, 2) + big(tiles, 2) + references))
      + box(
        "iprp",
        box("ipco", sizeBox(size.width, size.height) + sizeBox(tileSide, tileSide))
          + fullBox("ipma", big(2, 4) + big(1, 2) + [1, 1] + big(2, 2) + [1, 2]))
    return box("ftyp", ascii("heic") + big(0, 4) + ascii("mif1heic")) + fullBox("meta", meta)
  }

  @Test func `a HEIC of too many tiles, or of tiles far larger than itself, is refused before it is decoded`() {
    let size = PixelSize(width: 16_320, height: 16_320)
    #expect(throws: DecodingError.tooCostly(size)) {
      try pictureHeader(of: grid(tiles: 65_025, tileSide: 64, size: size))
    }
    let small = PixelSize(width: 640, height: 480)
    #expect(throws: DecodingError.tooCostly(small)) {
      try pictureHeader(of: grid(tiles: 100, tileSide: 4000, size: small))
    }
    #expect(throws: DecodingError.tooLarge(PixelSize(width: 60_000, height: 60_000))) {
      try pictureHeader(of: grid(tiles: 1, tileSide: 60_000, size: small))
    }
  }

  @Test func `a grid that is made of itself ends`() {
    var bytes = grid(tiles: 2, tileSide: 64, size: PixelSize(width: 128, height: 64), tileType: "grid")
    // The second item is made of itself, too.
    let dimg = bytes.firstRange(of: ascii("dimg"))?.upperBound ?? 0
    bytes.replaceSubrange(dimg..<dimg + 2, with: big(1, 2))
    bytes.replaceSubrange(dimg + 4..<dimg + 8, with: big(1, 2) + big(1, 2))

    #expect(throws: DecodingError.self) { try pictureHeader(of: bytes) }
  }
}
