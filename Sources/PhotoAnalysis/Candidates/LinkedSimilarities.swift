/// Similarity through other photos: the first and the third picture of a panorama have nothing in common, and a crop of
/// a mirrored copy may match its original only through that copy.
///
/// A link is a pair that shows the same scene by itself (`known`), at any threshold. Over at most eight links the
/// similarity of two photos is that of the weakest, and never more than 0.92. So pairs that only a lower threshold
/// lists join no third photo, and nothing becomes a duplicate this way.
struct LinkedSimilarities {
  private static let mostLinks = 8
  static let most = 0.92
  /// The similarity from which two photos need no others between them, and may stand between others. Strangers stay
  /// 0.04 below it.
  static let known = 0.80
  /// The number of the strongest links of a photo that are followed: the cost is linear.
  private static let fanOut = 16
  private static let reach = 96

  /// A photo with its similarity to the one before it, or to the first.
  private typealias Step = (photo: Int, similarity: Double)

  /// The given similarities and those found through links.
  let near: SimilarityTable

  /// - Parameter isCrowded: Whether a photo has too many neighbours to follow its links; its similarities are measured
  ///   on demand.
  init(_ near: SimilarityTable, isCrowded: [Bool] = []) {
    let links = concurrentBlocks(of: near.count, size: 4096) { $0.map { Self.links(of: $0, near) } }.flatMap { $0 }
    var walk = Walk(links)
    var found: [SimilarPair] = []
    for start in links.indices where Self.leadsOn(start, links) && (isCrowded.isEmpty || !isCrowded[start]) {
      walk.forEachReached(from: start, most: Self.reach, steps: Self.mostLinks) { other, similarity in
        let direct = near[start, other] ?? 0
        guard direct < Self.known, similarity >= max(direct, Neighbours.least) else { return }
        found.append(SimilarPair(start, other, similarity))
      }
    }
    self.near = found.isEmpty ? near : SimilarityTable(merged(near.pairs + found), count: near.count)
  }

  private static func links(of index: Int, _ near: SimilarityTable) -> [Step] {
    var links: [Step] = []
    near.forEach(near: index) { other, similarity in if similarity >= known { links.append((other, similarity)) } }
    if links.count > 1 { links.sort { ($1.similarity, $0.photo) < ($0.similarity, $1.photo) } }
    return links.prefix(fanOut).map { ($0.photo, min(most, $0.similarity)) }
  }

  /// Whether links lead on from a photo: two photos that are linked only to each other lead to nothing new.
  private static func leadsOn(_ index: Int, _ links: [[Step]]) -> Bool {
    guard let first = links[index].first else { return false }
    return links[index].count > 1 || links[first.photo].count > 1
  }

  /// Goes from photo to photo over the links, the strongest first.
  private struct Walk {
    private let links: [[Step]]
    /// The best way to each photo so far; 0: none.
    private var best: [Double]
    /// The last step that found a better way to it.
    private var changedAt: [UInt8]

    init(_ links: [[Step]]) {
      self.links = links
      best = [Double](repeating: 0, count: links.count)
      changedAt = [UInt8](repeating: 0, count: links.count)
    }

    mutating func forEachReached(from start: Int, most: Int, steps: Int, _ body: (Int, Double) -> Void) {
      var reached: [Int] = []
      var frontier = links[start]
      for step in 1...steps {
        var changed: [Int] = []
        for (photo, similarity) in frontier where photo != start && similarity > best[photo] {
          guard best[photo] > 0 || reached.count < most else { continue }
          if best[photo] == 0 { reached.append(photo) }
          best[photo] = similarity
          guard changedAt[photo] != UInt8(step) else { continue }
          changedAt[photo] = UInt8(step)
          changed.append(photo)
        }
        guard step < steps, !changed.isEmpty else { break }
        frontier = changed.flatMap { photo in
          links[photo].map { ($0.photo, min(best[photo], $0.similarity)) }
        }
        frontier.sort { ($1.similarity, $0.photo) < ($0.similarity, $1.photo) }
      }
      for photo in reached {
        body(photo, best[photo])
        best[photo] = 0
        changedAt[photo] = 0
      }
    }
  }
}
