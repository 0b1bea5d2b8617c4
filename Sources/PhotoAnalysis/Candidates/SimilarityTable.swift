import PhotoModel

/// Two photos and their similarity; the first has the smaller index.
struct SimilarPair: Sendable {
  let first: Int32
  let second: Int32
  var similarity: Double

  init(_ a: Int, _ b: Int, _ similarity: Double) {
    (first, second) = (Int32(min(a, b)), Int32(max(a, b)))
    self.similarity = similarity
  }

  /// Both indices as one number, which sorts by the first, then by the second.
  var key: UInt64 { indexPairKey(Int(first), Int(second)) }
}

/// The indices of a pair as one number; the first is the smaller one.
func indexPairKey(_ first: Int, _ second: Int) -> UInt64 { UInt64(first) << 32 | UInt64(second) }

/// The similar photos of each photo, rising, with their similarities: rows in one piece of memory, because a library
/// has hundreds of thousands of them and most are short.
struct SimilarityTable: Sendable {
  let count: Int
  private var starts: [Int32]
  private var others: [Int32] = []
  private var similarities: [Double] = []

  /// - Parameter pairs: The pairs by their indices, each once.
  init(_ pairs: [SimilarPair], count: Int) {
    self.count = count
    starts = [Int32](repeating: 0, count: count + 1)
    for pair in pairs {
      starts[Int(pair.first) + 1] += 1
      starts[Int(pair.second) + 1] += 1
    }
    for photo in 0..<count { starts[photo + 1] += starts[photo] }
    var next = starts
    others = [Int32](repeating: 0, count: pairs.count * 2)
    similarities = [Double](repeating: 0, count: pairs.count * 2)
    func put(_ other: Int32, _ similarity: Double, at photo: Int32) {
      let slot = Int(next[Int(photo)])
      others[slot] = other
      similarities[slot] = similarity
      next[Int(photo)] += 1
    }
    // In this order each row is filled in rising order: first with the photos before it, then with those behind.
    for pair in pairs { put(pair.first, pair.similarity, at: pair.second) }
    for pair in pairs { put(pair.second, pair.similarity, at: pair.first) }
  }

  /// Calls `body` with each similar photo, rising.
  @inline(__always)
  func forEach(near photo: Int, _ body: (_ other: Int, _ similarity: Double) -> Void) {
    for slot in Int(starts[photo])..<Int(starts[photo + 1]) { body(Int(others[slot]), similarities[slot]) }
  }

  /// The similarity of two photos; nil where they are not similar.
  subscript(_ i: Int, _ j: Int) -> Double? {
    let row = Int(starts[i])..<Int(starts[i + 1])
    let slot = row.lowerBound + firstIndex(count: row.count) { others[row.lowerBound + $0] >= Int32(j) }
    return slot < row.upperBound && others[slot] == Int32(j) ? similarities[slot] : nil
  }

  /// All pairs, by their indices.
  var pairs: [SimilarPair] {
    var pairs: [SimilarPair] = []
    pairs.reserveCapacity(others.count / 2)
    for i in 0..<count {
      forEach(near: i) { j, similarity in if j > i { pairs.append(SimilarPair(i, j, similarity)) } }
    }
    return pairs
  }
}

/// The most similar others of each photo, found in any order and more than once: the largest similarity counts.
struct BoundedPairs {
  private let most: Int
  private let ofCrowded: Int
  private var found: [SimilarPair] = []
  private var limit = BoundedPairs.fewest
  /// Whether each photo has had more pairs than one may keep.
  private(set) var isCrowded: [Bool]

  /// The number of pairs below which none is dropped.
  private static let fewest = 1 << 20

  /// - Parameters:
  ///   - most: The number of pairs up to which a photo keeps all. A pair is kept if one of the two keeps it.
  ///   - ofCrowded: The number of pairs with others of its kind that a photo with more keeps.
  init(count: Int, most: Int, ofCrowded: Int) {
    self.most = most
    self.ofCrowded = ofCrowded
    isCrowded = [Bool](repeating: false, count: count)
  }

  mutating func add(_ pair: SimilarPair) {
    found.append(pair)
    guard found.count >= limit else { return }
    // A pair that is not among the most similar now will not be later.
    dropFar()
    limit = max(Self.fewest, 2 * found.count)
  }

  /// The pairs by their indices, each once.
  var pairs: [SimilarPair] {
    mutating get {
      dropFar()
      return found
    }
  }

  private mutating func dropFar() {
    found = merged(found)
    var degrees = [Int](repeating: 0, count: isCrowded.count)
    for pair in found {
      degrees[Int(pair.first)] += 1
      degrees[Int(pair.second)] += 1
    }
    for photo in degrees.indices where degrees[photo] > most { isCrowded[photo] = true }
    guard isCrowded.contains(true) else { return }
    var nearest = [NearestPairs](repeating: NearestPairs(), count: isCrowded.count)
    for (index, pair) in found.enumerated() where isCrowded[Int(pair.first)] && isCrowded[Int(pair.second)] {
      nearest[Int(pair.first)].offer(pair.similarity, pair.second, index, keeping: ofCrowded)
      nearest[Int(pair.second)].offer(pair.similarity, pair.first, index, keeping: ofCrowded)
    }
    var stands = found.map { !isCrowded[Int($0.first)] || !isCrowded[Int($0.second)] }
    for row in nearest { for entry in row.best { stands[entry.pair] = true } }
    found = found.indices.filter { stands[$0] }.map { found[$0] }
  }
}

/// The pairs with the most similar others of one photo; of equally similar ones the first count.
private struct NearestPairs {
  private(set) var best: [(similarity: Double, other: Int32, pair: Int)] = []

  mutating func offer(_ similarity: Double, _ other: Int32, _ pair: Int, keeping kept: Int) {
    if best.count == kept, let last = best.last, (last.similarity, other) >= (similarity, last.other) { return }
    let index = best.firstIndex { ($0.similarity, other) < (similarity, $0.other) } ?? best.count
    best.insert((similarity, other, pair), at: index)
    if best.count > kept { best.removeLast() }
  }
}

/// The pairs by their indices, each once with its largest similarity.
func merged(_ pairs: [SimilarPair]) -> [SimilarPair] {
  let isInOrder = zip(pairs, pairs.dropFirst()).allSatisfy { $0.key < $1.key }
  guard !isInOrder else { return pairs }
  let sorted = pairs.sorted { ($0.key, $1.similarity) < ($1.key, $0.similarity) }
  var merged: [SimilarPair] = []
  for pair in sorted where merged.last?.key != pair.key { merged.append(pair) }
  return merged
}
