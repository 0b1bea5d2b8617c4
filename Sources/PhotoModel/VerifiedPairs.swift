/// All pairs of a library that were looked at closely.
///
/// One behind the other: a dictionary of so large values takes twice the room. The cache gives them in the order of their keys, and
/// while they stay in it they need no table of their places.
package struct VerifiedPairs: Hashable, Sendable {
  private var keys: [PairKey] = []
  private var looks: [PairVerification] = []
  /// Nil while the keys rise.
  private var table: PlaceTable?

  /// - Parameter capacity: Room for so many.
  package init(capacity: Int = 0) {
    keys.reserveCapacity(capacity)
    looks.reserveCapacity(capacity)
  }

  package init(_ pairs: [PairKey: PairVerification]) {
    self.init(capacity: pairs.count)
    for (key, look) in pairs { self[key] = look }
  }

  /// Nobody has looked closely, yet.
  package static let none = VerifiedPairs()

  package var count: Int { keys.count }
  package var isEmpty: Bool { keys.isEmpty }

  package subscript(key: PairKey) -> PairVerification? {
    get { place(of: key).map { looks[$0] } }
    set {
      switch (newValue, place(of: key)) {
      case (let look?, let place?): looks[place] = look
      case (let look?, nil): append(key, look)
      case (nil, let place?): forget(place)
      case (nil, nil): break
      }
    }
  }

  /// In no particular order.
  package var all: LazyMapCollection<Range<Int>, (key: PairKey, value: PairVerification)> {
    keys.indices.lazy.map { [keys, looks] in (key: keys[$0], value: looks[$0]) }
  }

  /// These, and those of `others` that are not among them.
  package func merging(_ others: VerifiedPairs) -> VerifiedPairs {
    var merged = self
    for (key, look) in others.all where self[key] == nil { merged[key] = look }
    return merged
  }

  package mutating func removeAll(where isGone: (PairKey) -> Bool) {
    guard keys.contains(where: isGone) else { return }
    var left = VerifiedPairs(capacity: count)
    for (key, look) in all where !isGone(key) { left[key] = look }
    self = left
  }

  package static func == (left: VerifiedPairs, right: VerifiedPairs) -> Bool {
    left.count == right.count && left.all.allSatisfy { right[$0.key] == $0.value }
  }

  /// The same for every order.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    hasher.combine(keys.reduce(0) { $0 &+ $1.mixed })
  }

  private func place(of key: PairKey) -> Int? {
    if let table { return table[slot(of: key, in: table)] }
    guard let last = keys.last, key <= last else { return nil }
    let place = firstIndex(count: keys.count) { keys[$0] >= key }
    return keys[place] == key ? place : nil
  }

  /// Where its place stands in the table, or would: those of one photo stand beside each other.
  private func slot(of key: PairKey, in table: PlaceTable) -> Int {
    let start = table.start(ofFirst: key.first.prefix)
    let near = table.start(ofLast: UInt64(start) ^ key.second.prefix & 63)
    // One photo may have pairs with thousands, as a black frame has.
    return table.slot(from: near, within: 16) { keys[$0] == key }
      ?? table.slot(from: table.start(ofLast: key.mixed)) { keys[$0] == key }
  }

  private mutating func append(_ key: PairKey, _ look: PairVerification) {
    let rises = keys.last.map { $0 < key } ?? true
    keys.append(key)
    looks.append(look)
    switch table?.capacity {
    case nil: if !rises { makeTable() }
    case let capacity? where capacity < keys.count: makeTable()
    default:
      // Nobody else may hold the table while it is written to: it would be copied.
      guard let slot = table.map({ slot(of: key, in: $0) }) else { return }
      table?[slot] = keys.count - 1
    }
  }

  private mutating func forget(_ place: Int) {
    keys.remove(at: place)
    looks.remove(at: place)
    if table != nil { makeTable() }
  }

  private mutating func makeTable() {
    var table = PlaceTable(count: keys.count * 2)
    for place in keys.indices { table[slot(of: keys[place], in: table)] = place }
    self.table = table
  }
}
