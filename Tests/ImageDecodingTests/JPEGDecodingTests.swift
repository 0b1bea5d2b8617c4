import ImageDecoding
import PhotoModel
import TestSupport
import Testing

@Suite struct JPEGDecodingTests {
  private let scene = TestPictures.scene(seed: 3, size: PixelSize(width: 90, height: 61))

  @Test(arguments: JPEGForm.Sampling.allCases, Orientation.allCases)
  func `every sampling comes upright from every orientation`(sampling: JPEGForm.Sampling, orientation: Orientation)
    throws
  {
    let stored = TestPictures.stored(scene, orientation: orientation)
    let exif = exifBlock(orientation: orientation)
    let plain = try decodePicture(jpegData(of: stored, quality: 95, subsampling: sampling), minimumLongSide: nil)

    let decoded = try decodePicture(
      jpegData(of: stored, quality: 95, subsampling: sampling, exif: exif), minimumLongSide: nil)

    #expect(decoded.facts.orientation == orientation)
    #expect(decoded.fullSize == scene.size)
    #expect(decoded.warnings == 0)
    #expect(meanDifference(decoded.picture.luma.pixels, scene.luma.pixels) < 4)
    #expect(meanDifference(decoded.picture.pixels, scene.pixels) < 16)
    // Turning moves pixels and changes none.
    #expect(TestPictures.stored(decoded.picture, orientation: orientation) == plain.picture)
  }

  @Test(arguments: Orientation.allCases)
  func `luma is turned like the picture`(orientation: Orientation) throws {
    let stored = TestPictures.stored(scene, orientation: orientation)
    let bytes = jpegData(of: stored, subsampling: .full, exif: exifBlock(orientation: orientation))

    let luma = try decodeLuma(bytes, minimumLongSide: nil)
    let picture = try decodePicture(bytes, minimumLongSide: nil)

    #expect(luma.luma.size == scene.size)
    #expect(luma.fullSize == picture.fullSize)
    #expect(meanDifference(luma.luma.pixels, picture.picture.luma.pixels) < 1.5)
  }

  @Test(arguments: JPEGForm.Color.allCases, [false, true])
  func `every colour space becomes the same RGB`(color: JPEGForm.Color, isProgressive: Bool) throws {
    var form = JPEGForm()
    form.color = color
    form.quality = 96
    form.sampling = .full
    form.isProgressive = isProgressive
    let bytes = jpegData(of: scene, form: form)

    let picture = try decodePicture(bytes, minimumLongSide: nil)
    let luma = try decodeLuma(bytes, minimumLongSide: nil)

    if color != .gray { #expect(meanDifference(picture.picture.pixels, scene.pixels) < 4) }
    #expect(meanDifference(picture.picture.luma.pixels, scene.luma.pixels) < 3)
    #expect(meanDifference(luma.luma.pixels, scene.luma.pixels) < 3)
    #expect(try pictureHeader(of: bytes).isProgressive == isProgressive)
  }

  @Test(arguments: [(true, false), (false, true), (true, true)])
  func `progressive and arithmetic coding change no pixel`(isProgressive: Bool, isArithmetic: Bool) throws {
    let plain = try decodePicture(jpegData(of: scene), minimumLongSide: nil)

    let bytes = jpegData(of: scene, progressive: isProgressive, arithmetic: isArithmetic)

    #expect(try decodePicture(bytes, minimumLongSide: nil).picture == plain.picture)
  }

  @Test(arguments: [PixelSize(width: 203, height: 140), PixelSize(width: 136, height: 208)])
  func `a smaller picture is the smallest eighth that is long enough`(size: PixelSize) throws {
    let scene = TestPictures.scene(seed: 5, size: size)
    let bytes = jpegData(of: scene, quality: 95, subsampling: .full)

    for minimum in [-5, 0, 1, 25, 26, 27, 51, 52, 53, 100, 101, 102, 150, 178, 179, 202, 203, 204, 208, 100_000] {
      let decoded = try decodePicture(bytes, minimumLongSide: minimum)
      let luma = try decodeLuma(bytes, minimumLongSide: minimum)

      let scale = (1...8).first { (size.longSide * $0 + 7) / 8 >= minimum } ?? 8
      let expected = PixelSize(width: (size.width * scale + 7) / 8, height: (size.height * scale + 7) / 8)
      #expect(decoded.picture.size == expected)
      #expect(luma.luma.size == expected)
      #expect(decoded.fullSize == size)
      // Where the last block is not whole, the eighths reach beyond the picture and cannot be compared.
      guard size.width % 8 == 0 else { continue }
      #expect(meanDifference(decoded.picture.pixels, scene.areaAveraged(to: expected).pixels) < 6, "\(scale)/8")
    }
  }

  @Test(arguments: [false, true])
  func `a JPEG cut off anywhere comes with warnings or is refused`(isProgressive: Bool) throws {
    let bytes = jpegData(of: scene, progressive: isProgressive)
    let whole = try decodePicture(bytes, minimumLongSide: nil)
    var decodedParts = 0

    for part in 1..<16 {
      let cut = Array(bytes.prefix(bytes.count * part / 16))
      guard let decoded = try? decodePicture(cut, minimumLongSide: nil) else { continue }
      decodedParts += 1
      #expect(decoded.warnings > 0)
      #expect(decoded.picture.size == scene.size)
      // The first rows of a JPEG stored from top to bottom are all there.
      if part >= 12, !isProgressive { #expect(decoded.picture.pixels.prefix(270) == whole.picture.pixels.prefix(270)) }
    }
    #expect(decodedParts >= 6)
    #expect(whole.warnings == 0)
  }

  @Test func `a JPEG is whole without its end marker, unless pixels may follow it`() throws {
    let forms = [
      (bytes: jpegData(of: scene), isWhole: true), (jpegData(of: scene, progressive: true), true),
      (jpegData(of: scene, arithmetic: true), false),
    ]
    for (bytes, isWhole) in forms {
      for cut in 1...2 {
        #expect(try (decodePicture(bytes.dropLast(cut), minimumLongSide: nil).warnings == 0) == isWhole)
      }
      #expect(try decodePicture(bytes.dropLast(12), minimumLongSide: nil).warnings > 0)
    }
  }

  @Test func `a progressive JPEG that lacks a scan, or a part of its last one, is damaged`() throws {
    for seed: UInt64 in 1...4 {
      let bytes = jpegData(of: TestPictures.scene(seed: seed, size: scene.size), progressive: true)
      let scans = (0..<bytes.count - 1).filter { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xDA }
      let last = try #require(scans.last)
      for end in [last, bytes.count - 3, bytes.count - 4, bytes.count - 6, (last + bytes.count) / 2] {
        #expect(try decodePicture(Array(bytes.prefix(end)), minimumLongSide: nil).warnings > 0, "\(seed): \(end)")
      }
      let filled: [UInt8] = bytes.dropLast(2) + [0, 0, 0, 0, 0, 0, 0, 0xFF, 0xD9]
      #expect(try decodePicture(filled, minimumLongSide: nil).warnings == 0, "\(seed)")
    }
  }

  @Test(arguments: [JPEGForm.Color.ycc, .gray], [0, 3])
  func `a JPEG is whole with any number of zeros or fill bytes before its end marker`(
    color: JPEGForm.Color, restartInterval: Int
  ) throws {
    var form = JPEGForm()
    (form.color, form.restartInterval) = (color, restartInterval)
    for seed: UInt64 in 1...8 {
      let bytes = jpegData(of: TestPictures.scene(seed: seed, size: scene.size), form: form)
      let picture = try decodePicture(bytes, minimumLongSide: nil).picture
      let zeros: [[UInt8]] = (1...12).map { [UInt8](repeating: 0, count: $0) }
      let others: [[UInt8]] = [
        [UInt8](repeating: 0, count: 5000), [UInt8](repeating: 0xFF, count: 9), [0, 0, 0, 0xFF, 0xFF],
      ]
      for fill in zeros + others {
        let filled: [UInt8] = Array(bytes.dropLast(2)) + fill + [0xFF, 0xD9]
        let decoded = try decodePicture(filled, minimumLongSide: nil)
        #expect(decoded.warnings == 0 && decoded.picture == picture, "\(seed): \(fill.count)")
        #expect(try decodeLuma(filled, minimumLongSide: 12).warnings == 0, "\(seed): \(fill.count)")
      }
      // Zeros where a part of the picture was are no filling.
      let lost: [UInt8] = Array(bytes.dropLast(202)) + [UInt8](repeating: 0, count: 240) + [0xFF, 0xD9]
      #expect(try decodePicture(lost, minimumLongSide: nil).warnings > 0, "\(seed)")
    }
  }

  @Test func `a JPEG cut off before its first pixel is refused`() throws {
    let bytes = jpegData(of: scene)
    let scan = try #require((0..<bytes.count - 1).first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xDA })
    let headerEnd = scan + 2 + Int(bytes[scan + 2]) << 8 + Int(bytes[scan + 3])

    #expect(throws: DecodingError.self) { try decodePicture(Array(bytes.prefix(headerEnd)), minimumLongSide: nil) }
  }

  @Test func `tiny and long pictures decode`() throws {
    for size in [(1, 1), (1, 500), (500, 1), (8, 8), (17, 3)] {
      let scene = TestPictures.scene(seed: 1, size: PixelSize(width: size.0, height: size.1))
      let decoded = try decodePicture(jpegData(of: scene), minimumLongSide: 4)
      #expect(decoded.fullSize == scene.size)
    }
  }
}

/// The mean of the absolute differences; infinite where the lengths differ.
func meanDifference(_ left: [UInt8], _ right: [UInt8]) -> Double {
  guard left.count == right.count, !left.isEmpty else { return .infinity }
  return Double(zip(left, right).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }) / Double(left.count)
}
