import PhotoAnalysis
import PhotoModel
import Synchronization
import SystemPackage

/// The stage after reading: which pairs are worth a verification by keypoints, what is known of them, and verifying the rest.
struct KeypointVerification {
  /// Nil looks at nothing.
  let decoder: (any PhotoDecoder)?
  let cache: (any FeatureCache)?
  /// What the first looks gave already.
  var early = EarlyKeypoints(capacity: 0)

  /// Pairs between two words about progress, and between two writes to the cache: what a kill costs.
  static let batch = 64
  /// Local features in memory, in bytes: about 4500 photos. Half for those of first looks that are not on the disk.
  static let memory = 192_000_000

  /// What the cache knows of any two of these contents. Which pairs a scan would look at is not asked: that costs more
  /// than reading what there is, and a library is opened more often than it changes.
  func remembered(among contents: ContentSet) -> VerifiedPairs {
    (try? cache?.verifications(among: contents)) ?? .none
  }

  /// Pairs that are known now, and the photos that could not be read for it.
  struct Outcome {
    /// As they were given; those that were measured in part and have something in common with another are whole now.
    var photos: [ScannedPhoto]
    var verified = VerifiedPairs.none
    /// By the places of the photos.
    var problems: [Int: Inspection.Problem] = [:]

    /// As the report lists them, in no particular order.
    func skipped(_ photos: [ScannedPhoto]) -> [SkippedFile] {
      problems.map { photo, problem in
        SkippedFile(
          path: photos[photo].path, reason: problem.reason,
          message: "Not compared with the photos that look like it. \(problem.message)")
      }
    }
  }

  /// How far it is: the part of the search for pairs, then the pairs that are done, and how many there are.
  enum Progress {
    case search(Double)
    case pairs(Int, of: Int)
  }

  /// Every candidate pair, remembered or looked at. Each batch is in the cache before the next one begins.
  ///
  /// Contents between which an earlier scan looked are not searched for again: a few new photos cost a search for them.
  ///
  func verified(
    _ photos: [ScannedPhoto], jobs: Int, stop: CancellationFlag, progress: @escaping @Sendable (Progress) -> Void
  ) async -> Outcome {
    let notify: @Sendable (Int, Int) -> Void = { progress(.pairs($0, of: $1)) }
    guard !stop.isRaised else { return Outcome(photos: photos) }
    var outcome = Outcome(photos: photos.sharingWholeFeatures)
    // Before what was searched for: where it is damaged, the cache is set aside, and what it held no longer counts.
    let contents = contents(of: photos)
    var known = remembered(among: contents)
    if let pairs = try? cache?.pairsOfSearch(SearchCacheKey(outcome.photos, known).bytes) {
      notify(pairs, pairs)
      early.discard(after: contents)
      outcome.verified = known
      return outcome
    }
    // Without those of which the cache does not know any more what they look like.
    var (photos, lost) = outcome.photos.withVectors
    let searchedBefore = searched(among: contents, photos)
    var searched = searchedBefore
    let unseen = Mutex<Set<ContentDigest>>([])
    let readWindows: WindowReader = { [cache] contents in
      let windows = (try? cache?.windowDescriptors(of: contents)) ?? [:]
      unseen.withLock { $0.formUnion(contents.subtracting(windows.keys)) }
      return windows
    }
    var search: VerificationCandidates
    // Of earlier rounds.
    var carried: [CandidatePair] = []
    var asking = partialPhotosAlike(photos, verified: known)
    var thumbnails = ThumbnailMatches()
    repeat {
      search = verificationCandidates(
        of: photos, searched: searched, windows: readWindows, spill: cache?.spillAllocator
      ) { progress(.search($0)) }
      search.pairs += carried
      let pairs = search.pairs.count
      await matchThumbnails(of: search.pairs, photos, jobs: jobs, stop: stop, &thumbnails, &asking, &outcome.problems) {
        notify($0, pairs)
      }
      let measured = await measured(asking, of: photos, jobs: jobs, stop: stop, &outcome.problems) { left in
        notify(pairs, pairs + left)
      }
      for index in photos.indices {
        guard let features = photos[index].digest.flatMap({ measured[$0] }) else { continue }
        photos[index].features = features
        outcome.photos[index].features = features
      }
      if measured.isEmpty { break }
      // Their pairs are other ones now.
      func isOther(_ photo: Int) -> Bool { photos[photo].digest.map { measured[$0] != nil } ?? false }
      carried = search.pairs.filter { !isOther($0.first) && !isOther($0.second) }
      searched = searched.merging(search.reaches) { _, new in new }.filter { measured[$0.key] == nil }
      asking = []
    } while !stop.isRaised
    // By their indices: of photos that are nearly the same there are a million pairs.
    let pairs = search.pairs
    let whole = pairs.indices.filter { !photos[pairs[$0].first].isPartial && !photos[pairs[$0].second].isPartial }
    let unanswered = whole.filter { index in
      let pair = pairs[index]
      guard let verification = known[pair.key], pair.isAnswered(by: verification) else {
        return pair.mayHaveSamePixels || mayBeAlike(photos[pair.first], photos[pair.second])
      }
      return isInDoubt(photos[pair.first], photos[pair.second], verification)
        || verification.comparison == nil && mayBeCopies(photos[pair.first], photos[pair.second], verification)
    }
    // Where a scan is stopped, what was most likely to be found is known.
    let open =
      inReadingOrder(unanswered.filter { pairs[$0].isPromising }, of: pairs, photos.count)
      + inReadingOrder(unanswered.filter { !pairs[$0].isPromising }, of: pairs, photos.count)
    let keypointCache = KeypointCache(capacity: Self.memory / 2)
    let siftCache = SIFTCache()
    let pixelCache = PixelCache(capacity: 2 * jobs)
    var proven = ProvenPairs(count: photos.count)
    for pair in whole.lazy.map({ pairs[$0] }) {
      if let verification = known[pair.key] { proven.add(pair.first, pair.second, of: photos, verification) }
    }
    var left = open[...]
    var done = pairs.count - left.count
    notify(done, pairs.count)
    while !left.isEmpty, !stop.isRaised {
      var part: [CandidatePair] = []
      while part.count < Self.batch, let index = left.popFirst() {
        if !proven.suffice(for: pairs[index].first, pairs[index].second) { part.append(pairs[index]) }
      }
      outcome.problems.merge(await fetch(part, of: photos, jobs: jobs, to: keypointCache, stop: stop)) { first, _ in
        first
      }
      // Also after a stop: what was looked at by then is not looked at again.
      var found = await verify(part, jobs: jobs, keypointCache: keypointCache)
      await matchPairsInDoubt(part, of: photos, &found, to: siftCache, jobs: jobs, stop: stop)
      // Pairs of two moments with a crowded photo are left out: there are too many, and none of them is a copy.
      let compared = part.filter { pair in
        !areOfTwoMoments(photos[pair.first], photos[pair.second])
          || !proven.isOfCrowd(pair.first) && !proven.isOfCrowd(pair.second)
      }
      await compare(compared, of: photos, &found, to: pixelCache, jobs: jobs, stop: stop)
      // A cache that cannot be written costs the next scan time, nothing else.
      try? cache?.store(found)
      for pair in part {
        guard let verification = found[pair.key] else { continue }
        known.add(verification, of: pair.key)
        proven.add(pair.first, pair.second, of: photos, verification)
      }
      guard !stop.isRaised else { break }
      done = pairs.count - left.count
      notify(done, pairs.count)
    }
    if done == pairs.count, !stop.isRaised {
      early.discard(after: contents)
      let missing = Set((lost + outcome.problems.keys).compactMap { photos[$0].digest }).union(unseen.withLock { $0 })
      let all = searched.merging(search.reaches) { _, new in new }.filter { !missing.contains($0.key) }
      if all != searchedBefore { remember(all, of: photos) }
      if outcome.problems.isEmpty, missing.isEmpty {
        try? cache?.store(endOfSearch: SearchCacheKey(photos, known).bytes, pairs: pairs.count)
      }
    }
    outcome.verified = known
    return outcome
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

  /// All pairs of these contents are answered. Those of photos that could not be read or whose signs of windows are
  /// missing are not among them: they are searched for again.
  private func remember(_ searched: [ContentDigest: Int], of photos: [ScannedPhoto]) {
    let partial = Set(photos.lazy.filter(\.isPartial).compactMap(\.digest))
    try? cache?.store(
      searched: Dictionary(
        uniqueKeysWithValues: searched.map { ($0, partial.contains($0) ? $1 + Self.partialReach : $1) }))
  }

  /// The reach of a content that was searched for in part is stored with so much more: once it is whole it is searched
  /// for again.
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

  /// Reads the keypoints of the photos of these pairs that are not in the cache.
  ///
  /// - Returns: Why photos could not be read, by their places.
  func fetch(
    _ pairs: [CandidatePair], of photos: [ScannedPhoto], jobs: Int, to keypointCache: KeypointCache,
    stop: CancellationFlag,
    ofThumbnails: Bool = false
  ) async -> [Int: Inspection.Problem] {
    guard let decoder else { return [:] }
    var optionSets: [Int: KeypointFeatures.Options] = [:]
    for pair in pairs {
      for photo in [pair.first, pair.second] {
        var options =
          optionSets[photo] ?? KeypointFeatures.Options(features: false, pixelDigest: false, ofThumbnail: ofThumbnails)
        options.features = options.features || pair.needsFeatures
        options.pixelDigest = options.pixelDigest || pair.mayHaveSamePixels
        optionSets[photo] = options
      }
    }
    let missing = keypointCache.missing(optionSets).sorted { $0.key < $1.key }
    defer { keypointCache.forget(beyond: Set(optionSets.keys)) }
    let problems = await concurrentResults(of: missing, jobs: jobs, stop: stop) {
      photo, whole -> (Int, Inspection.Problem)? in
      let file = photos[photo]
      var options = whole
      if options.features, !ofThumbnails, let features = early[content: file.digest] {
        keypointCache.put(
          KeypointFeatures(features: features, wasRead: true), of: photo,
          KeypointFeatures.Options(features: true, pixelDigest: false))
        options.features = false
      }
      guard options.features || options.pixelDigest else { return nil }
      let keypoints = await decoder.readKeypoints(at: file.path, identity: file.identity, wants: options)
      keypointCache.put(keypoints, of: photo, options)
      return keypoints.wasRead ? nil : (photo, keypoints.problem ?? Self.unreadable)
    }
    return Dictionary(uniqueKeysWithValues: problems)
  }

  /// Compares the pixels of near copies among these pairs. What cannot be read now is compared by the next scan.
  private func compare(
    _ pairs: [CandidatePair], of photos: [ScannedPhoto], _ found: inout VerifiedPairs, to cache: PixelCache, jobs: Int,
    stop: CancellationFlag
  ) async {
    guard let decoder else { return }
    let near = pairs.filter { pair in
      guard let verification = found[pair.key], verification.comparison == nil else { return false }
      return mayBeCopies(photos[pair.first], photos[pair.second], verification)
    }
    // Pairs that share a photo stand together.
    let answers = await concurrentResults(of: near, jobs: jobs, stop: stop) { pair -> (ContentPair, PairComparison)? in
      func pixels(_ index: Int) async -> ComparedPixels? {
        if let known = cache[index] { return known }
        let pixels = await decoder.comparedPixels(of: photos[index].path, identity: photos[index].identity)
        if let pixels { cache.put(pixels, of: index) }
        return pixels
      }
      guard let first = await pixels(pair.first), let second = await pixels(pair.second) else { return nil }
      return (pair.key, comparison(of: first, second))
    }
    for (key, comparison) in answers {
      guard var verification = found[key] else { continue }
      verification.comparison = comparison
      found.add(verification, of: key)
    }
  }

  static let unreadable = Inspection.Problem(
    reason: .readError, message: "The file could not be read again. Scan again to try it.")

  /// Pairs of which a file could not be read are missing: it may be readable the next time.
  func verify(_ pairs: [CandidatePair], jobs: Int, keypointCache: KeypointCache) async -> VerifiedPairs {
    let answers = await concurrentResults(of: pairs, jobs: jobs, stop: nil) { pair in
      Self.verification(pair, keypointCache[pair.first], keypointCache[pair.second]).map { (pair.key, $0) }
    }
    var found = VerifiedPairs.none
    for (key, answer) in answers { found.add(answer, of: key) }
    return found
  }

  /// Nil where a file could not be read: then nothing is known of the pair.
  private static func verification(_ pair: CandidatePair, _ first: KeypointFeatures, _ second: KeypointFeatures)
    -> PairVerification?
  {
    guard first.wasRead, second.wasRead else { return nil }
    var result = PairVerification.nothing
    if pair.needsFeatures {
      guard let a = first.features, let b = second.features else { return nil }
      result = PhotoAnalysis.verification(of: a, b)
    }
    if pair.mayHaveSamePixels {
      // A damaged file has no pixels to be compared; that is an answer, too.
      result.haveSamePixels = first.pixelDigest != nil && first.pixelDigest == second.pixelDigest
      if result.haveSamePixels == true {
        let (ofFirst, ofSecond) = (Set(first.partsBesidePixels), Set(second.partsBesidePixels))
        result.hasFirstMoreParts = !ofFirst.isSubset(of: ofSecond)
        result.hasSecondMoreParts = !ofSecond.isSubset(of: ofFirst)
      }
    }
    return result
  }
}

extension CandidatePair {
  var photos: [Int] { [first, second] }

  /// What is known says all that is asked of the pair.
  fileprivate func isAnswered(by verification: PairVerification?) -> Bool {
    guard let verification else { return false }
    return !mayHaveSamePixels || verification.haveSamePixels != nil
  }
}
