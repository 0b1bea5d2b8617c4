import PhotoModel

/// Sets of copies that are connected at the lowest thresholds. No threshold joins two components, so each can be
/// grouped by itself, and only those with a pair near a slider have to be grouped again when it moves.
struct ConnectedComponent: Sendable {
  /// Two sets, by their positions in `sets`, the first smaller.
  struct Pair: Sendable {
    var first: Int
    var second: Int
    var similarity: Double
  }

  /// Indices in `FindingsIndex.copies`, rising.
  var sets: [Int]
  /// All pairs that are kept, whatever their similarity.
  var pairs: [Pair] = []

  /// The position of one of the sets in `sets`.
  func position(of set: Int) -> Int { firstIndex(count: sets.count) { sets[$0] >= set } }

  /// The sets that may not share a group, by positions in `sets`.
  func local(_ refused: [Int: Set<Int>]) -> [Int: Set<Int>] {
    guard !refused.isEmpty else { return [:] }
    var local: [Int: Set<Int>] = [:]
    for (position, set) in sets.enumerated() {
      guard let others = refused[set] else { continue }
      local[position] = Set(sets.indices.filter { others.contains(sets[$0]) })
    }
    return local
  }

  /// The components with something to group: two sets or more, or one of several copies. In the order of their first
  /// set.
  ///
  /// - Complexity: O(pairs + sets), nearly.
  static func all(of copies: [[Int]], _ neighbours: Neighbours) -> [ConnectedComponent] {
    let pairs = neighbours.pairs
    let joined = pairs.lazy.map { (Int($0.first), Int($0.second)) }
    var components = connectedComponents(of: joined, count: copies.count).map { ConnectedComponent(sets: $0) }
    var home = [(component: Int, position: Int)?](repeating: nil, count: copies.count)
    for (index, component) in components.enumerated() {
      for (position, set) in component.sets.enumerated() { home[set] = (index, position) }
    }
    for pair in pairs {
      guard let first = home[Int(pair.first)], let second = home[Int(pair.second)] else { continue }
      components[first.component].pairs.append(
        Pair(first: first.position, second: second.position, similarity: pair.similarity))
    }
    components += copies.indices.filter { copies[$0].count > 1 && home[$0] == nil }.map {
      ConnectedComponent(sets: [$0])
    }
    return components.sorted { $0.sets[0] < $1.sets[0] }
  }
}

/// A pair this near above a threshold is too little to tie two large sets by itself.
let weakLinkMargin = 0.03
