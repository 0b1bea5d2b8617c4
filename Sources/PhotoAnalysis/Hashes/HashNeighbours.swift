/// Pairs of photos with hashes within some bits of each other, and of an equal hash each with the first few after it,
/// so that k black frames cost k. A pair may be there more than once.
///
/// - Parameter kept: Pairs of one hash.
func nearByHash<Hash: BitHash>(_ hashes: [Hash?], within radius: Int, keeping kept: Int) -> [NearPair] {
  let owners = HashOwners(hashes)
  var pairs: [NearPair] = []
  func add(_ a: Int32, _ b: Int32) { pairs.append(NearPair(Int(a), Int(b), differing: 0)) }
  for hash in owners.hashes.indices {
    let equal = owners[hash]
    for index in equal.indices.dropLast() {
      for next in equal[(index + 1)...].prefix(kept) { add(equal[index], next) }
    }
  }
  let index = HashIndex(distinct: owners.hashes)
  var used = [UInt8](repeating: 0, count: index.hashes.count)
  index.forEachPair(within: radius, atMost: 4 * kept) { i, j, _ in
    // In a crowd of hashes that are all near each other the first few are enough.
    guard used[i] < 2 * kept || used[j] < 2 * kept else { return }
    used[i] = min(used[i] + 1, .max - 1)
    used[j] = min(used[j] + 1, .max - 1)
    for a in owners[i].prefix(2) { for b in owners[j].prefix(2) { add(a, b) } }
  }
  return pairs
}

/// The number of bits that copies may differ in, of 64 and of 256. Strangers are as near in a very large library, and
/// there are too many.
struct HashRadius {
  let short: Int
  let long: Int

  init(photos: Int) { (short, long) = photos > 300_000 ? (8, 24) : (11, 31) }
}

/// The photos that have each hash.
struct HashOwners<Hash: BitHash> {
  /// Distinct, rising.
  private(set) var hashes: [Hash] = []
  private var starts: [Int32] = []
  private let order: [Int32]

  init(_ all: [Hash?]) {
    var sorted: [(hash: Hash, photo: Int32)] = []
    for (photo, hash) in all.enumerated() { if let hash { sorted.append((hash, Int32(photo))) } }
    sorted.sort { $0.hash == $1.hash ? $0.photo < $1.photo : $0.hash < $1.hash }
    order = sorted.map(\.photo)
    for (index, entry) in sorted.enumerated() where hashes.last != entry.hash {
      hashes.append(entry.hash)
      starts.append(Int32(index))
    }
    starts.append(Int32(sorted.count))
  }

  /// Rising.
  subscript(hash: Int) -> ArraySlice<Int32> { order[Int(starts[hash])..<Int(starts[hash + 1])] }
}
