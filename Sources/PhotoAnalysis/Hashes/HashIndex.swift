/// A hash that is compared by the number of differing bits, and looked up by parts of it.
protocol BitHash: Hashable, Comparable, Sendable {
  static var bitCount: Int { get }
  /// The bits from a place on, at most 32 of them.
  func bits(from start: Int, count: Int) -> Int
  func distance(to other: Self) -> Int
}

/// Finds all pairs of hashes within a distance without comparing all of them: multi-index hashing.
///
/// The hash is cut into chunks. Of two hashes that differ in r = a · chunks + b bits, either one of the first b + 1
/// chunks differs in at most a bits or one of the others in at most a − 1. Each chunk has the hashes in the order of
/// its value, and compares runs whose values are that near. Equal hashes count as one, so that k black frames do not
/// cost k². Source: Norouzi, Punjani & Fleet, CVPR 2012.
struct HashIndex<Hash: BitHash>: Sendable {
  /// Distinct, rising.
  let hashes: [Hash]

  init(_ hashes: some Sequence<Hash>) { self.hashes = Set(hashes).sorted() }

  /// - Parameter hashes: Distinct hashes in rising order.
  init(distinct hashes: [Hash]) { self.hashes = hashes }

  /// Calls `body` once for each pair of distinct hashes within `radius`, as indices in `hashes`, the first smaller; in
  /// the same order every time. The search runs on all cores, `body` on this one.
  ///
  /// - Parameters:
  ///   - most: The number of later hashes that each chunk finds for a hash, so that n hashes that are all near each
  ///     other do not give n² pairs.
  ///   - progress: Called with the part of the search that is done, rising.
  func forEachPair(
    within radius: Int, atMost most: Int = .max, progress: (Double) -> Void = { _ in },
    _ body: (_ i: Int, _ j: Int, _ distance: Int) -> Void
  ) {
    guard hashes.count > 1, radius > 0 else { return }
    let chunks = HashChunks(bitCount: Hash.bitCount, radius: radius, hashes: hashes.count)
    for (number, chunk) in chunks.all.enumerated() {
      let runs = Runs(hashes, chunk)
      // Only the first chunk in which two hashes collide reports the pair.
      let isNew: @Sendable (Int, Int) -> Bool = { [hashes] i, j in
        !chunks.all[..<number].contains { $0.catches(hashes[i], hashes[j]) }
      }
      let blocks = runs.blocks
      for first in stride(from: 0, to: blocks.count, by: Self.blocksAtOnce) {
        let some = blocks[first..<min(blocks.count, first + Self.blocksAtOnce)]
        let found = concurrentBlocks(of: some.count, size: 1) {
          runs.pairs(of: some[first + $0.lowerBound], within: radius, atMost: most, where: isNew)
        }
        for (index, (block, pairs)) in zip(some, found).enumerated() {
          if let pairs {
            for (position, pair) in pairs.enumerated() {
              if position & 0xFFFF == 0 {
                let ofBlocks = Double(first + index) + Double(position) / Double(pairs.count)
                progress((Double(number) + ofBlocks / Double(blocks.count)) / Double(chunks.all.count))
              }
              body(Int(pair.i), Int(pair.j), Int(pair.distance))
            }
          } else {
            _ = runs.forEachPair(of: block, within: radius, atMost: most) { i, j, distance in
              if isNew(i, j) { body(min(i, j), max(i, j), distance) }
              return true
            }
          }
        }
      }
    }
  }

  /// The number of blocks that are searched at once; few, so that their results take little memory.
  private static var blocksAtOnce: Int { 32 }

  private struct Pair {
    var i: Int32
    var j: Int32
    var distance: Int32
  }

  /// The hashes in the order of one chunk's value.
  private struct Runs: Sendable {
    private let starts: [Int32]
    private let order: [Int32]
    private let hashes: [Hash]
    private let masks: [Int]

    init(_ hashes: [Hash], _ chunk: HashChunks.Chunk) {
      var starts = [Int32](repeating: 0, count: (1 << chunk.count) + 1)
      let values = hashes.map { Int32($0.bits(from: chunk.start, count: chunk.count)) }
      for value in values { starts[Int(value) + 1] += 1 }
      for value in 1..<starts.count { starts[value] += starts[value - 1] }
      var next = starts
      var order = [Int32](repeating: 0, count: hashes.count)
      for (index, value) in values.enumerated() {
        order[Int(next[Int(value)])] = Int32(index)
        next[Int(value)] += 1
      }
      self.starts = starts
      self.order = order
      self.hashes = order.map { hashes[Int($0)] }
      masks = (0..<(1 << chunk.count)).filter { $0.nonzeroBitCount <= chunk.radius }
    }

    /// Ranges of values, of a few thousand hashes each.
    var blocks: [Range<Int>] {
      var blocks: [Range<Int>] = []
      var first = 0
      for value in 1..<starts.count where value == starts.count - 1 || starts[value] - starts[first] >= 4096 {
        blocks.append(first..<value)
        first = value
      }
      return blocks
    }

    /// The pairs of some values; nil where there are too many to hold in memory.
    func pairs(
      of values: Range<Int>, within radius: Int, atMost most: Int, where isNew: (Int, Int) -> Bool
    ) -> [Pair]? {
      var pairs: [Pair] = []
      let isWhole = forEachPair(of: values, within: radius, atMost: most) { i, j, distance in
        if isNew(i, j) {
          pairs.append(Pair(i: Int32(min(i, j)), j: Int32(max(i, j)), distance: Int32(distance)))
        }
        return pairs.count < 1 << 18
      }
      return isWhole ? pairs : nil
    }

    /// Calls `body` for every pair that collides in the chunk among these values and those above, once, with a limited
    /// number for each hash; the order within a pair is open. Ends once `body` returns false.
    func forEachPair(
      of values: Range<Int>, within radius: Int, atMost most: Int, _ body: (Int, Int, Int) -> Bool
    ) -> Bool {
      let start = Int(starts[values.lowerBound])
      var found = [Int](repeating: 0, count: Int(starts[values.upperBound]) - start)
      return hashes.withUnsafeBufferPointer { hashes in
        for value in values where starts[value] < starts[value + 1] {
          for mask in masks where value ^ mask >= value {
            let near = starts[value ^ mask]..<starts[(value ^ mask) + 1]
            guard !near.isEmpty else { continue }
            for first in starts[value]..<starts[value + 1] where found[Int(first) - start] < most {
              for second in max(first + 1, near.lowerBound)..<max(first + 1, near.upperBound) {
                let distance = hashes[Int(first)].distance(to: hashes[Int(second)])
                guard distance <= radius else { continue }
                guard body(Int(order[Int(first)]), Int(order[Int(second)]), distance) else { return false }
                found[Int(first) - start] += 1
                if found[Int(first) - start] == most { break }
              }
            }
          }
        }
        return true
      }
    }
  }
}

/// The chunks of a hash at which the search costs least.
struct HashChunks: Sendable {
  struct Chunk: Sendable {
    var start: Int
    var count: Int
    /// The largest number of bits that may differ in a chunk of two hashes that are compared.
    var radius: Int

    func catches<Hash: BitHash>(_ a: Hash, _ b: Hash) -> Bool {
      (a.bits(from: start, count: count) ^ b.bits(from: start, count: count)).nonzeroBitCount <= radius
    }
  }

  let all: [Chunk]

  init(bitCount: Int, radius: Int, hashes: Int) {
    let cuts = ((bitCount + 21) / 22...max(1, bitCount / 8)).map { Self.cut(bitCount, into: $0, radius: radius) }
    all = cuts.min { Self.cost($0, hashes) < Self.cost($1, hashes) } ?? []
  }

  private static func cut(_ bitCount: Int, into number: Int, radius: Int) -> [Chunk] {
    (0..<number).compactMap { chunk in
      let start = bitCount * chunk / number
      let allowed = radius / number - (chunk > radius % number ? 1 : 0)
      return allowed < 0 ? nil : Chunk(start: start, count: bitCount * (chunk + 1) / number - start, radius: allowed)
    }
  }

  /// Look-ups and comparisons, in the price of a comparison; chunks are taken to be evenly filled.
  private static func cost(_ chunks: [Chunk], _ hashes: Int) -> Double {
    chunks.reduce(0) { sum, chunk in
      var masks = 0.0
      var choices = 1.0
      for bits in 0...chunk.radius {
        masks += choices
        choices *= Double(chunk.count - bits) / Double(bits + 1)
      }
      let values = Double(1 << chunk.count)
      let runs = min(values, Double(hashes))
      return sum + values + runs * masks * (2 + Double(hashes) / runs * Double(hashes) / values)
    }
  }
}

extension UInt64: BitHash {
  static var bitCount: Int { 64 }
  @inline(__always)
  func bits(from start: Int, count: Int) -> Int { Int(self &>> UInt64(start) & (1 &<< UInt64(count) &- 1)) }
  @inline(__always)
  func distance(to other: UInt64) -> Int { (self ^ other).nonzeroBitCount }
}

/// A 256-bit hash.
struct LongHash: BitHash {
  private var words: SIMD4<UInt64>

  /// Creates a hash from bytes; nil where it was not measured, so that it is near nothing.
  init?(_ bytes: [UInt8]) {
    let words = DescriptorWindows.words(of: bytes)
    guard words.count == 4 else { return nil }
    self.words = SIMD4(words[0], words[1], words[2], words[3])
  }

  static var bitCount: Int { 256 }

  @inline(__always)
  func bits(from start: Int, count: Int) -> Int {
    let (word, shift) = (start >> 6, UInt64(start & 63))
    let upper = word < 3 ? words[word + 1] << (64 - shift) : 0
    return Int((words[word] &>> shift | upper) & (1 &<< UInt64(count) &- 1))
  }

  @inline(__always)
  func distance(to other: LongHash) -> Int {
    BinaryDescriptor(words: words).distance(to: BinaryDescriptor(words: other.words))
  }

  static func < (left: LongHash, right: LongHash) -> Bool {
    for word in 0..<4 where left.words[word] != right.words[word] { return left.words[word] < right.words[word] }
    return false
  }
}
