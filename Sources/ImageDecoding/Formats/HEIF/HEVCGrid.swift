import CHeif
package import PhotoModel

/// A picture that is put together from tiles of HEVC, as phones write it (ISO/IEC 23008-12, 6.6.2.3).
struct HEVCGrid {
  struct Tile {
    /// The content of its hvcC box.
    var configuration: Range<Int>
    var data: [Range<Int>]
  }

  /// The stored size, before the turn.
  var size: PixelSize
  var tileSize: PixelSize
  var columns: Int
  /// Row by row.
  var tiles: [Tile]
  /// Quarter turns against the clock.
  var turns = 0
}

extension HEIFItems {
  /// The primary picture, where it is such a grid without unusual properties; else nil, and libheif assembles it.
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

  /// The thumbnail of the primary picture, as a grid of one tile.
  var primaryThumbnail: HEVCGrid? {
    let thumbnails = references.filter { $0.kind == ISOBox.type("thmb") && $0.to.contains(primary ?? 0) }
    guard let primary,
      let reference = thumbnails.first, thumbnails.count == 1,
      let turns = quarterTurns(of: reference.from), turns == quarterTurns(of: primary),
      let size = properties[reference.from]?.first(where: { $0.box.type == ISOBox.type("ispe") })?.size,
      let tile = tile(reference.from, of: size, mayBeTurned: true)
    else { return nil }
    return HEVCGrid(size: size, tileSize: size, columns: 1, tiles: [tile], turns: turns)
  }

  /// The quarter turns of an item; nil where it is also mirrored or cut, or turned more than once.
  private func quarterTurns(of item: Int) -> Int? {
    let changes = properties[item, default: []].map(\.box).filter { Self.changes.contains($0.type) }
    guard let only = changes.first else { return 0 }
    guard changes.count == 1, only.type == ISOBox.type("irot") else { return nil }
    return view.big(at: only.content.lowerBound, length: 1).map { $0 & 3 }
  }

  private func tile(_ item: Int, of size: PixelSize, mayBeTurned: Bool = false) -> HEVCGrid.Tile? {
    let declared = properties[item, default: []]
    let configurations = declared.filter { $0.box.type == ISOBox.type("hvcC") }
    guard types[item] == ISOBox.type("hvc1"), let data = locations[item],
      // Pieces that overlap may come to more than the file.
      data.reduce(0, { $0 + $1.count }) <= view.count, let only = configurations.first,
      configurations.count == 1, mayBeTurned || !declared.contains(where: { Self.changes.contains($0.box.type) }),
      declared.contains(where: { $0.box.type == ISOBox.type("ispe") && $0.size == size })
    else { return nil }
    return HEVCGrid.Tile(configuration: only.box.content, data: data)
  }

  private static let changes = ["irot", "imir", "clap"].map { ISOBox.type($0) }
}

extension HEVCGrid {
  /// Decodes every tile.
  ///
  /// - Parameters:
  ///   - buffer: The bytes of the file.
  ///   - area: The needed part of the upright picture; tiles outside of it are left out. Nil for all.
  /// - Returns: The tiles, to be closed by the caller; nil where one does not match its boxes, or memory ran out.
  func decoded(from buffer: UnsafeBufferPointer<UInt8>, only area: PixelRect? = nil) -> OpaquePointer? {
    guard let picture = hevctiles_open() else { return nil }
    if hevctiles_begin(picture, Int32(size.width), Int32(size.height), Int32(turns)),
      tiles.indices.allSatisfy({ index in
        area.map { self.area(of: index).overlaps($0) } == false
          || add(index, to: picture, at: position(of: index), from: buffer)
      })
    {
      return picture
    }
    hevctiles_close(picture)
    return nil
  }

  /// Decodes one tile, without the part beyond the edges of the picture, into `picture`, replacing its content.
  func decode(_ index: Int, into picture: OpaquePointer, from buffer: UnsafeBufferPointer<UInt8>) -> Bool {
    let area = storedArea(of: index)
    return hevctiles_begin(picture, Int32(area.width), Int32(area.height), Int32(turns))
      && add(index, to: picture, at: (0, 0), from: buffer)
  }

  /// The area of a tile in the upright picture.
  func area(of index: Int) -> PixelRect {
    let area = storedArea(of: index)
    let (right, bottom) = (size.width - area.x - area.width, size.height - area.y - area.height)
    return switch turns {
    case 1: PixelRect(x: area.y, y: right, width: area.height, height: area.width)
    case 2: PixelRect(x: right, y: bottom, width: area.width, height: area.height)
    case 3: PixelRect(x: bottom, y: area.x, width: area.height, height: area.width)
    default: area
    }
  }

  /// The size of the upright picture.
  var shownSize: PixelSize { turns % 2 == 0 ? size : PixelSize(width: size.height, height: size.width) }

  /// Whether the data of all tiles is made of units of HEVC with pictures in them, without decoding any: nothing was
  /// cut off, or overwritten with zeros. In a unit no three bytes are 0, 0 and less than 3 (ITU-T H.265, 7.3.1.1 and
  /// 7.4.2).
  func hasWholeUnits(in buffer: UnsafeBufferPointer<UInt8>) -> Bool {
    tiles.allSatisfy { tile in
      guard tile.configuration.count > 21 else { return false }
      let lengthBytes = Int(buffer[tile.configuration.lowerBound + 21] & 3) + 1
      return withData(of: tile, in: buffer) { data in
        var (start, pictures) = (0, 0)
        while start < data.count {
          guard data.count - start >= lengthBytes + 2 else { return false }
          let length = data[start..<start + lengthBytes].reduce(0) { $0 << 8 | Int($1) }
          start += lengthBytes
          guard length >= 2, length <= data.count - start, data[start] & 0x80 == 0 else { return false }
          if data[start] >> 1 < 32 { pictures += 1 }
          var zeros = 0
          for byte in data[start..<start + length] {
            if zeros >= 2, byte < 3 { return false }
            zeros = byte == 0 ? zeros + 1 : 0
          }
          start += length
        }
        return pictures > 0
      }
    }
  }

  private func position(of index: Int) -> (x: Int, y: Int) {
    (index % columns * tileSize.width, index / columns * tileSize.height)
  }

  private func storedArea(of index: Int) -> PixelRect {
    let (x, y) = position(of: index)
    return PixelRect(
      x: x, y: y, width: min(tileSize.width, size.width - x), height: min(tileSize.height, size.height - y))
  }

  private func add(
    _ index: Int, to picture: OpaquePointer, at position: (x: Int, y: Int), from buffer: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    let tile = tiles[index]
    let configuration = UnsafeBufferPointer(rebasing: buffer[tile.configuration])
    return withData(of: tile, in: buffer) { data in
      var given = HEVCTile()
      given.configuration = configuration.baseAddress
      given.configuration_bytes = configuration.count
      given.data = data.baseAddress
      given.data_bytes = data.count
      (given.x, given.y) = (Int32(position.x), Int32(position.y))
      (given.width, given.height) = (Int32(tileSize.width), Int32(tileSize.height))
      return hevctiles_add(picture, &given)
    }
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
