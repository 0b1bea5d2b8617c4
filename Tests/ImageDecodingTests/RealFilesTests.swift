import Foundation
import PhotoModel
import Testing

@testable import ImageDecoding

/// Files of real phones and cameras, with the size, time and camera that independent readers find. They are not part of the
/// project; where the folder is absent this suite is skipped.
@Suite(.enabled(if: RealFiles.isPresent, "no ../shared/real beside the package"))
struct RealFilesTests {
  @Test func `size, orientation, time and camera of each picture are those that are right`() throws {
    var read = 0
    for file in try RealFiles.pictures() {
      do {
        let header = try pictureHeader(of: try RealFiles.bytes(of: file.name))
        #expect(file.isRead, "\(file.name) is no picture that can be shown")
        #expect(header.size == file.size, "\(file.name): \(header.size)")
        #expect(header.facts.capturedAt.map { String($0.iso8601.prefix(19)) } ?? "" == file.time, "\(file.name)")
        let names = [header.facts.make, header.facts.model].compactMap(\.self).joined(separator: " ")
        #expect(names == file.camera || header.facts.model ?? "" == file.camera, "\(file.name): \(names)")
        read += 1
      } catch let error as DecodingError {
        #expect(!file.isRead, "\(file.name): \(error.sentence)")
        #expect(error.skippedReason == (file.name.hasSuffix("iiq") ? .unsupported : .corrupt), "\(error.sentence)")
      }
    }
    #expect(read > 15)
  }

  @Test(arguments: ["ios26-iphone15pro.heic", "xiaomi-exif-192k.heic"])
  func `tiles of a phone show what libheif shows, but for rounding`(name: String) throws {
    let bytes = try RealFiles.bytes(of: name)
    #expect(HEIFItems(bytes)?.primaryGrid != nil)
    let tiles = try decodeLuma(bytes, minimumLongSide: nil).luma
    let whole = try libraryLuma(ofHEIC: bytes)
    let shown = tiles.size.fitted(longSide: 1024)
    #expect(tiles.size == whole.size)
    #expect(meanDifference(tiles.areaAveraged(to: shown).pixels, whole.areaAveraged(to: shown).pixels) < 1)
  }

  @Test func `a photo of today's iPhone is whole, with its gain map`() throws {
    let bytes = try RealFiles.bytes(of: "ios26-iphone15pro.heic")
    let decoded = try decodeLuma(bytes, minimumLongSide: 64)
    #expect(decoded.warnings == 0 && decoded.fullSize == PixelSize(width: 5712, height: 4284))
    #expect(photoContents(of: bytes).hasGainMap)
  }
}

private enum RealFiles {
  struct File {
    var name: String
    var isRead: Bool
    var size: PixelSize
    var time: String
    var camera: String
  }

  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "../shared/real").standardizedFileURL

  static var isPresent: Bool { FileManager.default.fileExists(atPath: folder.appending(path: "MANIFEST.csv").path) }

  /// The rows that say whether the file is a picture, but those that another measure is for.
  static func pictures() throws -> [File] {
    let text = try String(contentsOf: folder.appending(path: "MANIFEST.csv"), encoding: .utf8)
    return manifestRows(text).compactMap { fields in
      guard let width = Int(fields[5]), let height = Int(fields[6]), !fields[0].hasPrefix("blur/") else { return nil }
      return File(
        name: fields[0], isRead: fields[4].hasPrefix("yes"), size: PixelSize(width: width, height: height),
        time: fields[8], camera: fields[9])
    }
  }

  static func bytes(of name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: folder.appending(path: name)))
  }
}
