import Foundation
import ImageDecoding
import PhotoModel
import Testing

/// Hundreds of real pictures, whole and broken, with what a decoder should make of them. They are not part of the
/// project; where the folder is absent this suite is skipped.
@Suite(.enabled(if: Corpus.isPresent, "no ../shared/corpus beside the package"))
struct CorpusTests {
  @Test(arguments: ["jpeg", "png", "heif", "webp", "bmp", "tiff", "unknown"])
  func `every file ends as the manifest says`(format: String) throws {
    for entry in try Corpus.entries() where entry.format == format {
      let bytes = try Corpus.bytes(of: entry)
      do {
        let decoded = try decodePicture(bytes, minimumLongSide: nil)
        let small = try decodeLuma(bytes, minimumLongSide: 200)

        // "skipped": the reference does not know the format.
        #expect(["decodes", "decodes_or_error", "skipped"].contains(entry.expected), "\(entry.file)")
        let header = try pictureHeader(of: bytes)
        if !entry.size.isEmpty {
          #expect("\(header.storedSize.width)x\(header.storedSize.height)" == entry.size, "\(entry.file)")
        }
        #expect(decoded.fullSize == header.size && decoded.picture.size == header.size, "\(entry.file)")
        #expect(small.fullSize == header.size, "\(entry.file)")
        if entry.format == "jpeg" {
          // With this warning alone nothing but the end marker may be missing.
          let mayBeWhole = entry.reference.contains(" warn=1 Premature end of JPEG file")
          let isPartial = entry.reference.hasPrefix("partial")
          #expect(decoded.warnings > 0 ? isPartial : !isPartial || mayBeWhole, "\(entry.file)")
        }
      } catch {
        #expect(entry.expected != "decodes", "\(entry.file): \(error.sentence)")
        #expect(error != .outOfMemory && error.sentence.hasSuffix("."), "\(entry.file)")
        if entry.expected == "toobig" { #expect(error.skippedReason == .tooLarge, "\(entry.file)") }
      }
    }
  }

  @Test func `the one-pass reader gives the luma of libjpeg or declines`() throws {
    var read = 0
    for entry in try Corpus.entries() where entry.format == "jpeg" {
      let bytes = try Corpus.bytes(of: entry)
      guard let header = try? pictureHeader(of: bytes), header.size.pixels < 2_000_000 else { continue }
      for eighths in 1...3 {
        guard let found = try? onePassLuma(bytes, eighths: eighths) else { continue }
        let library = try libraryLuma(bytes, eighths: eighths)
        #expect(library.warnings == 0 && library.luma == found.luma, "\(entry.file)")
        read += 1
      }
    }
    #expect(read > 100)
  }

  @Test(arguments: [ShrinkWay.lossless, .fit(longSide: 256, byteLimit: nil)])
  func `what is made smaller is proven, and damaged files are left alone`(way: ShrinkWay) throws {
    var count = 0
    for entry in try Corpus.entries() where entry.format == "jpeg" || entry.format == "png" {
      let bytes = try Corpus.bytes(of: entry)
      guard bytes.count < 400_000, let file = try? shrunken(bytes, by: way) else { continue }
      #expect(throws: Never.self, "\(entry.file)") {
        try prove(file.bytes, of: bytes, by: way, method: file.method)
      }
      // Of a PNG that may be the metadata, which stay as they are.
      let isPartial = entry.format == "jpeg" && entry.reference.hasPrefix("partial")
      #expect(entry.expected != "toobig" && !isPartial, "\(entry.file)")
      count += 1
    }
    #expect(count > 20)
  }

  @Test func `every format is recognised`() throws {
    for entry in try Corpus.entries() {
      let format = imageFormat(of: try Corpus.bytes(of: entry))
      let isFamily = format == .heic || format == .avif
      let formatName = isFamily ? "heif" : format?.rawValue ?? "unknown"
      // The manifest knows neither JPEG XL nor JPEG 2000.
      if entry.format == "unknown", format == .jxl || format == .jp2 { continue }
      // The manifest calls every file with an ftyp box heif; of those, only the ones with a picture's brand are.
      if entry.format != "heif" || entry.expected == "decodes" { #expect(formatName == entry.format, "\(entry.file)") }
    }
  }
}

private enum Corpus {
  struct Entry {
    var file: String
    var expected: String
    var format: String
    /// As stored, "1600x1200"; empty where unknown.
    var size: String
    var reference: String
  }

  static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "../shared/corpus").standardizedFileURL

  static var isPresent: Bool { FileManager.default.fileExists(atPath: folder.appending(path: "MANIFEST.csv").path) }

  static func entries() throws -> [Entry] {
    let text = try String(contentsOf: folder.appending(path: "MANIFEST.csv"), encoding: .utf8)
    return manifestRows(text).compactMap { fields in
      guard fields.count > 7 else { return nil }
      return Entry(file: fields[0], expected: fields[4], format: fields[5], size: fields[6], reference: fields[7])
    }
  }

  static func bytes(of entry: Entry) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: folder.appending(path: entry.file)))
  }
}
