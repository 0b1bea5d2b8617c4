import TestSupport
import Testing

@testable import PhotoModel

@Suite struct VerifiedPairsTests {
  private static let keys: [PairKey] = {
    let contents = (0..<24).compactMap { number in
      // Few differ in their first bytes.
      ContentDigest(bytes: [UInt8(number % 3)] + [UInt8](repeating: UInt8(number), count: 31))
    }
    return contents.flatMap { a in contents.compactMap { PairKey(a, $0) } }
  }()

  @Test func `it knows what a dictionary knows, whatever comes and goes`() throws {
    var random = SeededGenerator(seed: 91)
    var pairs = VerifiedPairs.none
    var expected: [PairKey: PairVerification] = [:]
    for step in 0..<4000 {
      let key = try #require(Self.keys.randomElement(using: &random))
      let look = Int.random(in: 0..<4, using: &random) == 0 ? nil : PairVerification(inliers: step)
      pairs[key] = look
      expected[key] = look
      #expect(pairs[key] == look && pairs.count == expected.count)
    }
    for key in Self.keys { #expect(pairs[key] == expected[key]) }
    #expect(Dictionary(uniqueKeysWithValues: pairs.all.map { ($0.key, $0.value) }) == expected)
    #expect(VerifiedPairs(expected) == pairs && VerifiedPairs(expected).hashValue == pairs.hashValue)
    let key = try #require(expected.keys.first)
    pairs[key]?.inliers = -1
    #expect(VerifiedPairs(expected) != pairs)
    pairs[key] = nil
    #expect(VerifiedPairs(expected) != pairs && !pairs.isEmpty)
  }

  @Test func `those that come in the order of their keys are found, too`() throws {
    var random = SeededGenerator(seed: 94)
    var sorted = Set(Self.keys).sorted()
    let late = sorted.remove(at: sorted.count / 2)
    let between = sorted.remove(at: sorted.count / 3)
    var pairs = VerifiedPairs.none
    #expect(pairs[late] == nil)
    for (number, key) in sorted.enumerated() { pairs[key] = PairVerification(inliers: number) }
    for (number, key) in sorted.enumerated() { #expect(pairs[key]?.inliers == number) }
    #expect(pairs[late] == nil && pairs[between] == nil)
    let gone = sorted.remove(at: Int.random(in: 0..<sorted.count, using: &random))
    pairs[gone] = nil
    #expect(pairs[gone] == nil && sorted.allSatisfy { pairs[$0] != nil })
    // The first that comes out of order.
    pairs[late] = PairVerification(inliers: -1)
    pairs[gone] = PairVerification(inliers: -2)
    #expect(pairs[late]?.inliers == -1 && pairs[gone]?.inliers == -2 && pairs[between] == nil)
    #expect(sorted.allSatisfy { pairs[$0] != nil } && pairs.count == sorted.count + 2)
  }

  @Test func `one photo may have pairs with thousands of others`() throws {
    var random = SeededGenerator(seed: 93)
    let hub = try #require(ContentDigest(bytes: [UInt8](repeating: 0, count: 32)))
    let others = (0..<20_000).compactMap { _ in ContentDigest(bytes: random.bytes(32)) }
    var pairs = VerifiedPairs.none
    for (number, other) in others.enumerated() {
      pairs[try #require(PairKey(hub, other))] = PairVerification(inliers: number)
    }
    #expect(pairs.count == others.count)
    for (number, other) in others.enumerated() {
      #expect(pairs[try #require(PairKey(other, hub))]?.inliers == number)
    }
  }

  @Test func `of what both know the first says`() {
    var random = SeededGenerator(seed: 92)
    func some(_ inliers: Int) -> [PairKey: PairVerification] {
      let keys = Set(Self.keys.filter { _ in Bool.random(using: &random) })
      return Dictionary(uniqueKeysWithValues: keys.map { ($0, PairVerification(inliers: inliers)) })
    }
    let (one, other) = (some(1), some(2))
    #expect(VerifiedPairs(one).merging(VerifiedPairs(other)) == VerifiedPairs(one.merging(other) { mine, _ in mine }))
  }

  @Test func `what is taken out together is gone, and the rest is as it was`() {
    let all = Dictionary(uniqueKeysWithValues: Set(Self.keys).enumerated().map { ($1, PairVerification(inliers: $0)) })
    for isSorted in [true, false] {
      var pairs = VerifiedPairs.none
      for (key, look) in isSorted ? all.sorted(by: { $0.key < $1.key }) : Array(all) { pairs[key] = look }
      pairs.removeAll { _ in false }
      #expect(pairs == VerifiedPairs(all))
      pairs.removeAll { all[$0]?.inliers.isMultiple(of: 3) ?? true }
      #expect(pairs == VerifiedPairs(all.filter { !$0.value.inliers.isMultiple(of: 3) }))
      pairs.removeAll { _ in true }
      #expect(pairs.isEmpty)
    }
  }
}
