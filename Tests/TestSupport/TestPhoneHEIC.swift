package import PhotoModel

/// A HEIC as phones write it: a grid of tiles (ISO/IEC 23008-12, 6.6.2.3) beside a thumbnail and Exif.
package struct PhoneHEIC {
  /// The picture, as it is stored, before `turns`.
  package var picture: RGBPicture
  /// The side of a square tile in pixels.
  package var tileSide = 64
  /// The number of quarter turns counterclockwise that a viewer has to apply.
  package var turns = 0
  /// The thumbnail, as it is stored, before `turns`; nil writes none.
  package var thumbnail: RGBPicture?
  /// The Exif block; nil writes none.
  package var exif: [UInt8]?

  /// Creates the form of a picture without thumbnail and Exif.
  package init(of picture: RGBPicture) { self.picture = picture }

  /// The file; empty where libheif has no encoder for HEVC on this machine.
  package var bytes: [UInt8] {
    var parts: [Part] = []
    for top in stride(from: 0, to: picture.height, by: tileSide) {
      for left in stride(from: 0, to: picture.width, by: tileSide) {
        guard let part = Part(coded: tile(left, top)) else { return [] }
        parts.append(part)
      }
    }
    let columns = (picture.width + tileSide - 1) / tileSide
    let tileCount = parts.count
    if let thumbnail, let part = Part(coded: thumbnail) { parts.append(part) }
    let grid = parts.count + 1
    var items = parts.indices.map { item($0 + 1, "hvc1", isHidden: true) } + [item(grid, "grid")]
    var references = reference("dimg", from: grid, to: Array(1...tileCount))
    if parts.count > tileCount { references += reference("thmb", from: parts.count, to: [grid]) }
    var data = parts.map(\.data)
    if let exif {
      items.append(item(grid + 1, "Exif", isHidden: true))
      references += reference("cdsc", from: grid + 1, to: [grid])
      data.append([0, 0, 0, 6] + Array("Exif\0\0".utf8) + exif)
    }
    let layout =
      [0, 0, UInt8(tileCount / columns - 1), UInt8(columns - 1)] + big(picture.width, 2) + big(picture.height, 2)

    var properties: [[UInt8]] = []
    func number(_ property: [UInt8]) -> UInt8 {
      if let known = properties.firstIndex(of: property) { return UInt8(known + 1) }
      properties.append(property)
      return UInt8(properties.count)
    }
    let turn = turns == 0 ? [] : [0x80 | number(box("irot", [UInt8(turns)]))]
    var entries = parts.enumerated().map { index, part in
      // A thumbnail is turned as its picture is.
      let turn = index < tileCount ? [] : turn
      return big(index + 1, 2) + [UInt8(2 + turn.count), 0x80 | number(part.configuration), number(extent(part.size))]
        + turn
    }
    entries.append(big(grid, 2) + [UInt8(1 + turn.count), number(extent(picture.size))] + turn)
    let associations = full("ipma", big(entries.count, 4) + entries.joined())
    let fileType = box("ftyp", Array("heic\0\0\0\0mif1heic".utf8))
    func meta(_ start: Int) -> [UInt8] {
      var offset = start
      var entries: [UInt8] = big(grid, 2) + big(1, 2) + big(0, 2) + big(1, 2) + big(0, 4) + big(layout.count, 4)
      for (index, piece) in data.enumerated() {
        let id = index < parts.count ? index + 1 : index + 2
        entries += big(id, 2) + big(0, 2) + big(0, 2) + big(1, 2) + big(offset, 4) + big(piece.count, 4)
        offset += piece.count
      }
      let handler = full("hdlr", [0, 0, 0, 0] + Array("pict".utf8) + [UInt8](repeating: 0, count: 13))
      let locations = full("iloc", [0x44, 0] + big(data.count + 1, 2) + entries, version: 1)
      let names = full("iinf", big(items.count, 2) + items.joined())
      return full(
        "meta",
        handler + full("pitm", big(grid, 2)) + locations + names + full("iref", references)
          + box("iprp", box("ipco", Array(properties.joined())) + associations) + box("idat", layout))
    }
    let start = fileType.count + meta(0).count + 8
    return fileType + meta(start) + box("mdat", Array(data.joined()))
  }

  /// Beyond the edges the last pixel goes on.
  private func tile(_ left: Int, _ top: Int) -> RGBPicture {
    var pixels: [UInt8] = []
    for y in top..<top + tileSide {
      for x in left..<left + tileSide {
        let start = (min(y, picture.height - 1) * picture.width + min(x, picture.width - 1)) * 3
        pixels += picture.pixels[start..<start + 3]
      }
    }
    return RGBPicture(width: tileSide, height: tileSide, pixels: pixels)
  }
}

/// A picture as one item.
private struct Part {
  var size: PixelSize
  /// The whole hvcC box.
  var configuration: [UInt8]
  var data: [UInt8]

  init?(coded picture: RGBPicture) {
    let file = heifData(of: picture, format: .heic, keepsChroma: false)
    guard let configuration = wholeBox("hvcC", in: file), let data = wholeBox("mdat", in: file) else { return nil }
    size = picture.size
    self.configuration = configuration
    self.data = Array(data.dropFirst(8))
  }
}

private func wholeBox(_ name: String, in file: [UInt8]) -> [UInt8]? {
  guard let found = file.firstRange(of: Array(name.utf8)), found.lowerBound >= 4 else { return nil }
  let start = found.lowerBound - 4
  let length = file[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
  return start + length <= file.count ? Array(file[start..<start + length]) : nil
}

private func big(_ value: Int, _ length: Int) -> [UInt8] {
  (0..<length).map { UInt8(truncatingIfNeeded: value >> (8 * (length - 1 - $0))) }
}

private func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
  big(content.count + 8, 4) + Array(name.utf8) + content
}

private func full(_ name: String, _ content: [UInt8], version: UInt8 = 0) -> [UInt8] {
  box(name, [version, 0, 0, 0] + content)
}

private func extent(_ size: PixelSize) -> [UInt8] { full("ispe", big(size.width, 4) + big(size.height, 4)) }

private func item(_ id: Int, _ type: String, isHidden: Bool = false) -> [UInt8] {
  box("infe", [2, 0, 0, isHidden ? 1 : 0] + big(id, 2) + big(0, 2) + Array(type.utf8) + [0])
}

private func reference(_ kind: String, from: Int, to: [Int]) -> [UInt8] {
  box(kind, big(from, 2) + big(to.count, 2) + to.flatMap { big($0, 2) })
}
