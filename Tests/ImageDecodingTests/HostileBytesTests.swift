import ImageDecoding
import PhotoModel
import TestSupport
import Testing

/// Whatever the bytes are, the answer is a picture or a `DecodingError`, and the process lives on.
@Suite struct HostileBytesTests {
  private let scene = TestPictures.scene(seed: 4, size: PixelSize(width: 40, height: 28))

  private var files: [[UInt8]] {
    let exif = exifBlock(
      orientation: .right, capturedAt: CaptureTime(milliseconds: 1_700_000_000_123), make: "Canon", model: "EOS",
      userComment: "hello", exposureSeconds: 0.01, fNumber: 2.8, iso: 100)
    var files = [
      jpegData(of: scene, exif: exif), jpegData(of: scene, progressive: true),
      jpegData(of: scene, arithmetic: true), jpegData(of: scene, progressive: true, arithmetic: true),
    ]
    for color in [JPEGForm.Color.adobeYCCK, .gray, .rgb] {
      var form = JPEGForm()
      form.color = color
      form.restartInterval = 2
      files.append(jpegData(of: scene, form: form, exif: exif))
    }
    for color in PNGForm.Color.allCases {
      var form = PNGForm()
      form.color = color
      form.alpha = 100
      form.isInterlaced = color == .rgb16 || color == .palette
      files.append(pngData(of: scene, form: form, exif: exif))
    }
    return files + otherFiles
  }

  private var otherFiles: [[UInt8]] {
    var lossless = WebPForm()
    lossless.isLossless = true
    lossless.alpha = 90
    var animation = WebPForm()
    animation.canvas = PixelSize(width: 60, height: 40)
    var tiles = TIFFForm()
    (tiles.compression, tiles.tileSide) = (.lzw, 16)
    var tiff = TIFFForm()
    (tiff.compression, tiff.rowsPerStrip) = (.jpeg, 16)
    var interlaced = GIFForm()
    (interlaced.isInterlaced, interlaced.hasMore) = (true, true)
    var runs = BMPForm()
    (runs.depth, runs.isRunLength) = (.bits8, true)
    var fields = BMPForm()
    (fields.depth, fields.alpha) = (.bits32, 80)
    let exif = exifBlock(orientation: .left, model: "Phone")
    var compressed = JXLForm()
    (compressed.compressesEXIF, compressed.alpha, compressed.bits) = (true, 90, 16)
    var frames = JXLForm()
    (frames.isLossless, frames.frames) = (false, 2)
    var parts = JP2Form()
    (parts.tileSide, parts.alpha, parts.isLossless) = (16, 90, false)
    return [
      jxlData(of: scene, form: compressed, exif: exif), jxlData(of: scene, form: frames), jp2Data(of: scene),
      jp2Data(of: scene, form: parts) + isoBox("uuid", Array("JpgTiffExif->JP2".utf8) + exif),
      webpData(of: scene, exif: exif), webpData(of: scene, form: lossless), webpData(of: scene, form: animation),
      tiffData(of: scene), tiffData(of: scene, form: tiles), tiffData(of: scene, form: tiff),
      gifData(of: scene), gifData(of: scene, form: interlaced), bmpData(of: scene), bmpData(of: scene, form: runs),
      bmpData(of: scene, form: fields), heifData(of: scene, format: .heic, exif: exif),
      heifData(of: scene, format: .avif),
    ].filter { !$0.isEmpty }
  }

  private func survives(_ bytes: [UInt8]) {
    let header = try? pictureHeader(of: bytes)
    // A changed byte may have made it enormous; that is tried elsewhere.
    if let header, header.size.pixels > 4_000_000 { return }
    if let decoded = try? decodePicture(bytes, minimumLongSide: nil) {
      #expect(decoded.picture.size == decoded.fullSize)
      #expect(header?.size == decoded.fullSize)
    }
    if let decoded = try? decodeLuma(bytes, minimumLongSide: 16) { #expect(decoded.luma.size.longSide >= 1) }
    shrinks(bytes)
  }

  /// Whatever is made smaller is proven.
  private func shrinks(_ bytes: [UInt8]) {
    for way in [ShrinkWay.lossless, .fit(longSide: 16, byteLimit: nil)] {
      guard let file = try? shrunken(bytes, by: way) else { continue }
      #expect(throws: Never.self) { try prove(file.bytes, of: bytes, by: way, method: file.method) }
    }
  }

  @Test func `changed bytes never crash`() {
    var random = SeededGenerator(seed: 99)
    for file in files {
      for _ in 0..<250 {
        var bytes = file
        for _ in 0...random.below(8) { bytes[random.below(bytes.count)] = UInt8(random.below(256)) }
        survives(bytes)
      }
    }
  }

  @Test func `a file that ends at any sixteenth is a picture with damage or a refusal`() throws {
    for file in files {
      for part in 0..<16 {
        let bytes = Array(file.prefix(file.count * part / 16))
        guard let decoded = try? decodePicture(bytes, minimumLongSide: nil) else { continue }
        // What is missing may lie behind the pixels: metadata, or the second frame of an animation.
        #expect(decoded.warnings > 0 || part > 6, "\(decoded.format) ends at \(part)/16")
      }
    }
  }

  @Test func `prefixes and spliced halves never crash`() {
    var random = SeededGenerator(seed: 7)
    let files = files
    for file in files {
      for _ in 0..<60 { survives(Array(file.prefix(random.below(file.count)))) }
      for _ in 0..<30 {
        let other = files[random.below(files.count)]
        survives(Array(file.prefix(random.below(file.count))) + other.dropFirst(random.below(other.count)))
      }
    }
  }

  @Test func `noise behind a magic never crashes`() {
    var random = SeededGenerator(seed: 1)
    let magics: [[UInt8]] = [
      [0xFF, 0xD8], [0x89] + ascii("PNG\r\n\u{1A}\n"), ascii("II*\0"), ascii("....ftyp"), [], ascii("GIF89a"),
      ascii("RIFF....WEBPVP8X"), ascii("RIFF....WEBPVP8L"), ascii("....ftypheic"), ascii("....ftypcrx "),
      ascii("FUJIFILMCCD-RAW "), [0xFF, 0x0A], [0xFF, 0x4F, 0xFF, 0x51, 0, 47], ascii("MM\0+"),
      ascii("BM............\u{28}\0\0\0"),
    ]
    for index in 0..<1000 {
      survives(magics[index % magics.count] + (0..<random.below(200)).map { _ in UInt8(random.below(256)) })
    }
  }
}
