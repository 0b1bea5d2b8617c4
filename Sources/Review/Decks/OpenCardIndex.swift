/// A set of open indices below a fixed count, with its size and the next open index, without going through all.
///
/// - Complexity: O(log n) for a change and for `next`, O(1) for the rest. Source: Fenwick, "A new data structure for
///   cumulative frequency tables", 1994.
struct OpenCardIndex: Sendable {
  private var flags: [Bool]
  /// The numbers of open indices, by Fenwick's ranges; 1-based.
  private var sums: [Int32]
  /// The number of open indices.
  private(set) var count: Int

  /// Creates the set in linear time.
  ///
  /// - Parameter flags: Whether each index is open.
  init(_ flags: [Bool]) {
    self.flags = flags
    count = flags.count { $0 }
    sums = [0] + flags.map { $0 ? 1 : 0 }
    for index in 1..<max(1, sums.count) {
      let parent = index + (index & -index)
      if parent < sums.count { sums[parent] += sums[index] }
    }
  }

  /// Whether an index is open; false outside of the range, where setting does nothing.
  subscript(index: Int) -> Bool {
    get { flags.indices.contains(index) && flags[index] }
    set {
      guard flags.indices.contains(index), flags[index] != newValue else { return }
      flags[index] = newValue
      count += newValue ? 1 : -1
      var node = index + 1
      while node < sums.count {
        sums[node] += newValue ? 1 : -1
        node += node & -node
      }
    }
  }

  /// The first open index after this one; -1 starts at the beginning.
  func next(after index: Int) -> Int? {
    var node = min(max(0, index + 1), flags.count)
    var before: Int32 = 0
    while node > 0 {
      before += sums[node]
      node -= node & -node
    }
    return select(before)
  }

  /// The open index that is preceded by `rank` open ones.
  private func select(_ rank: Int32) -> Int? {
    guard rank < count else { return nil }
    var left = rank
    var index = 0
    var step = 1
    while step * 2 < sums.count { step *= 2 }
    while step > 0 {
      if index + step < sums.count, sums[index + step] <= left {
        index += step
        left -= sums[index]
      }
      step /= 2
    }
    return index
  }
}
