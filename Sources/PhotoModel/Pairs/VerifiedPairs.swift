/// All pairs of a library that were looked at closely.
///
/// A photo that nobody knows the time of has about nine. Half of them have nothing in common, so a look is kept apart, and what is said of
/// many pairs is kept once; the first content of pairs stands once for all of them.
package struct VerifiedPairs: Hashable, Sendable {
  private var runs = PairRuns()
  /// Pairs that came by themselves, until there are enough to sort them in.
  private var later: [PairKey: UInt32] = [:]
  private var verifications = VerificationTable()

  /// Nobody has looked closely, yet.
  package static let none = VerifiedPairs()

  package init() {}

  package init(_ pairs: [PairKey: PairVerification]) {
    for (key, verification) in pairs { add(verification, of: key) }
  }

  /// Pairs as a cache has them: in the order of their keys, each once. In another order they take longer.
  ///
  /// - Parameters:
  ///   - contents: Pairs of which the second is another one are left out.
  ///   - read: Calls `add` for each pair.
  package init(
    among contents: ContentSet, _ read: (_ add: (PairKey, PairVerification) -> Void) throws -> Void
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

  package var count: Int { runs.count + later.count }
  package var isEmpty: Bool { count == 0 }

  package subscript(key: PairKey) -> PairVerification? {
    (runs.index(of: key).map { runs[$0] } ?? later[key]).map { verifications[Int($0)] }
  }

  /// Replaces what was known of the pair.
  package mutating func add(_ verification: PairVerification, of key: PairKey) {
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

  /// These, and those of `others` that are not among them.
  package func merging(_ others: VerifiedPairs) -> VerifiedPairs {
    if isEmpty { return others }
    var merged = self
    others.forEach(in: 0..<others.partCount) { first, second, verification in
      let key = PairKey(rising: first, second)
      if self[key] == nil { merged.add(others.verification(verification), of: key) }
    }
    return merged
  }

  // MARK: One after the other

  /// In no particular order; of a few, for each takes 176 bytes here.
  package var all: [(key: PairKey, value: PairVerification)] {
    var all: [(key: PairKey, value: PairVerification)] = []
    all.reserveCapacity(count)
    forEach(in: 0..<partCount) { all.append((PairKey(rising: $0, $1), verification($2))) }
    return all
  }

  /// In so many parts the pairs lie: one for each first content, and one of those that came by themselves.
  package var partCount: Int { runs.runCount + 1 }

  /// The pairs of some parts: the first content, the second, and the number of what was found.
  package func forEach(in parts: Range<Int>, _ body: (ContentDigest, ContentDigest, Int) throws -> Void) rethrows {
    try runs.forEach(in: parts.clamped(to: 0..<runs.runCount)) { try body($0, $1, Int($2)) }
    guard parts.contains(runs.runCount) else { return }
    for (key, number) in later { try body(key.first, key.second, Int(number)) }
  }

  /// What was found, by its number.
  package func verification(_ number: Int) -> PairVerification { verifications[number] }

  // MARK: Equality

  package static func == (left: VerifiedPairs, right: VerifiedPairs) -> Bool {
    guard left.count == right.count else { return false }
    // Nearly always one is a copy of the other, which arrays tell at once.
    if left.runs == right.runs, left.later == right.later, left.verifications == right.verifications { return true }
    var isSame = true
    left.forEach(in: 0..<left.partCount) { first, second, verification in
      isSame = isSame && right[PairKey(rising: first, second)] == left.verification(verification)
    }
    return isSame
  }

  /// The same for every order.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    var sum: UInt64 = 0
    forEach(in: 0..<partCount) { first, second, _ in sum &+= PairKey(rising: first, second).mixed }
    hasher.combine(sum)
  }
}
