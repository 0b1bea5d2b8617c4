import CPixels
import Foundation
import PhotoModel
import Testing

@testable import PhotoAnalysis

/// What matches agree on, against its definition pair by pair, to the last bit.
@Suite struct AlignmentTests {
  @Test func `points near to where a transform takes them are counted`() {
    var random = SplitMix64(seed: 3)
    for count in [0, 1, 4, 7, 400] {
      let points = (0..<4 * count).map { _ in Double(random.next() % 6400) / 10 }
      let transform = SimilarityTransform(a: 0.5, b: -0.2, tx: 40, ty: 90)
      for most in [1.0, 2500, 40_000] {
        let near = (0..<count).filter { index in
          let off =
            transform(SIMD2(points[index], points[count + index]))
            - SIMD2(points[2 * count + index], points[3 * count + index])
          return off.x * off.x + off.y * off.y <= most
        }
        #expect(pixels_near(points, count, [0.5, -0.2, 40, 90], most) == near.count)
      }
    }
  }

  @Test(arguments: 1...24 as ClosedRange<UInt64>)
  func `partners are those that go together one by one`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let factor = [1, 1, 1, 1e-9, 1e90, 1e160][Int(seed % 6)]
    let matches = drawn(Int(random.next() % 100) * (seed < 4 ? 3 : 1), isCoarse: seed % 4 == 0, &random).map { match in
      var match = match
      // Only some: among the others there are pairs of which one lies far beyond all.
      if random.next() % 3 == 0 { (match.from, match.to) = (match.from * factor, match.to * factor) }
      return match
    }
    let columns = MatchColumns(matches)
    var matchIndices = [Int32](repeating: 0, count: matches.count)
    for later in matches.indices {
      let tried = seed % 2 == 0 ? later : later / 2
      let expected = (0..<tried).filter { trial(matches[$0], matches[later]) != nil }
      let count = columns.write(partnersOf: later, amongFirst: tried, to: &matchIndices)
      #expect(matchIndices.prefix(count).map { Int($0) } == expected)
    }
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func `inliers are those that are near and agree one by one`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let matches = drawn(Int(random.next() % 600), isCoarse: seed % 4 == 0, &random)
    for later in matches.indices.dropFirst().prefix(20) {
      guard let transform = transform(matches[later - 1], matches[later]) else { continue }
      #expect(MatchColumns(matches).inliers(under: transform) == inliers(of: matches, under: transform))
    }
  }

  @Test func `the transform of most matches is that of the plain search, wherever that ends`() {
    var ends: Set<End> = []
    for seed in 1...24 as ClosedRange<UInt64> {
      var random = SplitMix64(seed: seed)
      let count = [Int(random.next() % 6), 40, 90, 230, 420][Int(seed % 5)]
      let matches = drawn(count, isCoarse: seed % 4 == 0, &random)
      let found = Alignment(of: matches)
      let expected = aligned(matches, &ends)
      #expect(found?.transform == expected?.transform)
      #expect(found?.inliers == expected?.inliers)
    }
    #expect(ends == [.all, .pairs, .trials, .sure])
  }

  @Test func `the search tries so many pairs and no more`() {
    // The pair of the 100th and the 201st is the 20 000th, the next one comes after the last.
    for (earlier, isTried) in [(99, true), (100, false)] {
      let matches = (0..<300).map { planted($0, turns: 0, scale: 1, agrees: $0 == earlier || $0 == 200) }
      #expect((Alignment(of: matches) != nil) == isTried)
    }
  }

  @Test func `the search follows so many pairs that go together and no more`() {
    // Of 55, 5, 3 and 2 that go together come 1499 pairs; the next is the first of what most lie near to.
    for (others, scale) in [([2], 4.0), ([2, 2], 1)] {
      var matches: [KeypointMatch] = []
      for (turns, number) in ([55, 5, 3] + others).enumerated() {
        for _ in 0..<number {
          matches.append(planted(matches.count, turns: turns % 4, scale: turns < 4 ? 1 : 2.5, agrees: true))
        }
      }
      for number in 0..<300 { matches.append(planted(matches.count, turns: 2, scale: 4, agrees: number < 2)) }
      #expect(Alignment(of: matches).map { $0.transform.scale.rounded() } == scale)
    }
  }

  /// A match of quarter turns at a place of its own, whose patch agrees with that or with nothing.
  private func planted(_ index: Int, turns: Int, scale: Double, agrees: Bool) -> KeypointMatch {
    let turn = [SIMD2(1.0, 0), SIMD2(0, 1), SIMD2(-1, 0), SIMD2(0, -1)][turns]
    let from = SIMD2(Double(index % 20) * 30, Double(index / 20) * 30)
    let transform = SimilarityTransform(a: turn.x * scale, b: turn.y * scale, tx: 2500, ty: 2500)
    return KeypointMatch(
      from: from, to: transform(from), turn: turn, growth: agrees ? scale * scale : 1e6, ratio: 0)
  }

  /// Matches of a few transforms, as many each, and others of none; coarse ones lie on a grid whose distances and scales come
  /// to the limits.
  private func drawn(_ count: Int, isCoarse: Bool, _ random: inout SplitMix64) -> [KeypointMatch] {
    func number(_ range: Range<Double>) -> Double { Double.random(in: range, using: &random) }
    let models = (0..<[1, 2, 12, 40][Int(random.next() % 4)]).map { _ in
      SimilarityTransform(a: number(-1.5..<1.5), b: number(-1.5..<1.5), tx: number(0..<300), ty: number(0..<300))
    }
    let strangers = random.next() % 5
    return (0..<count).map { _ in
      if isCoarse {
        let from = SIMD2(Double(random.next() % 12) * 20, Double(random.next() % 12) * 20)
        let scale = [0.2, 1, 5][Int(random.next() % 3)]
        return KeypointMatch(from: from, to: from * scale, turn: SIMD2(1, 0), growth: scale * scale, ratio: 0)
      }
      let model = models[Int(random.next() % UInt64(models.count))]
      let from = SIMD2(number(0..<640), number(0..<480))
      let isStranger = random.next() % 5 < strangers
      let angle = isStranger ? number(0..<7) : model.rotation + number(-0.6..<0.6)
      let off = SIMD2(number(-3..<3), number(-3..<3))
      let to = isStranger ? SIMD2(number(0..<640), number(0..<480)) : model(from) + off
      return KeypointMatch(
        from: from, to: to, turn: SIMD2(cos(angle), sin(angle)),
        growth: model.scale * model.scale * pow(1.2, number(-5..<5)), ratio: 0)
    }
  }
}

// MARK: The plain form

private let mostGrowth = exp(2 * 0.65)
private let leastCosine = cos(0.53)

private enum End { case all, pairs, trials, sure }

private func searched(_ matches: [KeypointMatch]) -> (transform: SimilarityTransform?, end: End)? {
  guard matches.count >= 4 else { return nil }
  var best: (transform: SimilarityTransform, count: Int)?
  var (pairs, trials) = (0, 0)
  for later in 1..<matches.count {
    for earlier in 0..<later {
      pairs += 1
      guard pairs <= 20_000 else { return (best?.transform, .pairs) }
      guard trials < 1500 else { return (best?.transform, .trials) }
      guard let trial = trial(matches[earlier], matches[later]) else { continue }
      trials += 1
      let count = matches.count { isNear($0, under: trial) }
      if count > best?.count ?? 2 { best = (trial, count) }
      if count >= 40, count * 2 >= matches.count { return (best?.transform, .sure) }
    }
  }
  return (best?.transform, .all)
}

private func aligned(
  _ matches: [KeypointMatch], _ ends: inout Set<End>
) -> (transform: SimilarityTransform, inliers: [KeypointMatch])? {
  let matches = Array(matches.prefix(400))
  guard let search = searched(matches) else { return nil }
  ends.insert(search.end)
  guard var transform = search.transform else { return nil }
  var found = inliers(of: matches, under: transform)
  for _ in 0..<4 {
    guard let better = SimilarityTransform(fitting: found.map { ($0.from, $0.to) }) else { break }
    let now = inliers(of: matches, under: better)
    guard now.count >= found.count else { break }
    transform = better
    if now == found { break }
    found = now
  }
  return (0.2...5).contains(transform.scale) ? (transform, found) : nil
}

private func transform(_ first: KeypointMatch, _ second: KeypointMatch) -> SimilarityTransform? {
  SimilarityTransform(first.from, second.from, to: first.to, second.to)
}

private func trial(_ first: KeypointMatch, _ second: KeypointMatch) -> SimilarityTransform? {
  let (from, to) = (second.from - first.from, second.to - first.to)
  guard from.x * from.x + from.y * from.y > 400, to.x * to.x + to.y * to.y > 400,
    let trial = transform(first, second), (0.04...25).contains(trial.a * trial.a + trial.b * trial.b),
    agrees(first, with: trial), agrees(second, with: trial)
  else { return nil }
  return trial
}

private func isNear(_ match: KeypointMatch, under transform: SimilarityTransform) -> Bool {
  let across = transform.a * match.from.x - transform.b * match.from.y + transform.tx - match.to.x
  let down = transform.b * match.from.x + transform.a * match.from.y + transform.ty - match.to.y
  return across * across + down * down <= 25
}

private func inliers(of matches: [KeypointMatch], under transform: SimilarityTransform) -> [KeypointMatch] {
  matches.filter { isNear($0, under: transform) && agrees($0, with: transform) }
}

private func agrees(_ match: KeypointMatch, with transform: SimilarityTransform) -> Bool {
  let square = transform.a * transform.a + transform.b * transform.b
  guard square < match.growth * mostGrowth, square * mostGrowth > match.growth else { return false }
  let along = match.turn.x * transform.a + match.turn.y * transform.b
  return along > 0 && along * along > leastCosine * leastCosine * square
}
