/// Pairs without those that alone join two large sets by too little: two groups of five or more stay apart where one
/// weak pair is all they have in common.
///
/// - Parameters:
///   - pairs: The first smaller, each once.
///   - isWeak: The pair is near the threshold.
/// - Complexity: O(pairs + count): the bridges of a graph by low points (Tarjan 1974), without recursion.
func withoutWeakBridges(
  _ pairs: [(Int, Int)], count: Int, large: Int = 5, isWeak: (Int, Int) -> Bool
) -> [(Int, Int)] {
  guard count >= 2 * large else { return pairs }
  var links = [[(other: Int, pair: Int)]](repeating: [], count: count)
  for (index, (a, b)) in pairs.enumerated() where a != b {
    links[a].append((b, index))
    links[b].append((a, index))
  }
  var search = BridgeSearch(links: links)
  for start in 0..<count where !links[start].isEmpty { search.visit(from: start) }
  let cut = search.bridges.filter { bridge in
    let pair = pairs[bridge.pair]
    return min(bridge.below, bridge.above) >= large && isWeak(pair.0, pair.1)
  }
  let dropped = Set(cut.map(\.pair))
  return dropped.isEmpty ? pairs : pairs.indices.filter { !dropped.contains($0) }.map { pairs[$0] }
}

private struct BridgeSearch {
  struct Bridge {
    var pair: Int
    /// Photos on either side.
    var below: Int
    var above: Int
  }

  private let links: [[(other: Int, pair: Int)]]
  private var order: [Int]
  private var low: [Int]
  private var size: [Int]
  private var clock = 0
  private(set) var bridges: [Bridge] = []

  init(links: [[(other: Int, pair: Int)]]) {
    self.links = links
    order = [Int](repeating: -1, count: links.count)
    low = order
    size = [Int](repeating: 1, count: links.count)
  }

  /// Depth first through one component.
  mutating func visit(from start: Int) {
    guard order[start] < 0 else { return }
    let firstBridge = bridges.count
    var stack: [(photo: Int, through: Int, next: Int)] = [(start, -1, 0)]
    enter(start)
    while let top = stack.last {
      if top.next < links[top.photo].count {
        stack[stack.count - 1].next += 1
        let (other, pair) = links[top.photo][top.next]
        if order[other] < 0 {
          enter(other)
          stack.append((other, pair, 0))
        } else if pair != top.through {
          low[top.photo] = min(low[top.photo], order[other])
        }
      } else {
        stack.removeLast()
        guard let parent = stack.last?.photo else { break }
        low[parent] = min(low[parent], low[top.photo])
        size[parent] += size[top.photo]
        if low[top.photo] > order[parent] {
          bridges.append(Bridge(pair: top.through, below: size[top.photo], above: 0))
        }
      }
    }
    for index in firstBridge..<bridges.count { bridges[index].above = size[start] - bridges[index].below }
  }

  private mutating func enter(_ photo: Int) {
    order[photo] = clock
    low[photo] = clock
    clock += 1
  }
}
