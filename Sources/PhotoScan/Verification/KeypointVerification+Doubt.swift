import PhotoAnalysis
import PhotoModel
import Synchronization

extension KeypointVerification {
  /// Matches those of these pairs whose keypoints leave a doubt by a homography, too. A pair of which a photo cannot be
  /// read now is matched by the next scan.
  func matchPairsInDoubt(
    _ pairs: [CandidatePair], of photos: [ScannedPhoto], _ found: inout VerifiedPairs, to cache: SIFTCache, jobs: Int,
    stop: CancellationFlag
  ) async {
    guard let decoder else { return }
    let doubtful = pairs.filter { pair in
      found[pair.key].map { isInDoubt(photos[pair.first], photos[pair.second], $0) } ?? false
    }
    guard !doubtful.isEmpty else { return }
    let needed = Set(doubtful.flatMap { [$0.first, $0.second] })
    cache.forget(beyond: needed)
    await concurrently(needed.filter { cache[$0] == nil }.sorted(), jobs: jobs, stop: stop) { photo in
      let file = photos[photo]
      if let features = await decoder.siftFeatures(of: file.path, identity: file.identity) { cache[photo] = features }
    }
    let matches = await concurrentResults(of: doubtful, jobs: jobs, stop: stop) {
      pair -> (ContentPair, ProjectiveMatch)? in
      guard let first = cache[pair.first], let second = cache[pair.second] else { return nil }
      return (pair.key, projectiveMatch(of: first, second))
    }
    for (key, match) in matches {
      guard var verification = found[key] else { continue }
      verification.projective = match
      found.add(verification, of: key)
    }
  }
}

/// Scale-invariant keypoints in memory, by the index of their photo: those of the last batches.
final class SIFTCache: Sendable {
  private let features = Mutex<[Int: SIFTFeatures]>([:])
  /// About 40 MB.
  private static let most = 600

  subscript(photo: Int) -> SIFTFeatures? {
    get { features.withLock { $0[photo] } }
    set { features.withLock { $0[photo] = newValue } }
  }

  /// Makes space where there is none: nothing of `needed` goes.
  func forget(beyond needed: Set<Int>) {
    features.withLock { features in
      guard features.count + needed.count > Self.most else { return }
      features = features.filter { needed.contains($0.key) }
    }
  }
}
