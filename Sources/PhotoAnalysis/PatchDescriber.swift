import Foundation
import PhotoModel

/// Direction and descriptor of the patch around a corner: ORB (Rublee et al., ICCV 2011) with points of its own.
struct PatchDescriber {
  /// One level of the pyramid, and the same smoothed, so that a comparison of two points survives noise.
  private let luma: LumaPlane
  private let smooth: [UInt8]

  init(_ luma: LumaPlane) {
    self.luma = luma
    smooth = smoothed(luma)
  }

  /// - Precondition: The corner is at least `CornerDetector.border` from every side.
  func description(at corner: CornerDetector.Corner) -> (angle: Float, descriptor: BinaryDescriptor) {
    let place = corner.y * luma.width + corner.x
    let angle = luma.pixels.withUnsafeBufferPointer { direction($0, place) }
    return (angle, smooth.withUnsafeBufferPointer { descriptor($0, place, angle) })
  }

  /// From the corner to the centroid of the brightness around it (Rosin 1999).
  private func direction(_ pixels: UnsafeBufferPointer<UInt8>, _ place: Int) -> Float {
    var momentX = 0
    var momentY = 0
    for dy in -Patch.radius...Patch.radius {
      let half = Patch.halfWidths[abs(dy)]
      let row = place &+ dy &* luma.width
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

  private func descriptor(_ pixels: UnsafeBufferPointer<UInt8>, _ place: Int, _ angle: Float) -> BinaryDescriptor {
    let (c, s) = (Float(cos(Double(angle))), Float(sin(Double(angle))))
    let width = luma.width
    @inline(__always) func value(_ x: Float, _ y: Float) -> UInt8 {
      let column = nearest(c * x - s * y)
      let row = nearest(s * x + c * y)
      return pixels[place &+ row &* width &+ column]
    }
    var words = SIMD4<UInt64>.zero
    Patch.comparisons.withUnsafeBufferPointer { comparisons in
      for index in 0..<128 {
        let (first, second) = (comparisons[index].first, comparisons[index].second)
        let bit: UInt64 = 1 &<< UInt64(index & 63)
        if value(first.x, first.y) < value(second.x, second.y) { words[index &>> 6] |= bit }
        if value(first.x, -first.y) < value(second.x, -second.y) { words[(index &>> 6) &+ 2] |= bit }
      }
    }
    return BinaryDescriptor(words: words)
  }
}

/// Rounded half away from zero. `rounded()` is a call to the C library where the processor need not have an instruction
/// for it.
@inline(__always)
private func nearest(_ value: Float) -> Int { Int(value + (value < 0 ? -0.5 : 0.5)) }

private enum Patch {
  static let radius = 15
  /// Of a disc, by the distance of its row from the middle.
  static let halfWidths = (0...radius).map { Int(Double(radius * radius - $0 * $0).squareRoot()) }

  /// 128 pairs of points, both normally distributed around the corner with a fifth of the patch as deviation
  /// (Calonder et al., ECCV 2010, their G II), no farther from it than the patch reaches.
  static let comparisons: [(first: SIMD2<Float>, second: SIMD2<Float>)] = {
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
}

/// Gaussian σ 2 over 7 × 7, in whole numbers; the border pixel goes on outside.
private func smoothed(_ luma: LumaPlane) -> [UInt8] {
  let (width, height) = (luma.width, luma.height)
  let rows = smoothedAlong(luma)
  var result = [UInt8](repeating: 0, count: width * height)
  let scale = totalWeight * totalWeight
  // One division less a pixel: multiplied by 2^32 / scale. The sum stays below 2^24.
  let inverse = (UInt64(1) << 32) / UInt64(scale) + 1
  rows.withUnsafeBufferPointer { source in
    result.withUnsafeMutableBufferPointer { target in
      for y in 0..<height {
        @inline(__always) func start(_ step: Int) -> Int { min(height &- 1, max(0, y &+ step)) &* width }
        let (a, b, c, d, e, f, g) = (start(-3), start(-2), start(-1), start(0), start(1), start(2), start(3))
        for x in 0..<width {
          @inline(__always) func pair(_ i: Int, _ j: Int) -> UInt32 { UInt32(source[i &+ x]) &+ UInt32(source[j &+ x]) }
          let sum = 16 &* pair(a, g) &+ 31 &* pair(b, f) &+ 46 &* pair(c, e) &+ 52 &* UInt32(source[d &+ x])
          target[y &* width &+ x] = UInt8(truncatingIfNeeded: min(255, (UInt64(sum) &* inverse) &>> 32))
        }
      }
    }
  }
  return result
}

/// Of the weights 52, 46, 31 and 16, exp(−d²/8) in 256ths, to both sides: binomial ones would be narrower.
private let totalWeight = 52 + 2 * (46 + 31 + 16)

/// Sums along the rows, not yet divided: at most 255 × `totalWeight`, which fits 16 bits.
private func smoothedAlong(_ luma: LumaPlane) -> [UInt16] {
  let (width, height) = (luma.width, luma.height)
  var rows = [UInt16](repeating: 0, count: width * height)
  luma.pixels.withUnsafeBufferPointer { source in
    rows.withUnsafeMutableBufferPointer { target in
      for y in 0..<height {
        let row = y &* width
        @inline(__always) func sum(_ place: (Int) -> Int) -> UInt16 {
          @inline(__always) func at(_ step: Int) -> UInt16 { UInt16(source[row &+ place(step)]) }
          return 52 &* at(0) &+ 46 &* (at(-1) &+ at(1)) &+ 31 &* (at(-2) &+ at(2)) &+ 16 &* (at(-3) &+ at(3))
        }
        // The middle needs no clamping, so the compiler makes vectors of it.
        let inside = min(3, width)..<max(min(3, width), width &- 3)
        for x in inside { target[row &+ x] = sum { x &+ $0 } }
        for border in [0..<inside.lowerBound, inside.upperBound..<width] {
          for x in border { target[row &+ x] = sum { min(width &- 1, max(0, x &+ $0)) } }
        }
      }
    }
  }
  return rows
}
