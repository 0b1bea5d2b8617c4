/// Groups in which every member is within the threshold of the keeper: a chain does not join unrelated photos.
///
/// In each connected component the best of all becomes keeper and takes those that are directly near it; the rest is
/// grouped again in the same way. So the keeper is never worse than a photo removed in its favour, and a chain falls
/// apart.
///
/// - Parameters:
///   - pairs: The pairs within the threshold.
///   - count: The number of vertices.
///   - refused: The vertices that a vertex may never share a group with, listed from both sides. Such a pair is not
///     within the threshold; of two members that refuse each other the smaller stays with the keeper.
///   - others: Those of some vertices that are also within the threshold of a keeper, where not all such pairs are
///     known.
///   - keeper: The best of some vertices, independent of their order.
/// - Returns: Groups of two or more, the keeper first, then rising; the groups by their smallest member.
/// - Complexity: O(pairs + count log count) where components are sets; a chain of n costs O(n²).
package func guardedGroups(
  of pairs: [(Int, Int)], count: Int, refused: [Int: Set<Int>] = [:],
  others: (_ keeper: Int, _ component: [Int]) -> [Int] = { _, _ in [] }, keeper: (_ members: [Int]) -> Int
) -> [[Int]] {
  var graph = PairGraph(refused.isEmpty ? pairs : pairs.filter { refused[$0]?.contains($1) != true }, count: count)
  var open = graph.components(of: Array(0..<count))
  var groups: [[Int]] = []
  while let component = open.popLast() {
    let head = keeper(component)
    let near = Set(graph.neighbours(of: head)).union(others(head, component)).subtracting(refused[head] ?? [])
    let members = agreeing(component.filter { $0 != head && near.contains($0) }, refused: refused)
    if !members.isEmpty { groups.append([head] + members) }
    graph.remove(members + [head])
    open += graph.components(of: component)
  }
  return groups.sorted { ($0.min() ?? 0) < ($1.min() ?? 0) }
}

/// The members without those that an earlier member refuses.
private func agreeing(_ members: [Int], refused: [Int: Set<Int>]) -> [Int] {
  guard !refused.isEmpty else { return members }
  var taken: Set<Int> = []
  for member in members where refused[member]?.isDisjoint(with: taken) ?? true { taken.insert(member) }
  return members.filter(taken.contains)
}

/// A graph of pairs, some of whose vertices are removed.
private struct PairGraph {
  /// The start of the neighbours of each thing.
  private var starts: [Int]
  private var ends: [Int32]
  /// The last search that reached each vertex; no search reaches removed ones.
  private var seenBy: [Int]
  private var searches = 0

  init(_ pairs: [(Int, Int)], count: Int) {
    starts = [Int](repeating: 0, count: count + 1)
    seenBy = [Int](repeating: 0, count: count)
    let known = pairs.lazy.filter { $0 != $1 && (0..<count).contains($0) && (0..<count).contains($1) }
    for (a, b) in known {
      starts[a + 1] += 1
      starts[b + 1] += 1
    }
    for thing in 0..<count { starts[thing + 1] += starts[thing] }
    ends = [Int32](repeating: 0, count: starts[count])
    var next = starts
    for (a, b) in known {
      ends[next[a]] = Int32(b)
      ends[next[b]] = Int32(a)
      next[a] += 1
      next[b] += 1
    }
  }

  func neighbours(of thing: Int) -> [Int] { ends[starts[thing]..<starts[thing + 1]].map(Int.init) }

  mutating func remove(_ things: [Int]) { for thing in things { seenBy[thing] = .max } }

  /// The connected components of some of the vertices, each rising; removed and isolated ones are left out.
  ///
  /// - Parameter things: The vertices in rising order, with all that are connected to them.
  mutating func components(of things: [Int]) -> [[Int]] {
    searches += 1
    var found: [[Int]] = []
    for start in things where seenBy[start] < searches && starts[start] < starts[start + 1] {
      seenBy[start] = searches
      var component = [start]
      var next = 0
      while next < component.count {
        for slot in starts[component[next]]..<starts[component[next] + 1] {
          let other = Int(ends[slot])
          guard seenBy[other] < searches else { continue }
          seenBy[other] = searches
          component.append(other)
        }
        next += 1
      }
      if component.count > 1 { found.append(component.sorted()) }
    }
    return found
  }
}
