import PhotoAnalysis
import PhotoModel
import SystemPackage

extension KeypointVerification {
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
  func compare(
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

  /// The verifications of pairs. Pairs of which a file could not be read are missing: it may be readable the next time.
  func verify(_ pairs: [CandidatePair], jobs: Int, keypointCache: KeypointCache) async -> VerifiedPairs {
    let answers = await concurrentResults(of: pairs, jobs: jobs, stop: nil) { pair in
      Self.verification(pair, keypointCache[pair.first], keypointCache[pair.second]).map { (pair.key, $0) }
    }
    var found = VerifiedPairs.none
    for (key, answer) in answers { found.add(answer, of: key) }
    return found
  }

  /// The verification of a pair; nil where a file could not be read.
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
