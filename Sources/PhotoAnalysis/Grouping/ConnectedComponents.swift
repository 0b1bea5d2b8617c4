/// The connected components of a graph, of two or more vertices each.
///
/// - Parameters:
///   - pairs: Undirected; order, repetition and pairs of a thing with itself do not matter.
///   - count: The number of vertices. A pair with another index is ignored.
/// - Returns: Each component in rising order, the components by their first member. Vertices without a pair are in
///   none.
/// - Complexity: O(pairs + count), nearly.
package func connectedComponents(of pairs: some Sequence<(Int, Int)>, count: Int) -> [[Int]] {
  var sets = DisjointSets(count: max(0, count))
  for (a, b) in pairs where (0..<count).contains(a) && (0..<count).contains(b) { sets.join(a, b) }
  // The root is the smallest member, so that a set is met at its root first.
  var components: [[Int]] = []
  var component = [Int](repeating: -1, count: max(0, count))
  for index in component.indices {
    let root = sets.root(of: index)
    guard root != index else { continue }
    if component[root] < 0 {
      component[root] = components.count
      components.append([root])
    }
    components[component[root]].append(index)
  }
  return components.sorted { $0[0] < $1[0] }
}

/// Union-find with path halving; the root of a set is its smallest member, so nothing depends on the order of joins.
struct DisjointSets {
  private var parents: [Int]

  init(count: Int) { parents = Array(0..<count) }

  mutating func root(of index: Int) -> Int {
    var index = index
    while parents[index] != index {
      parents[index] = parents[parents[index]]
      index = parents[index]
    }
    return index
  }

  mutating func join(_ a: Int, _ b: Int) {
    let first = root(of: a)
    let second = root(of: b)
    parents[max(first, second)] = min(first, second)
  }
}
