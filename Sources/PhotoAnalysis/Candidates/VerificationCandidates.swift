package import PhotoModel

/// Two photos that are worth a verification by keypoints.
package struct CandidatePair: Hashable, Sendable {
  /// The index of the photo whose digest comes first, in the photos that were given.
  package var first: Int
  /// The index of the photo whose digest comes second.
  package var second: Int
  /// The contents of the two.
  package var key: ContentPair
  /// Whether the features admit that the decoded pixels are the same: then these are compared, too.
  package var mayHaveSamePixels: Bool
  /// Whether keypoints may help: both pictures have some structure.
  package var needsFeatures: Bool
  /// Whether the two are more similar than nearly all unrelated pairs: such pairs are verified first.
  package var isPromising: Bool
}

/// Pairs to verify, and the state that makes the next search short.
package struct VerificationCandidates: Sendable {
  /// The pairs by key, each once.
  package var pairs: [CandidatePair] = []
  /// The reach of each content that was searched for: the distance up to which another is among its nearest, in bits
  /// of 512.
  package var reaches: [ContentDigest: Int] = [:]

  /// Creates an empty list of candidates.
  package init() {}
}

/// The pairs that should be verified by keypoints: for each photo the twelve nearest by any descriptor (whole, one of
/// its eight forms, or a window of one in the other), all copies by either hash, and shots taken together.
///
/// A photo without a digest is left out, and of photos with the same bytes one stands for all. Where both have times of
/// capture that differ, only similar pictures count.
///
/// - Parameters:
///   - searched: Contents of earlier searches, with their reach then: pairs of two of them are not searched again by
///     similarity.
///   - windows: Reads the window descriptors that are not in memory.
///   - mostPairs: The number of pairs up to which each is estimated; above, an index proposes them.
///   - spill: Allocates buffers for signatures that are too many for memory.
///   - progress: Called with the part of the search that is done, rising.
/// - Returns: The same for every order of the photos.
package func verificationCandidates(
  of photos: [ScannedPhoto], searched: [ContentDigest: Int] = [:], windows: WindowReader? = nil, mostPairs: Int? = nil,
  spill: SpillAllocator? = nil, progress: @escaping @Sendable (Double) -> Void = { _ in }
) -> VerificationCandidates {
  let subjects = contents(of: photos)
  let search = CandidateSearch(
    photos, subjects, searched: searched, windows: windows, mostPairs: mostPairs ?? NearestSearch.mostPairs,
    spill: spill, progress: progress)
  let result = search.result
  // A search through signatures leaves holes in memory, and the next step compares the same photos.
  if subjects.count > 100_000 { giveBackUnusedMemory() }
  return result
}

/// The index of a photo for each content of a library, in the order of the digests.
func contents(of photos: [ScannedPhoto]) -> [Int32] {
  var subjects = photos.indices.compactMap { index -> (photo: Int32, digest: ContentDigest)? in
    guard let digest = photos[index].digest, photos[index].features != nil, photos[index].identity.size > 0 else {
      return nil
    }
    return (Int32(index), digest)
  }
  // Copies have the same features; which of them represents all only decides where they are read from.
  subjects.sort { $0.digest == $1.digest ? $0.photo < $1.photo : $0.digest < $1.digest }
  var last: ContentDigest?
  subjects.removeAll { subject in
    defer { last = subject.digest }
    return subject.digest == last
  }
  return subjects.map(\.photo)
}

/// The search itself; subjects are in the order of their digests.
private struct CandidateSearch: Sendable {
  private static let nearest = 12
  /// The largest difference of two photos of different hours: an estimated distance of 0.35.
  private static let mostOfDifferentHours = 140
  /// The difference below which a pair is promising: one in ten thousand unrelated pairs of the labelled sets is
  /// nearer.
  private static let promising = 106

  private let photos: [ScannedPhoto]
  private let subjects: [Int32]
  private let searched: [ContentDigest: Int]
  private let windows: WindowReader?
  private let mostPairs: Int
  private let spill: SpillAllocator?
  private let progress: @Sendable (Double) -> Void
  /// Whether each subject is flat. Read for every pair, where all features of a photo would be many references to
  /// count.
  private let areFlat: [Bool]
  private let times: [Int64?]

  init(
    _ photos: [ScannedPhoto], _ subjects: [Int32], searched: [ContentDigest: Int], windows: WindowReader?,
    mostPairs: Int, spill: SpillAllocator?, progress: @escaping @Sendable (Double) -> Void
  ) {
    self.spill = spill
    self.progress = progress
    self.photos = photos
    self.subjects = subjects
    self.searched = searched
    self.windows = windows
    self.mostPairs = mostPairs
    (areFlat, times) = concurrently(
      { subjects.map { photos[Int($0)].features?.descriptorCount != DescriptorGrid.count } },
      { subjects.map { photos[Int($0)].features?.facts.capturedAt?.milliseconds } })
  }

  var result: VerificationCandidates {
    let structured = subjects.indices.filter { !areFlat[$0] }
    let search = NearestSearch(
      SearchedPhotos(photos, indices: structured.map { subjects[$0] }, windows: windows),
      reaches: structured.map { digest($0).flatMap { searched[$0] }.map { Int16(clamping: $0) } },
      keeping: Self.nearest, mostPairs: mostPairs, spill: spill, progress: progress
    ) { pair in isPlausible(pair, structured) }
    let near = search.outcome
    var chosen: [NearPair] = near.pairs.map {
      NearPair(structured[Int($0.first)], structured[Int($0.second)], differing: Int($0.differing))
    }
    chosen += flatCollisions + timeNeighbours(structured)
    chosen.sort()
    var distinct: [NearPair] = []
    var last: NearPair?
    for pair in chosen {
      if let last, last.first == pair.first, last.second == pair.second {
        continue
      }
      last = pair
      distinct.append(pair)
    }
    var result = VerificationCandidates()
    result.pairs = concurrentMap(distinct.count, blocks: 4096) { [distinct] in candidate(distinct[$0]) }
    result.reaches.reserveCapacity(near.reaches.count)
    for (index, reach) in near.reaches {
      if let digest = digest(structured[index]) { result.reaches[digest] = reach }
    }
    return result
  }

  private func features(_ subject: Int) -> PhotoFeatures? { photos[Int(subjects[subject])].features }
  private func digest(_ subject: Int) -> ContentDigest? { photos[Int(subjects[subject])].digest }

  private func candidate(_ pair: NearPair) -> CandidatePair? {
    let (first, second) = (Int(pair.first), Int(pair.second))
    // The subjects are in the order of their digests already.
    guard let one = digest(first), let other = digest(second), let key = ContentPair(one, other),
      let a = features(first),
      let b = features(second)
    else { return nil }
    let bits = a.perceptualHash.flatMap { x in b.perceptualHash.map { bitDistance(x, $0) } } ?? 0
    let areFlat = self.areFlat[first] || self.areFlat[second]
    // Numbers first: the rows may have to be read from a disk.
    let near =
      a.pixelSize == b.pixelSize && bits <= 2 && (LumaThumbnail.difference(a, b)?.largest ?? 255) <= 1
      && (areFlat || cosineSimilarity(a.descriptor, b.descriptor) >= 0.99)
    return CandidatePair(
      first: Int(subjects[first]), second: Int(subjects[second]), key: key, mayHaveSamePixels: near,
      needsFeatures: !areFlat,
      isPromising: pair.differing <= Self.promising)
  }

  /// Flat pictures of one size and lightness (black frames): each with the first of them, so that k cost k.
  private var flatCollisions: [NearPair] {
    struct FlatPicture: Hashable {
      var size: PixelSize
      var lumaThumbnail: [UInt8]
    }
    var first: [FlatPicture: Int] = [:]
    return subjects.indices.compactMap { index in
      guard areFlat[index], let features = features(index), !features.lumaThumbnail.isEmpty else { return nil }
      let verification = FlatPicture(size: features.pixelSize, lumaThumbnail: features.lumaThumbnail)
      guard let earlier = first[verification] else {
        first[verification] = index
        return nil
      }
      return NearPair(earlier, index, differing: 0)
    }
  }

  /// Whether a pair is worth a verification: photos that were taken at different times, by the clocks of both cameras,
  /// must be nearer than others.
  private func isPlausible(_ pair: NearPair, _ structured: [Int]) -> Bool {
    guard let mine = times[structured[Int(pair.first)]], let theirs = times[structured[Int(pair.second)]],
      abs(mine - theirs) > 3_600_000
    else { return true }
    return pair.differing <= Self.mostOfDifferentHours
  }

  /// Shots of one camera within ten seconds, each with the next three.
  private func timeNeighbours(_ rows: [Int]) -> [NearPair] {
    let dated = concurrentMap(rows.count, blocks: 4096) { index -> (model: String, time: Int64, row: Int)? in
      guard let time = times[rows[index]], let model = features(rows[index])?.facts.model else { return nil }
      return (model, time, rows[index])
    }
    var byCamera: [String: [(time: Int64, row: Int)]] = [:]
    for shot in dated { byCamera[shot.model, default: []].append((shot.time, shot.row)) }
    return byCamera.values.flatMap { shots in
      let sorted = shots.sorted { ($0.time, $0.row) < ($1.time, $1.row) }
      return sorted.enumerated().flatMap { index, shot in
        sorted[(index + 1)...].prefix(3).filter { $0.time - shot.time <= 10_000 }
          .map { NearPair(shot.row, $0.row, differing: 0) }
      }
    }
  }
}
