/// Similarity through others: the first and the third picture of a panorama have nothing in common, and a crop of a
/// mirrored copy may know its original only through that copy.
///
/// A link is a pair that is known as the same scene by itself (`known`), whatever the slider says. Over at most eight of
/// them the similarity of two photos is that of the weakest, and never more than 0.92. So pairs that a lower slider lets in
/// tie nobody to a third, and nothing becomes a duplicate this way.
struct LinkedSimilarities {
  private static let mostLinks = 8
  private static let most = 0.92
  /// From here on two photos need no others between them, and may stand between others. Strangers stay 0.04 below it.
  static let known = 0.80
  /// Of each photo only its strongest links are followed, and only so many photos are reached: the cost is linear.
  private static let fanOut = 16
  private static let reach = 96

  /// The given similarities and those found, symmetric as they were.
  private(set) var near: [[Int: Double]]

  init(_ near: [[Int: Double]]) {
    self.near = near
    let links = near.map { list in
      list.filter { $0.value >= Self.known }
        .sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        .prefix(Self.fanOut)
        .map { (photo: $0.key, similarity: min(Self.most, $0.value)) }
    }
    for start in near.indices where !links[start].isEmpty {
      for (other, similarity) in Self.reached(from: start, links) where similarity >= Neighbours.least {
        let direct = near[start][other] ?? 0
        guard direct < Self.known else { continue }
        let best = max(similarity, self.near[start][other] ?? 0)
        self.near[start][other] = best
        self.near[other][start] = best
      }
    }
  }

  private static func reached(
    from start: Int, _ links: [[(photo: Int, similarity: Double)]]
  ) -> [(Int, Double)] {
    var best: [Int: Double] = [:]
    var frontier: [(photo: Int, similarity: Double)] = links[start]
    for step in 1...mostLinks {
      var next: [Int: Double] = [:]
      for (photo, similarity) in frontier where photo != start && similarity > best[photo] ?? 0 {
        guard best[photo] != nil || best.count < reach else { continue }
        best[photo] = similarity
        next[photo] = similarity
      }
      guard step < mostLinks else { break }
      frontier = next.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.flatMap { photo, similarity in
        links[photo].map { ($0.photo, min(similarity, $0.similarity)) }
      }
      frontier.sort { ($1.similarity, $0.photo) < ($0.similarity, $1.photo) }
    }
    return best.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}
