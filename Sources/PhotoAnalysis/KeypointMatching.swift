internal import CHamming
internal import CPixels
import Foundation
import PhotoModel

/// A keypoint of one picture and the one of another that looks most like it.
struct KeypointMatch: Hashable {
  var from: SIMD2<Double>
  var to: SIMD2<Double>
  /// How much the second patch is turned against the first: cosine and sine.
  var turn: SIMD2<Double>
  /// The square of how much larger the second patch is, by the levels of the pyramids at which both were found.
  var growth: Double
  /// Distance to the nearest divided by that to the second nearest elsewhere: small is sure.
  var ratio: Double
}

/// Matches of the first picture (mirrored left to right where asked) in the second one, surest first.
///
/// The nearest descriptor counts when it differs in fewer than 72 bits and is nearer by 15 % than the nearest one at
/// another place: the same corner, found at two levels of the pyramid, does not compete with itself.
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

/// Each level is smaller than the one before by 1.2.
private func squaredGrowth(levels: Int) -> Double { squaredGrowths[levels + LocalFeatures.levels] }

private let squaredGrowths = (-LocalFeatures.levels...LocalFeatures.levels).map { pow(1.44, Double($0)) }
private let mostBits: Int16 = 72
private let mostRatio = 0.85

/// The keypoint at the least of these distances, where it is sure.
private func nearest(
  _ distances: [Int16], _ least: Int16, _ keypoints: [Keypoint]
) -> (index: Int, ratio: Double)? {
  distances.withUnsafeBufferPointer { distances in
    let best = distances.place(ofAtMost: least, from: 0)
    guard best < distances.count else { return nil }
    let place = keypoints[best]
    func isElsewhere(_ index: Int) -> Bool {
      max(abs(keypoints[index].x - place.x), abs(keypoints[index].y - place.y)) > 8
    }
    // Only what is near enough to spoil the ratio has to be elsewhere.
    let limit = Int16(Double(least) / mostRatio)
    var index = distances.place(ofAtMost: limit, from: 0)
    while index < distances.count {
      if isElsewhere(index) { return nil }
      index = distances.place(ofAtMost: limit, from: index + 1)
    }
    var second: Int16 = 256
    index = distances.place(ofAtMost: second - 1, from: 0)
    while index < distances.count {
      if isElsewhere(index) { second = distances[index] }
      index = distances.place(ofAtMost: second - 1, from: index + 1)
    }
    return (best, Double(least) / Double(max(1, second)))
  }
}

extension UnsafeBufferPointer<Int16> {
  /// Of the first from `start` on that is no larger; `count` where all are.
  fileprivate func place(ofAtMost limit: Int16, from start: Int) -> Int {
    hamming_place(baseAddress, count, start, limit)
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
  /// Pixels of the second picture by which a match may be off.
  private static let tolerance = 5.0
  private static let mostMatches = 400
  private static let mostPairs = 20_000
  private static let mostTrials = 1500

  /// Nil where no two matches go together, or too few of all.
  ///
  /// As RANSAC (Fischler & Bolles 1981), but nothing is random: pairs of the surest matches are tried first, and only
  /// those whose patches are turned and scaled as their places say.
  init?(of matches: [KeypointMatch]) {
    let matches = Array(matches.prefix(Self.mostMatches))
    guard matches.count >= 4 else { return nil }
    let points = MatchedPoints(matches)
    var best: (transform: SimilarityTransform, count: Int)?
    var pairs = 0
    var trials = 0
    search: for later in 1..<matches.count {
      for earlier in 0..<later {
        pairs += 1
        guard pairs <= Self.mostPairs, trials < Self.mostTrials else { break search }
        guard let trial = Self.trial(matches[earlier], matches[later]) else { continue }
        trials += 1
        let count = points.count(within: Self.tolerance, under: trial)
        if count > best?.count ?? 2 { best = (trial, count) }
        if count >= 40, count * 2 >= matches.count { break search }
      }
    }
    guard var transform = best?.transform else { return nil }
    var inliers = Self.inliers(of: matches, under: transform)
    for _ in 0..<4 {
      guard let better = SimilarityTransform(fitting: inliers.map { ($0.from, $0.to) }) else { break }
      let now = Self.inliers(of: matches, under: better)
      guard now.count >= inliers.count else { break }
      transform = better
      if now == inliers { break }
      inliers = now
    }
    guard (0.2...5).contains(transform.scale) else { return nil }
    self.transform = transform
    self.inliers = inliers
    distinct = min(Self.cells(inliers.map(\.from)), Self.cells(inliers.map(\.to)))
  }

  private static func trial(_ first: KeypointMatch, _ second: KeypointMatch) -> SimilarityTransform? {
    let from = second.from - first.from
    let to = second.to - first.to
    guard from.x * from.x + from.y * from.y > 400, to.x * to.x + to.y * to.y > 400,
      let trial = SimilarityTransform(first.from, second.from, to: first.to, second.to),
      (0.04...25).contains(trial.a * trial.a + trial.b * trial.b), first.agrees(with: trial), second.agrees(with: trial)
    else { return nil }
    return trial
  }

  private static func inliers(of matches: [KeypointMatch], under transform: SimilarityTransform) -> [KeypointMatch] {
    matches.filter { match in
      let off = transform(match.from) - match.to
      return off.x * off.x + off.y * off.y <= tolerance * tolerance && match.agrees(with: transform)
    }
  }

  private static func cells(_ points: [SIMD2<Double>]) -> Int {
    Set(points.map { Int($0.y / 4) * 4096 + Int($0.x / 4) }).count
  }
}

/// Where matches lie, column by column, so that a trial is held against many of them at once.
private struct MatchedPoints {
  private let number: Int
  private let columns: [Double]

  init(_ matches: [KeypointMatch]) {
    number = matches.count
    columns = matches.map(\.from.x) + matches.map(\.from.y) + matches.map(\.to.x) + matches.map(\.to.y)
  }

  /// How many the transform takes no farther than this from where they are.
  func count(within tolerance: Double, under transform: SimilarityTransform) -> Int {
    pixels_near(
      columns, number, [transform.a, transform.b, transform.tx, transform.ty], tolerance * tolerance)
  }
}

extension KeypointMatch {
  /// By a factor of 1.9, squared.
  private static let mostGrowth = exp(2 * 0.65)
  private static let leastCosine = cos(0.53)

  /// The patch is turned as the picture is (within 30°), and scaled as it is (within a factor of 1.9). Without a root or
  /// an angle: this is asked of thousands of pairs.
  fileprivate func agrees(with transform: SimilarityTransform) -> Bool {
    let square = transform.a * transform.a + transform.b * transform.b
    guard square < growth * Self.mostGrowth, square * Self.mostGrowth > growth else { return false }
    let along = turn.x * transform.a + turn.y * transform.b
    return along > 0 && along * along > Self.leastCosine * Self.leastCosine * square
  }
}
