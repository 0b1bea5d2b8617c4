import ImageDecoding
import PhotoModel
import TestSupport
import Testing

/// A fitted JPEG looks the same at its size, keeps the limit, and has the metadata of the original.
@Suite struct JPEGFittingTests {
  private static let scene = TestPictures.scene(seed: 8, size: PixelSize(width: 640, height: 480))

  @Test(arguments: [Orientation.up, .right]) func `a fitted JPEG has the long side asked for, upright as before`(
    _ orientation: Orientation
  ) throws {
    let original = jpegData(of: Self.scene, quality: 95, exif: exifBlock(orientation: orientation, model: "EOS"))
    let way = ShrinkWay.fit(longSide: 320, byteLimit: nil)

    let file = try shrunken(original, by: way)

    guard case .fittedJPEG(let size, let quality, let similarity) = file.method else {
      Issue.record("\(file.method)")
      return
    }
    let (before, after) = (
      try decodePicture(original, minimumLongSide: nil), try decodePicture(file.bytes, minimumLongSide: nil)
    )
    #expect(size == PixelSize(width: 320, height: 240) && quality == 92 && similarity >= 0.98)
    #expect(after.fullSize == before.fullSize.fitted(longSide: 320) && after.warnings == 0)
    #expect(after.facts == before.facts && photoContents(of: file.bytes) == photoContents(of: original))
    #expect(difference(after.picture, before.picture.areaAveraged(to: after.fullSize)) < 4)
    try prove(file.bytes, of: original, by: way, method: file.method)
  }

  @Test func `data of Samsung's phones behind the picture are kept where they stay true, else the photo is left alone`()
    throws
  {
    let original = jpegData(of: Self.scene, quality: 95)
    let way = ShrinkWay.fit(longSide: 320, byteLimit: nil)
    let note: (UInt8, String, [UInt8]) = (0x01, "Image_UTC_Data", Array("1714550400000".utf8))
    let notes = sefTrailer([note])

    let file = try shrunken(original + notes, by: way)
    #expect(file.bytes.suffix(notes.count).elementsEqual(notes))
    try prove(file.bytes, of: original + notes, by: way, method: file.method)

    let depth = sefTrailer([note, (0xB1, "DualShot_DepthMap_1", [UInt8](repeating: 7, count: 400))])
    #expect(throws: ShrinkRefusal.depthMap) { try shrunken(original + depth, by: way) }
    let edit = sefTrailer([note, (0xA1, "PhotoEditor_Re_Edit_Data", Array("{}".utf8))])
    for tied in [edit, Array("of the maker SEFT".utf8)] {
      #expect(throws: ShrinkRefusal.tiedData) { try shrunken(original + tied, by: way) }
    }
  }

  @Test func `of the qualities the best that keeps the limit is taken`() throws {
    let original = jpegData(of: Self.scene, quality: 98)
    let free = try shrunken(original, by: .fit(longSide: 480, byteLimit: nil)).bytes.count
    let way = ShrinkWay.fit(longSide: 480, byteLimit: ByteCount(Int64(free - 1)))

    let file = try shrunken(original, by: way)

    guard case .fittedJPEG(_, let quality, _) = file.method else {
      Issue.record("\(file.method)")
      return
    }
    #expect((80..<92).contains(quality) && file.bytes.count < free)
    try prove(file.bytes, of: original, by: way, method: file.method)
    #expect(throws: ShrinkRefusal.limitTooSmall) {
      try shrunken(original, by: .fit(longSide: 480, byteLimit: ByteCount(2000)))
    }
  }

  @Test func `a picture that no quality keeps similar enough is left alone`() {
    var random = SeededGenerator(seed: 4)
    let noise = RGBPicture(width: 400, height: 300, pixels: (0..<360_000).map { _ in UInt8(120 + random.below(17)) })
    let original = jpegData(of: noise, quality: 100, subsampling: .full)

    #expect(throws: ShrinkRefusal.losesDetail) { try shrunken(original, by: .fit(longSide: 390, byteLimit: nil)) }
  }

  @Test func `a limit alone keeps the size`() throws {
    let original = jpegData(of: Self.scene, quality: 98)

    let file = try shrunken(original, by: .fit(longSide: 4096, byteLimit: ByteCount(Int64(original.count * 2 / 3))))

    #expect(try pictureHeader(of: file.bytes).size == Self.scene.size)
    #expect(file.bytes.count <= original.count * 2 / 3)
  }

  @Test func `a photo within the limits is left alone`() {
    let original = jpegData(of: Self.scene)
    for way in [ShrinkWay.fit(longSide: 640, byteLimit: nil), .fit(longSide: 2048, byteLimit: ByteCount(1_000_000))] {
      #expect(throws: ShrinkRefusal.fitsAlready) { try shrunken(original, by: way) }
    }
  }

  @Test(arguments: [JPEGForm.Color.gray, .rgb])
  func `gray stays gray, and colours stored without their transform stay right`(
    _ color: JPEGForm.Color
  ) throws {
    var form = JPEGForm()
    (form.color, form.quality, form.sampling) = (color, 97, .full)
    let original = jpegData(of: Self.scene, form: form)

    let file = try shrunken(original, by: .fit(longSide: 300, byteLimit: nil))

    let (before, after) = (
      try decodePicture(original, minimumLongSide: nil), try decodePicture(file.bytes, minimumLongSide: nil)
    )
    #expect(difference(after.picture, before.picture.areaAveraged(to: after.fullSize)) < 4)
    #expect(color != .gray || zip(after.picture.pixels, after.picture.pixels.dropFirst()).prefix(2).allSatisfy(==))
  }

  @Test func `the numbers of pixels in Exif become those of the fitted picture`() throws {
    // Width and height of the picture (SHORT, LONG), little-endian, in an Exif directory of their own.
    func entry(_ tag: Int, _ type: Int, _ value: Int) -> [UInt8] {
      [tag & 255, tag >> 8, type, 0, 1, 0, 0, 0, value & 255, value >> 8, 0, 0].map(UInt8.init)
    }
    let header = Array("II*\0".utf8) + [8, 0, 0, 0]
    func block(_ width: Int, _ height: Int) -> [UInt8] {
      header + [1, 0] + entry(0x8769, 4, 26) + [0, 0, 0, 0] + [2, 0] + entry(0xA002, 3, width)
        + entry(0xA003, 4, height)
        + [0, 0, 0, 0]
    }
    let original = jpegData(of: Self.scene, quality: 95, exif: block(640, 480))
    let way = ShrinkWay.fit(longSide: 320, byteLimit: nil)

    let file = try shrunken(original, by: way)

    let wanted = Array("Exif\0\0".utf8) + block(320, 240)
    #expect(file.bytes.indices.contains { file.bytes[$0...].starts(with: wanted) })
    try prove(file.bytes, of: original, by: way, method: file.method)
  }

  @Test func `nothing but a similar file with its metadata is proven`() throws {
    let exif = exifBlock(model: "EOS")
    let original = jpegData(of: Self.scene, quality: 95, exif: exif)
    let way = ShrinkWay.fit(longSide: 320, byteLimit: nil)
    let file = try shrunken(original, by: way)
    let bare = try shrunken(jpegData(of: Self.scene, quality: 95), by: way).bytes
    let mirrored = try shrunken(jpegData(of: TestPictures.mirrored(Self.scene), quality: 95, exif: exif), by: way).bytes
    let smaller = try shrunken(original, by: .fit(longSide: 300, byteLimit: nil)).bytes
    let coarse = jpegData(
      of: TestPictures.resized(Self.scene, to: PixelSize(width: 320, height: 240)), quality: 10, exif: exif)

    for other in [bare, mirrored, smaller, coarse, Array(file.bytes.dropLast(30)), original] {
      #expect(throws: ShrinkRefusal.notProven) { try prove(other, of: original, by: way, method: file.method) }
    }
    #expect(throws: ShrinkRefusal.notProven) {
      let limit = ShrinkWay.fit(longSide: 320, byteLimit: ByteCount(Int64(file.bytes.count - 1)))
      try prove(file.bytes, of: original, by: limit, method: file.method)
    }
  }

  /// The mean difference of the values of two pictures of one size.
  private func difference(_ one: RGBPicture, _ other: RGBPicture) -> Double {
    Double(zip(one.pixels, other.pixels).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }) / Double(one.pixels.count)
  }
}
