import PhotoModel
import TestSupport
import Testing

@testable import ImageDecoding

/// What phones and cameras write and libraries of their time do not expect.
@Suite struct PhoneFilesTests {
  private let scene = TestPictures.scene(seed: 36, size: PixelSize(width: 480, height: 320))
  private let time = CaptureTime(year: 2026, month: 2, day: 19, hour: 14, minute: 22, second: 37)

  // MARK: HEIC

  @Test(arguments: [ImageFormat.heic, .avif])
  func `a photo whose Exif is about a toned item too is read as one whose is about the photo alone`(format: ImageFormat)
    throws
  {
    let plain = heifData(of: scene, format: format, exif: exifBlock(capturedAt: time, make: "Maker", model: "M"))
    let phone = aboutTwoItems(plain) ?? []

    let expected = try decodePicture(plain, minimumLongSide: nil)
    let decoded = try decodePicture(phone, minimumLongSide: nil)

    #expect(decoded.picture == expected.picture && decoded.facts == expected.facts)
    #expect(decoded.facts.capturedAt == time && decoded.warnings == 0)
    #expect(HEIFItems(phone)?.boxesWithSingleReferences != nil)
    #expect(HEIFItems(plain)?.boxesWithSingleReferences == nil)
  }

  @Test func `references in boxes that lie about their lengths are left to the decoder`() throws {
    let phone = aboutTwoItems(heifData(of: scene, format: .heic, exif: exifBlock(make: "Maker"))) ?? []
    var random = SeededGenerator(seed: 36)
    let boxes = try #require(HEIFItems(phone)).meta
    for _ in 0..<300 {
      var bytes = phone
      bytes[Int.random(in: boxes, using: &random)] = UInt8.random(in: 0...255, using: &random)
      if let found = HEIFItems(bytes)?.boxesWithSingleReferences {
        #expect(found.start + found.bytes.count <= bytes.count)
      }
      _ = try? decodeLuma(bytes, minimumLongSide: 64)
    }
  }

  @Test func `an Exif item is read with four bytes, with ten or with none before it`() {
    let exif = exifBlock(capturedAt: time)
    let forms = [
      exif, [0, 0, 0, 0] + exif, [0, 0, 0, 6] + Array("Exif\0\0".utf8) + exif,
      [0, 0, 0, 0] + Array("Exif\0\0".utf8) + exif,
    ]
    for form in forms { #expect(captureFacts(inEXIF: exifBlock(ofItem: form))?.capturedAt == time) }
    let long = exif + [UInt8](repeating: 1, count: 3_000_000)
    #expect(captureFacts(inEXIF: exifBlock(ofItem: [0, 0, 0, 0] + long))?.capturedAt == time)
  }

  // MARK: Words

  @Test func `a file that is cut off ends too early, and is not called damaged`() throws {
    let files: [(String, [UInt8])] = [
      ("png", pngData(of: scene)), ("webp", webpData(of: scene)), ("heic", heifData(of: scene, format: .heic)),
      ("avif", heifData(of: scene, format: .avif)), ("gif", Array(gifData(of: scene).prefix(20))),
    ]
    for (name, bytes) in files {
      let error = #expect(throws: DecodingError.self, "\(name)") {
        try decodePicture(Array(bytes.prefix(bytes.count * 3 / 5)), minimumLongSide: nil)
      }
      #expect(error == .endsEarly, "\(name): \(error?.sentence ?? "")")
      #expect(error?.skippedReason == .corrupt)
    }
  }

  @Test func `boxes that a library cannot put together ask for a newer one`() throws {
    var bytes = heifData(of: scene, format: .heic)
    // A property that must be known, of a name that nobody knows.
    let offset = try #require(bytes.firstRange(of: Array("hvcC".utf8)))
    bytes.replaceSubrange(offset, with: "zzzz".utf8)
    let error = #expect(throws: DecodingError.self) { try decodePicture(bytes, minimumLongSide: nil) }
    #expect(error?.skippedReason == .unsupported, "\(error?.sentence ?? "")")
    #expect(error?.sentence.contains("libheif") == true, "\(error?.sentence ?? "")")
  }

  @Test func `the words of a library stand in one line`() {
    let sentence = DecodingError.corrupt("first\nsecond\u{1B}[31m\u{202E}  third").sentence
    #expect(sentence == "The picture is damaged (first second [31m third); a backup may have a whole one.")
    #expect(DecodingError.corrupt(String(repeating: "x", count: 5000)).sentence.utf8.count < 300)
  }

  @Test func `a lossless JPEG in a TIFF is a kind that is not read, and not damaged`() throws {
    // One gray strip: the head of a lossless process, as scanners and DNG converters write.
    let jpeg: [UInt8] = [
      0xFF, 0xD8, 0xFF, 0xC3, 0, 11, 8, 0, 16, 0, 16, 1, 1, 0x11, 0, 0xFF, 0xDA, 0, 8, 1, 1, 0, 1, 0, 0,
    ]
    let tags = [(256, 16), (257, 16), (258, 8), (259, 7), (262, 1), (273, 122), (277, 1), (278, 16), (279, jpeg.count)]
    let entries = tags.flatMap { little($0.0, 2) + little(4, 2) + little(1, 4) + little($0.1, 4) }
    let bytes = Array("II*\0".utf8) + little(8, 4) + little(9, 2) + entries + little(0, 4) + jpeg
    #expect(throws: DecodingError.unsupported(.tiff)) { try decodePicture(bytes, minimumLongSide: nil) }
  }

  // MARK: RAW

  @Test func `the JPEG of a CRW is shown, with the facts of its directories`() throws {
    let jpeg = jpegData(of: scene)
    let decoded = try decodePicture(crw(jpeg: jpeg), minimumLongSide: nil)

    #expect(decoded.picture == (try decodePicture(jpeg, minimumLongSide: nil)).picture)
    #expect(decoded.format == .raw && decoded.fullSize == PixelSize(width: 2160, height: 1440))
    #expect(decoded.facts.camera == "Canon EOS D30" && decoded.facts.capturedAt == time)
  }

  @Test func `a CRW of which any byte is another ends in a sentence or a picture`() throws {
    let bytes = crw(jpeg: jpegData(of: scene.areaAveraged(to: PixelSize(width: 48, height: 32))))
    for index in bytes.indices where index < 40 || index > bytes.count - 160 {
      for value in [0, 0x7F, 0xFF] as [UInt8] {
        var changed = bytes
        changed[index] = value
        do { _ = try decodeLuma(changed, minimumLongSide: 32) } catch { #expect(error.sentence.hasSuffix(".")) }
      }
    }
  }

  @Test func `the JPEG of an X3F is shown`() throws {
    let jpeg = jpegData(of: scene, exif: exifBlock(capturedAt: time, make: "SIGMA", model: "SIGMA SD10"))
    let expected = try decodePicture(jpeg, minimumLongSide: nil).picture

    let decoded = try decodePicture(x3f(jpeg: jpeg), minimumLongSide: nil)

    #expect(decoded.format == .raw && decoded.picture == expected)
    #expect(decoded.fullSize == PixelSize(width: 2268, height: 1512) && decoded.facts.capturedAt == time)
  }

  @Test func `a thumbnail is not the size of a RAW, and what is not opened is said as it is`() throws {
    let thumbnail = jpegData(of: scene.areaAveraged(to: PixelSize(width: 160, height: 120)))
    let size = PixelSize(width: 4288, height: 2848)
    // Of another shape than the picture: its size is that of the sensor's picture all the same.
    #expect(try pictureHeader(of: rawData(.nef, jpeg: thumbnail, thumbnail: [], size: size)).size == size)
    let minolta = [0] + Array("MRM".utf8) + [UInt8](repeating: 0, count: 200)
    #expect(throws: DecodingError.otherFormat("Minolta RAW (MRW)")) { try decodePicture(minolta, minimumLongSide: nil) }
    #expect(imageFormat(of: Array("II*\0".utf8) + [16, 0, 0, 0] + Array("IIIICwaR".utf8)) == .raw)
  }

  // MARK: Exif where it does not belong

  @Test(arguments: [false, true])
  func `Exif that stands as text in a PNG is read`(isShout: Bool) throws {
    let exif = Array("Exif\0\0".utf8) + exifBlock(capturedAt: time, make: "NIKON CORPORATION", model: "NIKON D70")
    let digits = exif.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    let text =
      "Raw profile type \(isShout ? "APP1" : "exif")\0\nexif\n    \(exif.count)\n\(isShout ? digits.uppercased() : digits)\n"
    let bytes = adding(pngChunk: "tEXt", Array(text.utf8), to: pngData(of: scene))

    let facts = try pictureHeader(of: bytes).facts

    #expect(facts.capturedAt == time && facts.camera == "NIKON D70")
  }

  @Test func `the time of capture is read where it does not belong, and from the time of digitizing`() throws {
    func block(_ tag: Int, _ text: String) -> [UInt8] {
      let bytes = Array(text.utf8) + [0]
      let entry = [UInt8(tag & 255), UInt8(tag >> 8), 2, 0, UInt8(bytes.count), 0, 0, 0, 26, 0, 0, 0]
      return Array("II*\0".utf8) + [8, 0, 0, 0, 1, 0] + entry + [0, 0, 0, 0] + bytes
    }
    for tag in [0x9003, 0x9004] {
      #expect(captureFacts(inEXIF: block(tag, "2026:02:19 14:22:37"))?.capturedAt == time)
    }
  }
}

// MARK: - Files as phones and cameras write them

private func little(_ value: Int, _ length: Int) -> [UInt8] { (0..<length).map { UInt8(value >> (8 * $0) & 255) } }

/// The Exif of the photo is about a second item, too. Nil where the file is not built as libheif builds it.
private func aboutTwoItems(_ heif: [UInt8]) -> [UInt8]? {
  var bytes = heif
  let view = ByteView(heif)
  guard let meta = view.box("meta", in: 0..<heif.count),
    let references = view.box("iref", in: meta.lowerBound + 4..<meta.upperBound),
    let locations = view.box("iloc", in: meta.lowerBound + 4..<meta.upperBound),
    let about = view.boxes(in: references.lowerBound + 4..<references.upperBound).first(where: {
      $0.type == ISOBox.type("cdsc")
    })
  else { return nil }
  func add(_ amount: Int, at offset: Int) {
    let value = (view.big(at: offset, length: 4) ?? 0) + amount
    for index in 0..<4 { bytes[offset + index] = UInt8(value >> (24 - 8 * index) & 255) }
  }
  for content in [meta, references, about.content] { add(2, at: content.lowerBound - 8) }
  bytes[about.content.lowerBound + 3] = 2
  // One entry an item: its number, what says where its data lie, a place of four bytes, and four each for the parts behind it.
  let version = view.big(at: locations.lowerBound, length: 1) ?? 0
  guard view.big(at: locations.lowerBound + 4, length: 2) ?? 0 == 0x4440 else { return nil }
  let count = view.big(at: locations.lowerBound + 6, length: 2) ?? 0
  var position = locations.lowerBound + 8
  for _ in 0..<count {
    position += version == 0 ? 4 : 6
    add(2, at: position)
    position += 6 + 8 * (view.big(at: position + 4, length: 2) ?? 0)
  }
  bytes.insert(contentsOf: [3, 231], at: about.content.lowerBound + 6)
  return bytes
}

private func crw(jpeg: [UInt8]) -> [UInt8] {
  func heap(_ values: [(tag: Int, bytes: [UInt8])]) -> [UInt8] {
    var data: [UInt8] = []
    var directory = little(values.count, 2)
    for (tag, bytes) in values {
      directory += little(tag, 2) + little(bytes.count, 4) + little(data.count, 4)
      data += bytes
    }
    return data + directory + little(data.count, 4)
  }
  let size = little(2160, 4) + little(1440, 4) + [0, 0, 128, 63] + little(0, 16)
  let camera = heap([(0x080A, Array("Canon\0Canon EOS D30\0".utf8))])
  let time = little(1_771_510_957, 4) + little(0, 8)
  let properties = heap([(0x1810, size), (0x180E, time), (0x2807, camera)])
  let head = Array("II".utf8) + little(26, 4) + Array("HEAPCCDR".utf8) + little(0, 12)
  return head + heap([(0x2005, [1, 2, 3]), (0x2007, jpeg), (0x300A, properties)])
}

private func x3f(jpeg: [UInt8]) -> [UInt8] {
  let head = Array("FOVb".utf8) + little(0, 24) + little(2268, 4) + little(1512, 4) + little(0, 24)
  let section =
    Array("SECi".utf8) + little(0x20000, 4) + little(2, 4) + little(18, 4) + little(480, 4) + little(320, 4)
    + little(0, 4)
  let data = head + section + jpeg
  let directory =
    Array("SECd".utf8) + little(0x20000, 4) + little(1, 4) + little(head.count, 4)
    + little(section.count + jpeg.count, 4)
    + Array("IMA2".utf8)
  return data + directory + little(data.count, 4)
}
