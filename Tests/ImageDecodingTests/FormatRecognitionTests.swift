import ImageDecoding
import PhotoModel
import TestSupport
import Testing

@Suite struct FormatRecognitionTests {
  @Test func `every format is known by its first bytes`() {
    func box(_ brands: String...) -> [UInt8] {
      [0, 0, 0, UInt8(12 + 4 * brands.count)] + ascii("ftyp") + ascii(brands[0]) + [0, 0, 0, 0]
        + brands.dropFirst().flatMap(ascii)
    }
    let beginnings: [(ImageFormat?, [UInt8])] = [
      (.jpeg, [0xFF, 0xD8, 0xFF, 0xE0]), (.png, [0x89] + ascii("PNG\r\n\u{1A}\n")), (.gif, ascii("GIF89a")),
      (.webp, ascii("RIFF....WEBPVP8 ")), (.heic, box("heic", "mif1")), (.heic, box("mif1", "heic")),
      (.avif, box("avif", "mif1")), (.avif, box("mif1", "avif")), (.raw, box("crx ")), (nil, box("isom", "mp42")),
      (.avif, [0, 0, 0, 16] + ascii("ftypmif3avif")), (.heic, [0, 0, 0, 16] + ascii("ftypmif3heic")),
      (.tiff, ascii("II*\0") + [8, 0, 0, 0, 0, 0]), (.tiff, ascii("MM\0*") + [0, 0, 0, 8, 0, 0]),
      (.raw, ascii("II*\0") + [16, 0, 0, 0] + ascii("CR\u{2}\0")), (.raw, ascii("FUJIFILMCCD-RAW 0201")),
      (.bmp, ascii("BM") + [UInt8](repeating: 0, count: 12) + [40, 0, 0, 0]), (nil, ascii("BM is a shop in France")),
      (nil, []), (nil, [0xFF]), (nil, ascii("<!doctype html>")), (nil, ascii("ftyp")), (nil, ascii("....ftyp")),
    ]

    for (format, bytes) in beginnings {
      #expect(imageFormat(of: bytes) == format, "\(bytes)")
    }
  }

  @Test func `a TIFF with a camera's sensor data inside is RAW`() {
    func tiff(_ entries: [(tag: Int, value: Int)]) -> [UInt8] {
      func little(_ value: Int, _ length: Int) -> [UInt8] {
        (0..<length).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
      }
      let body = entries.flatMap { little($0.tag, 2) + little(4, 2) + little(1, 4) + little($0.value, 4) }
      return ascii("II*\0") + little(8, 4) + little(entries.count, 2) + body + little(0, 4)
    }

    #expect(imageFormat(of: tiff([(0xFE, 1), (0xC612, 1)])) == .raw)
    #expect(imageFormat(of: tiff([(0x103, 34_713)])) == .raw)
    #expect(imageFormat(of: tiff([(0x103, 5), (0x106, 2)])) == .tiff)
  }

  @Test func `formats that are not read are refused by name`() {
    let others: [(String, [UInt8])] = [
      ("Photoshop (PSD)", ascii("8BPS\0\u{1}")), ("GIMP (XCF)", ascii("gimp xcf v011")),
      ("JPEG XL", [0, 0, 0, 12] + ascii("JXL \r\n")), ("JPEG 2000", [0, 0, 0, 12] + ascii("jP  \r\n")),
      ("JPEG 2000", [0, 0, 0, 12] + ascii("jP  \r\n") + [0x87, 10, 0, 0, 0, 20] + ascii("ftypmjp2")),
      ("OpenEXR", [0x76, 0x2F, 0x31, 0x01]),
      ("JPEG XR", [0x49, 0x49, 0xBC, 1]),
    ]
    for (name, bytes) in others {
      #expect(throws: DecodingError.otherFormat(name)) { try pictureHeader(of: bytes) }
    }
    #expect(DecodingError.otherFormat("JPEG XL").sentence.hasPrefix("JPEG XL files are not read"))
    #expect(DecodingError.otherFormat("JPEG XL").skippedReason == .unsupported)
    #expect(throws: DecodingError.notAPicture) { try decodeLuma(ascii("hello"), minimumLongSide: 1) }
    #expect(throws: DecodingError.notAPicture) { try pictureHeader(of: []) }
    #expect(DecodingError.unsupported(.heic).sentence.contains("HEIC"))
    #expect(DecodingError.unsupported(.heic).skippedReason == .unsupported)
    #expect(DecodingError.notAPicture.skippedReason == .corrupt)
  }

  @Test func `a beginning alone is damage, whatever the format`() {
    for bytes in [ascii("GIF89a"), ascii("RIFF....WEBPVP8 "), ascii("II*\0") + [8, 0, 0, 0]] {
      do {
        _ = try decodePicture(bytes, minimumLongSide: nil)
        Issue.record("\(bytes) became a picture")
      } catch {
        #expect(error.skippedReason == .corrupt, "\(error)")
      }
    }
  }
}

func ascii(_ text: String) -> [UInt8] { text.unicodeScalars.map { UInt8($0.value) } }
