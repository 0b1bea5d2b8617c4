import ImageDecoding
import PhotoModel
import TestSupport
import Testing

/// What files carry beside their first picture.
@Suite struct ContentsReadingTests {
  private let picture = TestPictures.scene(seed: 3, size: PixelSize(width: 48, height: 32))

  private func jpeg(xmp attributes: String) -> [UInt8] {
    embedding(xmp: xmpPacket(attributes), in: jpegData(of: picture))
  }

  @Test func `words are read from the place that each format has for them`() {
    for bytes in [
      jpegData(of: picture), pngData(of: picture), gifData(of: picture), webpData(of: picture), tiffData(of: picture),
    ] {
      let text = photoContents(of: embedding(xmp: xmpPacket("xmp:Rating=\"4\""), in: bytes)).metadata
      #expect(text.rating == 4, "\(imageFormat(of: bytes).map(\.rawValue) ?? "none")")
    }
    #expect(photoContents(of: twoPages(tiffData(of: picture))).pages == 2)
  }

  @Test func `a plain picture of any format carries nothing`() {
    let plain: [[UInt8]] = [
      jpegData(of: picture), pngData(of: picture), webpData(of: picture), gifData(of: picture), bmpData(of: picture),
      tiffData(of: picture), heifData(of: picture, format: .heic),
    ]
    for bytes in plain {
      var contents = photoContents(of: bytes)
      // An encoder may name sRGB, or the maker of a scanner.
      contents.gamut = .none
      #expect(contents == PhotoContents(), "\(imageFormat(of: bytes).map(\.rawValue) ?? "none")")
    }
  }

  @Test func `a gain map counts where its picture is, and not where it is only announced`() {
    let announced = jpeg(xmp: "hdrgm:Version=\"1.0\"")
    #expect(!photoContents(of: announced).hasGainMap)
    #expect(photoContents(of: announced + jpegData(of: picture)).hasGainMap)
    #expect(!photoContents(of: jpegData(of: picture) + jpegData(of: picture)).hasGainMap)
  }

  @Test func `a picture behind another one of its size is a view, whatever it says of itself, unless it is a map`() {
    let first = jpegData(of: picture)
    let small = jpegData(of: TestPictures.scene(seed: 3, size: PixelSize(width: 40, height: 30)))
    let depth = embedding(xmp: xmpPacket("dc:title=\"DepthData\""), in: first)

    #expect(photoContents(of: first + jpegData(of: picture, progressive: true)).pages == 2)
    #expect(photoContents(of: first + first + small + first).pages == 3)
    for others in [small, depth] { #expect(photoContents(of: first + others).pages == 1) }
    #expect(photoContents(of: jpeg(xmp: "hdrgm:Version=\"1.0\"") + first).pages == 1)
  }

  @Test func `a movie behind a picture is found with its length, whatever the picture is`() {
    var form = MovieForm(createdAt: 1_700_000_000_000)
    form.milliseconds = 3100
    let pictures = [
      jpegData(of: picture), pngData(of: picture), webpData(of: picture), gifData(of: picture),
      heifData(of: picture, format: .heic),
    ]
    for bytes in pictures {
      #expect(photoContents(of: bytes + movieData(form)).movie == 3100)
      #expect(throws: Never.self) { try decodePicture(bytes + movieData(form), minimumLongSide: nil) }
      #expect(photoContents(of: bytes + [1, 2, 3]).movie == nil)
    }
  }

  @Test func `words, place and offset come from XMP and Exif`() {
    let rated = photoContents(of: jpeg(xmp: "xmp:Rating=\"4\" xmp:Label=\"Red\""))
    #expect(rated.metadata.rating == 4 && rated.metadata.label == "Red")
    // As darktable writes it.
    let copied = photoContents(of: jpeg(xmp: "exif:DateTimeOriginal=\"2021:08:19 18:48:53\""))
    #expect(copied.capturedAt?.iso8601.hasPrefix("2021-08-19T18:48:53") == true)
    let taken = photoContents(of: jpeg(xmp: "exif:DateTimeOriginal=\"2021-08-19T18:48:53+02:00\""))
    #expect(taken.capturedAt?.iso8601.hasPrefix("2021-08-19T18:48:53") == true && taken.timeOffset == 120)
  }

  @Test(arguments: [false, true])
  func `the size that the camera wrote is read from Exif`(isBigEndian: Bool) {
    let size = PixelSize(width: 4032, height: 3024)
    let exif = exifBlock(pixelSize: size, isBigEndian: isBigEndian)
    #expect(photoContents(of: jpegData(of: picture, exif: exif)).statedSize == size)
    let none = exifBlock(pixelSize: PixelSize(width: 0, height: 0), isBigEndian: isBigEndian)
    #expect(photoContents(of: jpegData(of: picture, exif: none)).limited.statedSize == nil)
  }

  @Test func `the depth in the trailer of Samsung's phones is known, and their notes are no depth`() {
    let picture = TestPictures.scene(seed: 2, size: PixelSize(width: 64, height: 48))
    // Bytes of the map that look like the beginning of a picture.
    let map: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2] + [UInt8](repeating: 9, count: 3000)
    let note: (UInt8, String, [UInt8]) = (0x01, "Image_UTC_Data", Array("1714550400000".utf8))
    let deep = sefTrailer([note, (0xB1, "DualShot_DepthMap_1", map), (0xB3, "DualShot_Extra_Info", [1, 2, 3])])
    let heic = heifData(of: picture, format: .heic)

    let files: [[UInt8]] = [jpegData(of: picture) + deep, jpegData(of: picture) + deep + [0, 0], heic + deep]
    for bytes in files {
      #expect(photoContents(of: bytes).hasDepthMap && !hasMissingParts(bytes, photoContents(of: bytes)))
    }
    #expect(photoContents(of: heic + isoBox("sefd", deep)).hasDepthMap)
    let others: [[UInt8]] = [jpegData(of: picture) + sefTrailer([note]), jpegData(of: picture) + deep.dropLast(1)]
    for bytes in others {
      #expect(!photoContents(of: bytes).hasDepthMap)
    }
  }

  @Test func `depth, pages, frames and transparency are those of the file`() throws {
    var deep = PNGForm()
    deep.color = .rgb16
    #expect(photoContents(of: pngData(of: picture, form: deep)).bitsPerChannel == 16)
    var tiff = TIFFForm()
    tiff.bits = 16
    #expect(photoContents(of: tiffData(of: picture, form: tiff)).bitsPerChannel == 16)
    var animated = GIFForm()
    animated.hasMore = true
    #expect(photoContents(of: gifData(of: picture, form: animated)).frames == 2)

    for (alpha, expected) in [(255, .opaque), (120, .used)] as [(UInt8, PhotoContents.Alpha)] {
      var form = PNGForm()
      (form.color, form.alpha) = (.rgba, alpha)
      let bytes = pngData(of: picture, form: form)
      #expect(try decodePicture(bytes, minimumLongSide: nil).alpha == expected)
      let (white, black) = (
        try decodePicture(bytes, minimumLongSide: nil), try decodePicture(bytes, minimumLongSide: nil, ground: 0)
      )
      #expect((white.picture == black.picture) == (alpha == 255))
    }
  }

  @Test func `the steps of a JPEG are read in the order of frequencies`() {
    let steps = lumaSteps(ofJPEG: jpegData(of: picture, quality: 50))
    // ITU-T T.81, table K.1, which libjpeg takes as it is at 50.
    #expect(steps.count == 64 && Array(steps.prefix(8)) == [16, 11, 10, 16, 24, 40, 51, 61] && steps[8] == 12)
    #expect(lumaSteps(ofJPEG: pngData(of: picture)).isEmpty)
  }

  @Test func `changed and shortened files never crash the reader of contents`() {
    var random = SeededGenerator(seed: 8)
    let files = [
      jpeg(xmp: "xmp:Rating=\"4\"") + jpegData(of: picture), pngData(of: picture), webpData(of: picture),
      gifData(of: picture), tiffData(of: picture),
    ]
    for file in files {
      for count in stride(from: 0, to: file.count, by: 37) { _ = photoContents(of: Array(file.prefix(count))) }
      for _ in 0..<200 {
        var bytes = file
        for _ in 0...random.below(8) { bytes[random.below(bytes.count)] = UInt8(random.below(256)) }
        let contents = photoContents(of: bytes).limited
        #expect(PhotoContents(bytes: contents.bytes) != nil)
      }
    }
  }
}
