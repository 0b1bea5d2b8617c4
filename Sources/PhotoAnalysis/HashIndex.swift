/// Finds all pairs of 64-bit hashes within a distance without comparing all of them: multi-index hashing.
///
/// Two hashes that differ in at most r bits differ in at most r / 4 in one of their four 16-bit quarters. Each quarter
/// has a table from its value to the hashes that have it; each hash looks up the values near its own. Equal hashes
/// count as one, so that k black frames do not cost k². Source: Norouzi, Punjani & Fleet, CVPR 2012.
struct HashIndex {
  /// Distinct, rising.
  let hashes: [UInt64]
  /// For each quarter, the start of each value's run in `order`, and after the last the end.
  private var starts: [[Int32]]
  private var order: [[Int32]]

  init(_ hashes: some Sequence<UInt64>) {
    self.hashes = Set(hashes).sorted()
    starts = []
    order = []
    for quarter in 0..<4 {
      var starts = [Int32](repeating: 0, count: (1 << 16) + 1)
      for hash in self.hashes { starts[Self.value(of: hash, quarter) + 1] += 1 }
      for value in 0..<(1 << 16) { starts[value + 1] += starts[value] }
      var next = starts
      var order = [Int32](repeating: 0, count: self.hashes.count)
      for (index, hash) in self.hashes.enumerated() {
        let value = Self.value(of: hash, quarter)
        order[Int(next[value])] = Int32(index)
        next[value] += 1
      }
      self.starts.append(starts)
      self.order.append(order)
    }
  }

  /// Calls `body` once for each pair of distinct hashes within `radius`, as places in `hashes`, the first smaller.
  ///
  /// - Parameter radius: 0…15; the cost grows steeply: 4 × (1, 17, 137, 697) look-ups a hash.
  func forEachPair(within radius: Int, _ body: (_ i: Int, _ j: Int, _ distance: Int) -> Void) {
    let masks = Self.masks(upTo: max(0, radius) / 4)
    for i in hashes.indices {
      let hash = hashes[i]
      for quarter in 0..<4 {
        let value = Self.value(of: hash, quarter)
        for mask in masks {
          let near = value ^ mask
          for place in starts[quarter][near]..<starts[quarter][near + 1] {
            let j = Int(order[quarter][Int(place)])
            guard j > i else { continue }
            let difference = hash ^ hashes[j]
            guard difference.nonzeroBitCount <= radius, Self.firstQuarter(of: difference, within: radius / 4) == quarter
            else { continue }
            body(i, j, difference.nonzeroBitCount)
          }
        }
      }
    }
  }

  private static func value(of hash: UInt64, _ quarter: Int) -> Int { Int(hash &>> UInt64(16 * quarter) & 0xFFFF) }

  /// The quarter that reports a pair, so that no other does it again.
  private static func firstQuarter(of difference: UInt64, within radius: Int) -> Int? {
    (0..<4).first { value(of: difference, $0).nonzeroBitCount <= radius }
  }

  /// All 16-bit values with at most so many bits.
  private static func masks(upTo bits: Int) -> [Int] {
    (0..<(1 << 16)).filter { $0.nonzeroBitCount <= bits }
  }
}
