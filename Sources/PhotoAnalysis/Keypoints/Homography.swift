import Foundation

/// A projective map of the plane, as between two pictures of one flat thing. Row by row; the last number is 1 before
/// shifts.
struct Homography {
  private var h: [Double]

  /// The least squares fit to these pairs of points: a homography from six on, else an affine map (Hartley & Zisserman
  /// 2004, chapter 4, with normalised points). Nil with fewer than three, or where they do not determine a map.
  init?(fitting pairs: [(from: SIMD2<Double>, to: SIMD2<Double>)], isAffine: Bool) {
    guard pairs.count >= 3 else { return nil }
    let from = Normalisation(pairs.map(\.from))
    let to = Normalisation(pairs.map(\.to))
    let count = isAffine || pairs.count < 6 ? 6 : 8
    var system = NormalEquations(count: count)
    for pair in pairs {
      let (p, q) = (from(pair.from), to(pair.to))
      system.add(Array([p.x, p.y, 1, 0, 0, 0, -p.x * q.x, -p.y * q.x].prefix(count)), equals: q.x)
      system.add(Array([0, 0, 0, p.x, p.y, 1, -p.x * q.y, -p.y * q.y].prefix(count)), equals: q.y)
    }
    guard let solution = system.solution() else { return nil }
    let middle = solution + (count == 6 ? [0, 0, 1] : [1])
    h = Self.product(to.inverse, Self.product(middle, from.matrix))
  }

  private static func product(_ a: [Double], _ b: [Double]) -> [Double] {
    (0..<9).map { index in
      let (row, column) = (index / 3 * 3, index % 3)
      return a[row] * b[column] + a[row + 1] * b[3 + column] + a[row + 2] * b[6 + column]
    }
  }

  private func weight(_ point: SIMD2<Double>) -> Double { h[6] * point.x + h[7] * point.y + h[8] }

  func callAsFunction(_ point: SIMD2<Double>) -> SIMD2<Double> {
    SIMD2(h[0] * point.x + h[1] * point.y + h[2], h[3] * point.x + h[4] * point.y + h[5]) / weight(point)
  }

  /// Whether a camera could have done this to the surroundings of the points: not folded, not mirrored, lengths scaled
  /// by 0.2 to 5 and at one end at most 3.5 times as much as at the other, circles stretched to 1 : 4 at most.
  func isPlausible(at points: [SIMD2<Double>]) -> Bool {
    var areas: [Double] = []
    let sign = points.first.map(weight) ?? 1
    for point in points {
      let w = weight(point)
      guard abs(w) > 1e-9, w * sign > 0 else { return false }
      let image = self(point)
      let across = SIMD2(h[0] - image.x * h[6], h[3] - image.y * h[6]) / w
      let down = SIMD2(h[1] - image.x * h[7], h[4] - image.y * h[7]) / w
      let area = across.x * down.y - across.y * down.x
      let squares = (across * across + down * down).sum()
      guard area > 0.04, area < 25, squares < 4.25 * area else { return false }
      areas.append(area)
    }
    return (areas.max() ?? 1) < 12 * (areas.min() ?? 1)
  }
}

/// Moves points so that they lie around the origin, at a mean distance of √2.
private struct Normalisation {
  private let mean: SIMD2<Double>
  private let scale: Double

  init(_ points: [SIMD2<Double>]) {
    let mean = points.reduce(SIMD2<Double>.zero, +) / Double(points.count)
    let distance = points.reduce(0) { $0 + (($1 - mean) * ($1 - mean)).sum().squareRoot() } / Double(points.count)
    self.mean = mean
    scale = 2.0.squareRoot() / max(1e-9, distance)
  }

  func callAsFunction(_ point: SIMD2<Double>) -> SIMD2<Double> { (point - mean) * scale }
  var matrix: [Double] { [scale, 0, -scale * mean.x, 0, scale, -scale * mean.y, 0, 0, 1] }
  var inverse: [Double] { [1 / scale, 0, mean.x, 0, 1 / scale, mean.y, 0, 0, 1] }
}
