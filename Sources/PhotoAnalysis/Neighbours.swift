import PhotoModel

/// For each photo the others that look like it, down to a similarity of 0.50: all that a slider can ask for.
///
/// At most 256 a photo, the most similar; a pair stands as soon as one of the two keeps it. So ten thousand frames of
/// a time-lapse do not become fifty million pairs.
struct Neighbours: Sendable {
  static let least = 0.50
  private static let most = 256
  /// Up to so many photos every pair is looked at; above, only candidates.
  static let exhaustiveLimit = 20_000

  private var near: [[Int: Double]]

  /// - Parameters:
  ///   - photos: In an order that does not depend on the caller's: ties at the cap are decided by it.
  ///   - verified: What close looks found. Where none was taken, the descriptors decide alone.
  init(
    of photos: [ComparedPhoto], verified: VerifiedPairs = .none, exhaustiveLimit: Int = exhaustiveLimit
  ) {
    var kept = BoundedNeighbours(count: photos.count, most: Self.most)
    let closeLooks = CloseLooks(verified, at: photos)
    let pairs = CandidatePairs(of: photos, atLeast: Self.least) { i, j, evidence in
      var evidence = evidence
      evidence.verification = closeLooks[i, j]
      return evidence.similarity
    }
    pairs.forEach(exhaustiveLimit: exhaustiveLimit) { kept.add($0, $1, $2) }
    let looks = closeLooks.pairs
    let measured = concurrentBlocks(of: looks.count, size: 1024) { range in
      range.map { look in
        let (i, j, verification) = looks[look]
        return PairEvidence(photos[i], photos[j], verification: verification)?.similarity ?? 0
      }
    }
    for (look, similarity) in zip(looks, measured.joined()) where similarity >= Self.least {
      kept.add(look.0, look.1, similarity)
    }
    near = kept.symmetric
    near = LinkedSimilarities(near).near
  }

  /// 0 where it is below `least` or was not kept.
  func similarity(_ i: Int, _ j: Int) -> Double { i == j ? 1 : near[i][j] ?? 0 }

  /// All pairs at or above the threshold, the first smaller.
  func pairs(atLeast threshold: Double) -> [(Int, Int)] {
    near.indices.flatMap { i in near[i].filter { $0.key > i && $0.value >= threshold }.map { (i, $0.key) } }
  }
}

/// The close looks at photos, by their places.
private struct CloseLooks: Sendable {
  private let verified: VerifiedPairs
  private let photos: [ComparedPhoto]
  /// The first smaller, in rising order.
  let pairs: [(Int, Int, PairVerification)]

  init(_ verified: VerifiedPairs, at photos: [ComparedPhoto]) {
    self.verified = verified
    self.photos = photos
    var places: [ContentDigest: Int] = [:]
    if !verified.isEmpty {
      for (index, photo) in photos.enumerated() {
        if let digest = photo.photo.digest { places[digest] = places[digest] ?? index }
      }
    }
    pairs = verified.all.compactMap { key, verification in
      guard let a = places[key.first], let b = places[key.second] else { return nil }
      return (min(a, b), max(a, b), verification)
    }.sorted { ($0.0, $0.1) < ($1.0, $1.1) }
  }

  subscript(i: Int, j: Int) -> PairVerification? {
    guard !verified.isEmpty, let a = photos[i].photo.digest, let b = photos[j].photo.digest, let key = PairKey(a, b)
    else { return nil }
    return verified[key]
  }
}

/// The most similar others of each photo, found in any order and more than once.
private struct BoundedNeighbours {
  private let most: Int
  private var lists: [[Int: Double]]

  init(count: Int, most: Int) {
    self.most = most
    lists = Array(repeating: [:], count: count)
  }

  mutating func add(_ i: Int, _ j: Int, _ similarity: Double) {
    insert(j, similarity, at: i)
    insert(i, similarity, at: j)
  }

  /// A pair stands as soon as one of the two keeps it.
  var symmetric: [[Int: Double]] {
    var result = lists.map(cut)
    for (i, list) in result.enumerated() {
      for (j, similarity) in list { result[j][i] = similarity }
    }
    return result
  }

  private mutating func insert(_ neighbour: Int, _ similarity: Double, at place: Int) {
    lists[place][neighbour] = max(similarity, lists[place][neighbour] ?? 0)
    // Cut when there are twice as many, so that it costs little for each.
    if lists[place].count >= 2 * most { lists[place] = cut(lists[place]) }
  }

  private func cut(_ list: [Int: Double]) -> [Int: Double] {
    guard list.count > most else { return list }
    let sorted = list.sorted { ($0.value, $1.key) > ($1.value, $0.key) }
    return Dictionary(uniqueKeysWithValues: sorted.prefix(most).map { ($0.key, $0.value) })
  }
}
