/// Groups in which every member is within the threshold of the keeper: a chain does not tie strangers.
///
/// In each connected component the best of all becomes keeper and takes those that are directly near it; what is left
/// is looked at again in the same way. So the keeper is never worse than a photo that would go in its favour, and a
/// chain falls apart.
///
/// - Parameters:
///   - pairs: Those within the threshold.
///   - count: How many things there are.
///   - refused: For a thing those that it may never share a group with, named from both sides. Such a pair is not
///     within the threshold; of two members that refuse each other the smaller stays with the keeper.
///   - keeper: The best of some, the same for every order in which they are given.
/// - Returns: Groups of two or more, the keeper first, then rising; the groups by their smallest member.
/// - Complexity: O(pairs + count log count) where components are sets; a chain of n costs O(n²).
package func guardedGroups(
  of pairs: [(Int, Int)], count: Int, refused: [Int: Set<Int>] = [:], keeper: (_ members: [Int]) -> Int
) -> [[Int]] {
  var near: [Int: Set<Int>] = [:]
  for (a, b) in pairs where a != b && (0..<count).contains(a) && (0..<count).contains(b) {
    if refused[a]?.contains(b) == true { continue }
    near[a, default: []].insert(b)
    near[b, default: []].insert(a)
  }
  var open = components(of: Set(near.keys), near: near)
  var groups: [[Int]] = []
  while let component = open.popLast() {
    let head = keeper(component)
    let members = agreeing(component.filter { near[head]?.contains($0) == true }, refused: refused)
    if !members.isEmpty { groups.append([head] + members) }
    let rest = Set(component).subtracting(members).subtracting([head])
    open += components(of: rest, near: near)
  }
  return groups.sorted { ($0.min() ?? 0) < ($1.min() ?? 0) }
}

/// The members without those that one before them refuses.
private func agreeing(_ members: [Int], refused: [Int: Set<Int>]) -> [Int] {
  guard !refused.isEmpty else { return members }
  var taken: Set<Int> = []
  for member in members where refused[member]?.isDisjoint(with: taken) ?? true { taken.insert(member) }
  return members.filter(taken.contains)
}

/// The connected components of some of the things, each rising; things that are near nothing are left out.
private func components(of things: Set<Int>, near: [Int: Set<Int>]) -> [[Int]] {
  var free = things
  var found: [[Int]] = []
  for start in things.sorted() where free.remove(start) != nil {
    var component = [start]
    var next = 0
    while next < component.count {
      for neighbour in near[component[next]] ?? [] where free.remove(neighbour) != nil { component.append(neighbour) }
      next += 1
    }
    if component.count > 1 { found.append(component.sorted()) }
  }
  return found
}
