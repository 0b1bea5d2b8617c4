import Foundation

/// A kernel by which pictures are resampled: the weight of a source pixel by its distance from the middle of the new
/// one.
struct ResamplingKernel: Sendable {
  /// The largest distance that has a weight.
  var support: Double
  /// The weight at a distance, −`support`…`support`.
  var weight: @Sendable (Double) -> Double

  /// Nearest neighbour: each pixel repeated.
  static let nearest = ResamplingKernel(support: 0.5) { $0 > -0.5 ? 1 : 0 }
  static let linear = ResamplingKernel(support: 1) { 1 - abs($0) }
  /// Keys, IEEE TASSP 1981, a = −0.5.
  static let cubic = ResamplingKernel(support: 2) { distance in
    let x = abs(distance)
    return x < 1 ? (1.5 * x - 2.5) * x * x + 1 : ((-0.5 * x + 2.5) * x - 4) * x + 2
  }
  /// Lanczos with three lobes.
  static let lanczos = ResamplingKernel(support: 3) { distance in
    let x = Double.pi * distance
    return abs(x) < 1e-9 ? 1 : 3 * sin(x) * sin(x / 3) / (x * x)
  }
  /// The share of each source pixel that a new pixel covers, which is as wide as `step` of them.
  static func area(step: Double) -> ResamplingKernel {
    ResamplingKernel(support: 0.5 + 0.5 / step) { max(0, min(1, (0.5 - abs($0)) * step + 0.5)) }
  }
  /// Two triangular lobes, each one pixel wide, at ±distance. Any symmetric kernel can be approximated by a weighted
  /// sum of these.
  static func triangles(at distance: Double) -> ResamplingKernel {
    ResamplingKernel(support: distance + 0.5) { max(0, 1 - abs(abs($0) - distance) * 2) }
  }
}
