extension Collection where Index == Int {
  /// The index that is nearest to a number; 0 where there is none.
  package func nearestIndex(to number: Int) -> Int {
    Swift.min(Swift.max(startIndex, number), Swift.max(startIndex, endIndex - 1))
  }
}
