/// Groups in which every member is within the threshold of the keeper: a chain does not tie strangers.
///
/// From the one with the most neighbours down, each that is still free takes the free ones that are directly near it.
/// So a component that is one set stays whole, and a chain falls apart into few pieces. The keeper of a group is the
/// best of those that all the others are near to.
///
/// - Parameters:
///   - pairs: Those within the threshold.
///   - count: How many things there are.
///   - isBetter: A strict order of all things; decides between equal numbers of neighbours.
///   - keeper: The best of some, the same for every order in which they are given.
/// - Returns: Groups of two or more, the keeper first, then rising; the groups by their smallest member.
/// - Complexity: O(pairs + count log count), nearly.
package func guardedGroups(
  of pairs: [(Int, Int)], count: Int, isBetter: (Int, Int) -> Bool, keeper: (_ members: [Int]) -> Int
) -> [[Int]] {
  var near: [Int: Set<Int>] = [:]
  for (a, b) in pairs where a != b && (0..<count).contains(a) && (0..<count).contains(b) {
    near[a, default: []].insert(b)
    near[b, default: []].insert(a)
  }
  var free = Set(near.keys)
  var groups: [[Int]] = []
  let centres = near.keys.sorted { a, b in
    let (ofA, ofB) = (near[a]?.count ?? 0, near[b]?.count ?? 0)
    return ofA == ofB ? isBetter(a, b) : ofA > ofB
  }
  for centre in centres where free.contains(centre) {
    let around = (near[centre] ?? []).intersection(free)
    guard !around.isEmpty else { continue }
    let members = around.union([centre]).sorted()
    free.subtract(members)
    let nearAll = members.filter { member in
      members.allSatisfy { $0 == member || near[member]?.contains($0) == true }
    }
    let head = keeper(nearAll)
    groups.append([head] + members.filter { $0 != head })
  }
  return groups.sorted { ($0.min() ?? 0) < ($1.min() ?? 0) }
}
