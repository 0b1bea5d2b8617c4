import PhotoModel

/// A connected component of few sets, grouped with bits in place of sets and dictionaries: nearly every component is one, and a slider
/// may touch all of them at once. The groups are those of `FindingsIndex.groups(of:settings:refused:)`.
struct SmallComponent: Sendable {
  /// Two sets of five or more stay apart where one weak pair joins them: below ten sets there are no two such.
  static let mostSets = 9

  /// A set of sets of the component: bit i is place i.
  typealias Mask = UInt16

  /// The similarity of each two sets, row by row; 0 where they are not near.
  private let similarities: [Double]
  private let count: Int
  /// Of the two sets that are most alike: above it there is nothing to cluster.
  private let largest: Double
  /// Whom each cluster that was seen so far has as its keeper.
  private var heads: [Mask: Int] = [:]

  /// Nil where the component is too large.
  init?(_ component: ConnectedComponent) {
    count = component.sets.count
    guard count <= Self.mostSets else { return nil }
    var similarities = [Double](repeating: 0, count: count * count)
    for pair in component.pairs {
      similarities[pair.first * count + pair.second] = pair.similarity
      similarities[pair.second * count + pair.first] = pair.similarity
    }
    self.similarities = similarities
    largest = component.pairs.map(\.similarity).max() ?? 0
  }

  /// Of two sets, by their places; 1 of one and itself.
  func similarity(_ a: Int, _ b: Int) -> Double { a == b ? 1 : similarities[a * count + b] }

  /// A keeper and those that are within the threshold of it.
  struct Cluster {
    var head: Int
    /// Without the head.
    var others: Mask
  }

  /// Clusters of two or more within a threshold.
  ///
  /// - Parameters:
  ///   - allowed: Sets that may be clustered.
  ///   - keeper: The best of some places, the same whatever their order.
  mutating func clusters(
    of allowed: Mask, threshold: Double, keeper: (_ indices: [Int]) -> Int
  ) -> [Cluster] {
    guard threshold <= largest else { return [] }
    var near = [Mask](repeating: 0, count: count)
    for index in 0..<count where allowed & 1 << Mask(index) != 0 {
      for other in (index + 1)..<max(index + 1, count)
      where allowed & 1 << Mask(other) != 0 && similarities[index * count + other] >= threshold {
        near[index] |= 1 << Mask(other)
        near[other] |= 1 << Mask(index)
      }
    }
    var open = components(of: allowed, near)
    var clusters: [Cluster] = []
    while let component = open.popLast() {
      let head = head(of: component, keeper)
      let others = near[head] & component
      if others != 0 { clusters.append(Cluster(head: head, others: others)) }
      open += components(of: component & ~others & ~(1 << Mask(head)), near)
    }
    return clusters
  }

  private mutating func head(of component: Mask, _ keeper: ([Int]) -> Int) -> Int {
    if let known = heads[component] { return known }
    let head = keeper(indices(in: component))
    heads[component] = head
    return head
  }

  /// Of two or more.
  private func components(of things: Mask, _ near: [Mask]) -> [Mask] {
    var free = things
    var found: [Mask] = []
    while free != 0 {
      var component: Mask = 1 << Mask(free.trailingZeroBitCount)
      var edge = component
      while edge != 0 {
        let index = edge.trailingZeroBitCount
        edge &= edge - 1
        let more = near[index] & things & ~component
        component |= more
        edge |= more
      }
      free &= ~component
      if component.nonzeroBitCount > 1 { found.append(component) }
    }
    return found
  }

  func indices(in mask: Mask) -> [Int] { (0..<count).filter { mask & 1 << Mask($0) != 0 } }
}
