import ImageDecoding
import PhotoModel
import TestSupport
import Testing

/// A repacked PNG is the same picture with the same chunks in fewer bytes, or there is none.
@Suite struct PNGRepackingTests {
  private static let screen = TestPictures.screen(seed: 5, size: PixelSize(width: 203, height: 149))

  private static func form(_ color: PNGForm.Color, interlaced: Bool = false, alpha: UInt8 = 255) -> PNGForm {
    var form = PNGForm()
    (form.color, form.isInterlaced, form.alpha) = (color, interlaced, alpha)
    return form
  }

  private static let forms: [PNGForm] =
    [PNGForm.Color.rgb, .gray, .palette].flatMap { [form($0), form($0, interlaced: true)] }
    + [PNGForm.Color.rgba, .grayAlpha, .palette].map { form($0, alpha: 120) }

  @Test(arguments: forms) func `a repacked PNG has the pixels of the original and is smaller`(_ form: PNGForm) throws {
    let original = pngData(of: Self.screen, form: form)

    let file = try shrunken(original, by: .lossless)

    #expect(file.method == .repackedPNG && file.bytes.count * 100 < original.count * 95)
    #expect(try decodePicture(file.bytes, minimumLongSide: nil) == decodePicture(original, minimumLongSide: nil))
    try prove(file.bytes, of: original, by: .lossless, method: .repackedPNG)
  }

  @Test func `chunks stay byte for byte, before and behind the pixels, but for where Apple's programs enter them`()
    throws
  {
    let exif = exifBlock(model: "EOS")
    var original = pngData(of: Self.screen, form: Self.form(.rgb, interlaced: true), exif: exif)
    original = adding(pngChunk: "iDOT", [0, 0, 0, 2], to: original)
    for (name, text) in [("tEXt", "Title\0a"), ("tIME", "1234567"), ("gAMA", "abcd"), ("xxXx", "of a program")] {
      original = adding(pngChunk: name, Array(text.utf8), to: original)
    }

    let file = try shrunken(original, by: .lossless)

    #expect(chunks(of: file.bytes) == chunks(of: original).filter { $0.name != "iDOT" })
    #expect(photoContents(of: file.bytes) == photoContents(of: original))
  }

  @Test func `nothing but a faithful PNG is proven`() throws {
    let original = adding(pngChunk: "tEXt", Array("Title\0a".utf8), to: pngData(of: Self.screen))
    let file = try shrunken(original, by: .lossless).bytes
    let other = TestPictures.brightened(Self.screen, by: 1)
    let darker = try shrunken(adding(pngChunk: "tEXt", Array("Title\0a".utf8), to: pngData(of: other)), by: .lossless)
    let bare = try shrunken(pngData(of: Self.screen), by: .lossless).bytes
    let renamed = adding(pngChunk: "tEXt", Array("Title\0b".utf8), to: bare)

    for smaller in [darker.bytes, bare, renamed, Array(file.dropLast(9)), file + [0], original, []] {
      #expect(throws: ShrinkRefusal.notProven) {
        try prove(smaller, of: original, by: .lossless, method: .repackedPNG)
      }
    }
    for index in stride(from: 0, to: file.count, by: 61) {
      var changed = file
      changed[index] ^= 0x10
      #expect(throws: ShrinkRefusal.notProven, "byte \(index)") {
        try prove(changed, of: original, by: .lossless, method: .repackedPNG)
      }
    }
  }

  @Test func `a PNG that is more than eight bits or one picture is refused with the reason`() {
    let png = pngData(of: Self.screen)
    let cases: [([UInt8], ShrinkRefusal)] = [
      (pngData(of: Self.screen, form: Self.form(.rgb16)), .highBitDepth(16)),
      (pngData(of: Self.screen, form: Self.form(.gray16)), .highBitDepth(16)),
      (adding(pngChunk: "acTL", [0, 0, 0, 3, 0, 0, 0, 0], to: png), .severalPictures),
      (adding(pngChunk: "acTL", [0, 0, 0, 1, 0, 0, 0, 0], to: png), .severalPictures),
      (adding(pngChunk: "caBX", [1], to: png), .sealed), (adding(pngChunk: "abCD", [1], to: png), .tiedData),
      (png + movieData(MovieForm()), .movie), (png + Array("PK an archive".utf8), .tiedData),
    ]

    for (bytes, refusal) in cases { #expect(throws: refusal) { try shrunken(bytes, by: .lossless) } }
  }

  @Test func `a damaged PNG is refused, wherever it is cut off or changed`() {
    let png = pngData(of: Self.screen)
    var changed = png
    changed[png.count / 2] ^= 1

    for bytes in [Array(png.dropLast(1)), Array(png[..<(png.count / 2)]), changed] {
      #expect(throws: ShrinkRefusal.damaged) { try shrunken(bytes, by: .lossless) }
    }
  }

  @Test func `a PNG is not fitted, and another format is not shrunk`() {
    let way = ShrinkWay.fit(longSide: 100, byteLimit: nil)

    #expect(throws: ShrinkRefusal.fitNeedsJPEG) { try shrunken(pngData(of: Self.screen), by: way) }
    #expect(throws: ShrinkRefusal.otherFormat(.gif)) { try shrunken(gifData(of: Self.screen), by: .lossless) }
    #expect(throws: ShrinkRefusal.notAPicture) { try shrunken([1, 2, 3], by: .lossless) }
  }

  private struct Chunk: Equatable {
    var name: String
    var content: ArraySlice<UInt8>
  }

  /// The chunks between the header and the end, the pixels' as one without content.
  private func chunks(of png: [UInt8]) -> [Chunk] {
    var (chunks, position): ([Chunk], Int) = ([], 33)
    while position + 12 <= png.count {
      let length = png[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
      let name = String(decoding: png[position + 4..<position + 8], as: UTF8.self)
      let isPixels = name == "IDAT"
      if !isPixels || chunks.last?.name != name {
        chunks.append(Chunk(name: name, content: isPixels ? [] : png[position + 8..<position + 8 + length]))
      }
      position += length + 12
    }
    return chunks
  }
}
