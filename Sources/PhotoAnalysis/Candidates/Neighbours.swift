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

  private let near: SimilarityTable

  /// - Parameters:
  ///   - photos: In an order that does not depend on the caller's: ties at the cap are decided by it.
  ///   - verified: What close looks found. Where none was taken, the descriptors decide alone.
  init(
    of photos: [ComparedPhoto], verified: VerifiedPairs = .none, exhaustiveLimit: Int = exhaustiveLimit
  ) {
    var kept = BoundedPairs(count: photos.count, most: Self.most)
    CandidatePairs(of: photos, verified: verified, atLeast: Self.least).forEach(exhaustiveLimit: exhaustiveLimit) {
      kept.add($0)
    }
    near = LinkedSimilarities(SimilarityTable(kept.pairs, count: photos.count)).near
  }

  /// 0 where it is below `least` or was not kept.
  func similarity(_ i: Int, _ j: Int) -> Double { i == j ? 1 : near[i, j] ?? 0 }

  /// All pairs that are kept, by their indices.
  var pairs: [SimilarPair] { near.pairs }
}

/// The verifications of photos by keypoints, by their indices.
struct NeighbourVerifications: Sendable {
  /// The first smaller, as `indexPairKey`; in rising order.
  let indices: [UInt64]
  /// The number of the verification of each pair.
  private let verifications: [UInt32]
  private let verified: VerifiedPairs

  init(_ verified: VerifiedPairs, at photos: [ComparedPhoto]) {
    self.verified = verified
    guard !verified.isEmpty else {
      (indices, verifications) = ([], [])
      return
    }
    let contents = ContentIndex(photos.map(\.photo.digest))
    var found = concurrentBlocks(of: verified.partCount, size: 1024) { range in
      var part: [(indices: UInt64, verification: UInt32)] = []
      verified.forEach(in: range) { first, second, verification in
        guard let a = contents[first], let b = contents[second] else { return }
        part.append((indexPairKey(min(a, b), max(a, b)), UInt32(verification)))
      }
      return part
    }
    .flatMap { $0 }
    found.sort { $0.indices < $1.indices }
    (indices, verifications) = (found.map(\.indices), found.map(\.verification))
  }

  subscript(i: Int, j: Int) -> PairVerification? { self[indexPairKey(min(i, j), max(i, j))] }

  subscript(key: UInt64) -> PairVerification? {
    let index = firstIndex(count: indices.count) { indices[$0] >= key }
    return index < indices.count && indices[index] == key ? verified.verification(Int(verifications[index])) : nil
  }
}
