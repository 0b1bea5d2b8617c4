import TestSupport
import Testing

@testable import PhotoModel

@Suite struct VerifiedPairsTests {
  private static let keys: [ContentPair] = {
    let contents = (0..<24).compactMap { number in
      // Few differ in their first bytes.
      ContentDigest(bytes: [UInt8(number % 3)] + [UInt8](repeating: UInt8(number), count: 31))
    }
    return contents.flatMap { a in contents.compactMap { ContentPair(a, $0) } }
  }()

  private static func verification(_ number: Int) -> PairVerification {
    switch number % 4 {
    case 0: .nothing
    case 1: PairVerification(haveSamePixels: false)
    case 2: PairVerification(haveSamePixels: true)
    default: PairVerification(inliers: number)
    }
  }

  private func expect(_ pairs: VerifiedPairs, are expected: [ContentPair: PairVerification]) {
    #expect(pairs.count == expected.count && pairs.isEmpty == expected.isEmpty)
    for key in Self.keys { #expect(pairs[key] == expected[key]) }
    var all: [ContentPair: PairVerification] = [:]
    for (key, verification) in pairs.all { #expect(all.updateValue(verification, forKey: key) == nil) }
    #expect(all == expected)
    var parts: [ContentPair: PairVerification] = [:]
    for part in 0..<pairs.partCount {
      pairs.forEach(in: part..<part + 1) { first, second, verification in
        let key = ContentPair(rising: first, second)
        #expect(parts.updateValue(pairs.verification(verification), forKey: key) == nil)
      }
    }
    #expect(parts == expected)
  }

  @Test func `it knows what a dictionary knows, whatever comes and changes`() throws {
    var random = SeededGenerator(seed: 91)
    var pairs = VerifiedPairs.none
    var expected: [ContentPair: PairVerification] = [:]
    for step in 0..<4000 {
      let key = try #require(Self.keys.randomElement(using: &random))
      pairs.add(Self.verification(step), of: key)
      expected[key] = Self.verification(step)
      #expect(pairs[key] == expected[key] && pairs.count == expected.count)
    }
    expect(pairs, are: expected)
    #expect(VerifiedPairs(expected) == pairs && VerifiedPairs(expected).hashValue == pairs.hashValue)
    let key = try #require(expected.keys.first)
    pairs.add(PairVerification(inliers: -1), of: key)
    #expect(VerifiedPairs(expected) != pairs)
  }

  @Test func `those of a cache are found, in whatever order they lie there`() throws {
    var random = SeededGenerator(seed: 94)
    let expected = Dictionary(uniqueKeysWithValues: Set(Self.keys).enumerated().map { ($1, Self.verification($0)) })
    let sorted = expected.sorted { $0.key < $1.key }
    let digests = Set(Self.keys.flatMap { [$0.first, $0.second] })
    for order in [sorted, sorted.reversed(), sorted.shuffled(using: &random)] {
      var pairs = VerifiedPairs(among: ContentSet(digests.shuffled(using: &random))) { add in
        for (key, verification) in order { add(key, verification) }
      }
      expect(pairs, are: expected)
      #expect(pairs == VerifiedPairs(expected))
      pairs.add(PairVerification(inliers: -1), of: sorted[7].key)
      #expect(pairs[sorted[7].key]?.inliers == -1 && pairs != VerifiedPairs(expected))
    }
  }

  @Test func `pairs whose second content is not there are left out`() throws {
    let expected = Dictionary(uniqueKeysWithValues: Set(Self.keys).map { ($0, PairVerification(inliers: 3)) })
    let digests = Set(Self.keys.flatMap { [$0.first, $0.second] }).sorted()
    let there = digests.filter { $0.bytes[31] % 2 == 0 }
    let pairs = VerifiedPairs(among: ContentSet(there)) { add in
      for (key, verification) in expected.sorted(by: { $0.key < $1.key }) { add(key, verification) }
    }
    expect(pairs, are: expected.filter { there.contains($0.key.second) })
  }

  @Test func `contents with the same first bytes have pairs of their own`() throws {
    let start = [UInt8](repeating: 7, count: 8)
    let digests = (0..<5).compactMap { ContentDigest(bytes: start + [UInt8](repeating: $0, count: 24)) }
    let keys = Set(digests.flatMap { a in digests.compactMap { ContentPair(a, $0) } }).sorted()
    let pairs = VerifiedPairs(among: ContentSet(digests)) { add in
      for (number, key) in keys.enumerated() { add(key, PairVerification(inliers: number + 1)) }
    }
    #expect(pairs.count == 10)
    for (number, key) in keys.enumerated() { #expect(pairs[key]?.inliers == number + 1) }
  }

  @Test func `one photo may have pairs with thousands of others`() throws {
    var random = SeededGenerator(seed: 93)
    let hub = try #require(ContentDigest(bytes: [UInt8](repeating: 0, count: 32)))
    let others = (0..<20_000).compactMap { _ in ContentDigest(bytes: random.bytes(32)) }
    var pairs = VerifiedPairs.none
    for (number, other) in others.enumerated() {
      pairs.add(PairVerification(inliers: number), of: try #require(ContentPair(hub, other)))
    }
    #expect(pairs.count == others.count)
    for (number, other) in others.enumerated() {
      #expect(pairs[try #require(ContentPair(other, hub))]?.inliers == number)
    }
  }

  @Test func `of what both know the first says`() {
    var random = SeededGenerator(seed: 92)
    func some(_ inliers: Int) -> [ContentPair: PairVerification] {
      let keys = Set(Self.keys.filter { _ in Bool.random(using: &random) })
      return Dictionary(uniqueKeysWithValues: keys.map { ($0, PairVerification(inliers: inliers)) })
    }
    let (one, other) = (some(1), some(2))
    #expect(VerifiedPairs(one).merging(VerifiedPairs(other)) == VerifiedPairs(one.merging(other) { mine, _ in mine }))
  }
}
