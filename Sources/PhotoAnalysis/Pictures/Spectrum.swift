import Foundation

/// Measures the power spectrum of the centre square of a picture: its side the largest power of two up to 512, Hann
/// window.
///
/// - Parameter gain: The factor by which whole gray levels were stretched.
/// - Returns: The ln of the power of fine detail in the direction where it is weakest (15 % to 45 % of the sampling
///   frequency) against that of coarse detail (3 % to 15 %), each over f^-2.4, the mean of natural pictures (Torralba &
///   Oliva 2003). Camera shake removes the detail of one direction. Nil for pictures under 32 px.
func weakestDetail(of plane: FloatPlane, gain: Float) -> Double? {
  var side = 512
  while side > min(plane.width, plane.height) { side /= 2 }
  guard side >= 32, let bins = SpectrumBins.ofSide[side] else { return nil }
  let power = powerSpectrum(of: windowedCentre(of: plane, side: side), side: side)
  var sums = [Float](repeating: 0, count: SpectrumBins.count)
  for (value, bin) in zip(power, bins.indices) { sums[Int(bin)] += value }
  // Rounding to whole levels has a variance of 1/12, spread evenly over the spectrum; the squared window sums to
  // (3/8 side)². Taken off, or a strong blur would seem to have fine detail again.
  let rounding = Float(side * side) * 9 / 64 / 12 * gain * gain
  for index in sums.indices {
    let share = rounding * Float(bins.counts[index])
    sums[index] = max(sums[index] - share, share / 50)
  }
  func level(_ sector: Int, _ frequencies: Range<Double>) -> Double? {
    var (level, count) = (0.0, 0.0)
    for radius in 1..<side where frequencies.contains(Double(radius) / Double(side)) {
      let index = SpectrumBins.index(sector: sector, radius: radius)
      let number = Double(bins.counts[index])
      guard number > 0 else { continue }
      level += number * (log(Double(sums[index]) / number + 1e-3) + 2.4 * log(Double(radius) / Double(side)))
      count += number
    }
    return count > 0 ? level / count : nil
  }
  let drops = (0..<SpectrumBins.sectors).compactMap { sector in
    level(sector, 0.15..<0.45).flatMap { fine in level(sector, 0.03..<0.15).map { fine - $0 } }
  }
  return drops.min() ?? 0
}

/// The bins of direction and frequency of a power spectrum.
struct SpectrumBins: Sendable {
  /// The number of sectors, of 15° each, over half a turn. One more sector has the axes, where the borders of a picture
  /// leave a cross.
  static let sectors = 12
  static let count = (sectors + 1) * 512

  /// The bin of each value of `powerSpectrum(of:side:)`.
  let indices: [UInt16]
  /// The number of values in each bin.
  let counts: [Int32]

  static func index(sector: Int, radius: Int) -> Int { sector * 512 + radius }

  /// The bins for every side that a spectrum can have; 350 KB, made once.
  static let ofSide = Dictionary(uniqueKeysWithValues: [32, 64, 128, 256, 512].map { ($0, SpectrumBins(side: $0)) })

  private init(side: Int) {
    var indices: [UInt16] = []
    var counts = [Int32](repeating: 0, count: Self.count)
    indices.reserveCapacity(side * side / 2)
    for row in 0..<side {
      let u = Double(row < side / 2 ? row : row - side)
      for column in 0..<side / 2 {
        let v = Double(column)
        let radius = min(511, Int((u * u + v * v).squareRoot().rounded()))
        let turn = (atan2(v, u) / .pi * Double(Self.sectors)).rounded(.down)
        let sector = abs(u) > 2 && v > 2 ? min(Self.sectors - 1, Int(turn)) : Self.sectors
        let index = Self.index(sector: sector, radius: radius)
        indices.append(UInt16(index))
        counts[index] += 1
      }
    }
    self.indices = indices
    self.counts = counts
  }
}

/// Mean taken off, so that the window leaves no step at zero frequency.
private func windowedCentre(of plane: FloatPlane, side: Int) -> [Float] {
  let left = (plane.width - side) / 2
  let top = (plane.height - side) / 2
  let window = (0..<side).map { (index: Int) -> Float in
    let turn: Double = 2 * .pi * (Double(index) + 0.5) / Double(side)
    return Float(0.5 - 0.5 * cos(turn))
  }
  return plane.values.withUnsafeBufferPointer { pixels in
    var sum: Float = 0
    for y in 0..<side {
      var row: Float = 0
      for x in 0..<side { row += pixels[(top &+ y) &* plane.width &+ left &+ x] }
      sum += row / Float(side)
    }
    let mean = sum / Float(side)
    return [Float](unsafeUninitializedCapacity: side * side) { square, count in
      for y in 0..<side {
        let start = (top &+ y) &* plane.width &+ left
        for x in 0..<side { square[y &* side &+ x] = (pixels[start &+ x] - mean) * window[y] * window[x] }
      }
      count = side * side
    }
  }
}
