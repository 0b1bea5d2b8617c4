/// Pairs of photos from one to others, and in how many signs they differ; measured while the signs of windows, of which
/// both photos have some, pass by once.
final class ProposedPairs: Sendable {
  /// The start of the pairs of each photo in `targets`.
  private let starts: [UInt32]
  private let targets: LargeTable<UInt32>
  /// The distances of the windows of the first photo to the second, and the other way round.
  private let forward: LargeTable<UInt16>
  private let backward: LargeTable<UInt16>
  /// The start of the pairs that lead to each photo in `leading`.
  private let leadingStarts: [UInt32]
  private let leading: LargeTable<UInt32>
  /// The first photo of each pair.
  private let sources: LargeTable<UInt32>

  /// - Parameters:
  ///   - counts: The number of pairs of each photo.
  ///   - target: The other photo in a photo's pair of a number.
  private init(counts: [UInt32], target: (_ photo: Int, _ number: Int) -> UInt32) {
    let starts = Self.sums(counts)
    let count = Int(starts[counts.count])
    self.starts = starts
    targets = LargeTable(count: count)
    sources = LargeTable(count: count)
    forward = LargeTable(count: count)
    backward = LargeTable(count: count)
    leading = LargeTable(count: count)
    forward.fill(UInt16(DescriptorGrid.count))
    backward.fill(UInt16(DescriptorGrid.count))
    var led = [UInt32](repeating: 0, count: counts.count)
    for photo in counts.indices {
      for number in 0..<Int(counts[photo]) {
        let other = target(photo, number)
        let pair = Int(starts[photo]) + number
        targets[pair] = other
        sources[pair] = UInt32(photo)
        led[Int(other)] += 1
      }
    }
    leadingStarts = Self.sums(led)
    var next = leadingStarts
    for pair in 0..<count {
      let other = Int(targets[pair])
      leading[Int(next[other])] = UInt32(pair)
      next[other] += 1
    }
  }

  private static func sums(_ counts: [UInt32]) -> [UInt32] {
    var sum: UInt32 = 0
    return counts.reduce(into: [0]) { sums, count in
      sum += count
      sums.append(sum)
    }
  }

  /// Creates the pairs that a search proposed.
  convenience init(proposals: LSHSearch.Candidates) {
    self.init(counts: proposals.counts) { proposals[$0, $1] }
  }

  /// - Parameter pairs: The pairs in rising order.
  convenience init(pairs: [NearPair], count: Int) {
    var counts = [UInt32](repeating: 0, count: count)
    for pair in pairs { counts[Int(pair.first)] += 1 }
    // The pairs come in the order in which they are needed.
    var next = 0
    self.init(counts: counts) { _, _ in
      defer { next += 1 }
      return UInt32(pairs[next].second)
    }
  }

  /// Measures the pairs of one photo: may be called for different photos at the same time.
  func measure(_ photo: Int, forms: [UInt64], windows: [UInt8], by signs: DescriptorSigns) {
    windows.withUnsafeBytes { windows in
      for pair in own(photo) {
        let other = Int(targets[pair])
        let limit = signs.least(forms, to: other, below: DescriptorGrid.count)
        forward[pair] = UInt16(signs.least(windows, to: other, below: limit))
      }
      for index in leadingStarts[photo]..<leadingStarts[photo + 1] {
        let pair = Int(leading[Int(index)])
        backward[pair] = UInt16(signs.least(windows, to: Int(sources[pair]), below: DescriptorGrid.count))
      }
    }
  }

  /// The pairs that start from a photo.
  func measured(_ photo: Int) -> [(photo: Int, differing: Int)] {
    own(photo).map { (Int(targets[$0]), Int(min(forward[$0], backward[$0]))) }
  }

  private func own(_ photo: Int) -> Range<Int> { Int(starts[photo])..<Int(starts[photo + 1]) }
}
