/// Pairs in the order of their keys, those of one first content together, each with the number of its verification.
struct PairRuns: Equatable, Sendable {
  /// The first contents of the pairs, rising.
  private var firsts: [ContentDigest] = []
  /// The start of the pairs of each first content.
  private var starts: [UInt32] = []
  /// The second contents, rising within a run.
  private var seconds: [ContentDigest] = []
  private var numbers: [UInt32] = []

  var count: Int { seconds.count }
  var runCount: Int { firsts.count }

  subscript(index: Int) -> UInt32 {
    get { numbers[index] }
    set { numbers[index] = newValue }
  }

  mutating func reserve(_ count: Int) {
    firsts.reserveCapacity(count)
    starts.reserveCapacity(count)
    seconds.reserveCapacity(count * 2)
    numbers.reserveCapacity(count * 2)
  }

  private func run(_ index: Int) -> Range<Int> {
    Int(starts[index])..<(index + 1 < starts.count ? Int(starts[index + 1]) : seconds.count)
  }

  func index(of key: ContentPair) -> Int? {
    let index = firstIndex(count: firsts.count) { firsts[$0] >= key.first }
    guard index < firsts.count, firsts[index] == key.first else { return nil }
    let run = run(index)
    let second = run.lowerBound + firstIndex(count: run.count) { seconds[run.lowerBound + $0] >= key.second }
    return second < run.upperBound && seconds[second] == key.second ? second : nil
  }

  /// Whether a pair comes behind all that are here.
  func isRising(to key: ContentPair) -> Bool {
    guard let first = firsts.last, let second = seconds.last else { return true }
    return first == key.first ? second < key.second : first < key.first
  }

  /// - Parameter key: The pair, which must come after all pairs here.
  mutating func append(_ number: UInt32, of key: ContentPair) {
    if firsts.last != key.first {
      firsts.append(key.first)
      starts.append(UInt32(seconds.count))
    }
    seconds.append(key.second)
    numbers.append(number)
  }

  func forEach(in range: Range<Int>, _ body: (ContentDigest, ContentDigest, UInt32) throws -> Void) rethrows {
    for index in range {
      for pair in run(index) { try body(firsts[index], seconds[pair], numbers[pair]) }
    }
  }

  /// Lets go of pairs of which the second content is another one.
  mutating func keep(_ isKept: (ContentDigest) -> Bool) {
    // All are tested at once: each is at another address, and the processor loads several at a time.
    guard !seconds.allSatisfy(isKept) else { return }
    var kept = PairRuns()
    forEach(in: 0..<runCount) { first, second, number in
      if isKept(second) { kept.append(number, of: ContentPair(rising: first, second)) }
    }
    self = kept
  }

  /// - Parameter pairs: New pairs in the order of their keys.
  func merged(with pairs: [(key: ContentPair, value: UInt32)]) -> PairRuns {
    var merged = PairRuns()
    merged.reserve(runCount)
    var next = 0
    forEach(in: 0..<runCount) { first, second, number in
      let key = ContentPair(rising: first, second)
      while next < pairs.count, pairs[next].key < key {
        merged.append(pairs[next].value, of: pairs[next].key)
        next += 1
      }
      merged.append(number, of: key)
    }
    for pair in pairs[next...] { merged.append(pair.value, of: pair.key) }
    return merged
  }
}

/// The verifications of pairs, by numbers; each distinct one is here once.
struct VerificationTable: Equatable, Sendable {
  private static let common = [PairVerification.nothing, PairVerification(haveSamePixels: false)]
  private var all = VerificationTable.common

  subscript(number: Int) -> PairVerification { all[number] }

  /// Reserves space for this many verifications.
  mutating func reserve(_ count: Int) { all.reserveCapacity(count) }

  /// The number of a verification, which is added where it is missing.
  ///
  /// - Parameter old: A number that is not needed any more.
  mutating func number(of verification: PairVerification, insteadOf old: UInt32? = nil) -> UInt32 {
    if verification.inliers == 0, let number = Self.common.firstIndex(of: verification) { return UInt32(number) }
    if let old, old >= Self.common.count {
      all[Int(old)] = verification
      return old
    }
    all.append(verification)
    return UInt32(all.count - 1)
  }
}
