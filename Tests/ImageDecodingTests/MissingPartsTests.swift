import ImageDecoding
import PhotoModel
import TestSupport
import Testing

/// Damage that the first picture does not show.
@Suite struct MissingPartsTests {
  private let picture = TestPictures.scene(seed: 3, size: PixelSize(width: 256, height: 192))

  private var withGainMap: [UInt8] {
    embedding(xmp: xmpPacket("hdrgm:Version=\"1.0\""), in: jpegData(of: picture)) + jpegData(of: picture)
  }
  private var withMovie: [UInt8] { jpegData(of: picture) + movieData(MovieForm(createdAt: 1_700_000_000_000)) }

  private func isDamaged(_ bytes: some Collection<UInt8>) -> Bool {
    hasMissingParts(Array(bytes), photoContents(of: Array(bytes)))
  }

  @Test func `whole files of all formats miss nothing, whatever stands behind them`() {
    let whole: [[UInt8]] = [
      jpegData(of: picture), pngData(of: picture), webpData(of: picture), gifData(of: picture), bmpData(of: picture),
      tiffData(of: picture), twoPages(tiffData(of: picture)), heifData(of: picture, format: .heic),
      heifData(of: picture, format: .avif), withGainMap, withMovie,
    ]
    for bytes in whole {
      let format = imageFormat(of: bytes).map(\.rawValue) ?? "none"
      #expect(!isDamaged(bytes), "\(format)")
      #expect(!isDamaged(bytes + [1, 2, 3]), "\(format)")
      #expect(!isDamaged(bytes + [UInt8](repeating: 0, count: 8192)), "\(format)")
    }
  }

  @Test func `a file that was cut off behind its first picture is damaged`() {
    #expect(isDamaged(gifData(of: picture).dropLast(9)))
    #expect(isDamaged(webpData(of: picture).dropLast(9)))
    #expect(isDamaged(withGainMap.dropLast(9)))
    #expect(isDamaged(withMovie.dropLast(9)))
    let pages = twoPages(tiffData(of: picture))
    var contents = photoContents(of: pages)
    contents.pages = 2
    #expect(hasMissingParts(Array(pages.prefix(tiffData(of: picture).count)), contents))
  }

  @Test func `a HEIC with an empty sector among its coded pixels is damaged`() throws {
    var bytes = heifData(of: picture, format: .heic)
    try #require(bytes.count > 4096)
    let middle = bytes.count * 3 / 4
    bytes.replaceSubrange(middle..<middle + 600, with: repeatElement(0, count: 600))
    #expect(isDamaged(bytes))
  }

  @Test func `a lossy WebP whose coded pixels end with an empty sector is damaged`() throws {
    var bytes = webpData(of: picture)
    let start = try #require(bytes.firstRange(of: Array("VP8 ".utf8))?.lowerBound)
    try #require(bytes.count - start > 1200)
    bytes.replaceSubrange(bytes.count - 600..<bytes.count, with: repeatElement(0, count: 600))
    #expect(isDamaged(bytes))
  }

  @Test func `zeros that fill up to the end of a JPEG are no damage, and those in place of its pixels are`() throws {
    let whole = jpegData(of: picture)
    let filled: [UInt8] = whole[..<(whole.count - 2)] + [UInt8](repeating: 0, count: 300) + [0xFF, 0xD9]
    let lost: [UInt8] = whole[..<(whole.count / 3)] + [UInt8](repeating: 0, count: whole.count) + [0xFF, 0xD9]
    #expect(try decodePicture(filled, minimumLongSide: nil).warnings == 0)
    #expect(try decodePicture(lost, minimumLongSide: nil).warnings > 0)
  }

  @Test(arguments: [
    ("%PDF-1.7\n", "a PDF"), ("PK\u{3}\u{4}", "an archive"), ("\n<!DOCTYPE html>", "a web page"),
    ("\0\0\0 ftypisom", "a movie"), ("\0\0\0 moov", "a movie"),
  ])
  func `a file of another kind under the name of a picture is called what it is`(start: String, kind: String) {
    let bytes = Array(start.utf8) + [UInt8](repeating: 1, count: 64)
    #expect(throws: DecodingError.otherKind(kind)) { try decodePicture(bytes, minimumLongSide: nil) }
  }
}
