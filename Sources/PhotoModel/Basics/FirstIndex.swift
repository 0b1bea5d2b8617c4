/// The first index from which on a condition holds for all indices, by binary search; `count` where it holds nowhere.
@inlinable
package func firstIndex(count: Int, where holds: (Int) -> Bool) -> Int {
  var low = 0
  var high = count
  while low < high {
    let middle = (low + high) / 2
    if holds(middle) { high = middle } else { low = middle + 1 }
  }
  return low
}
