/// The first index at which something holds that holds at all after it, by halving; `count` where it holds nowhere.
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
