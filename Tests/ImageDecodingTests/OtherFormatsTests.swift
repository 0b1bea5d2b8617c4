import ImageDecoding
import PhotoModel
import TestSupport
import Testing

/// WebP, TIFF, HEIC, AVIF, GIF and BMP: every form gives the picture that was stored.
@Suite struct OtherFormatsTests {
  /// Odd on both sides.
  private let scene = TestPictures.scene(seed: 31, size: PixelSize(width: 67, height: 45))

  private func expect(_ decoded: RGBPicture, isNear expected: RGBPicture, within limit: Double) {
    #expect(decoded.size == expected.size)
    guard decoded.size == expected.size else { return }
    let difference = zip(decoded.pixels, expected.pixels).reduce(0.0) { $0 + abs(Double($1.0) - Double($1.1)) }
    #expect(difference / Double(expected.pixels.count) < limit)
  }

  // MARK: WebP

  @Test func `a lossless WebP gives the pixels that were stored`() throws {
    var form = WebPForm()
    form.isLossless = true
    let bytes = webpData(of: scene, form: form)

    let decoded = try decodePicture(bytes, minimumLongSide: nil)

    #expect(decoded.picture == scene)
    #expect(decoded.format == .webp)
    #expect(try decodeLuma(bytes, minimumLongSide: nil).luma == scene.luma)
    #expect(try decodeLuma(bytes, minimumLongSide: 20).luma.size == scene.size.fitted(longSide: 20))
  }

  @Test func `a lossy WebP is near what was stored, small or not`() throws {
    let bytes = webpData(of: scene)

    let decoded = try decodePicture(bytes, minimumLongSide: nil)
    let small = try decodePicture(bytes, minimumLongSide: 33)

    expect(decoded.picture, isNear: scene, within: 12)
    expect(small.picture, isNear: scene.areaAveraged(to: scene.size.fitted(longSide: 33)), within: 12)
    #expect(small.fullSize == scene.size)
  }

  @Test(arguments: [UInt8(0), 1, 128, 254]) func `a transparent WebP lies on white`(alpha: UInt8) throws {
    var form = WebPForm()
    form.isLossless = true
    form.alpha = alpha

    let decoded = try decodePicture(webpData(of: scene, form: form), minimumLongSide: nil)

    #expect(decoded.picture.pixels == onWhite(scene.pixels, alpha))
  }

  @Test func `an animation is its first frame on a white canvas`() throws {
    var form = WebPForm()
    form.isLossless = true
    form.canvas = PixelSize(width: 100, height: 80)
    (form.left, form.top) = (20, 10)
    let bytes = webpData(of: scene, form: form)
    let expected = framed(scene, on: PixelSize(width: 100, height: 80), left: 20, top: 10)

    #expect(try decodePicture(bytes, minimumLongSide: nil).picture == expected)
    #expect(
      try decodePicture(bytes, minimumLongSide: 50).picture
        == expected.areaAveraged(to: PixelSize(width: 50, height: 40)))
  }

  @Test(arguments: Orientation.allCases, [false, true])
  func `the EXIF chunk of a WebP turns it`(orientation: Orientation, hasName: Bool) throws {
    var form = WebPForm()
    form.isLossless = true
    let exif = (hasName ? ascii("Exif\0\0") : []) + exifBlock(orientation: orientation, model: "Phone")

    let decoded = try decodePicture(
      webpData(of: TestPictures.stored(scene, orientation: orientation), form: form, exif: exif), minimumLongSide: nil)

    #expect(decoded.picture == scene)
    #expect(decoded.facts.model == "Phone")
  }

  // MARK: TIFF

  private static let tiffForms: [TIFFForm] = {
    var forms: [TIFFForm] = []
    for compression in TIFFForm.Compression.allCases where compression != .jpeg {
      var form = TIFFForm()
      form.compression = compression
      forms.append(form)
      form.tileSide = 32
      forms.append(form)
    }
    var form = TIFFForm()
    form.bits = 16
    forms.append(form)
    form.isPlanar = true
    forms.append(form)
    form = TIFFForm()
    form.isPlanar = true
    form.rowsPerStrip = 200
    forms.append(form)
    form = TIFFForm()
    form.isBig = true
    forms.append(form)
    return forms
  }()

  @Test(arguments: tiffForms) func `every form of TIFF gives the pixels that were stored`(form: TIFFForm) throws {
    let bytes = tiffData(of: scene, form: form)

    let decoded = try decodePicture(bytes, minimumLongSide: nil)

    #expect(decoded.picture == scene)
    #expect(decoded.warnings == 0)
    #expect(decoded.format == .tiff)
    #expect(decoded.facts.make == (form.isBig ? nil : "Scanner"))
    #expect(
      try decodeLuma(bytes, minimumLongSide: 30).luma == scene.luma.areaAveraged(to: scene.size.fitted(longSide: 30)))
  }

  @Test func `a TIFF of JPEG data, and a gray one`() throws {
    var form = TIFFForm()
    form.compression = .jpeg
    form.rowsPerStrip = 16
    expect(try decodePicture(tiffData(of: scene, form: form), minimumLongSide: nil).picture, isNear: scene, within: 8)
    form = TIFFForm()
    form.isGray = true
    #expect(try decodeLuma(tiffData(of: scene, form: form), minimumLongSide: nil).luma == scene.luma)
  }

  @Test(arguments: [UInt8(0), 128]) func `a transparent TIFF lies on white`(alpha: UInt8) throws {
    var form = TIFFForm()
    form.alpha = alpha

    let decoded = try decodePicture(tiffData(of: scene, form: form), minimumLongSide: nil)

    let expected = onWhite(scene.pixels, alpha)
    #expect(zip(decoded.picture.pixels, expected).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
  }

  @Test(arguments: Orientation.allCases) func `the orientation of a TIFF is applied once`(orientation: Orientation)
    throws
  {
    for tileSide in [nil, 16] {
      var form = TIFFForm()
      form.orientation = orientation
      form.tileSide = tileSide

      let bytes = tiffData(of: TestPictures.stored(scene, orientation: orientation), form: form)

      #expect(try decodePicture(bytes, minimumLongSide: nil).picture == scene)
    }
  }

  @Test func `a TIFF whose pixels are cut off is damaged, not refused`() throws {
    // Its directory stands at the end, so the data are broken instead: some strips begin in what is overwritten.
    var form = TIFFForm()
    form.compression = .deflate
    var bytes = tiffData(of: scene, form: form)
    for index in bytes.count / 4..<bytes.count / 2 { bytes[index] = 0 }

    #expect(try decodePicture(bytes, minimumLongSide: nil).warnings > 0)
  }

  // MARK: HEIC and AVIF

  @Test(arguments: [ImageFormat.heic, .avif])
  func `HEIC and AVIF are near what was stored, with their facts`(format: ImageFormat) throws {
    // The orientation in EXIF only repeats what irot says: here there is none, so nothing is turned.
    let exif = exifBlock(orientation: .right, model: "Phone")
    let bytes = heifData(of: scene, format: format, exif: exif)
    guard !bytes.isEmpty else { return }

    let decoded = try decodePicture(bytes, minimumLongSide: nil)
    let luma = try decodeLuma(bytes, minimumLongSide: nil).luma

    #expect(decoded.format == format)
    #expect(decoded.facts.model == "Phone")
    #expect(decoded.facts.orientation == .up)
    expect(decoded.picture, isNear: scene, within: 14)
    let difference = zip(luma.pixels, decoded.picture.luma.pixels).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    #expect(difference < luma.pixels.count * 3)
    #expect(try decodeLuma(bytes, minimumLongSide: 30).luma.size == scene.size.fitted(longSide: 30))
  }

  @Test func `a transparent HEIC lies on white`() throws {
    let bytes = heifData(of: scene, format: .heic, alpha: 0)
    guard !bytes.isEmpty else { return }

    let decoded = try decodePicture(bytes, minimumLongSide: nil)

    #expect(decoded.picture.pixels.allSatisfy { $0 > 250 })
  }

  // MARK: GIF and BMP

  /// What 64 colours leave.
  private var inGIFColours: RGBPicture {
    RGBPicture(width: scene.width, height: scene.height, pixels: scene.pixels.map { ($0 >> 6) * 85 })
  }

  @Test(arguments: [false, true], [false, true])
  func `a GIF gives the colours that were stored`(isInterlaced: Bool, hasMore: Bool) throws {
    var form = GIFForm()
    (form.isInterlaced, form.hasMore) = (isInterlaced, hasMore)
    let bytes = gifData(of: scene, form: form)

    let decoded = try decodePicture(bytes, minimumLongSide: nil)

    #expect(decoded.picture == inGIFColours)
    #expect(decoded.warnings == 0)
    #expect(
      try decodeLuma(bytes, minimumLongSide: 30).luma
        == inGIFColours.luma.areaAveraged(to: scene.size.fitted(longSide: 30)))
  }

  @Test func `a large GIF needs its whole table of codes`() throws {
    let large = TestPictures.noisy(
      TestPictures.scene(seed: 3, size: PixelSize(width: 300, height: 200)), amplitude: 60, seed: 1)

    let decoded = try decodePicture(gifData(of: large), minimumLongSide: nil)

    #expect(decoded.picture.pixels == large.pixels.map { ($0 >> 6) * 85 })
  }

  @Test func `a GIF stands on its canvas, transparent parts are white`() throws {
    var form = GIFForm()
    form.canvas = PixelSize(width: 90, height: 70)
    (form.left, form.top) = (11, 13)
    let transparent = inGIFColours.pixels.prefix(3).reduce(UInt8(0)) { $0 << 2 | $1 / 85 }
    form.transparent = transparent

    let decoded = try decodePicture(gifData(of: scene, form: form), minimumLongSide: nil)

    var pixels = inGIFColours.pixels
    let first = Array(pixels.prefix(3))
    for start in stride(from: 0, to: pixels.count, by: 3) where Array(pixels[start..<start + 3]) == first {
      pixels.replaceSubrange(start..<start + 3, with: [255, 255, 255])
    }
    let painted = RGBPicture(width: scene.width, height: scene.height, pixels: pixels)
    #expect(decoded.picture == framed(painted, on: PixelSize(width: 90, height: 70), left: 11, top: 13))
  }

  @Test(arguments: BMPForm.Depth.allCases, [false, true])
  func `every depth of BMP gives the pixels that were stored`(depth: BMPForm.Depth, isTopDown: Bool) throws {
    var form = BMPForm()
    (form.depth, form.isTopDown) = (depth, isTopDown)

    let decoded = try decodePicture(bmpData(of: scene, form: form), minimumLongSide: nil)

    #expect(decoded.warnings == 0)
    switch depth {
    case .bits24, .bits32: #expect(decoded.picture == scene)
    case .bits16: #expect(isNearFiveBits(decoded.picture))
    default:
      let levels = 1 << depth.rawValue
      #expect(
        decoded.picture.luma.pixels
          == scene.luma.pixels.map { UInt8((Int($0) >> (8 - depth.rawValue)) * 255 / (levels - 1)) })
    }
  }

  @Test func `run lengths and opacity of BMP`() throws {
    var form = BMPForm()
    form.depth = .bits8
    form.isRunLength = true
    #expect(try decodeLuma(bmpData(of: scene, form: form), minimumLongSide: nil).luma == scene.luma)
    form = BMPForm()
    form.depth = .bits32
    form.alpha = 100
    #expect(
      try decodePicture(bmpData(of: scene, form: form), minimumLongSide: nil).picture.pixels
        == onWhite(scene.pixels, 100))
    // Nothing but zeros is a field that nobody filled.
    form.alpha = 0
    #expect(try decodePicture(bmpData(of: scene, form: form), minimumLongSide: nil).picture == scene)
  }

  // MARK: Expectations

  private func isNearFiveBits(_ picture: RGBPicture) -> Bool {
    zip(picture.pixels, scene.pixels).allSatisfy { abs(Int($0) - Int($1)) <= 8 }
  }

  private func onWhite(_ pixels: [UInt8], _ alpha: UInt8) -> [UInt8] {
    let white = 255 * (255 - Int(alpha))
    return pixels.map { value in
      let sum = Int(value) * Int(alpha) + white + 127
      return UInt8(sum / 255)
    }
  }

  private func framed(_ picture: RGBPicture, on canvas: PixelSize, left: Int, top: Int) -> RGBPicture {
    var pixels = [UInt8](repeating: 255, count: canvas.pixels * 3)
    for y in 0..<picture.height {
      let start = ((top + y) * canvas.width + left) * 3
      pixels.replaceSubrange(
        start..<start + picture.width * 3, with: picture.pixels[y * picture.width * 3..<(y + 1) * picture.width * 3])
    }
    return RGBPicture(width: canvas.width, height: canvas.height, pixels: pixels)
  }
}
