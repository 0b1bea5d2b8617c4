import Foundation
package import PhotoModel

/// Two photos that are worth a close look.
package struct CandidatePair: Hashable, Sendable {
  /// Places in the photos that were given; the first has the digest that comes first.
  package var first: Int
  package var second: Int
  package var key: PairKey
  /// As far as the features tell, the decoded pixels could be the same: then they are compared, too.
  package var mayHaveSamePixels: Bool
  /// Keypoints can tell something: both pictures have some structure.
  package var needsFeatures: Bool
}

/// Which pairs a close look should be taken at: of each photo the twelve that are nearest by any descriptor (whole, one of
/// its eight forms, or a window of one in the other), all that either hash takes for copies, and shots taken together.
///
/// A photo without a digest is left out, and of photos with the same bytes one stands for all. Where both cameras name
/// the time and it was another one, only pairs that look alike count.
///
/// - Returns: By key, each pair once: the same for every order of the photos.
/// - Complexity: O(n²) cheap comparisons up to `exhaustiveLimit` photos, on all cores; above, near hashes and shots
///   taken together only.
package func verificationCandidates(
  of photos: [ScannedPhoto], exhaustiveLimit: Int = 20_000
) -> [CandidatePair] {
  var byDigest: [ContentDigest: Int] = [:]
  for (index, photo) in photos.enumerated() {
    guard let digest = photo.digest, photo.features != nil, photo.identity.size > 0 else { continue }
    // Copies have the same features; which of them stands for all makes no difference but to where it is read from.
    byDigest[digest] = min(byDigest[digest] ?? index, index)
  }
  let listed = byDigest.sorted { $0.key.bytes.lexicographicallyPrecedes($1.key.bytes) }
  let subjects = listed.compactMap { digest, index in
    photos[index].features.map { CandidateSubject(photo: index, digest: digest, features: $0) }
  }
  return CandidateSearch(subjects, exhaustiveLimit: exhaustiveLimit).pairs
}

/// A photo as the search needs it.
struct CandidateSubject {
  var photo: Int
  var digest: ContentDigest
  var features: PhotoFeatures
  /// Signs of G, 8 words; none where the picture is flat.
  var signs: [UInt64]
  /// Signs of its windows, 21 × 8 words.
  var windows: [UInt64]
  var fineHash: SIMD4<UInt64>

  init(photo: Int, digest: ContentDigest, features: PhotoFeatures) {
    self.photo = photo
    self.digest = digest
    self.features = features
    let hasDescriptor = features.descriptor.count == DescriptorGrid.count
    signs = hasDescriptor ? DescriptorWindows.signWords(of: features.descriptor) : []
    let windows = DescriptorWindows.words(of: features.windowSigns)
    let isWhole = hasDescriptor && windows.count == DescriptorWindows.count * DescriptorWindows.words
    self.windows = isWhole ? windows : []
    let fine = DescriptorWindows.words(of: features.fineHash)
    fineHash = fine.count == 4 ? SIMD4(fine[0], fine[1], fine[2], fine[3]) : .zero
  }

  var isFlat: Bool { signs.isEmpty }
}

/// The search itself; subjects are in the order of their digests.
struct CandidateSearch {
  private static let nearest = 12
  private let subjects: [CandidateSubject]
  private let exhaustiveLimit: Int

  init(_ subjects: [CandidateSubject], exhaustiveLimit: Int) {
    self.subjects = subjects
    self.exhaustiveLimit = exhaustiveLimit
  }

  var pairs: [CandidatePair] {
    let structured = subjects.indices.filter { !subjects[$0].isFlat }
    var chosen = Set<Pair>()
    if structured.count <= exhaustiveLimit {
      chosen.formUnion(
        NearestSearch(structured.map { subjects[$0] }, keeping: Self.nearest).pairs.map {
          Pair(structured[$0.first], structured[$0.second])
        })
    } else {
      chosen.formUnion(hashNeighbours(structured))
    }
    chosen.formUnion(timeNeighbours(structured))
    chosen = chosen.filter { isPlausible($0) }
    chosen.formUnion(flatTwins)
    return chosen.sorted().compactMap(candidate)
  }

  private func candidate(_ pair: Pair) -> CandidatePair? {
    let (a, b) = (subjects[pair.first], subjects[pair.second])
    // The subjects are in the order of their digests already.
    guard let key = PairKey(a.digest, b.digest) else { return nil }
    let bits = a.features.perceptualHash.flatMap { x in b.features.perceptualHash.map { bitDistance(x, $0) } } ?? 0
    let light = Lightness.difference(a.features.lightness, b.features.lightness)
    let near =
      a.features.pixelSize == b.features.pixelSize && bits <= 2 && (light?.largest ?? 255) <= 1
      && (a.isFlat || cosineSimilarity(a.features.descriptor, b.features.descriptor) >= 0.99)
    return CandidatePair(
      first: a.photo, second: b.photo, key: key, mayHaveSamePixels: near,
      needsFeatures: !a.isFlat && !b.isFlat)
  }

  /// Flat pictures of one size and lightness (black frames): each with the first of them, so that k cost k.
  private var flatTwins: [Pair] {
    struct Look: Hashable {
      var size: PixelSize
      var lightness: [UInt8]
    }
    var first: [Look: Int] = [:]
    return subjects.indices.compactMap { index in
      let features = subjects[index].features
      guard subjects[index].isFlat, !features.lightness.isEmpty else { return nil }
      let look = Look(size: features.pixelSize, lightness: features.lightness)
      guard let earlier = first[look] else {
        first[look] = index
        return nil
      }
      return Pair(earlier, index)
    }
  }

  /// Taken at different times, by what both cameras say: then they must look alike to be worth a look.
  private func isPlausible(_ pair: Pair) -> Bool {
    let (a, b) = (subjects[pair.first].features, subjects[pair.second].features)
    guard let mine = a.facts.capturedAt, let theirs = b.facts.capturedAt,
      abs(mine.milliseconds - theirs.milliseconds) > 3_600_000
    else { return true }
    return NearestSearch.distance(subjects[pair.first], subjects[pair.second]) <= 0.35
  }

  /// Photos above the limit: within 11 bits of each other; of an equal hash the next sixteen.
  private func hashNeighbours(_ rows: [Int]) -> [Pair] {
    var byHash: [UInt64: [Int]] = [:]
    for row in rows {
      if let hash = subjects[row].features.perceptualHash { byHash[hash, default: []].append(row) }
    }
    var found: [Pair] = []
    for equal in byHash.values {
      for (place, row) in equal.enumerated() {
        for next in equal[(place + 1)...].prefix(Self.nearest) { found.append(Pair(row, next)) }
      }
    }
    let index = HashIndex(byHash.keys)
    index.forEachPair(within: 11) { i, j, _ in
      for a in (byHash[index.hashes[i]] ?? []).prefix(2) {
        for b in (byHash[index.hashes[j]] ?? []).prefix(2) { found.append(Pair(a, b)) }
      }
    }
    return found
  }

  /// Shots of one camera within ten seconds, each with the next three.
  private func timeNeighbours(_ rows: [Int]) -> [Pair] {
    var byCamera: [String: [(time: Int64, row: Int)]] = [:]
    for row in rows {
      let facts = subjects[row].features.facts
      guard let time = facts.capturedAt, let model = facts.model else { continue }
      byCamera[model, default: []].append((time.milliseconds, row))
    }
    return byCamera.values.flatMap { shots in
      let sorted = shots.sorted { ($0.time, $0.row) < ($1.time, $1.row) }
      return sorted.enumerated().flatMap { place, shot in
        sorted[(place + 1)...].prefix(3).filter { $0.time - shot.time <= 10_000 }.map { Pair(shot.row, $0.row) }
      }
    }
  }
}

/// Two places, the first smaller.
struct Pair: Hashable, Comparable {
  var first: Int
  var second: Int

  init(_ a: Int, _ b: Int) {
    first = min(a, b)
    second = max(a, b)
  }

  static func < (left: Pair, right: Pair) -> Bool { (left.first, left.second) < (right.first, right.second) }
}
