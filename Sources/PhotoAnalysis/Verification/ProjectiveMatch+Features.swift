import Foundation
package import PhotoModel

/// The projective match of two pictures: their SIFT keypoints that one homography maps onto each other.
///
/// Matches pass the ratio test of Lowe (2004, section 7.1). Like RANSAC (Fischler & Bolles 1981), but without random
/// numbers: each match alone gives a shift, turn and scale by its two keypoints (Philbin et al. 2007); the best
/// supported of them are widened to an affine map and then to a homography, with smaller tolerances at every step.
///
/// The result is the same in either order: the features decide which of the two comes first.
///
/// - Complexity: About 5 ms for two pictures of 460 keypoints, and where they repeat themselves as much again.
package func projectiveMatch(of one: SIFTFeatures, _ other: SIFTFeatures) -> ProjectiveMatch {
  let (first, second) = other.descriptors.lexicographicallyPrecedes(one.descriptors) ? (other, one) : (one, other)
  let matches = SIFTMatches(of: first, in: second)
  guard matches.count >= SIFTMatches.fewest else { return .nothing }
  var best = ProjectiveMatch.nothing
  var mostInliers: [Int] = []
  for support in matches.supports {
    guard let (homography, inliers) = matches.homography(from: support) else { continue }
    let (from, to) = (inliers.map { matches.from[$0] }, inliers.map { matches.to[$0] })
    let count = min(distinctCells(from), distinctCells(to))
    guard count > best.inliers, homography.isPlausible(at: from) else { continue }
    let (here, there) = (shares(from, of: first.size), shares(to, of: second.size))
    best = ProjectiveMatch(
      inliers: count, share: Double(count) / Double(max(1, min(first.keypointCount, second.keypointCount))),
      spread: min(spread(here), spread(there)),
      shift: zip(here, there).map { length($0 - $1) }.sorted()[here.count / 2])
    mostInliers = inliers
  }
  // On a chessboard, a brick wall or a fence each corner looks like the next. Fur and leaves have alike corners, too,
  // but also distinctive ones.
  let (own, others) = (SIFTProducts(first, first), SIFTProducts(second, second))
  var distinctive: [SIMD2<Double>] = []
  for index in mostInliers where distinctCells(distinctive) < fewestDistinctive {
    if own.isDistinctive(matches.indices[index].x), others.isDistinctive(matches.indices[index].y) {
      distinctive.append(matches.from[index])
    }
  }
  let count = distinctCells(distinctive)
  if count < fewestDistinctive, count * 2 < best.inliers { best.spread = 0 }
  return best
}

/// The distinctive inliers from which on a match is no repetition.
private let fewestDistinctive = 8

private func length(_ vector: SIMD2<Double>) -> Double { (vector * vector).sum().squareRoot() }

/// Distinct 3 px cells.
private func distinctCells(_ points: [SIMD2<Double>]) -> Int {
  Set(points.map { Int($0.y / 3) * 4096 + Int($0.x / 3) }).count
}

/// Points in shares of the sides of their picture.
private func shares(_ points: [SIMD2<Double>], of size: PixelSize) -> [SIMD2<Double>] {
  points.map { $0 / SIMD2(Double(max(1, size.width)), Double(max(1, size.height))) }
}

/// The area of the ellipse of these points, which are shares of the sides; 12 · σ · σ is all of the picture where they
/// are spread evenly over it. The long axis counts up to 0.1: a line of text is not wider for its length.
private func spread(_ points: [SIMD2<Double>]) -> Double {
  let count = Double(max(1, points.count))
  let mean = points.reduce(SIMD2<Double>.zero, +) / count
  var (variances, covariance) = (SIMD2<Double>.zero, 0.0)
  for point in points {
    let off = point - mean
    variances += off * off / count
    covariance += off.x * off.y / count
  }
  let middle = variances.sum() / 2
  let difference = (variances.x - variances.y) / 2
  let radius = (difference * difference + covariance * covariance).squareRoot()
  return 12 * max(0, middle - radius).squareRoot() * min(0.1, (middle + radius).squareRoot())
}

/// The keypoints of one picture and the most similar ones of another, clearest first.
private struct SIFTMatches {
  private(set) var from: [SIMD2<Double>] = []
  private(set) var to: [SIMD2<Double>] = []
  /// The indices of the keypoints of each match in their pictures.
  private(set) var indices: [SIMD2<Int>] = []
  /// The shift, turn and scale from the first keypoint to the second.
  private var transforms: [SimilarityTransform] = []

  static let fewest = 5
  private static let most = 300
  /// The square of 0.75: the nearest has to be nearer than that share of the nearest elsewhere.
  private static let mostSquaredRatio = 0.5625
  private static let mostSupports = 8
  /// Pixels by which a match may be off: of one match's own transform, and of the maps that follow.
  private static let looseTolerance = 18.0
  private static let steps: [(tolerance: Double, isAffine: Bool)] = [
    (12, true), (7.5, true), (5, false), (4, false), (3, false), (3, false), (3, false),
  ]

  var count: Int { from.count }

  init(of first: SIFTFeatures, in second: SIFTFeatures) {
    var found: [(ratio: Double, first: Int, second: Int)] = []
    let products = SIFTProducts(first, second)
    for index in first.keypoints.indices {
      guard let nearest = products.nearest(to: index) else { continue }
      let ratio = Double(nearest.squared) / Double(max(1, nearest.squaredElsewhere))
      if ratio < Self.mostSquaredRatio { found.append((ratio, index, nearest.index)) }
    }
    found.sort { ($0.ratio, $0.first) < ($1.ratio, $1.first) }
    for match in found.prefix(Self.most) {
      let (a, b) = (first.keypoints[match.first], second.keypoints[match.second])
      let scale = Double(b.scale) / Double(max(1, a.scale))
      let turn = b.radians - a.radians
      var transform = SimilarityTransform(a: scale * cos(turn), b: scale * sin(turn), tx: 0, ty: 0)
      let shift = b.position - transform(a.position)
      (transform.tx, transform.ty) = (shift.x, shift.y)
      from.append(a.position)
      to.append(b.position)
      indices.append(SIMD2(match.first, match.second))
      transforms.append(transform)
    }
  }

  private func near(_ tolerance: Double, _ map: (SIMD2<Double>) -> SIMD2<Double>) -> [Int] {
    let most = tolerance * tolerance
    return from.indices.filter {
      let off = map(from[$0]) - to[$0]
      return (off * off).sum() < most
    }
  }

  /// The matches that agree with one match, for the matches with most support, each set once.
  var supports: [[Int]] {
    var all: [[Int]] = []
    for transform in transforms where (0.2...5).contains(transform.scale) {
      let support = near(Self.looseTolerance) { transform($0) }
      if support.count >= 4 { all.append(support) }
    }
    all.sort { $0.count == $1.count ? $0.lexicographicallyPrecedes($1) : $0.count > $1.count }
    var distinct: [[Int]] = []
    for support in all where distinct.last != support {
      guard distinct.count < Self.mostSupports else { break }
      distinct.append(support)
    }
    return distinct
  }

  /// The homography grown from these matches, and the matches that it maps onto each other.
  func homography(from support: [Int]) -> (Homography, [Int])? {
    var inliers = support
    var last: Homography?
    for step in Self.steps {
      guard inliers.count >= 4,
        let map = Homography(fitting: inliers.map { (from[$0], to[$0]) }, isAffine: step.isAffine)
      else { return nil }
      inliers = near(step.tolerance) { map($0) }
      last = map
    }
    return inliers.count >= 4 ? last.map { ($0, inliers) } : nil
  }
}

/// Distances between the descriptors of two pictures, or of one.
private struct SIFTProducts {
  private let first: SIFTFeatures
  private let second: SIFTFeatures
  private let squares: [Int32]
  private let positions: [SIMD2<Double>]

  /// The square of the pixels within which two keypoints are at one position.
  private static let squaredRadius = 9.0
  /// The square of 115, below which two descriptors of one picture, both about 256 long, are alike. Of the inliers of
  /// one scene half have another one within 160, of those of two chessboards within 68.
  private static let squaredAlike: Int32 = 13225

  init(_ first: SIFTFeatures, _ second: SIFTFeatures) {
    self.first = first
    self.second = second
    positions = second.keypoints.map(\.position)
    squares = second.descriptors.withUnsafeBufferPointer { all in
      second.keypoints.indices.map { Self.product(all, $0, all, $0) }
    }
  }

  /// Whether nothing elsewhere in the picture, compared with itself, looks like this keypoint.
  func isDistinctive(_ index: Int) -> Bool {
    nearest(to: index).map { $0.squaredElsewhere >= Self.squaredAlike } ?? true
  }

  /// The keypoint of the second picture whose descriptor is nearest to one of the first, the square of its distance,
  /// and that of the nearest at another position. Nil where there is no other.
  func nearest(to index: Int) -> (index: Int, squared: Int32, squaredElsewhere: Int32)? {
    // Squared distances but for the square of the one of the first, which is the same for all.
    let distances = first.descriptors.withUnsafeBufferPointer { mine in
      second.descriptors.withUnsafeBufferPointer { theirs in
        positions.indices.map { squares[$0] - 2 * Self.product(mine, index, theirs, $0) }
      }
    }
    guard let best = distances.indices.min(by: { distances[$0] < distances[$1] }) else { return nil }
    var other: Int32?
    for index in positions.indices where distances[index] < other ?? .max {
      let off = positions[index] - positions[best]
      if (off * off).sum() > Self.squaredRadius { other = distances[index] }
    }
    guard let other else { return nil }
    let own = first.descriptors.withUnsafeBufferPointer { Self.product($0, index, $0, index) }
    return (best, max(0, distances[best] + own), other + own)
  }

  @inline(__always)
  private static func product(
    _ a: UnsafeBufferPointer<Int8>, _ first: Int, _ b: UnsafeBufferPointer<Int8>, _ second: Int
  ) -> Int32 {
    let length = SIFTFeatures.descriptorLength
    let (a, b) = (UnsafeRawBufferPointer(a), UnsafeRawBufferPointer(b))
    precondition((first + 1) * length <= a.count && (second + 1) * length <= b.count)
    var sum = SIMD8<Int32>.zero
    for offset in stride(from: 0, to: length, by: 16) {
      func load(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> SIMD8<Int16> {
        SIMD8(truncatingIfNeeded: bytes.loadUnaligned(fromByteOffset: offset, as: SIMD8<Int8>.self))
      }
      let low = load(a, first * length + offset) &* load(b, second * length + offset)
      let high = load(a, first * length + offset + 8) &* load(b, second * length + offset + 8)
      // 127 · 127 twice fits into 16 bits.
      sum &+= SIMD8<Int32>(truncatingIfNeeded: low &+ high)
    }
    return sum.wrappedSum()
  }
}
