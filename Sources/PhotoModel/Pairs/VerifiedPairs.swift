/// The pairs of a library that were verified by keypoints, with their verifications.
///
/// A photo of unknown time has about nine. Half of the pairs have nothing in common, so verifications are stored
/// apart, each distinct one once; the first content of pairs is stored once for all of them.
package struct VerifiedPairs: Hashable, Sendable {
  private var runs = PairRuns()
  /// Pairs that were added one by one, until there are enough to merge them into `runs`.
  private var later: [ContentPair: UInt32] = [:]
  private var verifications = VerificationTable()

  /// No verified pairs.
  package static let none = VerifiedPairs()

  /// Creates a collection without pairs.
  package init() {}

  /// Creates a collection from pairs in any order.
  package init(_ pairs: [ContentPair: PairVerification]) {
    for (key, verification) in pairs { add(verification, of: key) }
  }

  /// Reads pairs as a cache has them: in the order of their keys, each once. Another order takes longer.
  ///
  /// - Parameters:
  ///   - contents: Pairs whose second content is not among these are left out.
  ///   - read: Calls `add` for each pair.
  package init(
    among contents: ContentSet, _ read: (_ add: (ContentPair, PairVerification) -> Void) throws -> Void
  ) rethrows {
    // Room that is not used costs nothing.
    runs.reserve(contents.count)
    verifications.reserve(contents.count)
    try read { key, verification in
      if runs.isRising(to: key) {
        runs.append(verifications.number(of: verification), of: key)
      } else {
        add(verification, of: key)
      }
    }
    runs.keep(contents.contains)
    later = later.filter { contents.contains($0.key.second) }
  }

  /// The number of pairs.
  package var count: Int { runs.count + later.count }
  /// Whether there is no pair.
  package var isEmpty: Bool { count == 0 }

  /// The verification of a pair; nil where the pair was not verified.
  package subscript(key: ContentPair) -> PairVerification? {
    (runs.index(of: key).map { runs[$0] } ?? later[key]).map { verifications[Int($0)] }
  }

  /// Adds the verification of a pair, or replaces the one that was there.
  package mutating func add(_ verification: PairVerification, of key: ContentPair) {
    if let index = runs.index(of: key) {
      runs[index] = verifications.number(of: verification, insteadOf: runs[index])
      return
    }
    later[key] = verifications.number(of: verification, insteadOf: later[key])
    guard later.count > max(Self.mostLater, runs.count / 8) else { return }
    runs = runs.merged(with: later.sorted { $0.key < $1.key })
    later = [:]
  }

  private static let mostLater = 4096

  /// These pairs, and those of `others` that are missing here.
  package func merging(_ others: VerifiedPairs) -> VerifiedPairs {
    if isEmpty { return others }
    var merged = self
    others.forEach(in: 0..<others.partCount) { first, second, verification in
      let key = ContentPair(rising: first, second)
      if self[key] == nil { merged.add(others.verification(verification), of: key) }
    }
    return merged
  }

  // MARK: One after the other

  /// All pairs in no particular order, 176 bytes each; to be used for a few only.
  package var all: [(key: ContentPair, value: PairVerification)] {
    var all: [(key: ContentPair, value: PairVerification)] = []
    all.reserveCapacity(count)
    forEach(in: 0..<partCount) { all.append((ContentPair(rising: $0, $1), verification($2))) }
    return all
  }

  /// The number of parts that the pairs lie in: one for each first content, and one for the pairs added one by one.
  package var partCount: Int { runs.runCount + 1 }

  /// Calls `body` for each pair of some parts with the first content, the second, and the number of the verification.
  package func forEach(in parts: Range<Int>, _ body: (ContentDigest, ContentDigest, Int) throws -> Void) rethrows {
    try runs.forEach(in: parts.clamped(to: 0..<runs.runCount)) { try body($0, $1, Int($2)) }
    guard parts.contains(runs.runCount) else { return }
    for (key, number) in later { try body(key.first, key.second, Int(number)) }
  }

  /// The verification of a number that `forEach(in:_:)` gave.
  package func verification(_ number: Int) -> PairVerification { verifications[number] }

  // MARK: Equality

  /// Whether both have the same pairs with equal verifications, whatever the order they were added in.
  package static func == (left: VerifiedPairs, right: VerifiedPairs) -> Bool {
    guard left.count == right.count else { return false }
    // Nearly always one is a copy of the other, which comparing the arrays finds at once.
    if left.runs == right.runs, left.later == right.later, left.verifications == right.verifications { return true }
    var isSame = true
    left.forEach(in: 0..<left.partCount) { first, second, verification in
      isSame = isSame && right[ContentPair(rising: first, second)] == left.verification(verification)
    }
    return isSame
  }

  /// Hashes the pairs, the same for every order.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    var sum: UInt64 = 0
    forEach(in: 0..<partCount) { first, second, _ in sum &+= ContentPair(rising: first, second).mixed }
    hasher.combine(sum)
  }
}
