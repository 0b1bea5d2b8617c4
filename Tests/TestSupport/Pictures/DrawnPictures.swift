package import PhotoModel

/// Random numbers for seeds that are neighbours: those of `SeededGenerator` would be the same ones, shifted.
package struct SpreadGenerator: RandomNumberGenerator {
  private var numbers: SplitMix64

  /// Creates a generator; the same seed gives the same numbers on every run.
  package init(seed: UInt64) {
    numbers = SplitMix64(seed: seed &* seed &* 0xD134_2543_DE82_EF95 &+ seed)
    for _ in 0..<3 { numbers = SplitMix64(seed: numbers.next()) }
  }

  /// The next number, any of 64 bits.
  package mutating func next() -> UInt64 { numbers.next() }
}

/// Pictures drawn by formula, so that a test defines their content.
package enum Drawn {
  /// A picture by the value of each column and row, rounded and clamped.
  package static func plane(_ width: Int, _ height: Int, _ value: (Int, Int) -> Double) -> LumaPlane {
    var pixels: [UInt8] = []
    pixels.reserveCapacity(width * height)
    for y in 0..<height {
      for x in 0..<width { pixels.append(UInt8(min(255, max(0, value(x, y).rounded())))) }
    }
    return LumaPlane(width: width, height: height, pixels: pixels)
  }

  /// A scene of its own for each seed: a sky, and forty overlapping boxes of one gray each.
  package static func scene(_ seed: UInt64, width: Int = 240, height: Int = 180) -> LumaPlane {
    var random = SpreadGenerator(seed: seed)
    var pixels = plane(width, height) { _, y in 120 + 60 * Double(y) / Double(height) }.pixels
    func range(_ side: Int) -> Range<Int> {
      let start = Double.random(in: -0.1...0.9, using: &random)
      let end = start + Double.random(in: 0.05...0.35, using: &random)
      let first = min(side, max(0, Int(start * Double(side))))
      return first..<max(first, min(side, Int(end * Double(side))))
    }
    for _ in 0..<40 {
      let columns = range(width)
      let gray = UInt8.random(in: 10...245, using: &random)
      for y in range(height) {
        for x in columns { pixels[y * width + x] = gray }
      }
    }
    return LumaPlane(width: width, height: height, pixels: pixels)
  }

  /// A picture of one gray.
  package static func flat(_ gray: Double, width: Int = 320, height: Int = 240) -> LumaPlane {
    plane(width, height) { _, _ in gray }
  }

  /// Three box blurs: close to a Gaussian.
  package static func blurred(_ luma: LumaPlane, radius: Int) -> LumaPlane {
    var values = luma.pixels.map(Double.init)
    for _ in 0..<3 {
      values = boxBlurred(values, luma.width, luma.height, radius: radius, step: 1)
      values = boxBlurred(values, luma.width, luma.height, radius: radius, step: luma.width)
    }
    return plane(luma.width, luma.height) { values[$1 * luma.width + $0] }
  }

  /// A plane blurred along x only, as by a camera that moved.
  package static func shaken(_ luma: LumaPlane, radius: Int) -> LumaPlane {
    let values = boxBlurred(luma.pixels.map(Double.init), luma.width, luma.height, radius: radius, step: 1)
    return plane(luma.width, luma.height) { values[$1 * luma.width + $0] }
  }

  private static func boxBlurred(_ values: [Double], _ width: Int, _ height: Int, radius: Int, step: Int) -> [Double] {
    let length = step == 1 ? width : height
    let lineStep = step == 1 ? width : 1
    var result = values
    for line in 0..<(step == 1 ? height : width) {
      let start = line * lineStep
      var sums = [0.0]
      for index in 0..<length { sums.append(sums[index] + values[start + index * step]) }
      for index in 0..<length {
        let low = max(0, index - radius)
        let high = min(length, index + radius + 1)
        result[start + index * step] = (sums[high] - sums[low]) / Double(high - low)
      }
    }
    return result
  }
}

extension LumaPlane {
  /// The picture with each value changed.
  package func mapped(_ change: (Double) -> Double) -> LumaPlane {
    Drawn.plane(width, height) { change(Double(self.pixels[$1 * self.width + $0])) }
  }

  /// The picture in gray, with three equal values a pixel.
  package var gray: RGBPicture {
    RGBPicture(width: width, height: height, pixels: pixels.flatMap { [$0, $0, $0] })
  }

  /// The sum of the steps from each value to the next.
  package var levelSteps: Int { zip(pixels, pixels.dropFirst()).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) } }

  /// The plane with left and right exchanged.
  package var mirrored: LumaPlane {
    Drawn.plane(width, height) { Double(self.pixels[$1 * self.width + self.width - 1 - $0]) }
  }

  /// A quarter turn clockwise.
  package var turnedClockwise: LumaPlane {
    Drawn.plane(height, width) { Double(self.pixels[(self.height - 1 - $0) * self.width + $1]) }
  }

  /// Every value moved by a seeded amount of at most `amplitude`: sensor noise.
  package func noisy(_ amplitude: Double, seed: UInt64) -> LumaPlane {
    var random = SpreadGenerator(seed: seed)
    return mapped { $0 + Double.random(in: -amplitude...amplitude, using: &random) }
  }

  /// The plane with bars of one gray above and below.
  package func letterboxed(_ bar: Int, gray: Double = 0) -> LumaPlane {
    Drawn.plane(width, height + 2 * bar) { x, y in
      (bar..<bar + self.height).contains(y) ? Double(self.pixels[(y - bar) * self.width + x]) : gray
    }
  }

  /// The plane with the same white caption over the lowest fifth.
  package var captioned: LumaPlane {
    Drawn.plane(width, height) { x, y in
      let row = y * 100 / self.height
      guard row >= 84, row < 96, x * 10 > self.width, x * 10 < self.width * 9 else {
        return Double(self.pixels[y * self.width + x])
      }
      return (x / 7 + y / 9) % 3 == 0 ? 10 : 245
    }
  }
}

extension LumaPlane {
  /// The plane sharpened by an unsharp mask over 3 × 3 pixels.
  package func sharpened(_ strength: Double) -> LumaPlane {
    let soft = Drawn.blurred(self, radius: 1)
    return Drawn.plane(width, height) { x, y in
      let (here, around) = (Double(pixels[y * width + x]), Double(soft.pixels[y * width + x]))
      return here + strength * (here - around)
    }
  }
}
