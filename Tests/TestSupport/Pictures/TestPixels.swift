import PhotoModel

extension SeededGenerator {
  mutating func unit(_ low: Double, _ high: Double) -> Double {
    low + (high - low) * Double(next() >> 11) / Double(1 << 53)
  }

  mutating func color() -> (Double, Double, Double) { (unit(20, 235), unit(20, 235), unit(20, 235)) }

  /// The first number of a seed.
  static func hash(_ seed: UInt64) -> UInt64 {
    var numbers = SeededGenerator(seed: seed)
    return numbers.next()
  }
}

/// A sine good to 0.001, the same on every machine: Bhaskara's formula on one period.
func wave(_ angle: Double) -> Double {
  let pi = Double.pi
  let turned = angle - (angle / (2 * pi)).rounded(.down) * 2 * pi
  let half = turned < pi ? turned : turned - pi
  let height = 16 * half * (pi - half) / (5 * pi * pi - 4 * half * (pi - half))
  return turned < pi ? height : -height
}

func mixed(
  _ first: (Double, Double, Double), _ second: (Double, Double, Double), _ share: Double
) -> (Double, Double, Double) {
  let share = min(1, max(0, share))
  return (
    first.0 + (second.0 - first.0) * share, first.1 + (second.1 - first.1) * share,
    first.2 + (second.2 - first.2) * share
  )
}

/// Value noise, −1…1, row-major: seeded lattices of `cells` across the long side, the finer the weaker.
func noise(_ size: PixelSize, seed: UInt64, cells: [Int]) -> [Float] {
  var sum = [Float](repeating: 0, count: size.pixels)
  var weight: Float = 0.5
  for (octave, count) in cells.enumerated() {
    let scale = Float(count) / Float(size.longSide)
    let lattice = (0...count + 1).map { row in
      (0...count + 1).map { column in
        let place = UInt64(octave) << 40 | UInt64(row) << 20 | UInt64(column)
        return Float(SeededGenerator.hash(place &+ SeededGenerator.hash(seed)) >> 40) / Float(1 << 23) - 1
      }
    }
    for y in 0..<size.height {
      let row = Float(y) * scale
      let (top, down) = (Int(row), row - Float(Int(row)))
      let line = zip(lattice[top], lattice[top + 1]).map { $0 + ($1 - $0) * down }
      for x in 0..<size.width {
        let column = Float(x) * scale
        let left = Int(column)
        let value = line[left] + (line[left + 1] - line[left]) * (column - Float(left))
        sum[y * size.width + x] += value * weight
      }
    }
    weight *= 0.75
  }
  return sum
}

/// The mean over `radius` neighbours on both sides of a row or column, which ends repeat for ever.
func boxBlur(_ pixels: inout [UInt8], start: Int, step: Int, count: Int, _ radius: Int) {
  let line = (0..<count).map { Int(pixels[start + $0 * step]) }
  func at(_ index: Int) -> Int { line[min(count - 1, max(0, index))] }
  var sum = (-radius...radius).reduce(0) { $0 + at($1) }
  let width = 2 * radius + 1
  for index in 0..<count {
    pixels[start + index * step] = UInt8((sum + width / 2) / width)
    sum += at(index + radius + 1) - at(index - radius)
  }
}
