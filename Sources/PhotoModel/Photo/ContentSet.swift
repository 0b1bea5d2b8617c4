/// The contents of a library, for hundreds of thousands of lookups.
///
/// Told apart by their first eight bytes (`ContentDigest.prefix`): a lookup reads one word of a small table, not one
/// of 32 bytes in a large one. So a content that is not there may be taken for one that is, with a chance of one in
/// 10¹⁴ among 100 000. For questions where a false positive costs nothing.
package struct ContentSet: Sendable {
  /// The contents, each once, in the order in which they were added.
  package private(set) var all: [ContentDigest] = []
  /// Prefixes; 0: free. A power of two, at most half full.
  private var slots: [UInt64]
  private var holdsZero = false

  /// Creates an empty set.
  ///
  /// - Parameter capacity: The number of contents to reserve memory for.
  package init(capacity: Int = 0) {
    all.reserveCapacity(capacity)
    slots = Self.slots(for: capacity)
  }

  /// Creates a set of these contents.
  package init(_ contents: some Collection<ContentDigest>) {
    self.init(capacity: contents.count)
    for content in contents { insert(content) }
  }

  /// The number of contents.
  package var count: Int { all.count }

  /// Adds a content; nothing happens where one of the same prefix is there.
  package mutating func insert(_ content: ContentDigest) {
    let prefix = content.prefix
    guard prefix != 0 else {
      if !holdsZero { all.append(content) }
      holdsZero = true
      return
    }
    let slot = slot(of: prefix)
    guard slots[slot] == 0 else { return }
    slots[slot] = prefix
    all.append(content)
    guard all.count * 2 > slots.count else { return }
    slots = Self.slots(for: all.count * 2)
    for content in all where content.prefix != 0 { slots[self.slot(of: content.prefix)] = content.prefix }
  }

  /// Whether a content is there, by its prefix.
  package func contains(_ content: ContentDigest) -> Bool {
    content.prefix == 0 ? holdsZero : slots[slot(of: content.prefix)] != 0
  }

  /// The slot of a digest, or the free one for it, chosen by its first bits, so that look-ups in the order of contents
  /// go through memory in order.
  private func slot(of prefix: UInt64) -> Int {
    var slot = Int(truncatingIfNeeded: prefix >> UInt64(slots.count.leadingZeroBitCount + 1))
    while slots[slot] != 0, slots[slot] != prefix { slot = (slot + 1) & (slots.count - 1) }
    return slot
  }

  private static func slots(for count: Int) -> [UInt64] {
    var size = 16
    while size < count * 2 { size *= 2 }
    return [UInt64](repeating: 0, count: size)
  }
}
