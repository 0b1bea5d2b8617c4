import Foundation
import PhotoModel

/// Slope of the power spectrum over the frequency, both logarithmic: about -2 to -3 for sharp pictures, steeper for
/// blurred ones. Nil for pictures under 32 px.
///
/// The centre square, its side the largest power of two up to 512, Hann window, radial mean of the power, least
/// squares between 4 % and 45 % of the sampling frequency.
func spectralSlope(of plane: FloatPlane) -> Double? {
  var side = 512
  while side > min(plane.width, plane.height) { side /= 2 }
  guard side >= 32 else { return nil }
  let power = powerSpectrum(of: windowedCentre(of: plane, side: side), side: side)

  var sums = [Double](repeating: 0, count: side)
  var counts = [Double](repeating: 0, count: side)
  for y in 0..<side {
    let v = Double(y < side / 2 ? y : y - side)
    for x in 0..<side {
      let u = Double(x < side / 2 ? x : x - side)
      let radius = Int((u * u + v * v).squareRoot().rounded())
      guard radius < side else { continue }
      sums[radius] += Double(power[y * side + x])
      counts[radius] += 1
    }
  }
  let radii = Int((0.04 * Double(side)).rounded(.up))..<Int(0.45 * Double(side))
  let points = radii.map { (x: log(Double($0)), y: log(sums[$0] / max(1, counts[$0]) + 1e-6)) }
  return leastSquaresSlope(of: points)
}

private func leastSquaresSlope(of points: [(x: Double, y: Double)]) -> Double? {
  guard points.count > 1 else { return nil }
  let count = Double(points.count)
  let meanX = points.reduce(0) { $0 + $1.x } / count
  let meanY = points.reduce(0) { $0 + $1.y } / count
  let covariance = points.reduce(0) { $0 + ($1.x - meanX) * ($1.y - meanY) }
  let variance = points.reduce(0) { $0 + ($1.x - meanX) * ($1.x - meanX) }
  return variance > 0 ? covariance / variance : nil
}

/// Mean taken off, so that the window leaves no step at zero frequency.
private func windowedCentre(of plane: FloatPlane, side: Int) -> [Float] {
  let left = (plane.width - side) / 2
  let top = (plane.height - side) / 2
  let window = (0..<side).map { Float(0.5 - 0.5 * cos(2 * Double.pi * (Double($0) + 0.5) / Double(side))) }
  var square = [Float](repeating: 0, count: side * side)
  var mean: Float = 0
  for y in 0..<side {
    for x in 0..<side { mean += plane.values[(top + y) * plane.width + left + x] / Float(side * side) }
  }
  for y in 0..<side {
    for x in 0..<side {
      square[y * side + x] = (plane.values[(top + y) * plane.width + left + x] - mean) * window[y] * window[x]
    }
  }
  return square
}

/// |DFT|² of a square whose side is a power of two; row-major, zero frequency first.
func powerSpectrum(of values: [Float], side: Int) -> [Float] {
  var real = values
  var imaginary = [Float](repeating: 0, count: values.count)
  for _ in 0..<2 {
    transformColumns(&real, &imaginary, side: side)
    real = FloatPlane(width: side, height: side, values: real).transposed.values
    imaginary = FloatPlane(width: side, height: side, values: imaginary).transposed.values
  }
  return zip(real, imaginary).map { $0 * $0 + $1 * $1 }
}

/// Radix-2 FFT down all columns at once: the inner loop runs along a row, so the compiler makes vectors of it.
private func transformColumns(_ real: inout [Float], _ imaginary: inout [Float], side: Int) {
  let bits = side.trailingZeroBitCount
  real.withUnsafeMutableBufferPointer { real in
    imaginary.withUnsafeMutableBufferPointer { imaginary in
      for row in 0..<side {
        var reversed = 0
        for bit in 0..<bits where row & (1 << bit) != 0 { reversed |= 1 << (bits - 1 - bit) }
        guard row < reversed else { continue }
        for x in 0..<side {
          let (here, there) = (row &* side &+ x, reversed &* side &+ x)
          (real[here], real[there]) = (real[there], real[here])
          (imaginary[here], imaginary[there]) = (imaginary[there], imaginary[here])
        }
      }
      guard let firstReal = real.baseAddress, let firstImaginary = imaginary.baseAddress else { return }
      var half = 1
      while half < side {
        for offset in 0..<half {
          let angle = -Double.pi * Double(offset) / Double(half)
          let (c, s) = (Float(cos(angle)), Float(sin(angle)))
          for start in stride(from: offset, to: side, by: half * 2) {
            let upper = start &* side
            let lower = (start &+ half) &* side
            for x in 0..<side {
              let a = firstReal[lower &+ x] * c - firstImaginary[lower &+ x] * s
              let b = firstReal[lower &+ x] * s + firstImaginary[lower &+ x] * c
              firstReal[lower &+ x] = firstReal[upper &+ x] - a
              firstImaginary[lower &+ x] = firstImaginary[upper &+ x] - b
              firstReal[upper &+ x] += a
              firstImaginary[upper &+ x] += b
            }
          }
        }
        half *= 2
      }
    }
  }
}
