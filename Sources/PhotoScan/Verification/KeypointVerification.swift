import PhotoAnalysis
import PhotoModel
import Synchronization
import SystemPackage

/// The stage of a scan after reading: it finds the pairs that are worth a verification by keypoints, and verifies those
/// that the cache does not know.
struct KeypointVerification {
  /// The decoder; nil reads no photo, so that only the cache counts.
  let decoder: (any PhotoDecoder)?
  let cache: (any FeatureCache)?
  /// Keypoints that were found while the photos were read for the first time.
  var early = EarlyKeypoints(capacity: 0)

  /// Pairs between two reports of progress, and between two writes to the cache: as many are lost by a kill.
  static let batch = 64
  /// The memory for keypoints, in bytes: about 4500 photos. Half is for early ones that are not on the disk.
  static let memory = 192_000_000

  /// The verifications in the cache between any two of these contents. The pairs that a scan would verify are not
  /// selected: that costs more than reading all, and a library is opened more often than it changes.
  func remembered(among contents: ContentSet) -> VerifiedPairs {
    (try? cache?.verifications(among: contents)) ?? .none
  }

  /// Pairs that are known now, and the photos that could not be read for it.
  struct Outcome {
    /// The photos as they were given, but those measured in part that resemble another are measured whole now.
    var photos: [ScannedPhoto]
    var verified = VerifiedPairs.none
    /// The problems, by the index of the photo.
    var problems: [Int: Inspection.Problem] = [:]

    /// The photos with problems as the report lists them, in no particular order.
    func skipped(_ photos: [ScannedPhoto]) -> [SkippedFile] {
      problems.map { photo, problem in
        SkippedFile(
          path: photos[photo].path, reason: problem.reason,
          message: "Not compared with the photos that look like it. \(problem.message)")
      }
    }
  }

  /// The progress: the part of the search for pairs that is done, 0…1, then the number of verified pairs and of all
  /// pairs, with the part of the work that is done, 0…1; 0 while thumbnails decide which pairs there are.
  enum Progress {
    case search(Double)
    case pairs(Int, of: Int, part: Double)
  }

  /// The verifications of every candidate pair, from the cache or made now. Each batch is in the cache before the next
  /// one begins.
  ///
  /// Contents that an earlier scan has searched are not searched again: a few new photos cost a search for them.
  ///
  /// - Parameter snapshot: Called before the search and after each batch, with the pairs that are verified by then.
  func verified(
    _ photos: [ScannedPhoto], jobs: Int, stop: CancellationFlag,
    snapshot: ([ScannedPhoto], VerifiedPairs) -> Void, progress: @escaping @Sendable (Progress) -> Void
  ) async -> Outcome {
    guard !stop.isRaised else { return Outcome(photos: photos) }
    var outcome = Outcome(photos: photos.sharingWholeFeatures)
    // The verifications are read before the search keys: a damaged cache is then set aside, and its old searches no
    // longer count.
    let contents = contents(of: photos)
    outcome.verified = remembered(among: contents)
    if let pairs = try? cache?.pairsOfSearch(SearchCacheKey(outcome.photos, outcome.verified).bytes) {
      progress(.pairs(pairs, of: pairs, part: 1))
      early.discard(after: contents)
      return outcome
    }
    if !stop.isRaised { snapshot(outcome.photos, outcome.verified) }
    var search = Search(outcome.photos.withVectors)
    let searchedBefore = searched(among: contents, search.photos)
    search.reaches = searchedBefore
    await findPairs(&search, &outcome, jobs: jobs, stop: stop, progress)
    if await verifyPairs(of: search, &outcome, jobs: jobs, stop: stop, snapshot, progress) {
      early.discard(after: contents)
      remember(search, searchedBefore, outcome)
    }
    return outcome
  }

  /// The candidate pairs of a scan, with the photos as measured for them.
  private struct Search {
    /// The photos with their vectors, measured whole where that was needed.
    var photos: [ScannedPhoto]
    /// Indices of the photos whose vectors the cache has lost.
    let lost: [Int]
    /// The reach of each content that was searched, in this scan or an earlier one.
    var reaches: [ContentDigest: Int] = [:]
    /// Contents whose window descriptors the cache has lost.
    var unseen: Set<ContentDigest> = []
    var pairs: [CandidatePair] = []

    init(_ found: (photos: [ScannedPhoto], lost: [Int])) { (photos, lost) = found }
  }

  /// Searches for pairs. Photos that were measured in part and have something in common with another are measured
  /// whole, and searched again, until there are no more.
  private func findPairs(
    _ search: inout Search, _ outcome: inout Outcome, jobs: Int, stop: CancellationFlag,
    _ progress: @escaping @Sendable (Progress) -> Void
  ) async {
    let unseen = Mutex<Set<ContentDigest>>([])
    let readWindows: WindowReader = { [cache] contents in
      let windows = (try? cache?.windowDescriptors(of: contents)) ?? [:]
      unseen.withLock { $0.formUnion(contents.subtracting(windows.keys)) }
      return windows
    }
    // The pairs carried over from earlier rounds.
    var carried: [CandidatePair] = []
    var asking = partialPhotosAlike(search.photos, verified: outcome.verified)
    var thumbnails = ThumbnailMatches()
    repeat {
      let found = verificationCandidates(
        of: search.photos, searched: search.reaches, windows: readWindows, spill: cache?.spillAllocator
      ) { progress(.search($0)) }
      search.pairs = carried.isEmpty ? found.pairs : found.pairs + carried
      search.reaches.merge(found.reaches) { _, new in new }
      let count = search.pairs.count
      await matchThumbnails(
        of: search.pairs, search.photos, jobs: jobs, stop: stop, &thumbnails, &asking, &outcome.problems
      ) { progress(.pairs($0, of: count, part: 0)) }
      let measured = await measured(asking, of: search.photos, jobs: jobs, stop: stop, &outcome.problems) { left in
        progress(.pairs(count, of: count + left, part: 0))
      }
      if measured.isEmpty { break }
      let isMeasured = search.photos.map { $0.digest.map { measured[$0] != nil } ?? false }
      for index in isMeasured.indices where isMeasured[index] {
        guard let features = search.photos[index].digest.flatMap({ measured[$0] }) else { continue }
        search.photos[index].features = features
        outcome.photos[index].features = features
      }
      // The pairs of whole photos are other ones.
      carried = search.pairs.filter { !isMeasured[$0.first] && !isMeasured[$0.second] }
      search.reaches = search.reaches.filter { measured[$0.key] == nil }
      asking = []
    } while !stop.isRaised
    search.unseen = unseen.withLock { $0 }
  }

  /// The caches of data read for pairs.
  private struct Caches {
    let keypoints = KeypointCache(capacity: KeypointVerification.memory / 2)
    let sift = SIFTCache()
    let pixels: PixelCache
  }

  /// Verifies the pairs whose verification is missing.
  ///
  /// - Returns: Whether all are done.
  private func verifyPairs(
    of search: Search, _ outcome: inout Outcome, jobs: Int, stop: CancellationFlag,
    _ snapshot: ([ScannedPhoto], VerifiedPairs) -> Void, _ progress: (Progress) -> Void
  ) async -> Bool {
    let (photos, pairs) = (search.photos, search.pairs)
    // Pairs are kept by their indices: for photos that are nearly the same there are a million.
    let whole = pairs.indices.filter { !photos[pairs[$0].first].isPartial && !photos[pairs[$0].second].isPartial }
    var left = unverified(whole, of: pairs, photos, outcome.verified)[...]
    var proven = ProvenPairs(count: photos.count)
    for pair in whole.lazy.map({ pairs[$0] }) {
      if let verification = outcome.verified[pair.key] { proven.add(pair.first, pair.second, of: photos, verification) }
    }
    let caches = Caches(pixels: PixelCache(capacity: 2 * jobs))
    let work = VerificationWork(left, of: pairs)
    progress(.pairs(pairs.count - left.count, of: pairs.count, part: work.part(left: left.count)))
    while !left.isEmpty, !stop.isRaised {
      var part: [CandidatePair] = []
      while part.count < Self.batch, let index = left.popFirst() {
        if !proven.suffice(for: pairs[index].first, pairs[index].second) { part.append(pairs[index]) }
      }
      let found = await verifications(of: part, photos, &proven, caches, &outcome.problems, jobs: jobs, stop: stop)
      // A cache that cannot be written costs the next scan time, nothing else.
      try? cache?.store(found)
      for pair in part {
        guard let verification = found[pair.key] else { continue }
        outcome.verified.add(verification, of: pair.key)
        proven.add(pair.first, pair.second, of: photos, verification)
      }
      guard !stop.isRaised else { return false }
      if !left.isEmpty { snapshot(outcome.photos, outcome.verified) }
      progress(.pairs(pairs.count - left.count, of: pairs.count, part: work.part(left: left.count)))
    }
    return left.isEmpty && !stop.isRaised
  }

  /// The indices of the pairs that are to be verified, promising ones first: where a scan is stopped, the most likely
  /// findings are known.
  private func unverified(
    _ indices: [Int], of pairs: [CandidatePair], _ photos: [ScannedPhoto], _ known: VerifiedPairs
  ) -> [Int] {
    let open = indices.filter { index in
      let pair = pairs[index]
      guard let verification = known[pair.key], pair.isAnswered(by: verification) else {
        return pair.mayHaveSamePixels || mayBeAlike(photos[pair.first], photos[pair.second])
      }
      return isInDoubt(photos[pair.first], photos[pair.second], verification)
        || verification.comparison == nil && mayBeCopies(photos[pair.first], photos[pair.second], verification)
    }
    return inReadingOrder(open.filter { pairs[$0].isPromising }, of: pairs, photos.count)
      + inReadingOrder(open.filter { !pairs[$0].isPromising }, of: pairs, photos.count)
  }

  /// The verifications of a batch: by keypoints, where these leave a doubt by a homography, and near copies by their
  /// pixels. After a stop those of the photos that were read by then, so that they are not verified again.
  private func verifications(
    of part: [CandidatePair], _ photos: [ScannedPhoto], _ proven: inout ProvenPairs, _ caches: Caches,
    _ problems: inout [Int: Inspection.Problem], jobs: Int, stop: CancellationFlag
  ) async -> VerifiedPairs {
    problems.merge(await fetch(part, of: photos, jobs: jobs, to: caches.keypoints, stop: stop)) { first, _ in first }
    var found = await verify(part, jobs: jobs, keypointCache: caches.keypoints)
    await matchPairsInDoubt(part, of: photos, &found, to: caches.sift, jobs: jobs, stop: stop)
    // Pairs of two moments with a crowded photo are left out: there are too many, and none of them is a copy.
    let compared = part.filter { pair in
      !areOfTwoMoments(photos[pair.first], photos[pair.second])
        || !proven.isOfCrowd(pair.first) && !proven.isOfCrowd(pair.second)
    }
    await compare(compared, of: photos, &found, to: caches.pixels, jobs: jobs, stop: stop)
    return found
  }

  /// Remembers a search to its end: the contents that were searched, and that another scan of the same photos has
  /// nothing to do where nothing was missing. What could not be read, or whose descriptors were lost, is searched
  /// again.
  private func remember(_ search: Search, _ searchedBefore: [ContentDigest: Int], _ outcome: Outcome) {
    let unread = (search.lost + outcome.problems.keys).compactMap { search.photos[$0].digest }
    let missing = search.unseen.union(unread)
    let searched = search.reaches.filter { !missing.contains($0.key) }
    if searched != searchedBefore { remember(searched, of: search.photos) }
    if outcome.problems.isEmpty, missing.isEmpty {
      try? cache?.store(
        endOfSearch: SearchCacheKey(search.photos, outcome.verified).bytes, pairs: search.pairs.count)
    }
  }

  private func contents(of photos: [ScannedPhoto]) -> ContentSet {
    var contents = ContentSet(capacity: photos.count)
    for photo in photos { if let digest = photo.digest { contents.insert(digest) } }
    return contents
  }

  /// Contents that were searched for among each other as they are measured now, with their reach.
  private func searched(among contents: ContentSet, _ photos: [ScannedPhoto]) -> [ContentDigest: Int] {
    var searched = (try? cache?.searched(among: contents)) ?? [:]
    guard searched.values.contains(where: { $0 >= Self.partialReach }) else { return searched }
    for photo in photos where !photo.isPartial {
      if let digest = photo.digest, searched[digest] ?? 0 >= Self.partialReach { searched[digest] = nil }
    }
    return searched.mapValues { $0 % Self.partialReach }
  }

  /// Stores the contents between which all pairs are verified, with their reach.
  private func remember(_ searched: [ContentDigest: Int], of photos: [ScannedPhoto]) {
    let partial = Set(photos.lazy.filter(\.isPartial).compactMap(\.digest))
    try? cache?.store(
      searched: Dictionary(
        uniqueKeysWithValues: searched.map { ($0, partial.contains($0) ? $1 + Self.partialReach : $1) }))
  }

  /// The amount added to the stored reach of a content that was measured in part: once it is measured whole it is
  /// searched again.
  private static let partialReach = 1024

  /// Some pairs by their indices, neighbours of neighbours one after the other, so that a photo is still in memory when
  /// it is needed again.
  func inReadingOrder(_ some: [Int], of pairs: [CandidatePair], _ photoCount: Int) -> [Int] {
    var starts = [Int](repeating: 0, count: photoCount + 1)
    for index in some { for photo in pairs[index].photos { starts[photo + 1] += 1 } }
    for photo in 0..<photoCount { starts[photo + 1] += starts[photo] }
    var byPhoto = [Int32](repeating: 0, count: 2 * some.count)
    var ends = starts
    for index in some {
      for photo in pairs[index].photos {
        byPhoto[ends[photo]] = Int32(index)
        ends[photo] += 1
      }
    }
    var isTaken = [Bool](repeating: false, count: pairs.count)
    var isSeen = [Bool](repeating: false, count: photoCount)
    var ordered: [Int] = []
    for index in some where !isSeen[pairs[index].first] {
      isSeen[pairs[index].first] = true
      var queue = [pairs[index].first]
      var next = 0
      while next < queue.count {
        for index in byPhoto[starts[queue[next]]..<starts[queue[next] + 1]].lazy.map(Int.init) where !isTaken[index] {
          isTaken[index] = true
          ordered.append(index)
          for photo in pairs[index].photos where !isSeen[photo] {
            isSeen[photo] = true
            queue.append(photo)
          }
        }
        next += 1
      }
    }
    return ordered
  }
}

extension CandidatePair {
  var photos: [Int] { [first, second] }

  /// Whether a verification answers all that is needed of the pair.
  fileprivate func isAnswered(by verification: PairVerification) -> Bool {
    !mayHaveSamePixels || verification.haveSamePixels != nil
  }
}
