import CTestImages
package import PhotoModel

// Pictures made from a seed, and the files a camera or a screen would write of them.

/// Deterministic pictures and what happens to pictures: the same arguments give the same pixels on every machine.
package enum TestPictures {
  /// A picture like a photo: a sky with clouds above a textured land, hard-edged things standing in it, detail down
  /// to a few pixels. Different seeds are different scenes; different sizes of a seed are the same scene.
  package static func scene(seed: UInt64, size: PixelSize = PixelSize(width: 320, height: 240)) -> RGBPicture {
    var random = SeededGenerator(seed: seed)
    let horizon = random.unit(0.3, 0.65)
    let waves = (0..<4).map { _ in (random.unit(1, 9), random.unit(0, 6.3), random.unit(0.01, 0.05)) }
    let colors = (0..<4).map { _ in random.color() }
    let things = (0..<9).map { _ in
      Thing(
        isDisc: random.next() % 2 == 0, x: random.unit(0, 1), y: random.unit(0.1, 1), width: random.unit(0.03, 0.16),
        height: random.unit(0.04, 0.22), color: random.color(), texture: random.unit(0, 60))
    }
    let clouds = noise(size, seed: seed &+ 1, cells: [2, 4, 8])
    let texture = noise(size, seed: seed &+ 2, cells: [3, 6, 12, 24, 48, 96, 192].filter { $0 * 3 <= size.longSide })

    let skyline = (0..<size.width).map { column in
      let x = Double(column) / Double(size.width)
      return horizon + waves.reduce(0) { $0 + $1.2 * wave($1.0 * x + $1.1) }
    }
    var pixels = [UInt8]()
    pixels.reserveCapacity(size.pixels * 3)
    for row in 0..<size.height {
      let y = (Double(row) + 0.5) / Double(size.height)
      for column in 0..<size.width {
        let x = (Double(column) + 0.5) / Double(size.width)
        let index = row * size.width + column
        let isSky = y < skyline[column]
        var shade = isSky ? Double(clouds[index]) * 40 : Double(texture[index]) * 110
        var color = isSky ? mixed(colors[0], colors[1], y / horizon) : mixed(colors[2], colors[3], y)
        if let thing = things.last(where: { $0.covers(x, y) }) {
          color = thing.color
          shade = Double(texture[index]) * thing.texture
        }
        for part in [color.0, color.1, color.2] { pixels.append(UInt8(min(255, max(0, part + shade)))) }
      }
    }
    return RGBPicture(width: size.width, height: size.height, pixels: pixels)
  }

  /// A picture like a screenshot: flat areas, a bar, icons, and lines of letter-like strokes two pixels wide.
  package static func screen(seed: UInt64, size: PixelSize = PixelSize(width: 360, height: 640)) -> RGBPicture {
    var random = SeededGenerator(seed: seed)
    let isDark = random.next() % 3 == 0
    let paper: UInt8 = isDark ? 24 : 250
    let ink: UInt8 = isDark ? 230 : 30
    var canvas = [UInt8](repeating: paper, count: size.pixels * 3)
    func fill(_ columns: Range<Int>, _ rows: Range<Int>, _ color: (UInt8, UInt8, UInt8)) {
      for row in rows.clamped(to: 0..<size.height) {
        for column in columns.clamped(to: 0..<size.width) {
          let start = (row * size.width + column) * 3
          (canvas[start], canvas[start + 1], canvas[start + 2]) = color
        }
      }
    }
    let accent = random.color()
    let bar = (UInt8(accent.0), UInt8(accent.1), UInt8(accent.2))
    fill(0..<size.width, 0..<44, bar)
    var top = 60
    while top < size.height {
      let isIcon = random.next() % 4 == 0
      if isIcon { fill(12..<44, top..<top + 32, bar) }
      var left = isIcon ? 56 : 12
      let end = size.width - 12 - Int(random.next() % 90)
      while left + 10 < end {
        // A letter is a 5 × 7 pattern of its code; the sixth code is a space.
        let code = random.next() % 26
        let pattern = code % 6 == 5 ? 0 : SeededGenerator.hash(code &+ 77)
        for cell in 0..<35 where pattern >> UInt64(cell) & 1 == 1 {
          let (column, row) = (left + cell % 5 * 2, top + cell / 5 * 2)
          fill(column..<column + 2, row..<row + 2, (ink, ink, ink))
        }
        left += 12
      }
      top += isIcon ? 44 : 20
      if random.next() % 5 == 0 { fill(0..<size.width, top - 3..<top - 2, (128, 128, 128)) }
    }
    return RGBPicture(width: size.width, height: size.height, pixels: canvas)
  }

  /// Three box blurs of `radius`, close to a Gaussian of σ = √(radius · (radius + 1)) pixels.
  package static func blurred(_ picture: RGBPicture, radius: Int) -> RGBPicture {
    guard radius > 0 else { return picture }
    var pixels = picture.pixels
    let (width, height) = (picture.width, picture.height)
    for _ in 0..<3 {
      for row in 0..<height {
        for channel in 0..<3 { boxBlur(&pixels, start: row * width * 3 + channel, step: 3, count: width, radius) }
      }
      for column in 0..<width {
        for channel in 0..<3 {
          boxBlur(&pixels, start: column * 3 + channel, step: width * 3, count: height, radius)
        }
      }
    }
    return RGBPicture(width: width, height: height, pixels: pixels)
  }

  /// Every channel moved by `amount` (−255…255), clamped.
  package static func brightened(_ picture: RGBPicture, by amount: Int) -> RGBPicture {
    let pixels = picture.pixels.map { UInt8(min(255, max(0, Int($0) + amount))) }
    return RGBPicture(width: picture.width, height: picture.height, pixels: pixels)
  }

  /// Every channel moved by a seeded amount of at most `amplitude`: sensor noise.
  package static func noisy(_ picture: RGBPicture, amplitude: Int, seed: UInt64) -> RGBPicture {
    var random = SeededGenerator(seed: seed)
    let pixels = picture.pixels.map { value in
      UInt8(min(255, max(0, Int(value) + Int(random.next() % UInt64(2 * amplitude + 1)) - amplitude)))
    }
    return RGBPicture(width: picture.width, height: picture.height, pixels: pixels)
  }

  /// Area-averaged where it shrinks, nearest pixel where it grows.
  package static func resized(_ picture: RGBPicture, to size: PixelSize) -> RGBPicture {
    let small = picture.areaAveraged(to: size)
    return remapped(small, to: size) { ($0 * small.width / size.width, $1 * small.height / size.height) }
  }

  /// The part that begins at (x, y). The part must lie inside.
  package static func cropped(_ picture: RGBPicture, x: Int, y: Int, width: Int, height: Int) -> RGBPicture {
    remapped(picture, to: PixelSize(width: width, height: height)) { ($0 + x, $1 + y) }
  }

  /// A picture of pixels that `source` chooses from other pictures; all of them have this size.
  package static func composed(_ size: PixelSize, from pictures: [RGBPicture], _ source: (Int, Int) -> Int)
    -> RGBPicture
  {
    var pixels = [UInt8]()
    pixels.reserveCapacity(size.pixels * 3)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let start = (y * size.width + x) * 3
        pixels.append(contentsOf: pictures[source(x, y)].pixels[start..<start + 3])
      }
    }
    return RGBPicture(width: size.width, height: size.height, pixels: pixels)
  }

  /// The picture with left and right exchanged.
  package static func mirrored(_ picture: RGBPicture) -> RGBPicture {
    remapped(picture, to: picture.size) { (picture.width - 1 - $0, $1) }
  }

  /// The picture that a camera held in `orientation` stores: decoding it with that orientation gives `picture`.
  package static func stored(_ picture: RGBPicture, orientation: Orientation) -> RGBPicture {
    let (right, bottom) = (picture.width - 1, picture.height - 1)
    let turned = PixelSize(width: picture.height, height: picture.width)
    let size = orientation.exchangesSides ? turned : picture.size
    return remapped(picture, to: size) { x, y in
      switch orientation {
      case .up: (x, y)
      case .upMirrored: (right - x, y)
      case .down: (right - x, bottom - y)
      case .downMirrored: (x, bottom - y)
      case .leftMirrored: (y, x)
      case .right: (right - y, x)
      case .rightMirrored: (right - y, bottom - x)
      case .left: (y, bottom - x)
      }
    }
  }

  /// A picture whose pixels come from those of `picture` at the positions that `from` gives.
  private static func remapped(_ picture: RGBPicture, to size: PixelSize, from: (Int, Int) -> (Int, Int)) -> RGBPicture
  {
    var pixels = [UInt8]()
    pixels.reserveCapacity(size.pixels * 3)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let (column, row) = from(x, y)
        let start = (row * picture.width + column) * 3
        pixels.append(contentsOf: picture.pixels[start..<start + 3])
      }
    }
    return RGBPicture(width: size.width, height: size.height, pixels: pixels)
  }

  private struct Thing {
    var isDisc: Bool
    var x, y, width, height: Double
    var color: (Double, Double, Double)
    var texture: Double

    func covers(_ column: Double, _ row: Double) -> Bool {
      let across = (column - x) / width
      let down = (row - y) / height
      return isDisc ? across * across + down * down < 1 : abs(across) < 1 && abs(down) < 1
    }
  }
}
