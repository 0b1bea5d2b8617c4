import PhotoModel

/// A small generator with a fixed seed: the same pictures on every run.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  /// Neighbouring seeds start far apart, or their numbers would be the same ones, shifted.
  init(seed: UInt64) {
    state = seed &* seed &* 0xD134_2543_DE82_EF95 &+ seed
    for _ in 0..<3 { state = next() }
  }

  /// SplitMix64.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// Pictures drawn by formula, so that a test says what is in them.
enum Drawn {
  static func plane(_ width: Int, _ height: Int, _ value: (Int, Int) -> Double) -> LumaPlane {
    var pixels: [UInt8] = []
    pixels.reserveCapacity(width * height)
    for y in 0..<height {
      for x in 0..<width { pixels.append(UInt8(min(255, max(0, value(x, y).rounded())))) }
    }
    return LumaPlane(width: width, height: height, pixels: pixels)
  }

  /// A scene of its own for each seed: a sky, and forty overlapping boxes of one gray each.
  static func scene(_ seed: UInt64, width: Int = 240, height: Int = 180) -> LumaPlane {
    var random = SeededGenerator(seed: seed)
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

  static func flat(_ gray: Double, width: Int = 320, height: Int = 240) -> LumaPlane {
    plane(width, height) { _, _ in gray }
  }

  /// Three box blurs: close to a Gaussian.
  static func blurred(_ luma: LumaPlane, radius: Int) -> LumaPlane {
    var values = luma.pixels.map(Double.init)
    for _ in 0..<3 {
      values = boxBlurred(values, luma.width, luma.height, radius: radius, step: 1)
      values = boxBlurred(values, luma.width, luma.height, radius: radius, step: luma.width)
    }
    return plane(luma.width, luma.height) { values[$1 * luma.width + $0] }
  }

  /// Only along x: a camera that moved.
  static func shaken(_ luma: LumaPlane, radius: Int) -> LumaPlane {
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
  func mapped(_ change: (Double) -> Double) -> LumaPlane {
    Drawn.plane(width, height) { change(Double(self.pixels[$1 * self.width + $0])) }
  }

  var mirrored: LumaPlane {
    Drawn.plane(width, height) { Double(self.pixels[$1 * self.width + self.width - 1 - $0]) }
  }

  var turnedClockwise: LumaPlane {
    Drawn.plane(height, width) { Double(self.pixels[(self.height - 1 - $0) * self.width + $1]) }
  }

  func noisy(_ amplitude: Double, seed: UInt64) -> LumaPlane {
    var random = SeededGenerator(seed: seed)
    return mapped { $0 + Double.random(in: -amplitude...amplitude, using: &random) }
  }

  /// With bars of one gray above and below.
  func letterboxed(_ bar: Int, gray: Double = 0) -> LumaPlane {
    Drawn.plane(width, height + 2 * bar) { x, y in
      (bar..<bar + self.height).contains(y) ? Double(self.pixels[(y - bar) * self.width + x]) : gray
    }
  }

  /// With the same white caption over the lowest fifth.
  var captioned: LumaPlane {
    Drawn.plane(width, height) { x, y in
      let row = y * 100 / self.height
      guard row >= 84, row < 96, x * 10 > self.width, x * 10 < self.width * 9 else {
        return Double(self.pixels[y * self.width + x])
      }
      return (x / 7 + y / 9) % 3 == 0 ? 10 : 245
    }
  }
}
