/// All pairs of a library that were looked at closely.
///
/// One behind the other, with a table of their places: a dictionary of so large values takes twice the room.
package struct VerifiedPairs: Hashable, Sendable {
  private var keys: [PairKey] = []
  private var looks: [PairVerification] = []
  private var table = PlaceTable(count: 0)

  /// - Parameter capacity: Room for so many.
  package init(capacity: Int = 0) {
    keys.reserveCapacity(capacity)
    looks.reserveCapacity(capacity)
    makeTable(for: capacity)
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
    get {
      table[slot(of: key)].map { looks[$0] }
    }
    set {
      let slot = slot(of: key)
      switch (newValue, table[slot]) {
      case (let look?, let place?): looks[place] = look
      case (let look?, nil): append(key, look, at: slot)
      case (nil, let place?): forget(place)
      case (nil, nil): break
      }
    }
  }

  /// In no particular order.
  package var all: some Sequence<(key: PairKey, value: PairVerification)> {
    zip(keys, looks).lazy.map { (key: $0, value: $1) }
  }

  /// These, and those of `others` that are not among them.
  package func merging(_ others: VerifiedPairs) -> VerifiedPairs {
    var merged = self
    for (key, look) in others.all where self[key] == nil { merged[key] = look }
    return merged
  }

  package static func == (left: VerifiedPairs, right: VerifiedPairs) -> Bool {
    left.count == right.count && left.all.allSatisfy { right[$0.key] == $0.value }
  }

  /// The same for every order.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    hasher.combine(keys.reduce(0) { $0 &+ $1.mixed })
  }

  /// Where it stands, or would: pairs that come in the order of their keys go through memory in order, and those of one photo
  /// stand beside each other.
  private func slot(of key: PairKey) -> Int {
    let start = table.start(ofFirst: key.first.prefix)
    let near = table.start(ofLast: UInt64(start) ^ key.second.prefix & 63)
    // One photo may have pairs with thousands, as a black frame has.
    return table.slot(from: near, within: 16) { keys[$0] == key }
      ?? table.slot(from: table.start(ofLast: key.mixed)) { keys[$0] == key }
  }

  private mutating func append(_ key: PairKey, _ look: PairVerification, at slot: Int) {
    table[slot] = keys.count
    keys.append(key)
    looks.append(look)
    if keys.count > table.capacity { makeTable(for: keys.count * 2) }
  }

  private mutating func forget(_ place: Int) {
    keys.remove(at: place)
    looks.remove(at: place)
    makeTable(for: keys.count)
  }

  private mutating func makeTable(for count: Int) {
    table = PlaceTable(count: count)
    for place in keys.indices { table[slot(of: keys[place])] = place }
  }
}
