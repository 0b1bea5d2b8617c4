import PhotoModel
import Testing

@Suite struct PhotoContentsTests {
  private var all: PhotoContents {
    var contents = PhotoContents()
    (contents.frames, contents.duration, contents.pages) = (10, 1500, 3)
    (contents.alpha, contents.bitsPerChannel, contents.gamut) = (.used, 16, .wide)
    (contents.hasGainMap, contents.isHDR, contents.hasDepthMap) = (true, true, true)
    (contents.isStereo, contents.hasSound, contents.hasStoredJPEG, contents.movie) = (true, true, true, 0)
    contents.location = PhotoContents.Location(latitude: -33_856_784, longitude: 151_215_297)
    contents.timeOffset = -210
    contents.contentIdentifier = "0F1A"
    contents.statedSize = PixelSize(width: 4032, height: 3024)
    (contents.metadata.rating, contents.metadata.label, contents.metadata.isFavourite) = (-1, "Red", true)
    (contents.metadata.isPicked, contents.metadata.keywords) = (false, ["Italy|Rome", "Wedding"])
    (contents.metadata.title, contents.metadata.caption) = ("Lake", "Grandma\nat the lake")
    (contents.metadata.people, contents.metadata.copyright) = (["Anna", "Ärztin"], "© Anna")
    contents.metadata.edit = "Snapseed"
    contents.annotations = ["1f", "2g"]
    return contents
  }

  @Test func `contents written as bytes are read again, and those of a plain photo take none`() {
    #expect(PhotoContents(bytes: all.bytes) == all)
    #expect(PhotoContents().bytes.isEmpty)
    #expect(PhotoContents(bytes: []) == PhotoContents())
  }

  @Test func `bytes that no photo has are refused, and none of them crashes the reader`() {
    var random = SplitMix64(seed: 5)
    let bytes = all.bytes
    for count in 0..<bytes.count { _ = PhotoContents(bytes: Array(bytes.prefix(count))) }
    for _ in 0..<5000 {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        changed[Int.random(in: 0..<changed.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      guard let read = PhotoContents(bytes: changed) else { continue }
      #expect(PhotoContents(bytes: read.limited.bytes) != nil)
    }
    #expect(PhotoContents(bytes: [5, 2, 1, 4]) == nil, "tags rise")
    #expect(PhotoContents(bytes: [255, 1]) == nil)
  }

  @Test func `a text or a list that is too long is cut, and still told from another one`() {
    var (first, second) = (PhotoContents(), PhotoContents())
    first.metadata.caption = String(repeating: "a", count: 5000)
    second.metadata.caption = String(repeating: "a", count: 4999) + "b"
    let one = PhotoContents(bytes: first.bytes)?.metadata.caption
    #expect(first.bytes.count < 700 && one?.hasPrefix("aaa") == true)
    #expect(one != PhotoContents(bytes: second.bytes)?.metadata.caption)

    first.metadata.keywords = (0..<500).map { "keyword \($0)" }
    #expect(first.bytes.count <= PhotoContents.mostBytes)
    #expect(PhotoContents(bytes: first.bytes)?.metadata.keywords.last?.contains("more") == true)
  }

  @Test func `numbers that a file may claim are limited to what can be stored`() {
    var contents = PhotoContents()
    (contents.frames, contents.duration, contents.bitsPerChannel) = (.max, .max, 255)
    contents.timeOffset = 9_999
    contents.statedSize = PixelSize(width: 0, height: 70_000)
    #expect(PhotoContents(bytes: contents.bytes) == nil)
    #expect(PhotoContents(bytes: contents.limited.bytes) != nil)
  }

  @Test func `a place is written in degrees`() {
    #expect(all.location?.degrees == "33.85678° S, 151.21529° E")
    #expect(PhotoContents.Location(latitude: 50_000, longitude: -1_000_001).degrees == "0.05000° N, 1.00000° W")
  }
}
