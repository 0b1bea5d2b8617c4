import CHeif
package import PhotoModel

/// A HEIC of tiles with a thumbnail, as phones write it, of which single tiles can be decoded.
package final class TiledPicture {
  /// The header of the whole picture.
  package let header: PictureHeader
  /// The thumbnail, upright, and of the shape of the picture. It may show another picture: a caller that relies on it
  /// has to compare tiles with it.
  package let thumbnail: LumaPlane
  /// The tiles of which the picture is put together, row by row as stored.
  package let tiles: [PictureTile]

  private let grid: HEVCGrid
  private let bytes: [UInt8]
  private let buffer: UnsafeBufferPointer<UInt8>
  private let reader: OpaquePointer
  private let source: HEIFSource

  fileprivate init?(_ bytes: [UInt8], _ buffer: UnsafeBufferPointer<UInt8>) {
    guard imageFormat(of: bytes) == .heic, let items = HEIFItems(bytes), let grid = items.primaryGrid,
      let small = items.primaryThumbnail, !items.isCutOff,
      grid.hasWholeUnits(in: buffer), small.hasWholeUnits(in: buffer),
      let source = try? HEIFSource(bytes, buffer, format: .heic), source.alpha == .none,
      let reader = hevctiles_open()
    else { return nil }
    self.grid = grid
    self.bytes = bytes
    self.buffer = buffer
    self.reader = reader
    self.source = source
    header = source.header(facts: source.facts(in: bytes))
    tiles = grid.tiles.indices.map { index in
      PictureTile(area: grid.area(of: index), bytes: grid.tiles[index].data.reduce(0) { $0 + $1.count })
    }
    // The aspect ratio is the same, up to rounding to whole pixels.
    let expected = grid.size.fitted(longSide: small.size.longSide)
    let isWhole = small.decode(0, into: reader, from: buffer) && source.showsLuma(of: reader)
    thumbnail = isWhole ? Self.plane(of: reader) : LumaPlane(width: 0, height: 0, pixels: [])
    guard isWhole, header.size == grid.shownSize, abs(expected.width - small.size.width) <= 1,
      abs(expected.height - small.size.height) <= 1
    else {
      return nil
    }
  }

  deinit { hevctiles_close(reader) }

  /// The luma of a tile, upright and native; nil where the tile does not match the boxes.
  package func luma(ofTile index: Int) -> LumaPlane? {
    guard grid.decode(index, into: reader, from: buffer), source.showsLuma(of: reader) else { return nil }
    return Self.plane(of: reader)
  }

  /// The thumbnail in colour.
  package var coloredThumbnail: RGBPicture? {
    guard let source = try? HEIFSource(bytes, buffer, format: .heic, showsThumbnail: true),
      let layout = try? source.start(minimumLongSide: nil, prefersLuma: false), layout.size == thumbnail.size
    else { return nil }
    var pixels: [UInt8] = []
    try? forEachBand(of: source, layout, channels: 3) { band, _, rows in
      pixels += UnsafeBufferPointer(start: band, count: rows * layout.rowBytes)
    }
    guard pixels.count == layout.size.pixels * 3 else { return nil }
    return RGBPicture(width: layout.size.width, height: layout.size.height, pixels: pixels)
  }

  private static func plane(of reader: OpaquePointer) -> LumaPlane {
    var (width, height): (Int32, Int32) = (0, 0)
    let pixels = hevctiles_plane(reader, 0, &width, &height)
    return LumaPlane(
      width: Int(width), height: Int(height),
      pixels: Array(UnsafeBufferPointer(start: pixels, count: Int(width * height))))
  }
}

/// Calls `body` with a picture of tiles; nil for any other, and for one in which anything is unusual.
package func withTiledPicture<Value>(of bytes: [UInt8], _ body: (TiledPicture) -> Value?) -> Value? {
  bytes.withUnsafeBufferPointer { buffer in TiledPicture(bytes, buffer).flatMap(body) }
}
