import PhotoModel
import TestSupport
import Testing

@testable import ImageDecoding

/// Pictures of tiles as phones write them, without libheif between.
@Suite struct HEVCGridTests {
  private func picture(_ width: Int, _ height: Int) -> RGBPicture {
    TestPictures.scene(seed: 8, size: PixelSize(width: width, height: height))
  }

  @Test(arguments: [(200, 130), (128, 64), (131, 97), (64, 200)], 0...3)
  func `tiles show what libheif shows, but for rounding`(size: (Int, Int), turns: Int) throws {
    var phone = PhoneHEIC(of: picture(size.0, size.1))
    phone.turns = turns
    // Another picture: nothing of it is shown.
    phone.thumbnail = TestPictures.scene(seed: 77, size: PixelSize(width: 80, height: 64))
    phone.exif = exifBlock(orientation: .right, make: "Maker", model: "Phone")
    let bytes = phone.bytes
    // A turned picture of an odd side is left to libheif.
    let isTaken = turns == 0 || (size.0 + size.1) % 2 == 0 && size.0 % 2 == 0
    #expect(HEIFItems(bytes)?.primaryGrid?.turns == (isTaken ? turns : nil))

    let tiles = try decodeLuma(bytes, minimumLongSide: nil).luma
    let whole = try libraryLuma(ofHEIC: bytes)
    #expect(tiles.size == whole.size && meanDifference(tiles.pixels, whole.pixels) < 1)
    let decoded = try decodePicture(bytes, minimumLongSide: nil)
    #expect(decoded.facts.camera == "Maker Phone" && decoded.facts.orientation == .up)
    let coloured = decoded.picture
    let original = phone.picture
    let expected = turns % 2 == 0 ? original.size : PixelSize(width: original.height, height: original.width)
    #expect(coloured.size == expected && meanDifference(coloured.luma.pixels, whole.pixels) < 1)
    // Red and blue are not exchanged.
    for channel in 0..<3 {
      let mine = stride(from: channel, to: coloured.pixels.count, by: 3).reduce(0) { $0 + Int(coloured.pixels[$1]) }
      let theirs = stride(from: channel, to: original.pixels.count, by: 3).reduce(0) { $0 + Int(original.pixels[$1]) }
      #expect(abs(mine - theirs) < 3 * original.size.pixels)
    }
  }

  @Test func `a damaged tile is told by libheif, in its words`() throws {
    let bytes = PhoneHEIC(of: picture(200, 130)).bytes
    let grid = try #require(HEIFItems(bytes)?.primaryGrid)
    let data = try #require(grid.tiles[3].data.first)
    var damaged = bytes
    for index in data.dropFirst(4).prefix(40) { damaged[index] = 0xFF }
    let grids = damaged.withUnsafeBufferPointer { grid.decoded(from: $0) }
    #expect(grids == nil)
    #expect(throws: DecodingError.self) { try decodeLuma(damaged, minimumLongSide: nil) }
  }

  @Test func `what is not said plainly is no grid that is taken apart here`() throws {
    let bytes = PhoneHEIC(of: picture(200, 130)).bytes
    let items = try #require(HEIFItems(bytes))
    let layout = try #require(items.primary.flatMap { items.locations[$0]?.first })
    for (offset, value) in [(0, 1), (2, 7), (3, 0), (5, 0), (6, 9)] as [(Int, UInt8)] {
      var changed = bytes
      changed[layout.lowerBound + offset] = value
      #expect(HEIFItems(changed)?.primaryGrid == nil, "byte \(offset)")
    }
    #expect(HEIFItems(heifData(of: picture(64, 64), format: .heic))?.primaryGrid == nil)
    #expect(HEIFItems(heifData(of: picture(64, 64), format: .avif))?.primaryGrid == nil)
  }

  @Test(arguments: 0...3)
  func `a tile by itself is what the whole shows at its place, and the thumbnail stands like it`(turns: Int) throws {
    var phone = PhoneHEIC(of: picture(250, 156))
    phone.turns = turns
    phone.thumbnail = phone.picture.areaAveraged(to: PixelSize(width: 124, height: 78))
    let bytes = phone.bytes
    let whole = try decodeLuma(bytes, minimumLongSide: nil).luma

    let seen = withTiledPicture(of: bytes) { tiled in
      for (index, area) in tiled.tiles.map(\.area).enumerated() {
        let tile = tiled.luma(ofTile: index)
        let rows = (area.y..<area.y + area.height).flatMap { row in
          whole.pixels[row * whole.width + area.x..<row * whole.width + area.x + area.width]
        }
        #expect(tile?.size == area.size && tile?.pixels == rows, "tile \(index)")
      }
      let thumbnail = tiled.thumbnail
      #expect(meanDifference(thumbnail.pixels, whole.areaAveraged(to: thumbnail.size).pixels) < 6)
      return tiled.header.size
    }
    #expect(seen == whole.size)
    #expect(seen == (try pictureHeader(of: bytes).size))
  }

  @Test(arguments: 0...3)
  func `a part is cut out of the tiles that show it, and no other is decoded`(turns: Int) throws {
    var phone = PhoneHEIC(of: picture(250, 156))
    phone.turns = turns
    let bytes = phone.bytes
    let whole = try decodePicture(bytes, minimumLongSide: nil).picture
    let grid = try #require(HEIFItems(bytes)?.primaryGrid)
    let area = PixelRect(x: 70, y: 66, width: 40, height: 30)
    var damaged = bytes
    for (index, tile) in grid.tiles.enumerated() where !grid.area(of: index).overlaps(area) {
      for byte in try #require(tile.data.first).dropFirst(4).prefix(40) { damaged[byte] = 0xFF }
    }
    #expect(damaged != bytes)
    let center = RelativePoint(
      x: Double(area.x + area.width / 2) / Double(whole.width),
      y: Double(area.y + area.height / 2) / Double(whole.height))
    let detail = try decodeDetail(damaged, around: center, size: area.size)

    #expect(detail.area == area && detail.fullSize == whole.size)
    let expected = TestPictures.cropped(whole, x: area.x, y: area.y, width: area.width, height: area.height)
    #expect(detail.picture == expected)
  }

  @Test(arguments: 0...3)
  func `the thumbnail comes in its colours, turned as the picture`(turns: Int) throws {
    var phone = PhoneHEIC(of: picture(250, 156))
    phone.turns = turns
    phone.thumbnail = phone.picture.areaAveraged(to: PixelSize(width: 124, height: 78))
    let whole = try decodePicture(phone.bytes, minimumLongSide: nil).picture
    let thumbnail = try #require(withTiledPicture(of: phone.bytes) { $0.coloredThumbnail })

    #expect(meanDifference(thumbnail.pixels, whole.areaAveraged(to: thumbnail.size).pixels) < 8)
  }

  @Test func `tiles that were cut off or overwritten with zeros are told without decoding`() throws {
    var phone = PhoneHEIC(of: picture(250, 156))
    phone.thumbnail = phone.picture.areaAveraged(to: PixelSize(width: 124, height: 78))
    let bytes = phone.bytes
    let tile = try #require(HEIFItems(bytes)?.primaryGrid?.tiles[4].data.first)
    func isSeen(_ change: (inout [UInt8]) -> Void) -> Bool {
      var changed = bytes
      change(&changed)
      return withTiledPicture(of: changed) { _ in true } ?? false
    }

    #expect(isSeen { _ in })
    // In the middle of a unit, at its end, and its length.
    for range in [tile.lowerBound + 30..<tile.lowerBound + 60, tile.upperBound - 8..<tile.upperBound] {
      #expect(!isSeen { bytes in for index in range { bytes[index] = 0 } })
    }
    #expect(!isSeen { bytes in bytes[tile.lowerBound + 3] &+= 1 })
    #expect(!isSeen { bytes in bytes.removeLast(20) })
  }

  @Test func `without a thumbnail of its shape a picture is not seen in part`() throws {
    var phone = PhoneHEIC(of: picture(200, 130))
    #expect(withTiledPicture(of: phone.bytes) { _ in true } == nil)
    phone.thumbnail = picture(80, 80)
    #expect(withTiledPicture(of: phone.bytes) { _ in true } == nil)
    #expect(withTiledPicture(of: heifData(of: phone.picture, format: .heic)) { _ in true } == nil)
  }

  @Test func `boxes and tiles of which any byte is another end in a picture or a sentence`() throws {
    let bytes = PhoneHEIC(of: picture(130, 70)).bytes
    var random = SeededGenerator(seed: 36)
    for _ in 0..<400 {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        changed[Int.random(in: changed.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      do { _ = try decodeLuma(changed, minimumLongSide: nil) } catch { #expect(error.sentence.hasSuffix(".")) }
    }
  }
}
