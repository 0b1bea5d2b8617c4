import ImageDecoding
import PhotoModel
import SystemPackage
import TestSupport
import Testing

/// A repacked JPEG is the same picture with the same metadata in fewer bytes, or there is none.
@Suite struct JPEGRepackingTests {
  private static let scene = TestPictures.scene(seed: 3, size: PixelSize(width: 203, height: 149))

  /// The form of a camera's file.
  private static func form(_ change: (inout JPEGForm) -> Void = { _ in }) -> JPEGForm {
    var form = JPEGForm()
    (form.hasStandardTables, form.quality) = (true, 70)
    change(&form)
    return form
  }

  private static let forms: [JPEGForm] =
    JPEGForm.Sampling.allCases.map { sampling in form { $0.sampling = sampling } } + [
      form { $0.color = .gray }, form { ($0.color, $0.quality) = (.rgb, 40) }, form { $0.restartInterval = 3 },
    ]

  @Test(arguments: forms) func `a repacked JPEG has the pixels of the original and is smaller`(_ form: JPEGForm) throws
  {
    let original = jpegData(of: Self.scene, form: form)

    let file = try shrunken(original, by: .lossless)

    #expect(file.bytes.count * 100 < original.count * 95)
    #expect(try decodePicture(file.bytes, minimumLongSide: nil) == decodePicture(original, minimumLongSide: nil))
    try prove(file.bytes, of: original, by: .lossless, method: file.method)
  }

  @Test func `of both encodings the smaller one is taken`() throws {
    // A photo, which drawn pictures differ from in this.
    let samples = FilePath(#filePath).removingLastComponent().appending("../../sampledata/2023 Summer")
    let large = try shrunken(readFile(samples.appending("IMG_2160.JPG")), by: .lossless)
    let flat = RGBPicture(width: 16, height: 16, pixels: [UInt8](repeating: 90, count: 768))
    let small = try shrunken(jpegData(of: flat, form: Self.form()), by: .lossless)

    #expect(large.method == .progressiveJPEG)
    #expect(small.method == .sequentialJPEG)
  }

  @Test func `segments and what follows the end stay byte for byte`() throws {
    let exif = exifBlock(orientation: .right, make: "Canon", model: "EOS")
    let extended = segment(0xE1, Array("http://ns.adobe.com/xmp/extension/\0".utf8) + [UInt8](repeating: 7, count: 90))
    let comment = segment(0xFE, Array("a comment".utf8))
    let profile = segment(0xE2, Array("ICC_PROFILE\0\u{1}\u{1}".utf8) + [UInt8](repeating: 3, count: 500))
    let odd = segment(0xEF, [])
    let trailer = Array("of the maker SEFT".utf8)
    let original =
      inserting(extended + comment + profile + odd, into: jpegData(of: Self.scene, form: Self.form(), exif: exif))
      + trailer

    let file = try shrunken(original, by: .lossless)

    #expect(file.bytes.starts(with: original[..<(2 + extended.count + comment.count + profile.count + odd.count)]))
    #expect(file.bytes.suffix(trailer.count).elementsEqual(trailer))
    #expect(photoContents(of: file.bytes) == photoContents(of: original))
    try prove(file.bytes, of: original, by: .lossless, method: file.method)
  }

  @Test func `nothing but a faithful JPEG is proven`() throws {
    let original = jpegData(of: Self.scene, form: Self.form(), exif: exifBlock(model: "EOS"))
    let file = try shrunken(original, by: .lossless)
    let worse = try shrunken(jpegData(of: Self.scene, form: Self.form { $0.quality = 60 }), by: .lossless).bytes
    let bare = try shrunken(jpegData(of: Self.scene, form: Self.form()), by: .lossless).bytes
    let other = try shrunken(jpegData(of: TestPictures.mirrored(Self.scene), form: Self.form()), by: .lossless).bytes
    let cut = Array(file.bytes.dropLast(40))
    let longer = file.bytes + [0]

    for smaller in [worse, bare, other, cut, longer, original, []] {
      #expect(throws: ShrinkRefusal.notProven) {
        try prove(smaller, of: original, by: .lossless, method: file.method)
      }
    }
    for index in stride(from: 2, to: file.bytes.count, by: 97) {
      var changed = file.bytes
      changed[index] ^= 0x10
      #expect(throws: ShrinkRefusal.notProven, "byte \(index)") {
        try prove(changed, of: original, by: .lossless, method: file.method)
      }
    }
  }

  @Test func `a file that is as small as it gets is left alone`() throws {
    let smallest = try shrunken(jpegData(of: Self.scene, form: Self.form()), by: .lossless).bytes

    #expect(throws: ShrinkRefusal.noGain) { try shrunken(smallest, by: .lossless) }
  }

  @Test func `an arithmetic JPEG is read, and there is nothing to gain`() throws {
    #expect(throws: ShrinkRefusal.noGain) { try shrunken(jpegData(of: Self.scene, arithmetic: true), by: .lossless) }
  }

  @Test(arguments: [JPEGForm.Color.cmyk, .adobeCMYK, .adobeYCCK]) func `a JPEG of four inks is refused`(
    _ color: JPEGForm.Color
  ) {
    let original = jpegData(of: Self.scene, form: Self.form { $0.color = color })

    #expect(throws: ShrinkRefusal.inks) { try shrunken(original, by: .lossless) }
  }

  @Test func `a JPEG that is more than a picture is refused with the reason`() {
    let jpeg = jpegData(of: Self.scene, form: Self.form())
    let gainMap = segment(0xE2, Array("urn:iso:std:iso:ts:21496:-1\0".utf8))
    let depth = inserting(segment(0xE1, Array("DepthData".utf8)), into: jpeg)
    let seal = segment(0xEB, Array("JP\0\u{1}jumb c2pa".utf8))
    let index = segment(0xE2, Array("MPF\0".utf8) + [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 0])
    let sound = segment(0xE2, Array("FPXR\0 RIFF".utf8))
    let cases: [([UInt8], ShrinkRefusal)] = [
      (inserting(gainMap, into: jpeg) + jpeg, .gainMap), (jpeg + depth, .depthMap), (jpeg + jpeg, .severalPictures),
      (jpeg + movieData(MovieForm()), .movie), (inserting(sound, into: jpeg), .sound),
      (inserting(seal, into: jpeg), .sealed), (inserting(index, into: jpeg), .severalPictures),
      (jpeg + Array("PK\u{3}\u{4} an archive".utf8), .tiedData),
    ]

    for (bytes, refusal) in cases { #expect(throws: refusal) { try shrunken(bytes, by: .lossless) } }
  }

  @Test func `a damaged JPEG is refused, wherever it is cut off or changed`() {
    let original = jpegData(of: Self.scene, form: Self.form { $0.restartInterval = 2 })
    let scan = original.count / 2

    let gap = Array(original[..<scan] + original[(scan + 300)...])

    for bytes in [Array(original[..<scan]), original.dropLast(12), gap] {
      #expect(throws: ShrinkRefusal.damaged) { try shrunken(bytes, by: .lossless) }
    }
  }

  @Test func `a JPEG that lacks only its end marker gets one`() throws {
    let original = jpegData(of: Self.scene, form: Self.form { $0.restartInterval = 2 })
    let whole = try shrunken(original, by: .lossless).bytes

    #expect(try shrunken(original.dropLast(2), by: .lossless).bytes == whole)
    #expect(whole.suffix(2) == [0xFF, 0xD9])
  }

  @Test func `zeros before the end marker are removed`() throws {
    let original = jpegData(of: Self.scene, form: Self.form { $0.restartInterval = 2 })
    let whole = try shrunken(original, by: .lossless).bytes

    let filled: [UInt8] = Array(original.dropLast(2)) + [UInt8](repeating: 0, count: 7) + [0xFF, 0xD9]

    #expect(try shrunken(filled, by: .lossless).bytes == whole)
  }

  @Test func `other processes and depths are refused`() throws {
    var original = jpegData(of: Self.scene, form: Self.form())
    let frame = try #require(original.indices.first { original[$0] == 0xFF && original[$0 + 1] == 0xC0 })
    original[frame + 1] = 0xC3
    #expect(throws: ShrinkRefusal.unsupportedCoding) { try shrunken(original, by: .lossless) }

    original[frame + 1] = 0xC1
    original[frame + 4] = 12
    #expect(throws: ShrinkRefusal.highBitDepth(12)) { try shrunken(original, by: .lossless) }
  }
}

/// A segment of a JPEG.
func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
  [0xFF, marker, UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 0xFF)] + content
}

/// A JPEG with segments behind its first marker.
func inserting(_ segments: [UInt8], into jpeg: [UInt8]) -> [UInt8] { jpeg[..<2] + segments + jpeg[2...] }
