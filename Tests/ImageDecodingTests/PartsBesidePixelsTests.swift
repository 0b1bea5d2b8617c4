import ImageDecoding
import PhotoModel
import TestSupport
import Testing

/// What makes none of a file's pixels, and may be worth keeping all the same.
@Suite struct PartsBesidePixelsTests {
  private let picture = TestPictures.scene(seed: 3, size: PixelSize(width: 48, height: 32))

  private func parts(_ bytes: [UInt8]) -> Set<[UInt8]> {
    var parts: Set<[UInt8]> = []
    forEachPartBesidePixels(of: bytes) { parts.insert(Array($0.utf8) + [0] + $1) }
    return parts
  }

  private func jpeg(segment marker: UInt8, _ content: String, in file: [UInt8]? = nil) -> [UInt8] {
    let file = file ?? jpegData(of: picture)
    let length = content.utf8.count + 2
    return file[..<2] + [0xFF, marker, UInt8(length >> 8), UInt8(length & 255)] + Array(content.utf8) + file[2...]
  }

  private var plain: [[UInt8]] {
    [
      jpegData(of: picture), pngData(of: picture), webpData(of: picture), gifData(of: picture), tiffData(of: picture),
    ]
  }

  @Test func `a plain picture has none, however it is coded`() {
    // A TIFF of a scanner names its maker.
    for bytes in plain.dropLast() {
      #expect(parts(bytes).isEmpty, "\(imageFormat(of: bytes).map(\.rawValue) ?? "none")")
    }
    #expect(parts(jpegData(of: picture, quality: 60, progressive: true)).isEmpty)
    // Zeros behind the end, as copies from some cards have them.
    #expect(parts(jpegData(of: picture) + [UInt8](repeating: 0, count: 4096)).isEmpty)
  }

  @Test func `what a program says of itself and of the saving is none`() {
    let packet = xmpPacket(
      "xmp:CreatorTool=\"GIMP 2.10\" xmp:ModifyDate=\"2024-05-12T18:03:21\" xmpMM:InstanceID=\"1\" tiff:Make=\"Canon\"")
    for bytes in plain { #expect(parts(embedding(xmp: packet, in: bytes)) == parts(bytes)) }
    let exif = exifBlock(orientation: .right, software: "GIMP 2.10", thumbnail: jpegData(of: picture))
    #expect(parts(jpegData(of: picture, exif: exif)).isEmpty)
    #expect(parts(adding(pngChunk: "tEXt", Array("Software\0GIMP".utf8), to: pngData(of: picture))).isEmpty)
    #expect(parts(adding(pngChunk: "tIME", [7, 0xE8, 5, 12, 18, 3, 21], to: pngData(of: picture))).isEmpty)
  }

  @Test func `words that are compared by their meaning are none`() {
    let xmpText = xmpPacket("xmp:Rating=\"4\" xmp:Label=\"Red\" xmp:CreateDate=\"2024-05-12T18:03:21\"")
    for bytes in plain { #expect(parts(embedding(xmp: xmpText, in: bytes)) == parts(bytes)) }
  }

  @Test func `a comment, a part of another program and what follows the picture are parts`() {
    let files = [
      jpeg(segment: 0xFE, "Grandma at the lake"), jpeg(segment: 0xE7, "a part that nobody knows"),
      jpegData(of: picture) + Array("a second picture".utf8),
      jpegData(of: picture, exif: exifBlock(lens: "50 mm")),
      jpegData(of: picture, exif: exifBlock(userComment: "Grandma at the lake")),
      embedding(xmp: xmpPacket("photoshop:City=\"Rome\""), in: jpegData(of: picture)),
      // A year alone is no time of capture, and what somebody knew of a scan.
      embedding(xmp: xmpPacket("photoshop:DateCreated=\"1987\""), in: jpegData(of: picture)),
      adding(pngChunk: "tEXt", Array("Author\0Anna".utf8), to: pngData(of: picture)),
      adding(pngChunk: "mkTS", Array("layers".utf8), to: pngData(of: picture)),
      pngData(of: picture) + Array("a second picture".utf8), gifData(of: picture) + Array("more".utf8),
      embedding(xmp: xmpPacket("photoshop:City=\"Rome\""), in: webpData(of: picture)),
      heifData(of: picture, format: .heic) + isoBox("uuid", Array("a movie".utf8)),
    ]
    for (index, bytes) in files.enumerated() { #expect(!parts(bytes).isEmpty, "file \(index)") }
  }

  @Test func `how often an animation plays, and other tones, are parts`() {
    let gif = gifData(of: picture)
    let loop: [UInt8] = [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]
    let palette = gif[10] & 0x80 == 0 ? 13 : 13 + (3 << Int((gif[10] & 7) + 1))
    #expect(parts(gif[..<palette] + loop + gif[palette...]).count == 1)
    #expect(!parts(adding(pngChunk: "gAMA", [0, 1, 0x86, 0xA0], to: pngData(of: picture))).isEmpty)
    #expect(parts(adding(pngChunk: "gAMA", [0, 0, 0xB1, 0x8F], to: pngData(of: picture))).isEmpty)
  }

  @Test func `the parts of a file that has lost one are a subset`() {
    let whole = jpeg(segment: 0xFE, "by the lake", in: jpeg(segment: 0xFE, "Grandma"))
    let poorer = jpeg(segment: 0xFE, "Grandma")
    #expect(parts(poorer).isStrictSubset(of: parts(whole)))
    // What was cut off is another part than the whole.
    let trailer = Array("the whole movie".utf8)
    let cut = parts(jpegData(of: picture) + trailer.dropLast(4))
    #expect(cut.isDisjoint(with: parts(jpegData(of: picture) + trailer)))
  }

  @Test func `changed and shortened files never crash the reader of what makes no pixels`() {
    var random = SeededGenerator(seed: 9)
    for file in plain + [jpeg(segment: 0xFE, "Grandma"), heifData(of: picture, format: .heic)] {
      for count in stride(from: 0, to: file.count, by: 37) { _ = parts(Array(file.prefix(count))) }
      for _ in 0..<200 {
        var bytes = file
        for _ in 0...random.below(8) { bytes[random.below(bytes.count)] = UInt8(random.below(256)) }
        _ = parts(bytes)
      }
    }
  }
}
