import Foundation
import PhotoModel

/// Turn, scale and shift of the plane: (x, y) → (a·x − b·y + tx, b·x + a·y + ty).
struct SimilarityTransform: Hashable, Sendable {
  var a: Double
  var b: Double
  var tx: Double
  var ty: Double
}

extension SimilarityTransform {
  var scale: Double { hypot(a, b) }
  /// Radians, clockwise as y grows downwards.
  var rotation: Double { atan2(b, a) }

  func callAsFunction(_ point: SIMD2<Double>) -> SIMD2<Double> {
    SIMD2(a * point.x - b * point.y + tx, b * point.x + a * point.y + ty)
  }

  /// The inverse transform.
  ///
  /// - Precondition: The scale is not 0.
  var inverse: SimilarityTransform {
    let square = a * a + b * b
    let (c, s) = (a / square, -b / square)
    return SimilarityTransform(a: c, b: s, tx: -(c * tx - s * ty), ty: -(s * tx + c * ty))
  }

  /// Through both pairs of points. Nil where the two first or the two second points fall together.
  init?(_ p1: SIMD2<Double>, _ p2: SIMD2<Double>, to q1: SIMD2<Double>, _ q2: SIMD2<Double>) {
    let from = p2 - p1
    let to = q2 - q1
    let square = from.x * from.x + from.y * from.y
    guard square > 1e-9, to.x * to.x + to.y * to.y > 1e-9 else { return nil }
    let a = (from.x * to.x + from.y * to.y) / square
    let b = (from.x * to.y - from.y * to.x) / square
    self.init(a: a, b: b, tx: q1.x - a * p1.x + b * p1.y, ty: q1.y - b * p1.x - a * p1.y)
  }

  /// The least squares fit (Umeyama 1991, in the plane). Nil with fewer than two different points.
  init?(fitting pairs: [(from: SIMD2<Double>, to: SIMD2<Double>)]) {
    guard pairs.count > 1 else { return nil }
    let count = Double(pairs.count)
    let fromMean = pairs.reduce(SIMD2<Double>.zero) { $0 + $1.from } / count
    let toMean = pairs.reduce(SIMD2<Double>.zero) { $0 + $1.to } / count
    var (square, dot, cross) = (0.0, 0.0, 0.0)
    for pair in pairs {
      let p = pair.from - fromMean
      let q = pair.to - toMean
      square += p.x * p.x + p.y * p.y
      dot += p.x * q.x + p.y * q.y
      cross += p.x * q.y - p.y * q.x
    }
    guard square > 1e-9 else { return nil }
    let a = dot / square
    let b = cross / square
    self.init(
      a: a, b: b, tx: toMean.x - a * fromMean.x + b * fromMean.y, ty: toMean.y - b * fromMean.x - a * fromMean.y)
  }
}

/// A polygon without a dent.
struct ConvexPolygon {
  var corners: [SIMD2<Double>]

  /// The sides of a picture of this size.
  init(_ size: PixelSize) {
    let (width, height) = (Double(size.width), Double(size.height))
    corners = [SIMD2(0, 0), SIMD2(width, 0), SIMD2(width, height), SIMD2(0, height)]
  }

  /// The part inside a picture of this size (Sutherland & Hodgman 1974).
  func clipped(to size: PixelSize) -> ConvexPolygon {
    var result = self
    result.cut { $0.x }
    result.cut { Double(size.width) - $0.x }
    result.cut { $0.y }
    result.cut { Double(size.height) - $0.y }
    return result
  }

  /// Cuts off the side where `inside` is negative; it must be linear.
  private mutating func cut(_ inside: (SIMD2<Double>) -> Double) {
    var kept: [SIMD2<Double>] = []
    for (index, corner) in corners.enumerated() {
      let next = corners[(index + 1) % corners.count]
      let (here, there) = (inside(corner), inside(next))
      if here >= 0 { kept.append(corner) }
      if here >= 0 && there < 0 || here < 0 && there >= 0 {
        kept.append(corner + (next - corner) * (here / (here - there)))
      }
    }
    corners = kept
  }

  var area: Double {
    guard corners.count > 2 else { return 0 }
    var twice = 0.0
    for (index, corner) in corners.enumerated() {
      let next = corners[(index + 1) % corners.count]
      twice += corner.x * next.y - next.x * corner.y
    }
    return abs(twice) / 2
  }

  /// The upright box around it; nil where nothing is left.
  var bounds: (low: SIMD2<Double>, high: SIMD2<Double>)? {
    guard let first = corners.first, corners.count > 2 else { return nil }
    return corners.reduce((first, first)) { (pointwiseMin($0.0, $1), pointwiseMax($0.1, $1)) }
  }
}
