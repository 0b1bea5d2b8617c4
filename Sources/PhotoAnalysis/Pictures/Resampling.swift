import PhotoModel

extension LumaPlane {
  /// The plane scaled to exactly `side` × `side`, the aspect ratio ignored: area means where it shrinks, linear
  /// interpolation where it grows.
  func squared(to side: Int) -> LumaPlane {
    let shrunk = areaAveraged(to: PixelSize(width: side, height: side))
    guard shrunk.width != side || shrunk.height != side else { return shrunk }
    let columns = blends(from: shrunk.width, to: side)
    let rows = blends(from: shrunk.height, to: side)
    var grown: [UInt8] = []
    grown.reserveCapacity(side * side)
    for row in rows {
      for column in columns {
        func pixel(_ x: Int, _ y: Int) -> Double { Double(shrunk.pixels[y * shrunk.width + x]) }
        let upper = pixel(column.first, row.first) * (1 - column.share) + pixel(column.second, row.first) * column.share
        let lower =
          pixel(column.first, row.second) * (1 - column.share) + pixel(column.second, row.second) * column.share
        grown.append(UInt8((upper * (1 - row.share) + lower * row.share).rounded()))
      }
    }
    return LumaPlane(width: side, height: side, pixels: grown)
  }
}

/// The two nearest source pixels of each target pixel, and the share of the second.
private func blends(from source: Int, to target: Int) -> [(first: Int, second: Int, share: Double)] {
  (0..<target).map { index in
    let position = max(0, (Double(index) + 0.5) * Double(source) / Double(target) - 0.5)
    let first = min(source - 1, Int(position))
    return (first, min(source - 1, first + 1), position - Double(first))
  }
}
