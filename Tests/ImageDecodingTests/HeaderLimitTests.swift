import ImageDecoding
import PhotoModel
import TestSupport
import Testing

/// Small files that ask for enormous work are refused from their header.
@Suite struct HeaderLimitTests {
  private let scene = TestPictures.scene(seed: 2, size: PixelSize(width: 64, height: 48))

  /// Writes another size into the frame header.
  private func forged(_ jpeg: [UInt8], width: Int, height: Int) throws -> [UInt8] {
    var bytes = jpeg
    let frame = try #require(
      (2..<bytes.count - 9).first {
        bytes[$0] == 0xFF && [0xC0, 0xC1, 0xC2, 0xC9, 0xCA].contains(bytes[$0 + 1])
      })
    bytes.replaceSubrange(
      frame + 5..<frame + 9, with: [UInt8(height >> 8), UInt8(height & 255), UInt8(width >> 8), UInt8(width & 255)])
    return bytes
  }

  private func png(width: Int, height: Int, isInterlaced: Bool = false) -> [UInt8] {
    func big(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
    let header = big(width) + big(height) + [8, 2, 0, 0, isInterlaced ? 1 : 0]
    return [0x89] + ascii("PNG\r\n\u{1A}\n") + pngChunk("IHDR", header) + pngChunk("IDAT", [0x78, 0x9C])
      + pngChunk("IEND", [])
  }

  @Test(arguments: [(20_000, 20_000), (65_000, 65_000), (65_535, 8), (30_000, 10_001)])
  func `a JPEG that claims too many pixels is refused`(width: Int, height: Int) throws {
    for isArithmetic in [false, true] {
      let bytes = try forged(jpegData(of: scene, arithmetic: isArithmetic), width: width, height: height)

      #expect(throws: DecodingError.tooLarge(PixelSize(width: width, height: height))) {
        try pictureHeader(of: bytes)
      }
      #expect(throws: DecodingError.self) { try decodeLuma(bytes, minimumLongSide: 100) }
    }
  }

  @Test func `a phone picture of 200 megapixels passes`() throws {
    let bytes = try forged(jpegData(of: scene), width: 16_320, height: 12_240)

    #expect(try pictureHeader(of: bytes).size == PixelSize(width: 16_320, height: 12_240))
  }

  @Test func `a progressive JPEG that needs too much memory is refused`() throws {
    let bytes = try forged(
      jpegData(of: scene, subsampling: .full, progressive: true), width: 12_000, height: 12_000)

    #expect(throws: DecodingError.tooCostly(PixelSize(width: 12_000, height: 12_000))) {
      try decodeLuma(bytes, minimumLongSide: 100)
    }
  }

  @Test func `a JPEG of too many scans is given up`() throws {
    let bytes = jpegData(of: scene, progressive: true)
    let scans = (2..<bytes.count - 1).filter { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xDA }
    let scan = try #require(scans.dropLast().last)
    // The last scan but one up to the tables of the last.
    let end = try #require(
      (scan + 14..<bytes.count - 1).first { bytes[$0] == 0xFF && bytes[$0 + 1] != 0 && bytes[$0 + 1] != 0xFF })
    let repeated = Array(repeating: Array(bytes[scan..<end]), count: 600).flatMap { $0 }

    #expect(throws: DecodingError.tooCostly(scene.size)) {
      try decodePicture(Array(bytes[..<end]) + repeated + bytes[end...], minimumLongSide: nil)
    }
  }

  @Test(arguments: [(20_000, 20_000), (65_501, 1), (1, 65_501), (2_000_000_000, 2_000_000_000)])
  func `a PNG that claims too many pixels is refused`(width: Int, height: Int) {
    let bytes = png(width: width, height: height)

    #expect(throws: DecodingError.tooLarge(PixelSize(width: width, height: height))) { try pictureHeader(of: bytes) }
    #expect(throws: DecodingError.self) { try decodePicture(bytes, minimumLongSide: nil) }
  }

  @Test func `a large interlaced PNG is refused, a plain one is not`() throws {
    let size = PixelSize(width: 12_000, height: 12_000)

    #expect(throws: DecodingError.tooCostly(size)) {
      try decodeLuma(png(width: 12_000, height: 12_000, isInterlaced: true), minimumLongSide: 100)
    }
    #expect(try pictureHeader(of: png(width: 12_000, height: 12_000)).size == size)
  }

  @Test(arguments: ["tEXt", "zTXt", "iTXt", "iCCP", "sPLT", "sCAL", "pCAL", "eXIf", "hIST", "abCd"])
  func `a chunk that claims gigabytes costs nothing`(type: String) {
    let whole = pngData(of: scene)
    let chunk = pngChunk(type, ascii("name\0\0\0\0"), claimedLength: 2_000_000_000)

    #expect(throws: DecodingError.self) {
      try decodePicture(Array(whole.prefix(33)) + chunk, minimumLongSide: nil)
    }
    #expect(throws: DecodingError.self) {
      try decodePicture(Array(whole.prefix(33)) + chunk + whole.dropFirst(33), minimumLongSide: nil)
    }
  }

  @Test func `a picture without pixels is refused`() throws {
    #expect(throws: DecodingError.self) { try pictureHeader(of: forged(jpegData(of: scene), width: 0, height: 5)) }
    #expect(throws: DecodingError.self) { try pictureHeader(of: png(width: 0, height: 5)) }
  }

  @Test func `each refusal has a sentence and a reason`() {
    let size = PixelSize(width: 20_000, height: 20_000)
    let errors: [DecodingError] = [
      .unsupported(.jpeg), .unsupported(.webp), .notAPicture, .corrupt(""), .corrupt("bad data"), .tooLarge(size),
      .tooCostly(size), .outOfMemory,
    ]

    for error in errors { #expect(error.sentence.hasSuffix(".") && error.sentence.count > 10) }
    #expect(
      errors.map(\.skippedReason) == [
        .unsupported, .unsupported, .corrupt, .corrupt, .corrupt, .tooLarge, .tooLarge, .tooLarge,
      ])
  }
}
