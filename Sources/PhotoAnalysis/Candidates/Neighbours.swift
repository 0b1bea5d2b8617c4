import PhotoModel

/// The similar others of each photo, down to a similarity of 0.50: as far as any threshold reaches.
///
/// A photo with more than 256 keeps the 64 most similar of its kind; a pair is kept if one of the two keeps it. So ten
/// thousand frames of a time-lapse do not become fifty million pairs. The similarity of a pair that was not kept is
/// measured on demand.
struct Neighbours: Sendable {
  static let least = 0.50
  private static let most = 256
  private static let mostOfCrowded = 64
  /// The largest number of photos of which every pair is compared; above, only candidates are.
  static let exhaustiveLimit = 20_000

  private let near: SimilarityTable
  private let crowd: Crowd?

  /// - Parameters:
  ///   - photos: The photos in an order that does not depend on the caller's: it decides ties at the limit.
  ///   - verified: The verifications of pairs. Without one the descriptors decide alone.
  init(
    of photos: [ComparedPhoto], verified: VerifiedPairs = .none, exhaustiveLimit: Int = exhaustiveLimit,
    progress: (Double) -> Void = { _ in }
  ) {
    let (pairs, isCrowded) = {
      var kept = BoundedPairs(count: photos.count, most: Self.most, ofCrowded: Self.mostOfCrowded)
      let candidates = CandidatePairs(of: photos, verified: verified, atLeast: Self.least)
      candidates.forEach(exhaustiveLimit: exhaustiveLimit, progress: progress) { kept.add($0) }
      let pairs = kept.pairs
      return (candidates.withoutCollages(pairs, isCrowded: kept.isCrowded), kept.isCrowded)
    }()
    crowd = isCrowded.contains(true) ? Crowd(photos, verified, isCrowded: isCrowded) : nil
    let table = SimilarityTable(crowd.map { merged(pairs + $0.sequences.pairs) } ?? pairs, count: photos.count)
    near = LinkedSimilarities(table, isCrowded: isCrowded).near
  }

  /// The similarity of two photos; 0 where it is below `least` or is not known.
  func similarity(_ i: Int, _ j: Int) -> Double {
    if i == j { return 1 }
    guard let crowd else { return near[i, j] ?? 0 }
    let direct = near[i, j] ?? crowd.similarity(i, j) ?? 0
    return direct >= LinkedSimilarities.known ? direct : max(direct, crowd.sequences.similarity(i, j))
  }

  /// Whether pairs of the photo with others of its kind may be missing from `pairs`.
  func isCrowded(_ photo: Int) -> Bool { crowd?.isCrowded[photo] ?? false }

  /// Whether the pair is one of `pairs`, and so similar.
  func keeps(_ i: Int, _ j: Int, atLeast threshold: Double) -> Bool { near[i, j].map { $0 >= threshold } ?? false }

  /// Whether pairs of some photos may be missing from `pairs`.
  var areIncomplete: Bool { crowd != nil }

  /// The indices in `others` of photos at least `threshold` similar to `photo`; empty where no pair can be missing.
  func others(near photo: Int, among others: [Int], atLeast threshold: Double) -> [Int] {
    guard areIncomplete else { return [] }
    return concurrentMap(others.count, blocks: 512) { index in
      let other = others[index]
      return other != photo && similarity(photo, other) >= threshold ? index : nil
    }
  }

  /// All pairs that are kept, by their indices.
  var pairs: [SimilarPair] { near.pairs }
}

/// Photos that have more similar others than are kept of each.
struct Crowd: Sendable {
  let isCrowded: [Bool]
  let sequences: ShotSequences
  private let measured: @Sendable (Int, Int) -> Double?

  init(_ photos: [ComparedPhoto], _ verified: VerifiedPairs, isCrowded: [Bool]) {
    self.isCrowded = isCrowded
    measured = { i, j in
      let key = photos[i].photo.digest.flatMap { first in photos[j].photo.digest.flatMap { ContentPair(first, $0) } }
      return PairEvidence(photos[i], photos[j], verification: key.flatMap { verified[$0] })?.similarity
    }
    sequences = ShotSequences(photos, isCrowded: isCrowded, similarity: measured)
  }

  /// The similarity of two crowded photos, measured anew; nil of others, of which all pairs are kept.
  func similarity(_ i: Int, _ j: Int) -> Double? { isCrowded[i] && isCrowded[j] ? measured(i, j) : nil }
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
