package import PhotoModel

/// Letters of five by seven points, of one level each.
package struct DrawnLetters {
  private let seed: UInt64
  private let ink: UInt8

  /// Creates letters that differ from seed to seed.
  package init(seed: UInt64, ink: UInt8) { (self.seed, self.ink) = (seed, ink) }

  /// A picture with a bar of letters below it.
  package func bar(below picture: LumaPlane, level: UInt8, scale: Int) -> LumaPlane {
    let height = 13 * scale
    let taller = Drawn.plane(picture.width, picture.height + height) { x, y in
      Double(y < picture.height ? picture.pixels[y * picture.width + x] : level)
    }
    let count = (picture.width - 24) / (6 * scale)
    return written(on: taller, x: 12, y: picture.height + 3 * scale, scale: scale, count: count)
  }

  /// A picture with a bar of letters above it.
  package func bar(above picture: LumaPlane, level: UInt8, scale: Int) -> LumaPlane {
    let height = 13 * scale
    let taller = Drawn.plane(picture.width, picture.height + height) { x, y in
      Double(y < height ? level : picture.pixels[(y - height) * picture.width + x])
    }
    let count = (picture.width - 24) / (6 * scale)
    return written(on: taller, x: 12, y: 3 * scale, scale: scale, count: count)
  }

  /// A picture with a line of letters on it.
  ///
  /// - Parameters:
  ///   - left: The column of its left edge, in pixels.
  ///   - top: The row of its upper edge, in pixels.
  ///   - scale: The pixels of a point, across and down.
  package func written(on picture: LumaPlane, x left: Int, y top: Int, scale: Int, count: Int) -> LumaPlane {
    var random = SpreadGenerator(seed: seed)
    let glyphs = (0..<count).map { _ in random.next() | random.next() << 1 }
    var pixels = picture.pixels
    for y in max(0, top)..<max(0, top, min(picture.height, top + 7 * scale)) {
      for x in max(0, left)..<max(0, left, min(picture.width, left + 6 * count * scale)) {
        let (column, row) = ((x - left) / scale, (y - top) / scale)
        guard column % 6 < 5, glyphs[column / 6] >> UInt64(row * 5 + column % 6) & 1 == 1 else { continue }
        pixels[y * picture.width + x] = ink
      }
    }
    return LumaPlane(width: picture.width, height: picture.height, pixels: pixels)
  }
}
