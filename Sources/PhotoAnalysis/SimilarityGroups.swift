/// Groups in which every member is within the threshold of the keeper: a chain does not tie strangers.
///
/// Each connected component gives its best member as keeper, with all that are directly near it; what is left does
/// the same again. So a component that is one set stays whole, and a chain falls apart where the keeper ends.
///
/// - Parameters:
///   - pairs: Those within the threshold.
///   - count: How many things there are.
///   - keeper: The best of some, the same for every order in which they are given.
/// - Returns: Groups of two or more, the keeper first, then rising; the groups by their smallest member.
/// - Complexity: O(pairs + count), nearly, plus one call of `keeper` for each group.
package func guardedGroups(
  of pairs: [(Int, Int)], count: Int, keeper: (_ members: [Int]) -> Int
) -> [[Int]] {
  var near: [Int: Set<Int>] = [:]
  for (a, b) in pairs where a != b && (0..<count).contains(a) && (0..<count).contains(b) {
    near[a, default: []].insert(b)
    near[b, default: []].insert(a)
  }
  var groups: [[Int]] = []
  for component in connectedComponents(of: pairs, count: count) {
    var left = component
    while left.count > 1 {
      let best = keeper(left)
      let around = near[best] ?? []
      let members = left.filter { around.contains($0) }
      left.removeAll { $0 == best || around.contains($0) }
      if !members.isEmpty { groups.append([best] + members) }
    }
  }
  return groups.sorted { ($0.min() ?? 0) < ($1.min() ?? 0) }
}
