import PhotoAnalysis
import PhotoModel

/// A search for all near pairs among random 64-bit hashes, of which every tenth was made from another by a few flipped
/// bits.
struct JoinClock {
  private static let radius = 8

  private let hashes: [UInt64]

  init(count: Int) {
    var random = SplitMix64(seed: 3)
    var hashes: [UInt64] = []
    hashes.reserveCapacity(count)
    for number in 0..<count {
      guard number % 10 == 9 else {
        hashes.append(random.next())
        continue
      }
      let flips = Int.random(in: 1...12, using: &random)
      let origin = hashes[Int.random(in: 0..<hashes.count, using: &random)]
      hashes.append((0..<flips).reduce(origin) { hash, _ in hash ^ (1 << UInt64.random(in: 0..<64, using: &random)) })
    }
    self.hashes = hashes
  }

  /// `{"pairs": …, "seconds": …}`.
  var document: String {
    var pairs = 0
    let seconds = processorSeconds { pairs = countOfNearPairs(among: hashes, within: Self.radius) }
    return "{\"pairs\": \(pairs), \"seconds\": \(seconds)}\n"
  }
}
