import PhotoModel
import TestSupport
import Testing

@testable import ImageDecoding

/// JPEG XL and JPEG 2000: every form gives the picture that was stored, and all that stands beside it.
///
/// Where a library is not built in its suite is left out, and `AbsentLibraryTests` says what such files are then.
@Suite(.enabled(if: FormatSupport.isBuiltIn(.jxl), "this build is without libjxl"))
struct JPEGXLTests {
  /// Odd on both sides.
  private let scene = TestPictures.scene(seed: 31, size: PixelSize(width: 67, height: 45))

  private func form(_ change: (inout JXLForm) -> Void) -> JXLForm {
    var form = JXLForm()
    change(&form)
    return form
  }

  @Test(arguments: [8, 16]) func `a lossless JPEG XL gives the pixels that were stored`(bits: Int) throws {
    let bytes = jxlData(of: scene, form: form { $0.bits = bits })

    let decoded = try decodePicture(bytes, minimumLongSide: nil)

    #expect(decoded.picture == scene)
    #expect(decoded.format == .jxl)
    #expect(decoded.warnings == 0)
    #expect(try decodeLuma(bytes, minimumLongSide: nil).luma == scene.luma)
    #expect(try decodeLuma(bytes, minimumLongSide: 20).luma.size == scene.size.fitted(longSide: 20))
    #expect(photoContents(of: bytes).bitsPerChannel == bits)
  }

  @Test func `a lossy and a gray JPEG XL`() throws {
    let lossy = try decodePicture(jxlData(of: scene, form: form { $0.isLossless = false }), minimumLongSide: nil)
    #expect(meanDifference(lossy.picture, scene) < 6)
    let gray = jxlData(of: scene, form: form { $0.isGray = true })
    #expect(try decodeLuma(gray, minimumLongSide: nil).luma == scene.luma)
    let picture = try decodePicture(gray, minimumLongSide: nil).picture
    #expect(picture.pixels == scene.luma.gray.pixels)
  }

  @Test(arguments: [UInt8(0), 1, 128, 255], [false, true])
  func `a transparent JPEG XL lies on the ground`(alpha: UInt8, isGray: Bool) throws {
    let bytes = jxlData(
      of: scene,
      form: form {
        $0.alpha = alpha
        $0.isGray = isGray
      })

    let onWhite = try decodePicture(bytes, minimumLongSide: nil)
    let onBlack = try decodePicture(bytes, minimumLongSide: nil, ground: 0)

    let stored = isGray ? scene.luma.gray.pixels : scene.pixels
    #expect(onWhite.picture.pixels == laid(stored, alpha, on: 255))
    #expect(onBlack.picture.pixels == laid(stored, alpha, on: 0))
    #expect(onWhite.alpha == (alpha == 255 ? .opaque : .used))
  }

  @Test(arguments: Orientation.allCases)
  func `the codestream says how it is turned, and Exif only repeats it`(orientation: Orientation) throws {
    let stored = TestPictures.stored(scene, orientation: orientation)
    for exif in [nil, exifBlock(orientation: orientation, model: "Phone")] {
      let bytes = jxlData(of: stored, form: form { $0.orientation = orientation }, exif: exif)

      let decoded = try decodePicture(bytes, minimumLongSide: nil)

      #expect(decoded.picture == scene)
      #expect(decoded.facts.model == exif.map { _ in "Phone" })
      #expect(try pictureHeader(of: bytes).size == scene.size)
    }
  }

  @Test(arguments: [false, true]) func `time, camera and place are read, compressed or not`(isCompressed: Bool) throws {
    let time = CaptureTime(milliseconds: 1_700_000_000_000)
    let exif = exifBlock(capturedAt: time, make: "Maker", model: "Phone")
    let bytes = jxlData(of: scene, form: form { $0.compressesEXIF = isCompressed }, exif: exif)
    #expect((bytes.firstRange(of: Array("brob".utf8)) != nil) == isCompressed)

    let facts = try pictureHeader(of: bytes).facts

    #expect(facts.capturedAt == time)
    #expect(facts.make == "Maker" && facts.model == "Phone")
    #expect(try decodePicture(bytes, minimumLongSide: nil).warnings == 0)
  }

  @Test func `a compressed box that breaks off is damage`() throws {
    let exif = exifBlock(make: String(repeating: "Maker", count: 40), model: "Phone")
    var bytes = jxlData(of: scene, form: form { $0.compressesEXIF = true }, exif: exif)
    let content = try #require(bytes.firstRange(of: Array("brobExif".utf8))).upperBound
    for index in content..<content + 16 { bytes[index] = 0xFF }

    let decoded = try decodePicture(bytes, minimumLongSide: nil)

    #expect(decoded.picture == scene)
    #expect(decoded.warnings > 0)
  }

  @Test func `an animation is its first frame, and its frames are counted and compared`() throws {
    let bytes = jxlData(of: scene, form: form { $0.frames = 3 })

    let decoded = try decodePicture(bytes, minimumLongSide: nil)
    let contents = photoContents(of: bytes)

    #expect(decoded.picture == scene)
    #expect(decoded.warnings == 0)
    #expect(contents.frames == 3 && contents.duration == 300)
    let named = ["Phone", "Other"].map { jxlData(of: scene, form: form { $0.frames = 3 }, exif: exifBlock(model: $0)) }
    #expect(named[0] != named[1] && following(named[0]) == following(named[1]))
    #expect(following(bytes) != following(jxlData(of: scene, form: form { $0.frames = 4 })))
    #expect(try decodePicture(Array(bytes.dropLast(8)), minimumLongSide: nil).warnings > 0)
  }

  @Test func `colour spaces, HDR, depth, gain maps and a JPEG inside are seen`() {
    let plain = photoContents(of: jxlData(of: scene))
    #expect(plain.gamut == .srgb && !plain.isHDR && !plain.hasDepthMap && !plain.hasGainMap && !plain.hasStoredJPEG)
    #expect(photoContents(of: jxlData(of: scene, form: form { $0.primaries = 11 })).gamut == .wide)
    let bright = photoContents(
      of: jxlData(
        of: scene,
        form: form {
          $0.primaries = 9
          $0.transfer = 16
        }))
    #expect(bright.gamut == .wide && bright.isHDR)
    #expect(photoContents(of: jxlData(of: scene, form: form { $0.hasDepth = true })).hasDepthMap)
    let stored = jxlData(ofJPEG: jpegData(of: scene))
    #expect(photoContents(of: stored).hasStoredJPEG)
    #expect(photoContents(of: stored + isoBox("jhgm", [0, 1, 2])).hasGainMap)
  }

  @Test func `a JPEG that was stored as JPEG XL is the same picture with the same facts`() throws {
    let jpeg = jpegData(of: scene, exif: exifBlock(orientation: .right, make: "Maker", model: "Phone"))

    let decoded = try decodePicture(jxlData(ofJPEG: jpeg), minimumLongSide: nil)
    let original = try decodePicture(jpeg, minimumLongSide: nil)

    #expect(meanDifference(decoded.picture, original.picture) < 2)
    #expect(decoded.facts.model == "Phone")
    #expect(decoded.facts.orientation == .up)
  }

  @Test func `words stand in a box of their own`() {
    let boxes = jxlData(of: scene, exif: exifBlock(model: "Phone"))
    let rated = embedding(xmp: xmpPacket("xmp:Rating=\"4\""), in: boxes)
    #expect(photoContents(of: rated).metadata.rating == 4)
  }

  @Test(arguments: [false, true]) func `wherever a JPEG XL ends too early it says so`(isLossless: Bool) {
    let whole = jxlData(of: scene, form: form { $0.isLossless = isLossless }, exif: exifBlock(model: "Phone"))
    for count in 0..<whole.count {
      let problem = problem(of: Array(whole.prefix(count)))
      let isRight = problem == .endsEarly || problem == .damage || count < 12 && problem != nil
      #expect(isRight, "\(count) of \(whole.count) bytes: \(String(describing: problem))")
    }
    #expect(problem(of: whole) == nil)
  }

  @Test func `enormous JPEG XLs are refused by their header`() {
    // A header of 2³⁰ × 2³⁰ pixels: not small, then a height of 30 bits, and the same again.
    let bytes: [UInt8] = [
      0xFF, 0x0A, 0xFE, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0, 0, 0, 0, 0,
    ]
    #expect(throws: DecodingError.self) { try pictureHeader(of: bytes) }
  }
}

@Suite(.enabled(if: FormatSupport.isBuiltIn(.jp2), "this build is without OpenJPEG"))
struct JPEG2000Tests {
  /// Odd on both sides.
  private let scene = TestPictures.scene(seed: 31, size: PixelSize(width: 67, height: 45))

  private func form(_ change: (inout JP2Form) -> Void) -> JP2Form {
    var form = JP2Form()
    change(&form)
    return form
  }

  @Test(arguments: [8, 12, 16], [false, true])
  func `a lossless JPEG 2000 gives the pixels that were stored`(bits: Int, isCodestream: Bool) throws {
    for (isSigned, tileSide) in [(false, 0), (true, 0), (false, 32)] {
      let bytes = jp2Data(
        of: scene,
        form: form {
          ($0.bits, $0.isCodestream, $0.isSigned, $0.tileSide) = (bits, isCodestream, isSigned, tileSide)
        })

      let decoded = try decodePicture(bytes, minimumLongSide: nil)

      #expect(mostDifference(decoded.picture, scene) <= (bits == 8 ? 0 : 1))
      #expect(decoded.format == .jp2)
      #expect(decoded.warnings == 0)
      #expect(photoContents(of: bytes).bitsPerChannel == bits)
    }
  }

  @Test func `few bits are as bright as many`() throws {
    let bytes = jp2Data(of: scene, form: form { ($0.bits, $0.colors) = (4, .gray) })
    let expected = scene.luma.pixels.map { UInt8(Int($0 >> 4) * 255 / 15) }
    #expect(try decodeLuma(bytes, minimumLongSide: nil).luma.pixels == expected)
  }

  @Test func `a lossy and a gray JPEG 2000, small or not`() throws {
    let lossy = jp2Data(of: scene, form: form { $0.isLossless = false })
    #expect(meanDifference(try decodePicture(lossy, minimumLongSide: nil).picture, scene) < 8)
    #expect(try decodeLuma(lossy, minimumLongSide: 20).luma.size.longSide == 20)
    #expect(try decodePicture(lossy, minimumLongSide: 20).fullSize == scene.size)
    let gray = jp2Data(of: scene, form: form { $0.colors = .gray })
    #expect(try decodeLuma(gray, minimumLongSide: nil).luma == scene.luma)
  }

  @Test func `a small one that is decoded to half the size is the large one, averaged`() throws {
    let large = TestPictures.scene(seed: 9, size: PixelSize(width: 512, height: 384))
    let small = try decodePicture(jp2Data(of: large), minimumLongSide: 128).picture
    #expect(meanDifference(small, large.areaAveraged(to: large.size.fitted(longSide: 128))) < 3)
  }

  @Test(arguments: [UInt8(0), 1, 128, 255], [false, true])
  func `a transparent JPEG 2000 lies on the ground`(alpha: UInt8, namesAlpha: Bool) throws {
    for colors in [JP2Form.Colors.rgb, .gray] {
      let bytes = jp2Data(of: scene, form: form { ($0.alpha, $0.namesAlpha, $0.colors) = (alpha, namesAlpha, colors) })

      let onWhite = try decodePicture(bytes, minimumLongSide: nil)
      let onBlack = try decodePicture(bytes, minimumLongSide: nil, ground: 0)

      let stored = colors == .gray ? scene.luma.gray.pixels : scene.pixels
      #expect(onWhite.picture.pixels == laid(stored, alpha, on: 255))
      #expect(onBlack.picture.pixels == laid(stored, alpha, on: 0))
      #expect(onWhite.alpha == (alpha == 255 ? .opaque : .used))
    }
  }

  @Test(arguments: [1, 2]) func `luma and differences of colour become RGB`(chromaStep: Int) throws {
    let bytes = jp2Data(of: scene, form: form { ($0.colors, $0.chromaStep) = (.ycc, chromaStep) })

    let decoded = try decodePicture(bytes, minimumLongSide: nil).picture

    #expect(decoded.size == scene.size)
    #expect(meanDifference(decoded, scene) < (chromaStep == 1 ? 1 : 8))
  }

  @Test func `inks become RGB`() throws {
    // OpenJPEG writes no number for inks.
    var bytes = jp2Data(of: scene, form: form { $0.colors = .cmyk })
    let box = try #require(bytes.firstRange(of: Array("colr".utf8))).upperBound
    bytes.replaceSubrange(box + 3..<box + 7, with: [0, 0, 0, 12])
    #expect(mostDifference(try decodePicture(bytes, minimumLongSide: nil).picture, scene) <= 1)
  }

  @Test func `numbers of a palette become its colours`() throws {
    // Four levels of gray, which are colours in the table.
    let gray = jp2Data(of: scene, form: form { $0.colors = .gray })
    let table: [UInt8] = (0...255).flatMap { [UInt8($0), 255 - UInt8($0), 7] }
    let palette = isoBox("pclr", [1, 0, 3, 7, 7, 7] + table)
    let columns = isoBox("cmap", (0..<3).flatMap { [0, 0, 1, UInt8($0)] })
    var bytes = gray
    let box = try #require(bytes.firstRange(of: Array("colr".utf8)))
    // sRGB instead of gray.
    bytes.replaceSubrange(box.upperBound + 3..<box.upperBound + 7, with: [0, 0, 0, 16])
    bytes.insert(contentsOf: palette + columns, at: box.upperBound + 7)
    let header = try #require(bytes.firstRange(of: Array("jp2h".utf8))).lowerBound - 4
    let length = bytes[header..<header + 4].reduce(0) { $0 << 8 | Int($1) } + palette.count + columns.count
    bytes.replaceSubrange(header..<header + 4, with: bigEndian(length))

    let decoded = try decodePicture(bytes, minimumLongSide: nil)

    #expect(decoded.picture.pixels == scene.luma.pixels.flatMap { [$0, 255 - $0, 7] })
    #expect(decoded.warnings == 0)
  }

  @Test(arguments: Orientation.allCases)
  func `Exif in a box turns the picture, and says when it was taken`(orientation: Orientation) throws {
    let time = CaptureTime(milliseconds: 1_700_000_000_000)
    let exif = exifBlock(orientation: orientation, capturedAt: time, make: "Maker", model: "Phone")
    let stored = jp2Data(of: TestPictures.stored(scene, orientation: orientation))
    let bytes = stored + isoBox("uuid", Array("JpgTiffExif->JP2".utf8) + exif)

    let decoded = try decodePicture(bytes, minimumLongSide: nil)

    #expect(decoded.picture == scene)
    #expect(decoded.facts.capturedAt == time && decoded.facts.model == "Phone")
    #expect(decoded.warnings == 0)
  }

  @Test func `words, colour spaces and further pictures are seen`() throws {
    let bytes = jp2Data(of: scene)
    #expect(photoContents(of: embedding(xmp: xmpPacket("xmp:Rating=\"4\""), in: bytes)).metadata.rating == 4)
    #expect(
      photoContents(of: bytes + isoBox("xml ", Array(xmpPacket("xmp:Label=\"Red\"").utf8))).metadata.label == "Red")
    #expect(photoContents(of: bytes).gamut == .srgb)
    var wide = bytes
    let box = try #require(wide.firstRange(of: Array("colr".utf8))).upperBound
    wide.replaceSubrange(box + 3..<box + 7, with: [0, 0, 0, 21])
    #expect(photoContents(of: wide).gamut == .wide)
    let two = bytes + isoBox("jp2c", jp2Data(of: scene, form: form { $0.isCodestream = true }))
    #expect(photoContents(of: two).pages == 2)
    let rated = embedding(xmp: xmpPacket("xmp:Rating=\"4\""), in: two)
    #expect(rated != two && following(rated) == following(two) && following(two) != following(bytes))
  }

  @Test func `colours that nobody reads are no damage`() throws {
    var bytes = jp2Data(of: scene)
    let box = try #require(bytes.firstRange(of: Array("colr".utf8))).upperBound
    // CIELab.
    bytes.replaceSubrange(box + 3..<box + 7, with: [0, 0, 0, 14])
    #expect(throws: DecodingError.unsupported(.jp2)) { try pictureHeader(of: bytes) }
  }

  @Test(arguments: [(false, 0), (true, 0), (false, 32)])
  func `wherever a JPEG 2000 ends too early it says so`(isCodestream: Bool, tileSide: Int) {
    let whole = jp2Data(of: scene, form: form { ($0.isCodestream, $0.tileSide) = (isCodestream, tileSide) })
    for count in 0..<whole.count {
      let problem = problem(of: Array(whole.prefix(count)))
      let isRight = problem == .endsEarly || problem == .damage || count < 12 && problem != nil
      #expect(isRight, "\(count) of \(whole.count) bytes: \(String(describing: problem))")
    }
    #expect(problem(of: whole) == nil)
  }

  @Test func `what asks for too much is refused by its header`() {
    func header(_ width: Int, _ height: Int, tile: Int, components: Int) -> [UInt8] {
      let sizes = [width, height, 0, 0, tile, tile, 0, 0].flatMap(bigEndian)
      let count = [UInt8(components >> 8), UInt8(components & 255)]
      let parts = (0..<components).flatMap { _ in [7, 1, 1] as [UInt8] }
      let length = 38 + 3 * components
      return [0xFF, 0x4F, 0xFF, 0x51, UInt8(length >> 8), UInt8(length & 255), 0, 0] + sizes + count + parts
    }
    let large = PixelSize(width: 60_000, height: 60_000)
    #expect(throws: DecodingError.tooLarge(large)) {
      try pictureHeader(of: header(60_000, 60_000, tile: 60_000, components: 3))
    }
    let costly = PixelSize(width: 10_000, height: 10_000)
    for (tile, components) in [(10_000, 3), (16, 1)] {
      #expect(throws: DecodingError.tooCostly(costly)) {
        try pictureHeader(of: header(10_000, 10_000, tile: tile, components: components))
      }
    }
    #expect(throws: DecodingError.unsupported(.jp2)) {
      try pictureHeader(of: header(64, 64, tile: 64, components: 200))
    }
  }
}

/// What a build without a library says of the pictures that it would read.
@Suite struct AbsentLibraryTests {
  @Test(arguments: [ImageFormat.jxl, .jp2]) func `a picture that this build does not read is named, and no damage`(
    format: ImageFormat
  ) throws {
    let first: [UInt8] = format == .jxl ? [0xFF, 0x0A, 0, 0] : [0xFF, 0x4F, 0xFF, 0x51]
    let boxes = isoBox(format == .jxl ? "JXL " : "jP  ", [13, 10, 0x87, 10]) + isoBox("ftyp", Array("jxl jp2 ".utf8))
    #expect(knownFormat(of: first) == format && knownFormat(of: boxes) == format)
    let problem = DecodingError.notBuiltIn(format)
    #expect(problem.sentence.hasPrefix("\(format.title) files are not read by this build"))
    #expect(problem.skippedReason == .unsupported)
    guard !FormatSupport.isBuiltIn(format) else { return }
    #expect(imageFormat(of: first) == nil)
    #expect(throws: problem) { try pictureHeader(of: first) }
    #expect(!TinyPicture.all.contains { $0.format == format })
  }
}

// MARK: - Expectations

/// What is wrong with a file, as far as these tests tell it apart.
private enum Problem: Equatable {
  case endsEarly, notAPicture, damage
  case other(String)
}

private func problem(of bytes: [UInt8]) -> Problem? {
  do throws(DecodingError) {
    return try decodePicture(bytes, minimumLongSide: nil).warnings == 0 ? nil : .damage
  } catch {
    switch error {
    case .endsEarly: return .endsEarly
    default: return .other(error.sentence)
    }
  }
}

private func following(_ bytes: [UInt8]) -> [[UInt8]] {
  var parts: [[UInt8]] = []
  return forEachFollowingPicture(of: bytes, photoContents(of: bytes)) { parts.append($0) } ? parts : []
}

private func differences(_ a: RGBPicture, _ b: RGBPicture) -> [Int] {
  a.size == b.size ? zip(a.pixels, b.pixels).map { abs(Int($0) - Int($1)) } : [255]
}

private func mostDifference(_ a: RGBPicture, _ b: RGBPicture) -> Int { differences(a, b).max() ?? 255 }

private func meanDifference(_ a: RGBPicture, _ b: RGBPicture) -> Double {
  let all = differences(a, b)
  return Double(all.reduce(0, +)) / Double(max(1, all.count))
}

private func laid(_ pixels: [UInt8], _ alpha: UInt8, on ground: Int) -> [UInt8] {
  pixels.map { value in
    let sum = Int(value) * Int(alpha) + ground * (255 - Int(alpha)) + 127
    return UInt8(sum / 255)
  }
}

private func bigEndian(_ number: Int) -> [UInt8] {
  (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
}
