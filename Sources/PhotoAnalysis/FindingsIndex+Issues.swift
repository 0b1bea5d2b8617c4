package import PhotoModel

extension FindingsIndex {
  /// Places of the members that are a question: all but the keeper, unless protected, or kept before.
  func listedPlaces(of group: IndexedGroup, memory: GroupMemory) -> [Int] {
    group.members.indices.dropFirst().filter {
      !photos[group.members[$0]].photo.isProtected && !memory.kept.contains($0)
    }
  }

  /// Why a photo is in a group, as its issue says it, without what belongs to the group, and without the limit, which moves.
  func pairWhy(_ entry: SliderBoard.Entry) -> FindingWords {
    let keeper = photos[entry.keeper]
    let other = photos[entry.photo]
    if other.photo.hasSameBytes(as: keeper.photo) { return FindingWords(sameBytesWords) }
    return pairWords(
      keeper: keeper, other: other, evidence: evidence(keeper, other), similarity: entry.similarity,
      threshold: nil, order: keeperOrder)
  }

  /// Photos that a blur slider may list, with their sharpness. What looks like a screen or a drawing is not judged.
  func blurPlaces(memory: LedgerMemory) -> [(sharpness: Double, place: Int)] {
    photos.indices.compactMap { place in
      // What rules out most comes first, and is read where it lies.
      let compared = photos[place]
      guard let sharpness = compared.photo.features?.sharpness, !compared.isDrawn, !compared.photo.isProtected,
        !memory.wasKept(compared.photo, in: .blurry)
      else { return nil }
      return (sharpness, place)
    }
  }

  /// Photos that are listed as screenshots, at every setting.
  func screenPlaces(memory: LedgerMemory) -> [Int] {
    photos.indices.filter {
      photos[$0].isScreenshot && !photos[$0].photo.isProtected && !memory.wasKept(photos[$0].photo, in: .screenshot)
    }
  }

  /// An issue for each of them.
  func issues(
    of group: IndexedGroup, settings: ScanSettings, memory: GroupMemory = GroupMemory()
  ) -> [PhotoIssue] {
    let threshold = group.category == .duplicate ? settings.duplicateThreshold : settings.similarThreshold
    let id = groupID(group)
    let keeper = photos[group.members[0]]
    // The members come by similarity already, and that is the order of confidence.
    return listedPlaces(of: group, memory: memory).map { place -> PhotoIssue in
      let other = photos[group.members[place]]
      let similarity = group.similarities[place]
      let hasSameBytes = other.photo.hasSameBytes(as: keeper.photo)
      let evidence = hasSameBytes ? nil : self.evidence(keeper, other)
      var why = FindingWords()
      if memory.new.contains(place) { why.add(newSinceWords) }
      if let set = group.sets[place] { why.add(setWords(set)) }
      if !keeper.photo.mayStay(for: other.photo) { why.add(placeWords(other.photo, keeper: keeper.photo)) }
      why +=
        hasSameBytes
        ? copyWords(of: other.photo, keeper: keeper.photo)
        : pairWords(
          keeper: keeper, other: other, evidence: evidence, similarity: similarity, threshold: threshold,
          order: keeperOrder, isInSet: group.sets[place] != nil)
      return PhotoIssue(
        path: other.photo.path, category: group.category,
        confidence: hasSameBytes ? 1 : margin(similarity, over: threshold),
        score: similarity, threshold: threshold, size: other.photo.size, group: id,
        isPreselected: group.category == .duplicate && group.sets[place] == nil
          && keeper.photo.mayStay(for: other.photo)
          && other.photo.companions(missingAt: keeper.photo).isEmpty
          && (hasSameBytes || !memory.inDoubt.contains(place) && isSafeToPropose(other, beside: keeper, evidence))
      ).explained(why)
    }
  }

  /// Keeping only the keeper loses nothing that was measured.
  private func isSafeToPropose(
    _ other: ComparedPhoto, beside keeper: ComparedPhoto, _ evidence: PairEvidence?
  ) -> Bool {
    // A RAW is seen through the JPEG inside it: that two previews are the same says nothing about what is behind.
    guard let evidence, other.photo.features?.format != .raw else { return false }
    if evidence.haveSamePixels { return keeper.photo.knowsAllOf(other.photo) }
    return evidence.isSamePicture && keeper.photo.losesNothing(without: other.photo)
  }

  /// Photos less sharp than the limit. What looks like a screen or a drawing is not judged: flat surfaces have no edges to tell by.
  ///
  /// - Parameter keepers: Never preselected, so that no group can lose all it has.
  func blurryIssues(settings: ScanSettings, keepers: Set<Int>, memory: LedgerMemory) -> [PhotoIssue] {
    let threshold = settings.blurThreshold
    let places = blurPlaces(memory: memory).filter { $0.sharpness < threshold }
    let issues = concurrentMap(places.count, blocks: 512) { place -> PhotoIssue? in
      let (sharpness, index) = places[place]
      let photo = photos[index].photo
      return PhotoIssue(
        path: photo.path, category: .blurry, confidence: threshold > 0 ? (threshold - sharpness) / threshold : 0,
        score: sharpness, threshold: threshold, size: photo.size,
        // What lies beside it was not looked at, and may be sharp or edited.
        isPreselected: sharpness < strictBlurThreshold && !keepers.contains(index) && photo.companions.isEmpty
          && photo.standing.name == .plain
          && photo.features?.format != .raw
      ).explained(withLight(blurWords(sharpness: sharpness, threshold: threshold), of: photo))
    }
    return sorted(issues)
  }

  /// Never preselected: a screenshot is often the only copy of what it shows, and nothing tells which ones are done with.
  func screenshotIssues(memory: LedgerMemory) -> [PhotoIssue] {
    let threshold = screenshotEvidenceThreshold
    let issues = screenPlaces(memory: memory).map { place in
      let photo = photos[place].photo
      let score = screenshotScore(of: photo)
      return PhotoIssue(
        path: photo.path, category: .screenshot, confidence: margin(score, over: threshold), score: score,
        threshold: threshold, size: photo.size
      ).explained(screenWords(photo, score: score))
    }
    return sorted(issues)
  }

  /// By confidence, falling; ties as they come, which is in byte order of the path.
  private func sorted(_ issues: [PhotoIssue]) -> [PhotoIssue] {
    issues.indices.sorted { (issues[$1].confidence, $0) < (issues[$0].confidence, $1) }.map { issues[$0] }
  }
}

extension PhotoIssue {
  /// Says that it has the same bytes as this keeper, and what of it the keeper has not.
  package mutating func explainCopy(_ photo: ScannedPhoto, of keeper: ScannedPhoto) {
    self = explained(copyWords(of: photo, keeper: keeper))
  }

  fileprivate func explained(_ words: FindingWords) -> PhotoIssue {
    var issue = self
    issue.explain(words.line, inWords: words.words)
    return issue
  }
}

/// How far from the threshold to 1, 0…1.
private func margin(_ score: Double, over threshold: Double) -> Double {
  threshold < 1 ? min(1, max(0, (score - threshold) / (1 - threshold))) : 0
}

extension ScannedPhoto {
  /// Undamaged, and with every word of the camera that the other one has: with the same pixels nothing is lost then.
  fileprivate func knowsAllOf(_ other: ScannedPhoto) -> Bool {
    guard let mine = features, let theirs = other.features, mine.decodeWarnings == 0 else { return false }
    return (theirs.facts.capturedAt == nil || mine.facts.capturedAt == theirs.facts.capturedAt)
      && (!theirs.facts.hasCameraMetadata || mine.facts.hasCameraMetadata)
  }

  /// By all that was measured, keeping only this one of two same-looking pictures loses nothing: one shot by the
  /// camera's own data, not damaged, and larger, or of the same size and clearly less compressed.
  ///
  /// Two files of one size and nearly one length may be neighbours of a burst within a second. And colour is not
  /// measured: without the camera's data a gray copy could stand for a coloured original. There a person decides.
  fileprivate func losesNothing(without other: ScannedPhoto) -> Bool {
    guard let mine = features, let theirs = other.features, mine.facts.hasCameraMetadata, mine.decodeWarnings == 0,
      mine.facts.capturedAt != nil, mine.facts.capturedAt == theirs.facts.capturedAt,
      mine.facts.model == theirs.facts.model
    else { return false }
    if mine.pixelSize.pixels > theirs.pixelSize.pixels { return identity.size >= other.identity.size }
    return mine.pixelSize == theirs.pixelSize && other.identity.size * 4 <= identity.size * 3
  }

  /// Companions of which the other photo has no equal: same role, and digests that are known and equal.
  package func companions(missingAt other: ScannedPhoto) -> [Companion] {
    companions.filter { mine in
      !other.companions.contains { $0.role == mine.role && $0.digest != nil && $0.digest == mine.digest }
    }
  }

  /// Both digests are known and equal, and there is something in the files.
  package func hasSameBytes(as other: ScannedPhoto) -> Bool {
    guard let mine = digest, let theirs = other.digest else { return false }
    return mine == theirs && identity.size > 0
  }
}
