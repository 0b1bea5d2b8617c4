import ImageDecoding
import PhotoModel
import TestSupport
import Testing

@Suite struct PNGDecodingTests {
  private let scene = TestPictures.scene(seed: 11, size: PixelSize(width: 67, height: 45))

  @Test(arguments: PNGForm.Color.allCases, [false, true])
  func `every colour type and depth gives the pixels that were stored`(color: PNGForm.Color, isInterlaced: Bool) throws
  {
    var form = PNGForm()
    form.color = color
    form.isInterlaced = isInterlaced
    let bytes = pngData(of: scene, form: form)

    let decoded = try decodePicture(bytes, minimumLongSide: nil)
    let luma = try decodeLuma(bytes, minimumLongSide: nil)

    #expect(decoded.warnings == 0)
    #expect(decoded.fullSize == scene.size)
    #expect(try pictureHeader(of: bytes).isProgressive == isInterlaced)
    switch color {
    case .rgb, .rgba, .rgb16, .rgba16:
      #expect(decoded.picture == scene)
      #expect(luma.luma == scene.luma)
    case .gray, .gray16, .grayAlpha:
      #expect(decoded.picture.luma == scene.luma)
      #expect(luma.luma == scene.luma)
    case .palette:
      let expected = scene.pixels.map { ($0 >> 6) * 85 }
      #expect(decoded.picture.pixels == expected)
      #expect(luma.luma == decoded.picture.luma)
    }
  }

  @Test(arguments: [PNGForm.Color.rgba, .rgba16, .grayAlpha, .palette])
  func `transparency lies on white`(color: PNGForm.Color) throws {
    var form = PNGForm()
    form.color = color
    for alpha: UInt8 in [0, 1, 128, 254] {
      form.alpha = 255
      let opaque = try decodePicture(pngData(of: scene, form: form), minimumLongSide: nil).picture.pixels
      form.alpha = alpha

      let flattened = try decodePicture(pngData(of: scene, form: form), minimumLongSide: nil).picture.pixels

      for (index, value) in opaque.enumerated() {
        // The first 32 of the 64 palette colours are the transparent ones: red below 128.
        let isTransparent = color != .palette || opaque[index / 3 * 3] < 128
        let expected = isTransparent ? (Int(value) * Int(alpha) + 255 * (255 - Int(alpha)) + 127) / 255 : Int(value)
        if Int(flattened[index]) != expected {
          Issue.record("byte \(index): \(flattened[index]), not \(expected)")
          return
        }
      }
    }
  }

  @Test(arguments: Orientation.allCases)
  func `a PNG with an orientation is turned, small or not`(orientation: Orientation) throws {
    let stored = TestPictures.stored(scene, orientation: orientation)
    let bytes = pngData(of: stored, exif: exifBlock(orientation: orientation, model: "Scanner"))

    #expect(try decodePicture(bytes, minimumLongSide: nil).picture == scene)
    #expect(try decodePicture(bytes, minimumLongSide: nil).facts.model == "Scanner")
    #expect(
      try decodeLuma(bytes, minimumLongSide: 30).luma == scene.luma.areaAveraged(to: scene.size.fitted(longSide: 30)))
  }

  @Test(arguments: [1, 10, 44, 66, 67, 68, 4000])
  func `a smaller picture is the exact area average`(minimum: Int) throws {
    var form = PNGForm()
    for isInterlaced in [false, true] {
      form.isInterlaced = isInterlaced

      let decoded = try decodePicture(pngData(of: scene, form: form), minimumLongSide: minimum)

      #expect(decoded.picture == scene.areaAveraged(to: scene.size.fitted(longSide: minimum)))
      #expect(decoded.fullSize == scene.size)
    }
  }

  @Test func `a cut off PNG is refused`() {
    let bytes = pngData(of: scene)
    for part in 0..<16 {
      #expect(throws: DecodingError.self) {
        try decodePicture(Array(bytes.prefix(bytes.count * part / 16)), minimumLongSide: nil)
      }
    }
  }

  @Test func `the program that wrote a PNG is known from its text`() throws {
    let bytes = pngData(of: scene)
    let text = ascii("Software\0gnome-screenshot")

    let facts = try pictureHeader(of: Array(bytes.prefix(33)) + pngChunk("tEXt", text) + bytes.dropFirst(33)).facts

    #expect(facts.software == "gnome-screenshot")
    #expect(!facts.hasCameraMetadata)
  }

  @Test(arguments: [
    ("iTXt", "Software\0\0\0\0\0Flameshot", "Flameshot"), ("tEXt", "mxfile\0<mxfile>", "draw.io"),
    ("iTXt", "application/vnd.excalidraw+json\0\0\0\0\0{}", "Excalidraw"),
    ("iTXt", "Microsoft.GameDVR.Title\0\0\0\0\0Halo", "Xbox Game Bar"), ("tEXt", "Comment\0hello", nil),
  ]) func `a text that one program alone writes names it`(type: String, content: String, program: String?) throws {
    let bytes = adding(pngChunk: type, ascii(content), to: pngData(of: scene))

    #expect(try pictureHeader(of: bytes).facts.software == program)
  }
}

/// A chunk with its length and checksum.
func pngChunk(_ type: String, _ content: [UInt8], claimedLength: Int? = nil) -> [UInt8] {
  func big(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
  let body = ascii(type) + content
  return big(claimedLength ?? content.count) + body + big(Int(checksum(body)))
}

/// CRC-32 as PNG has it (ISO 3309).
private func checksum(_ bytes: [UInt8]) -> UInt32 {
  var sum = UInt32.max
  for byte in bytes {
    sum ^= UInt32(byte)
    for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
  }
  return ~sum
}
