import PhotoModel
import TestSupport

/// Letters of five by seven points, of one level each.
struct DrawnLetters {
  let seed: UInt64
  let ink: UInt8

  func bar(below picture: LumaPlane, level: UInt8, scale: Int) -> LumaPlane {
    let height = 13 * scale
    let taller = Drawn.plane(picture.width, picture.height + height) { x, y in
      Double(y < picture.height ? picture.pixels[y * picture.width + x] : level)
    }
    let count = (picture.width - 24) / (6 * scale)
    return written(on: taller, x: 12, y: picture.height + 3 * scale, scale: scale, count: count)
  }

  func bar(above picture: LumaPlane, level: UInt8, scale: Int) -> LumaPlane {
    let height = 13 * scale
    let taller = Drawn.plane(picture.width, picture.height + height) { x, y in
      Double(y < height ? level : picture.pixels[(y - height) * picture.width + x])
    }
    let count = (picture.width - 24) / (6 * scale)
    return written(on: taller, x: 12, y: 3 * scale, scale: scale, count: count)
  }

  func written(on picture: LumaPlane, x left: Int, y top: Int, scale: Int, count: Int) -> LumaPlane {
    var random = SeededGenerator(seed: seed)
    let glyphs = (0..<count).map { _ in random.next() | random.next() << 1 }
    return Drawn.plane(picture.width, picture.height) { x, y in
      let (column, row) = ((x - left) / scale, (y - top) / scale)
      guard x >= left, y >= top, row < 7, column < count * 6, column % 6 < 5,
        glyphs[column / 6] >> UInt64(row * 5 + column % 6) & 1 == 1
      else { return Double(picture.pixels[y * picture.width + x]) }
      return Double(ink)
    }
  }
}
