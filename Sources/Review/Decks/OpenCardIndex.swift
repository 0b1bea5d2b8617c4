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
    for place in 1..<max(1, sums.count) {
      let parent = place + (place & -place)
      if parent < sums.count { sums[parent] += sums[place] }
    }
  }

  /// Whether an index is open; false outside of the range, where setting does nothing.
  subscript(place: Int) -> Bool {
    get { flags.indices.contains(place) && flags[place] }
    set {
      guard flags.indices.contains(place), flags[place] != newValue else { return }
      flags[place] = newValue
      count += newValue ? 1 : -1
      var index = place + 1
      while index < sums.count {
        sums[index] += newValue ? 1 : -1
        index += index & -index
      }
    }
  }

  /// The first open index after this one; -1 starts at the beginning.
  func next(after place: Int) -> Int? {
    var index = min(max(0, place + 1), flags.count)
    var before: Int32 = 0
    while index > 0 {
      before += sums[index]
      index -= index & -index
    }
    return select(before)
  }

  /// The open index that is preceded by `rank` open ones.
  private func select(_ rank: Int32) -> Int? {
    guard rank < count else { return nil }
    var left = rank
    var place = 0
    var step = 1
    while step * 2 < sums.count { step *= 2 }
    while step > 0 {
      if place + step < sums.count, sums[place + step] <= left {
        place += step
        left -= sums[place]
      }
      step /= 2
    }
    return place
  }
}
