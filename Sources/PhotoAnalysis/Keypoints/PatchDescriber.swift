internal import CPixels
import Foundation
import PhotoModel

/// Direction and descriptor of the patch around a corner: ORB (Rublee et al., ICCV 2011) with points of its own.
struct PatchDescriber {
  /// One level of the pyramid, and the same level smoothed, so that a comparison of two points survives noise.
  private let luma: LumaPlane
  private let smooth: [UInt8]

  init(_ luma: LumaPlane) {
    self.luma = luma
    smooth = smoothed(luma)
  }

  /// - Precondition: The corner is at least `CornerDetector.border` from every side.
  func description(at corner: CornerDetector.Corner) -> (angle: Float, descriptor: BinaryDescriptor) {
    let index = corner.y * luma.width + corner.x
    let angle = luma.pixels.withUnsafeBufferPointer { direction($0, index) }
    return (angle, smooth.withUnsafeBufferPointer { descriptor($0, index, angle) })
  }

  /// The direction from the corner to the centroid of the brightness around it (Rosin 1999).
  private func direction(_ pixels: UnsafeBufferPointer<UInt8>, _ index: Int) -> Float {
    var momentX = 0
    var momentY = 0
    for dy in -Patch.radius...Patch.radius {
      let half = Patch.halfWidths[abs(dy)]
      let row = index &+ dy &* luma.width
      var sum = 0
      for dx in -half...half {
        let value = Int(pixels[row &+ dx])
        momentX &+= dx &* value
        sum &+= value
      }
      momentY &+= dy &* sum
    }
    return Float(atan2(Double(momentY), Double(momentX)))
  }

  private func descriptor(_ pixels: UnsafeBufferPointer<UInt8>, _ index: Int, _ angle: Float) -> BinaryDescriptor {
    var words = SIMD4<UInt64>.zero
    withUnsafeMutableBytes(of: &words) { words in
      pixels_compare(
        pixels.baseAddress.map { $0 + index }, Int32(luma.width), Float(cos(Double(angle))), Float(sin(Double(angle))),
        Patch.across, Patch.down, words.assumingMemoryBound(to: UInt64.self).baseAddress)
    }
    return BinaryDescriptor(words: words)
  }
}

private enum Patch {
  static let radius = 15
  /// The half widths of a disc, by the distance of its row from the middle.
  static let halfWidths = (0...radius).map { Int(Double(radius * radius - $0 * $0).squareRoot()) }

  /// 128 pairs of points, both normally distributed around the corner with a fifth of the patch as deviation
  /// (Calonder et al., ECCV 2010, their G II), no farther from it than the patch reaches.
  private static let comparisons: [(first: SIMD2<Float>, second: SIMD2<Float>)] = {
    var random = SplitMix64(seed: 0x5DEE_CE66)
    /// 0 < result < 1.
    func uniform() -> Double { (Double(random.next() >> 11) + 0.5) / Double(1 << 53) }
    func point() -> SIMD2<Float> {
      while true {
        let length = (-2 * log(uniform())).squareRoot() * 31 / 5
        let turn = 2 * Double.pi * uniform()
        if length <= Double(radius) { return SIMD2(Float(length * cos(turn)), Float(length * sin(turn))) }
      }
    }
    return (0..<128).map { _ in (point(), point()) }
  }()

  /// All compared points: the first of each pair and of its mirror image, then the second ones.
  private static let points = [comparisons.map(\.first), comparisons.map(\.second)].flatMap { points in
    points + points.map { SIMD2($0.x, -$0.y) }
  }
  static let across = points.map { $0.x }
  static let down = points.map { $0.y }
}

/// Gaussian σ 2 over 7 × 7, in whole numbers; the border pixel goes on outside.
private func smoothed(_ luma: LumaPlane) -> [UInt8] {
  let count = luma.pixels.count
  return withUnsafeTemporaryAllocation(of: UInt16.self, capacity: count) { rows in
    [UInt8](unsafeUninitializedCapacity: count) { target, initialized in
      pixels_smooth(luma.pixels, luma.width, luma.height, rows.baseAddress, target.baseAddress)
      initialized = count
    }
  }
}
