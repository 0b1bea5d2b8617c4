import CHeif
package import PhotoModel

/// A picture that is put together from tiles of HEVC, as phones write it (ISO/IEC 23008-12, 6.6.2.3).
struct HEVCGrid {
  struct Tile {
    /// The content of its hvcC box.
    var configuration: Range<Int>
    var data: [Range<Int>]
  }

  /// As stored: before it is turned.
  var size: PixelSize
  var tileSize: PixelSize
  var columns: Int
  /// Row by row.
  var tiles: [Tile]
  /// Quarter turns against the clock.
  var turns = 0
}

extension HEIFItems {
  /// The primary picture, where it is such a grid and nothing of it is unusual; else libheif puts it together.
  var primaryGrid: HEVCGrid? {
    guard let primary, types[primary] == ISOBox.type("grid"), let data = locations[primary]?.first,
      let rows = view.big(at: data.lowerBound + 2, length: 1),
      let columns = view.big(at: data.lowerBound + 3, length: 1),
      view.big(at: data.lowerBound, length: 1) == 0, let flags = view.big(at: data.lowerBound + 1, length: 1)
    else { return nil }
    let length = flags & 1 == 1 ? 4 : 2
    guard data.count == 4 + 2 * length, let width = view.big(at: data.lowerBound + 4, length: length),
      let height = view.big(at: data.lowerBound + 4 + length, length: length)
    else { return nil }
    let items = references.filter { $0.kind == ISOBox.type("dimg") && $0.from == primary }.flatMap(\.to)
    guard items.count == (rows + 1) * (columns + 1), let turns = quarterTurns(of: primary), let first = items.first,
      let tileSize = properties[first]?.first(where: { $0.box.type == ISOBox.type("ispe") })?.size,
      tileSize.width * (columns + 1) >= width, tileSize.height * (rows + 1) >= height,
      tileSize.width * columns < width, tileSize.height * rows < height,
      // The colours of a turned picture begin with half a pixel where a side is odd.
      turns == 0 || width % 2 == 0 && height % 2 == 0
    else { return nil }
    let tiles = items.compactMap { tile($0, of: tileSize) }
    guard tiles.count == items.count else { return nil }
    return HEVCGrid(
      size: PixelSize(width: width, height: height), tileSize: tileSize, columns: columns + 1, tiles: tiles,
      turns: turns)
  }

  /// Nil where it is also mirrored or cut, or turned more than once.
  private func quarterTurns(of item: Int) -> Int? {
    let changes = properties[item, default: []].map(\.box).filter { Self.changes.contains($0.type) }
    guard let only = changes.first else { return 0 }
    guard changes.count == 1, only.type == ISOBox.type("irot") else { return nil }
    return view.big(at: only.content.lowerBound, length: 1).map { $0 & 3 }
  }

  private func tile(_ item: Int, of size: PixelSize) -> HEVCGrid.Tile? {
    let said = properties[item, default: []]
    let configurations = said.filter { $0.box.type == ISOBox.type("hvcC") }
    guard types[item] == ISOBox.type("hvc1"), let data = locations[item],
      // Pieces that overlap may come to more than the file.
      data.reduce(0, { $0 + $1.count }) <= view.count, let only = configurations.first,
      configurations.count == 1, !said.contains(where: { Self.changes.contains($0.box.type) }),
      said.contains(where: { $0.box.type == ISOBox.type("ispe") && $0.size == size })
    else { return nil }
    return HEVCGrid.Tile(configuration: only.box.content, data: data)
  }

  private static let changes = ["irot", "imir", "clap"].map { ISOBox.type($0) }
}

extension HEVCGrid {
  /// Decodes every tile.
  ///
  /// - Parameter buffer: The bytes of the file.
  /// - Returns: Nil where one of them is not what the boxes say, or memory ran out. Else to be closed.
  func decoded(from buffer: UnsafeBufferPointer<UInt8>) -> OpaquePointer? {
    guard let picture = hevctiles_open(Int32(size.width), Int32(size.height), Int32(turns)) else { return nil }
    for (index, tile) in tiles.enumerated() {
      let bytes = UnsafeBufferPointer(rebasing: buffer[tile.configuration])
      let isWhole = withData(of: tile, in: buffer) { data in
        var given = HEVCTile()
        given.configuration = bytes.baseAddress
        given.configuration_bytes = bytes.count
        given.data = data.baseAddress
        given.data_bytes = data.count
        given.x = Int32(index % columns * tileSize.width)
        given.y = Int32(index / columns * tileSize.height)
        given.width = Int32(tileSize.width)
        given.height = Int32(tileSize.height)
        return hevctiles_add(picture, &given)
      }
      guard isWhole else {
        hevctiles_close(picture)
        return nil
      }
    }
    return picture
  }

  private func withData(
    of tile: Tile, in buffer: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Bool
  ) -> Bool {
    if tile.data.count == 1, let only = tile.data.first { return body(UnsafeBufferPointer(rebasing: buffer[only])) }
    return tile.data.flatMap { Array(buffer[$0]) }.withUnsafeBufferPointer(body)
  }
}

/// The luma of a HEIC as libheif gives it, upright and native. Everyone else decodes with `decodeLuma`.
package func libraryLuma(ofHEIC bytes: [UInt8]) throws(DecodingError) -> LumaPlane {
  try bytes.withUnsafeBufferPointer { buffer throws(DecodingError) in
    let source = try HEIFSource(bytes, buffer, format: .heic, usesTiles: false)
    let layout = try source.start(minimumLongSide: nil, prefersLuma: true)
    var pixels: [UInt8] = []
    try forEachBand(of: source, layout, channels: 1) { band, _, rows in
      pixels += UnsafeBufferPointer(start: band, count: rows * layout.size.width)
    }
    return LumaPlane(width: layout.size.width, height: layout.size.height, pixels: pixels)
  }
}
