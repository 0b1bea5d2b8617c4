import CHamming
import PhotoAnalysis
import PhotoModel

/// The processor time of the index of 64-bit hashes, within 8 bits, and of comparing all pairs by the best instruction that
/// the processor has.
struct HashClock {
  private static let radius = 8
  /// All pairs of more would take minutes.
  private static let mostCompared = 100_000

  private let hashes: [UInt64]

  init(count: Int) {
    var random = SplitMix64(seed: 1)
    var hashes = (0..<count * 9 / 10).map { _ in random.next() }
    // One in ten is near another one.
    while hashes.count < count {
      var near = hashes[Int(random.next() % UInt64(hashes.count))]
      for _ in 0..<random.next() % 9 { near ^= 1 << (random.next() & 63) }
      hashes.append(near)
    }
    self.hashes = hashes
  }

  /// A line for each way and size; and one for equal hashes.
  func run(_ tell: (String) -> Void) {
    let indexed = seconds { indexedPairs(hashes) }
    tell("\(hashes.count) hashes by the index: \(rounded(indexed.seconds)) s, \(indexed.pairs) pairs\n")
    let few = Array(hashes.suffix(Self.mostCompared))
    // In turn, so that both meet the same machine.
    let rounds = (0..<5).map { _ in (index: seconds { indexedPairs(few) }, all: seconds { comparedPairs(few) }) }
    let ratio = rounds.map { $0.index.seconds / $0.all.seconds }.sorted()[2]
    let all = rounds.map(\.all.seconds).sorted()[2]
    let areSame = rounds.allSatisfy { $0.index.pairs == $0.all.pairs }
    tell(
      "\(few.count) hashes by all pairs: \(rounded(all)) s, \(rounds[0].all.pairs) pairs; the index takes "
        + "\(rounded(ratio)) of that and finds \(areSame ? "the same" : "OTHER") pairs\n")
    let equal = seconds { indexedPairs([UInt64](repeating: 5, count: hashes.count) + [7]) }
    tell("\(hashes.count) equal hashes: \(rounded(equal.seconds)) s\n")
  }

  private func indexedPairs(_ hashes: [UInt64]) -> Int {
    var pairs = 0
    forEachNearPair(of: hashes, within: Self.radius) { _, _ in pairs += 1 }
    return pairs
  }

  private func comparedPairs(_ hashes: [UInt64]) -> Int {
    let rows: [UInt64] = Set(hashes).flatMap { [$0, 0] }
    var near = [UInt32](repeating: 0, count: rows.count / 2)
    var pairs = 0
    for row in 0..<near.count {
      pairs += hamming_rows_near(rows, row + 1, near.count, [rows[2 * row], 0], UInt32(Self.radius), &near)
    }
    return pairs
  }

  private func seconds(_ work: () -> Int) -> (seconds: Double, pairs: Int) {
    let start = Spent.processorTime
    let pairs = work()
    return ((Spent.processorTime - start).seconds, pairs)
  }

  private func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
}
