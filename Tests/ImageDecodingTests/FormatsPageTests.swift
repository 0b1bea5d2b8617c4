import Foundation
import ImageDecoding
import PhotoModel
import TestSupport
import Testing

/// docs/FORMATS.md says what is read of each format: its table is what comes out of files that hold it.
///
/// `DECKLE_RECORD_GOLDENS=1` writes the page.
@Suite struct FormatsPageTests {
  private static let picture = TestPictures.scene(seed: 7, size: PixelSize(width: 64, height: 48))
  private static let time = CaptureTime(milliseconds: 1_700_000_000_000)

  /// A column of the table: what a file may hold, a file of a format with it, and whether it was found.
  private struct Column: Sendable {
    var title: String
    /// Nil where the format has no place for it, or nobody writes it.
    var file: @Sendable (ImageFormat) -> [UInt8]?
    var isFound: @Sendable ([UInt8]) -> Bool
  }

  private static func plain(_ format: ImageFormat, exif: [UInt8]? = nil) -> [UInt8]? {
    switch format {
    case .jpeg: jpegData(of: picture, exif: exif)
    case .png: pngData(of: picture, exif: exif)
    case .webp: webpData(of: picture, exif: exif)
    case .heic, .avif: heifData(of: picture, format: format, exif: exif)
    case .gif: exif == nil ? gifData(of: picture) : nil
    case .bmp: exif == nil ? bmpData(of: picture) : nil
    case .tiff: exif == nil ? tiffData(of: picture) : nil
    case .jxl: jxlData(of: picture, exif: exif)
    case .jp2: jp2Data(of: picture) + (exif.map { isoBox("uuid", Array("JpgTiffExif->JP2".utf8) + $0) } ?? [])
    case .raw:
      rawData(
        .dng, jpeg: jpegData(of: picture), thumbnail: [], size: PixelSize(width: 128, height: 96), orientation: .right)
    }
  }

  private static func contents(_ bytes: [UInt8]) -> PhotoContents { photoContents(of: bytes) }

  private static let columns: [Column] = [
    Column(title: "pixels", file: { plain($0) }, isFound: { (try? decodePicture($0, minimumLongSide: nil)) != nil }),
    Column(
      title: "time, camera",
      file: { format in
        format == .raw ? plain(.raw) : plain(format, exif: exifBlock(capturedAt: time, make: "Maker", model: "M"))
      },
      isFound: { bytes in (try? pictureHeader(of: bytes))?.facts.make != nil }),
    Column(
      title: "turned",
      file: { format in format == .raw ? plain(.raw) : turned(format) },
      isFound: { bytes in
        (try? decodePicture(bytes, minimumLongSide: nil)).map { $0.fullSize.height > $0.fullSize.width } ?? false
      }),
    Column(
      title: "ratings, titles (XMP)",
      file: { format in
        guard [.jpeg, .png, .gif, .webp, .tiff, .jxl, .jp2].contains(format) else { return nil }
        return plain(format, exif: format == .jxl ? exifBlock() : nil).map {
          embedding(xmp: xmpPacket("xmp:Rating=\"4\""), in: $0)
        }
      },
      isFound: { contents($0).metadata.rating == 4 }),
    Column(
      title: "several pictures", file: { several($0) }, isFound: { contents($0).frames > 1 || contents($0).pages > 1 }),
    Column(
      title: "transparency", file: { transparent($0) },
      isFound: { (try? decodePicture($0, minimumLongSide: nil))?.alpha == .used }),
    Column(title: "more than 8 bits", file: { deep($0) }, isFound: { contents($0).bitsPerChannel > 8 }),
    Column(
      title: "HDR gain map",
      file: { format in
        if format == .jxl { return plain(.jxl, exif: exifBlock()).map { $0 + isoBox("jhgm", [0]) } }
        guard format == .jpeg else { return format == .heic ? tiny(.heic, "gain map") : nil }
        let announced = embedding(xmp: xmpPacket("hdrgm:Version=\"1.0\""), in: jpegData(of: picture))
        return announced + jpegData(of: picture, quality: 50)
      }, isFound: { contents($0).hasGainMap }),
    Column(
      title: "movie inside",
      file: { format in
        guard [.jpeg, .png, .gif, .webp, .heic, .jxl, .jp2].contains(format) else { return nil }
        return plain(format).map { $0 + movieData(MovieForm(createdAt: 1_700_000_000_000)) }
      }, isFound: { contents($0).movie != nil }),
  ]

  private static func turned(_ format: ImageFormat) -> [UInt8]? {
    guard format != .tiff else {
      var form = TIFFForm()
      form.orientation = .right
      return tiffData(of: picture, form: form)
    }
    if format == .jxl {
      var form = JXLForm()
      form.orientation = .right
      return jxlData(of: picture, form: form)
    }
    // A HEIC has boxes for it, and its Exif only repeats them.
    return [.jpeg, .png, .webp, .jp2].contains(format) ? plain(format, exif: exifBlock(orientation: .right)) : nil
  }

  private static func several(_ format: ImageFormat) -> [UInt8]? {
    switch format {
    case .gif:
      var form = GIFForm()
      form.hasMore = true
      return gifData(of: picture, form: form)
    case .tiff: return twoPages(tiffData(of: picture))
    case .png: return adding(pngChunk: "acTL", [0, 0, 0, 3, 0, 0, 0, 0], to: pngData(of: picture))
    case .webp, .jxl: return tiny(format, "animated")
    case .jp2: return jp2Data(of: picture) + isoBox("jp2c", [0xFF, 0x4F])
    default: return nil
    }
  }

  private static func transparent(_ format: ImageFormat) -> [UInt8]? {
    switch format {
    case .png:
      var form = PNGForm()
      (form.color, form.alpha) = (.rgba, 100)
      return pngData(of: picture, form: form)
    case .webp:
      var form = WebPForm()
      form.alpha = 100
      return webpData(of: picture, form: form)
    case .heic, .avif: return heifData(of: picture, format: format, alpha: 100)
    case .tiff:
      var form = TIFFForm()
      form.alpha = 100
      return tiffData(of: picture, form: form)
    case .gif:
      var form = GIFForm()
      form.transparent = 5
      return gifData(of: picture, form: form)
    case .bmp:
      var form = BMPForm()
      (form.depth, form.alpha) = (.bits32, 100)
      return bmpData(of: picture, form: form)
    case .jxl:
      var form = JXLForm()
      form.alpha = 100
      return jxlData(of: picture, form: form)
    case .jp2:
      var form = JP2Form()
      form.alpha = 100
      return jp2Data(of: picture, form: form)
    case .jpeg, .raw: return nil
    }
  }

  private static func deep(_ format: ImageFormat) -> [UInt8]? {
    switch format {
    case .png:
      var form = PNGForm()
      form.color = .rgb16
      return pngData(of: picture, form: form)
    case .tiff:
      var form = TIFFForm()
      form.bits = 16
      return tiffData(of: picture, form: form)
    case .jxl:
      var form = JXLForm()
      form.bits = 16
      return jxlData(of: picture, form: form)
    case .jp2:
      var form = JP2Form()
      form.bits = 16
      return jp2Data(of: picture, form: form)
    default: return nil
    }
  }

  private static func tiny(_ format: ImageFormat, _ kind: String) -> [UInt8]? {
    TinyPicture.all.first { $0.format == format && $0.kind == kind }?.bytes
  }

  @Test(.enabled(if: FormatSupport.all.allSatisfy(\.isBuiltIn), "this build is without a library that the page names"))
  func `the page says what is read of each format, and nothing else`() throws {
    var lines = [
      "# Formats", "",
      "What is read of the pictures that people have, and by what. Whatever is in a file and not in a column stays with it: Deckle",
      "changes no photo that it scans. ✓ was read from a file that holds it (`FormatsPageTests` tries them all and writes the",
      "table); an empty field was not tried, because the format has no place for it or no file of it could be made.",
      "",
      "| format | endings | read by | " + Self.columns.map(\.title).joined(separator: " | ") + " |",
      "|---|---|---|" + String(repeating: "---|", count: Self.columns.count),
    ]
    for support in FormatSupport.all {
      let format = support.format
      let cells = Self.columns.map { column -> String in
        guard let file = column.file(format) else { return "" }
        let isFound = column.isFound(file)
        #expect(isFound, "\(column.title) of \(format.title)")
        return isFound ? "✓" : "no"
      }
      let endings = format.endings.sorted().joined(separator: ", ")
      lines.append("| \(format.title) | \(endings) | \(support.oldest) | \(cells.joined(separator: " | ")) |")
    }
    lines += [
      "",
      "Versions are the oldest that are tried (Debian 12). RAW is read by the JPEG that cameras put inside; nothing is developed.",
      "What is optional is read where the library was there when Deckle was built: the Debian package and the portable build read no",
      "JPEG XL, because libjxl has another name in each release of Debian. Without its library such a picture is listed as not read.",
      "Recognised, listed as not read, and left where they are: \(FormatSupport.otherFormats.joined(separator: ", ")).",
      "",
      "`deckle doctor` tries all of it on the machine it runs on, in the process that may open no file.",
    ]
    let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
      .appending(path: "docs/FORMATS.md")
    let text = lines.joined(separator: "\n") + "\n"
    if ProcessInfo.processInfo.environment["DECKLE_RECORD_GOLDENS"] != nil {
      try text.write(to: page, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: page, encoding: .utf8) == text, "docs/FORMATS.md is not what is read")
  }
}

extension FormatSupport {
  /// The oldest version that is tried, that of Debian 12: "libheif 1.15".
  fileprivate var oldest: String {
    switch format {
    case .jpeg: "libjpeg-turbo 2.1"
    case .png: "libpng 1.6"
    case .heic: "libheif 1.15, libde265 1.0.11"
    case .avif: "libheif 1.15"
    case .webp: "libwebp 1.2"
    case .tiff: "libtiff 4.5"
    case .jxl: "libjxl 0.7, optional"
    case .jp2: "OpenJPEG 2.5, optional"
    case .gif, .bmp, .raw: "Deckle itself"
    }
  }
}
