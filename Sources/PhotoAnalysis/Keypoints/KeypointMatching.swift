internal import CHamming
internal import CPixels
import Foundation
import PhotoModel

/// A keypoint of one picture and the most similar one of another.
struct KeypointMatch: Hashable {
  var from: SIMD2<Double>
  var to: SIMD2<Double>
  /// The turn of the second patch against the first: cosine and sine.
  var turn: SIMD2<Double>
  /// The square of how much larger the second patch is, by the levels of the pyramids at which both were found.
  var growth: Double
  /// Distance to the nearest divided by that to the second nearest elsewhere: small is sure.
  var ratio: Double
}

/// Matches of the first picture (mirrored left to right where asked) in the second one, clearest first.
///
/// The nearest descriptor counts when it differs in fewer than 72 bits and is nearer by 15 % than the nearest one at
/// another position: the same corner, found at two levels of the pyramid, does not compete with itself.
func matches(of first: LocalFeatures, in second: LocalFeatures, isMirrored: Bool) -> [KeypointMatch] {
  guard second.keypoints.count > 1 else { return [] }
  var found: [KeypointMatch] = []
  let columns = DescriptorColumns(second.descriptors)
  var distances = [Int16](repeating: 0, count: columns.count)
  for (index, keypoint) in first.keypoints.enumerated() {
    let descriptor = isMirrored ? first.descriptors[index].mirrored : first.descriptors[index]
    let least = columns.write(distancesTo: descriptor, to: &distances)
    guard least < mostBits, let (best, ratio) = nearest(distances, least, second.keypoints) else { continue }
    let other = second.keypoints[best]
    let x = isMirrored ? Double(first.size.width) - Double(keypoint.x) : Double(keypoint.x)
    let turn = Double(other.angle) - (isMirrored ? Double.pi - Double(keypoint.angle) : Double(keypoint.angle))
    found.append(
      KeypointMatch(
        from: SIMD2(x, Double(keypoint.y)), to: SIMD2(Double(other.x), Double(other.y)),
        turn: SIMD2(cos(turn), sin(turn)), growth: squaredGrowth(levels: Int(other.level) - Int(keypoint.level)),
        ratio: ratio))
  }
  return found.sorted { ($0.ratio, $0.from.y, $0.from.x) < ($1.ratio, $1.from.y, $1.from.x) }
}

/// The square of the growth between levels, each smaller than the one before by 1.2.
private func squaredGrowth(levels: Int) -> Double { squaredGrowths[levels + LocalFeatures.levels] }

private let squaredGrowths = (-LocalFeatures.levels...LocalFeatures.levels).map { pow(1.44, Double($0)) }
private let mostBits: Int16 = 72
private let mostRatio = 0.85

/// The keypoint at the least of these distances; nil where it is ambiguous.
private func nearest(
  _ distances: [Int16], _ least: Int16, _ keypoints: [Keypoint]
) -> (index: Int, ratio: Double)? {
  distances.withUnsafeBufferPointer { distances in
    let best = distances.index(ofAtMost: least, from: 0)
    guard best < distances.count else { return nil }
    let position = keypoints[best]
    func isElsewhere(_ index: Int) -> Bool {
      max(abs(keypoints[index].x - position.x), abs(keypoints[index].y - position.y)) > 8
    }
    // Only keypoints that are near enough to spoil the ratio have to be checked for another position.
    let limit = Int16(Double(least) / mostRatio)
    var index = distances.index(ofAtMost: limit, from: 0)
    while index < distances.count {
      if isElsewhere(index) { return nil }
      index = distances.index(ofAtMost: limit, from: index + 1)
    }
    var second: Int16 = 256
    index = distances.index(ofAtMost: second - 1, from: 0)
    while index < distances.count {
      if isElsewhere(index) { second = distances[index] }
      index = distances.index(ofAtMost: second - 1, from: index + 1)
    }
    return (best, Double(least) / Double(max(1, second)))
  }
}

extension UnsafeBufferPointer<Int16> {
  /// The index of the first from `start` on that is no larger; `count` where all are larger.
  fileprivate func index(ofAtMost limit: Int16, from start: Int) -> Int {
    hamming_index(baseAddress, count, start, limit)
  }
}

/// The turn, scale and shift that most matches agree on.
struct Alignment {
  var transform: SimilarityTransform
  var inliers: [KeypointMatch]
  /// Distinct 4 px cells, in the picture that has fewer of them.
  var distinct: Int
}

extension Alignment {
  private static let mostMatches = 400
  private static let mostPairs = 20_000
  private static let mostTrials = 1500

  /// Aligns two pictures by their matches; nil where no two matches agree, or too few of all.
  ///
  /// Like RANSAC (Fischler & Bolles 1981), but without random numbers: pairs of the surest matches are tried first, and
  /// only those whose patches are turned and scaled like their positions.
  init?(of matches: [KeypointMatch]) {
    let matches = Array(matches.prefix(Self.mostMatches))
    guard matches.count >= 4 else { return nil }
    let columns = MatchColumns(matches)
    var indices = [Int32](repeating: 0, count: matches.count)
    var best: (transform: SimilarityTransform, count: Int)?
    var pairs = 0
    var trials = 0
    search: for later in 1..<matches.count where pairs < Self.mostPairs {
      let tried = min(later, Self.mostPairs - pairs)
      pairs += tried
      for index in 0..<columns.write(partnersOf: later, amongFirst: tried, to: &indices) {
        guard trials < Self.mostTrials else { break search }
        trials += 1
        let (first, second) = (matches[Int(indices[index])], matches[later])
        guard let trial = SimilarityTransform(first.from, second.from, to: first.to, second.to) else { continue }
        let count = columns.count(under: trial)
        if count > best?.count ?? 2 { best = (trial, count) }
        if count >= 40, count * 2 >= matches.count { break search }
      }
    }
    guard var transform = best?.transform else { return nil }
    var inliers = columns.inliers(under: transform)
    for _ in 0..<4 {
      guard let better = SimilarityTransform(fitting: inliers.map { ($0.from, $0.to) }) else { break }
      let now = columns.inliers(under: better)
      guard now.count >= inliers.count else { break }
      transform = better
      if now == inliers { break }
      inliers = now
    }
    guard (0.2...5).contains(transform.scale) else { return nil }
    self.transform = transform
    self.inliers = inliers
    distinct = min(Self.cells(inliers.map { $0.from }), Self.cells(inliers.map { $0.to }))
  }

  private static func cells(_ points: [SIMD2<Double>]) -> Int {
    Set(points.map { Int($0.y / 4) * 4096 + Int($0.x / 4) }).count
  }
}

/// Matches column by column, so that one thing is asked of many of them at once.
struct MatchColumns {
  private let matches: [KeypointMatch]
  private let columns: [Double]

  /// Pixels of the second picture by which a match may be off.
  private static let tolerance = 5.0
  /// The limits for pairs of matches: points 20 px apart, scales of 0.2 to 5; patches turned like the picture (within
  /// 30°), and scaled like it (within a factor of 1.9). Squares, so that no roots or angles are computed for thousands
  /// of pairs.
  static let limits = pixels_match_limits(
    apart: 400, smallest: 0.04, largest: 25, growth: exp(2 * 0.65), cosine: cos(0.53) * cos(0.53))

  init(_ matches: [KeypointMatch]) {
    self.matches = matches
    let count = matches.count
    var columns = [Double](repeating: 0, count: 7 * count)
    for (index, match) in matches.enumerated() {
      columns[index] = match.from.x
      columns[count + index] = match.from.y
      columns[2 * count + index] = match.to.x
      columns[3 * count + index] = match.to.y
      columns[4 * count + index] = match.turn.x
      columns[5 * count + index] = match.turn.y
      columns[6 * count + index] = match.growth
    }
    self.columns = columns
  }

  /// Writes the indices of the first matches that make a transform with this one whose rotation and scale both patches
  /// agree with.
  ///
  /// - Returns: The number of indices.
  func write(partnersOf later: Int, amongFirst tried: Int, to indices: inout [Int32]) -> Int {
    pixels_partners(columns, matches.count, later, tried, Self.limits, &indices)
  }

  /// The number of matches that the transform maps near to their targets.
  func count(under transform: SimilarityTransform) -> Int {
    pixels_near(columns, matches.count, Self.numbers(transform), Self.tolerance * Self.tolerance)
  }

  /// The matches whose patches agree with the transform.
  func inliers(under transform: SimilarityTransform) -> [KeypointMatch] {
    var indices = [Int32](repeating: 0, count: matches.count)
    let count = pixels_agreeing(
      columns, matches.count, Self.numbers(transform), Self.tolerance * Self.tolerance, Self.limits, &indices)
    return indices.prefix(count).map { matches[Int($0)] }
  }

  private static func numbers(_ transform: SimilarityTransform) -> [Double] {
    [transform.a, transform.b, transform.tx, transform.ty]
  }
}
