/// The pairs without weak bridges: two groups of five or more stay apart where a single weak pair joins them.
///
/// - Parameters:
///   - pairs: The pairs by index, the smaller first, each once.
///   - isWeak: Whether a pair is near the threshold.
/// - Complexity: O(pairs + count): the bridges of a graph by low points (Tarjan 1974), without recursion.
func withoutWeakBridges(
  _ pairs: [(Int, Int)], count: Int, large: Int = 5, isWeak: (Int, Int) -> Bool
) -> [(Int, Int)] {
  guard count >= 2 * large else { return pairs }
  var search = BridgeSearch(pairs, count: count)
  for start in 0..<count { search.visit(from: start) }
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

  /// The start of the links of each photo.
  private let starts: [Int]
  private let links: [(other: Int32, pair: Int32)]
  private var order: [Int]
  private var low: [Int]
  private var size: [Int]
  private var clock = 0
  private(set) var bridges: [Bridge] = []

  init(_ pairs: [(Int, Int)], count: Int) {
    var starts = [Int](repeating: 0, count: count + 1)
    for (a, b) in pairs where a != b {
      starts[a + 1] += 1
      starts[b + 1] += 1
    }
    for photo in 0..<count { starts[photo + 1] += starts[photo] }
    var links = [(other: Int32, pair: Int32)](repeating: (0, 0), count: starts[count])
    var next = starts
    for (index, (a, b)) in pairs.enumerated() where a != b {
      links[next[a]] = (Int32(b), Int32(index))
      links[next[b]] = (Int32(a), Int32(index))
      next[a] += 1
      next[b] += 1
    }
    (self.starts, self.links) = (starts, links)
    order = [Int](repeating: -1, count: count)
    low = order
    size = [Int](repeating: 1, count: count)
  }

  /// Depth first through one component.
  mutating func visit(from start: Int) {
    guard order[start] < 0, starts[start] < starts[start + 1] else { return }
    let firstBridge = bridges.count
    var stack: [(photo: Int, through: Int, next: Int)] = [(start, -1, 0)]
    enter(start)
    while let top = stack.last {
      if starts[top.photo] + top.next < starts[top.photo + 1] {
        stack[stack.count - 1].next += 1
        let link = links[starts[top.photo] + top.next]
        let (other, pair) = (Int(link.other), Int(link.pair))
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
