import PhotoAnalysis
import PhotoModel

/// The matches of photos by their thumbnails.
struct ThumbnailMatches {
  let features = KeypointCache(capacity: KeypointVerification.memory / 4)
  /// Pairs that have nothing to do with each other.
  fileprivate var unrelatedPairs: Set<ContentPair> = []
}

extension KeypointVerification {
  /// Verifies the thumbnails of pairs with a photo that was measured in part.
  ///
  /// - Parameters:
  ///   - asking: Called with the indices of the photos that have to be measured whole.
  ///   - notify: Called with the number of pairs that are done.
  func matchThumbnails(
    of pairs: [CandidatePair], _ photos: [ScannedPhoto], jobs: Int, stop: CancellationFlag,
    _ matches: inout ThumbnailMatches,
    _ asking: inout Set<Int>, _ problems: inout [Int: Inspection.Problem], notify: (Int) -> Void
  ) async {
    let (known, unread) = (matches.unrelatedPairs, problems)
    let open = pairs.filter { pair in
      (photos[pair.first].isPartial || photos[pair.second].isPartial) && !known.contains(pair.key)
        && unread[pair.first] == nil && unread[pair.second] == nil
    }
    // Pairs that are to be compared by their pixels need them.
    for pair in open where pair.mayHaveSamePixels || !pair.needsFeatures {
      asking.formUnion([pair.first, pair.second])
    }
    // Another pair gives no news about two photos that are to be measured anyway.
    let sure = asking
    let unmatched = inReadingOrder(
      open.indices.filter { index in
        [open[index].first, open[index].second].contains { photos[$0].isPartial && !sure.contains($0) }
      }, of: open, photos.count)
    for start in stride(from: 0, to: unmatched.count, by: Self.batch) {
      guard !stop.isRaised else { return }
      notify(pairs.count - unmatched.count + start)
      let part = unmatched[start..<min(unmatched.count, start + Self.batch)].map { open[$0] }
      problems.merge(
        await fetch(part, of: photos, jobs: jobs, to: matches.features, stop: stop, ofThumbnails: true)
      ) { first, _ in first }
      let found = await verify(part, jobs: jobs, keypointCache: matches.features)
      for pair in part {
        guard let verification = found[pair.key] else { continue }
        if mayBelongTogether(photos[pair.first], photos[pair.second], verification) {
          asking.formUnion([pair.first, pair.second])
        } else {
          matches.unrelatedPairs.insert(pair.key)
        }
      }
    }
  }

  /// Measures photos whole. Each is in the cache before its worker takes the next one.
  ///
  /// - Parameters:
  ///   - asking: The indices of the photos; those measured whole already are left out.
  ///   - notify: Called with the number of photos that are left.
  /// - Returns: The features by content, which copies share; nil where the picture cannot be decoded. Photos that could
  ///   not be read now are left out: they stay as they were, and the next scan tries again.
  func measured(
    _ asking: Set<Int>, of photos: [ScannedPhoto], jobs: Int, stop: CancellationFlag,
    _ problems: inout [Int: Inspection.Problem], notify: (Int) -> Void
  ) async -> [ContentDigest: PhotoFeatures?] {
    let unread = problems
    let open = asking.filter { photos[$0].isPartial && unread[$0] == nil }.sorted()
    guard decoder != nil, !open.isEmpty else { return [:] }
    let wanted = Set(open.compactMap { photos[$0].digest })
    let copies = Dictionary(grouping: photos.indices.filter { photos[$0].digest.map(wanted.contains) == true }) {
      photos[$0].digest
    }
    var measured: [ContentDigest: PhotoFeatures?] = [:]
    for start in stride(from: 0, to: open.count, by: jobs * 4) {
      guard !stop.isRaised else { break }
      notify(open.count - start)
      let part = Array(open[start..<min(open.count, start + jobs * 4)])
      for (photo, inspection) in await inspections(of: part, photos, jobs: jobs, stop: stop) {
        guard inspection.isWhole || inspection.problem?.isRemembered == true, let digest = photos[photo].digest else {
          problems[photo] = inspection.problem ?? Self.unreadable
          continue
        }
        var kept = inspection
        for copy in copies[digest] ?? [photo] {
          problems[copy] = inspection.problem
          kept = inspection
          _ = cache?.remember(&kept, of: photos[copy].path, photos[copy].identity)
        }
        measured[digest] = .some(kept.features)
      }
    }
    return measured
  }

  private func inspections(
    of indices: [Int], _ photos: [ScannedPhoto], jobs: Int, stop: CancellationFlag
  ) async -> [(photo: Int, inspection: Inspection)] {
    guard let decoder else { return [] }
    return await concurrentResults(of: indices, jobs: jobs, stop: stop) { index in
      let photo = photos[index]
      let options = Inspection.Options(Inspection.Measures(localFeatures: early.hasSpace))
      var inspection = await decoder.inspect(photo.path, identity: photo.identity, wants: options)
      if inspection.digest != photo.digest {
        inspection = Inspection(problem: inspection.problem ?? Self.unreadable)
      }
      if let digest = inspection.digest, let features = inspection.localFeatures {
        early.keep(features, of: digest)
        inspection.localFeatures = nil
      }
      return (index, inspection)
    }
  }
}
