package import PhotoModel

extension FindingsIndex {
  /// The indices of the members to decide about: all but the keeper, unless protected, or kept before.
  func listedIndices(of group: IndexedGroup, earlier: GroupLedger) -> [Int] {
    group.members.indices.dropFirst().filter {
      !photos[group.members[$0]].photo.isProtected && !earlier.kept.contains($0)
    }
  }

  /// The reason why a photo is in a group, as in its issue, without the part about the group, and without the limit,
  /// which moves.
  func pairWhy(_ entry: ThresholdPreview.Entry) -> FindingText {
    let keeper = photos[entry.keeper]
    let other = photos[entry.photo]
    if other.photo.hasSameBytes(as: keeper.photo) { return FindingText(sameBytesText) }
    return pairText(
      keeper: keeper, other: other, evidence: evidence(keeper, other), similarity: entry.similarity,
      threshold: nil, order: keeperOrder)
  }

  /// The photos that may be listed as blurry at some limit, with their sharpness and index. Likely screens and drawings
  /// are not judged, and photos with a surely sharp part are not listed.
  func blurIndices(ledger: LedgerLookup) -> [(sharpness: Double, index: Int)] {
    photos.indices.compactMap { index in
      // The condition that excludes most photos comes first, and is read in place.
      let compared = photos[index]
      guard let sharpness = compared.photo.features?.sharpness, !compared.isDrawn, !compared.photo.isProtected,
        compared.photo.features?.isPartial != true,
        !ledger.wasKept(compared.photo, in: .blurry)
      else { return nil }
      return (sharpness, index)
    }
  }

  /// Photos that are listed as screenshots, at every setting.
  func screenIndices(ledger: LedgerLookup) -> [Int] {
    photos.indices.filter {
      photos[$0].isScreenshot && !photos[$0].photo.isProtected && !ledger.wasKept(photos[$0].photo, in: .screenshot)
    }
  }

  /// An issue for each of them.
  func issues(
    of group: IndexedGroup, settings: ScanSettings, earlier: GroupLedger = GroupLedger(), ledger: LedgerLookup
  ) -> [PhotoIssue] {
    let threshold = group.category == .duplicate ? settings.duplicateThreshold : settings.similarThreshold
    let id = groupID(group)
    let keeper = photos[group.members[0]]
    // The members come by similarity already, and that is the order of confidence.
    return listedIndices(of: group, earlier: earlier).map { position -> PhotoIssue in
      let other = photos[group.members[position]]
      let similarity = group.similarities[position]
      let hasSameBytes = other.photo.hasSameBytes(as: keeper.photo)
      let evidence = hasSameBytes ? nil : self.evidence(keeper, other)
      var why = FindingText()
      if earlier.new.contains(position) { why.add(newSinceText) }
      if let set = group.sets[position] { why.add(setText(set)) }
      let wasKept = ledger.wasKept(other.photo)
      if wasKept { why.add(keptBeforeText) }
      func obstacleToProposing(keeperHasMetadata: Bool = false) -> ProposalObstacle? {
        PhotoAnalysis.obstacle(
          toProposing: other.photo, inFavourOf: keeper.photo, evidence?.verification,
          isSamePicture: evidence?.isSamePicture ?? false, in: group.sets[position], wasKept: wasKept,
          keeperHasMetadata: keeperHasMetadata)
      }
      let obstacle = obstacleToProposing()
      why +=
        hasSameBytes
        ? copySuffixes(of: other.photo, keeper: keeper.photo)
        : pairText(
          keeper: keeper, other: other, evidence: evidence, similarity: similarity, threshold: threshold,
          order: keeperOrder, isInSet: group.sets[position] != nil)
      let holdings = onlyHere(other.photo, beside: keeper.photo, evidence?.verification)
      let isCopy = group.category == .duplicate
      let reason =
        (isCopy ? obstacle?.text(other.photo) : nil)
        ?? holdingText(isCopy ? holdings : holdings.filter { !$0.isOfAnotherShot }, in: other.photo)
      if let reason { why.add(reason) }
      let isSure = isCopy && (hasSameBytes || !earlier.inDoubt.contains(position))
      var issue = PhotoIssue(
        path: other.photo.path, category: group.category,
        confidence: hasSameBytes ? 1 : margin(similarity, over: threshold),
        score: similarity, threshold: threshold, size: other.photo.size, group: id,
        isPreselected: isSure && obstacle == nil, onlyHere: holdings)
      if isSure, case .holds(let holdings) = obstacle, holdings.allSatisfy(\.isCarriable),
        obstacleToProposing(keeperHasMetadata: true) == nil
      {
        issue.proposal = .withMetadataAtKeeper
      }
      return issue.explained(why)
    }
  }

  /// The issues of photos less sharp than the limit. Likely screens and drawings are not judged: flat surfaces have no
  /// edges to measure.
  ///
  /// - Parameters:
  ///   - keepers: The indices of keepers, which are never preselected, so that no group can lose all members.
  ///   - sets: Photos of sets that only make sense whole, and their copies, which are listed but not preselected.
  func blurryIssues(
    settings: ScanSettings, keepers: Set<Int>, sets: [Int: SetKind] = [:], ledger: LedgerLookup
  ) -> [PhotoIssue] {
    let threshold = settings.blurThreshold
    let listed = blurIndices(ledger: ledger).filter { $0.sharpness < threshold }
    let issues = concurrentMap(listed.count, blocks: 512) { position -> PhotoIssue? in
      let (sharpness, index) = listed[position]
      let photo = photos[index].photo
      let wasKept = ledger.wasKept(photo)
      var why = FindingText()
      if let set = sets[index] { why.add(setText(set)) }
      if wasKept { why.add(keptBeforeText) }
      let obstacle = obstacle(
        toProposing: photo, in: sets[index], wasKept: wasKept, ratingsAreSacred: settings.ratingsAreSacred)
      if let text = obstacle?.textOfBlurry(photo) { why.add(text) }
      why += blurText(sharpness: sharpness, threshold: threshold)
      return PhotoIssue(
        path: photo.path, category: .blurry, confidence: threshold > 0 ? (threshold - sharpness) / threshold : 0,
        score: sharpness, threshold: threshold, size: photo.size,
        isPreselected: sharpness < strictBlurThreshold && !keepers.contains(index) && obstacle == nil
      ).explained(withLight(why, of: photo))
    }
    return sorted(issues)
  }

  /// The issues of screenshots, never preselected: a screenshot is often the only copy of what it shows, and nothing
  /// tells which ones are done with.
  func screenshotIssues(ledger: LedgerLookup) -> [PhotoIssue] {
    let threshold = screenshotEvidenceThreshold
    let issues = screenIndices(ledger: ledger).map { index in
      let photo = photos[index].photo
      let score = screenshotScore(of: photo)
      return PhotoIssue(
        path: photo.path, category: .screenshot, confidence: margin(score, over: threshold), score: score,
        threshold: threshold, size: photo.size
      ).explained(screenshotText(photo, score: score))
    }
    return sorted(issues)
  }

  /// The issues by confidence, falling; ties as they come, which is in byte order of the path.
  private func sorted(_ issues: [PhotoIssue]) -> [PhotoIssue] {
    issues.indices.sorted { (issues[$1].confidence, $0) < (issues[$0].confidence, $1) }.map { issues[$0] }
  }
}

extension PhotoIssue {
  /// Explains that the photo has the same bytes as this keeper, and names what the keeper lacks.
  package mutating func explainCopy(_ photo: ScannedPhoto, of keeper: ScannedPhoto) {
    self = explained(copySuffixes(of: photo, keeper: keeper))
  }

  fileprivate func explained(_ text: FindingText) -> PhotoIssue {
    var issue = self
    issue.explain(text.line, asText: text.text)
    return issue
  }
}

/// The share of the way from the threshold to 1, 0…1.
private func margin(_ score: Double, over threshold: Double) -> Double {
  threshold < 1 ? min(1, max(0, (score - threshold) / (1 - threshold))) : 0
}

extension ScannedPhoto {
  /// Companions of which the other photo has no equal: same role, and digests that are known and equal.
  package func companions(missingAt other: ScannedPhoto) -> [Companion] {
    holdingCompanions.filter { mine in
      !other.companions.contains { $0.role == mine.role && $0.digest != nil && $0.digest == mine.digest }
    }
  }

  /// Somebody rated, labelled or picked it.
  package var isChosen: Bool { contents?.metadata.isChosen ?? false }

  /// Whether both digests are known and equal, and the files are not empty.
  package func hasSameBytes(as other: ScannedPhoto) -> Bool {
    guard let mine = digest, let theirs = other.digest else { return false }
    return mine == theirs && identity.size > 0
  }
}
