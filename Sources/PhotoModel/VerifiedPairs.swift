/// All pairs of a library that were looked at closely.
///
/// One behind the other, with a table of their places: a dictionary of so large values takes twice the room.
package struct VerifiedPairs: Hashable, Sendable {
  private var keys: [PairKey] = []
  private var looks: [PairVerification] = []
  /// Places in `keys`; -1: free. A power of two, at most half full.
  private var slots: [Int32] = []

  /// - Parameter capacity: Room for so many.
  package init(capacity: Int = 0) {
    keys.reserveCapacity(capacity)
    looks.reserveCapacity(capacity)
    makeSlots(for: capacity)
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
      let place = slots[slot(of: key)]
      return place < 0 ? nil : looks[Int(place)]
    }
    set {
      let slot = slot(of: key)
      let place = Int(slots[slot])
      switch (newValue, place >= 0) {
      case (let look?, true): looks[place] = look
      case (let look?, false): append(key, look, at: slot)
      case (nil, true): forget(place)
      case (nil, false): break
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
    let start = Int(truncatingIfNeeded: key.first.prefix >> UInt64(slots.count.leadingZeroBitCount + 1))
    var slot = (start ^ Int(truncatingIfNeeded: key.second.prefix & 63)) & (slots.count - 1)
    while slots[slot] >= 0, keys[Int(slots[slot])] != key { slot = (slot + 1) & (slots.count - 1) }
    return slot
  }

  private mutating func append(_ key: PairKey, _ look: PairVerification, at slot: Int) {
    slots[slot] = Int32(keys.count)
    keys.append(key)
    looks.append(look)
    if keys.count * 2 > slots.count { makeSlots(for: keys.count * 2) }
  }

  private mutating func forget(_ place: Int) {
    keys.remove(at: place)
    looks.remove(at: place)
    makeSlots(for: keys.count)
  }

  private mutating func makeSlots(for count: Int) {
    var size = 16
    while size < count * 2 { size *= 2 }
    slots = [Int32](repeating: -1, count: size)
    for place in keys.indices { slots[slot(of: keys[place])] = Int32(place) }
  }
}
