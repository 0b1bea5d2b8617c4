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
    let matches = Mutex<[(ContentPair, ProjectiveMatch)]>([])
    await concurrently(doubtful, jobs: jobs, stop: stop) { pair in
      guard let first = cache[pair.first], let second = cache[pair.second] else { return }
      let match = projectiveMatch(of: first, second)
      matches.withLock { $0.append((pair.key, match)) }
    }
    for (key, match) in matches.withLock({ $0 }) {
      guard var verification = found[key] else { continue }
      verification.projective = match
      found.add(verification, of: key)
    }
  }

  func concurrently<Item: Sendable>(
    _ items: [Item], jobs: Int, stop: CancellationFlag, _ body: @escaping @Sendable (Item) async -> Void
  ) async {
    let queue = WorkQueue(items)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<min(jobs, items.count) {
        group.addTask { while !stop.isRaised, let item = queue.take() { await body(item) } }
      }
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
