/// Counts the pairs of distinct hashes that differ in at most `radius` bits, by an index.
///
/// - Returns: The number of pairs, each counted once.
/// - Complexity: Far below the square of their number, see `HashIndex`.
package func countOfNearPairs(among hashes: some Sequence<UInt64>, within radius: Int) -> Int {
  var count = 0
  HashIndex(hashes).forEachPair(within: radius) { _, _, _ in count += 1 }
  return count
}
