/// A table of indices of a list, found by numbers that are spread evenly: the list holds the values, and a dictionary
/// of large ones takes twice their memory.
package struct IndexTable: Sendable {
  /// −1: free. A power of two, at most half full.
  @usableFromInline var slots: [Int32]

  /// Creates an empty table.
  ///
  /// - Parameter count: The number of indices that it can hold.
  package init(count: Int) {
    var size = 16
    while size < count * 2 { size *= 2 }
    slots = Array(repeating: -1, count: size)
  }

  /// The slot at which the search for a number begins that is spread in its last bits.
  @inlinable
  package func start(ofLast number: UInt64) -> Int { Int(truncatingIfNeeded: number) & (slots.count - 1) }

  /// The slot of the first index that matches, or the free slot for it.
  @inlinable
  package func slot(from start: Int, where isIt: (Int) -> Bool) -> Int {
    var slot = start
    while slots[slot] >= 0, !isIt(Int(slots[slot])) { slot = (slot + 1) & (slots.count - 1) }
    return slot
  }

  /// The index in a slot; nil: free.
  @inlinable
  package subscript(slot: Int) -> Int? {
    get { slots[slot] < 0 ? nil : Int(slots[slot]) }
    set { slots[slot] = newValue.map { Int32($0) } ?? -1 }
  }

  /// Every index in the table.
  package var indices: some Sequence<Int> { slots.lazy.filter { $0 >= 0 }.map { Int($0) } }
}
