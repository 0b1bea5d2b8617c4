package import PhotoModel
import PhotoScan
import Review
package import SystemPackage

/// Findings made anew, after a scan, a moved slider or a change of the ledger, and adopted by the review.
extension LibraryModel {
  /// Makes the findings anew from stored features.
  ///
  /// - Parameter keepsOrder: Whether cards stay where they are, because the user is in the middle of them.
  func refreshFindings(with library: ScannedLibrary, keepsOrder: Bool = false) async {
    photos = library.photos
    verified = library.verified
    changes.findings += 1
    let generation = changes.findings
    let asked = settings
    // While one core reads findings that were kept, another one has nothing to do.
    async let index = LibraryPhotos.made(of: library.photos)
    let findings = LargeValue(await dependencies.scan.findings(library, asked, ledgerOfFindings))
    // Taking over the findings of a large library takes its time: not for a slider that has moved on.
    guard generation == changes.findings, asked == settings || !isFollowingSettings else {
      return await findings.empty()
    }
    await adopt(findings, library.photos, await index, keepsOrder: keepsOrder, generation: generation)
  }

  /// Gives the review other findings. The new review is made beside the one in use, because in a large library that
  /// takes longer than a key may.
  func adopt(
    _ findings: LargeValue<Findings>, _ photos: [ScannedPhoto], _ index: LibraryPhotos? = nil, keepsOrder: Bool = false,
    generation: Int
  ) async {
    while generation == changes.findings {
      let (seen, subject) = (changes.review, changes.subject)
      let made = LargeValue(
        await RenewedReview(
          review, findings, photos, index, keepsOrder: keepsOrder, heeding: ledgerOfFindings, without: missing.moved))
      guard generation == changes.findings else {
        await made.empty()
        return await findings.empty()
      }
      // Photos went or came meanwhile: what was made knows nothing of it.
      guard subject == changes.subject, var renewed = made.value else {
        await made.empty()
        continue
      }
      if seen != changes.review { renewed.review.catchUp(with: review) }
      let lapsed = renewed.review.lapsedCount - review.lapsedCount
      let replaced = LargeValue((review, self.photos))
      self.photos = renewed.photos
      last.keptBefore = renewed.keptBefore
      hasFindings = true
      review = renewed.review
      checkForAbsent(since: scan.knownBefore)
      scan.knownBefore = nil
      if lapsed > 0 { onRemark(Self.lapsedText(lapsed)) }
      onChange(.review)
      await replaced.empty()
      return await findings.empty()
    }
  }

  private static func lapsedText(_ count: Int) -> String {
    count == 1
      ? "1 photo of which one half was marked is out of the bin, because the RAW is not beside it any more."
      : "\(groupedDigits(count)) photos of which one half was marked are out of the bin, because the RAWs are not beside "
        + "them any more."
  }

  /// Changes the settings of the findings, which are made anew from stored features; nothing is decoded again.
  package func change(_ settings: ScanSettings) {
    guard settings != self.settings else { return }
    self.settings = settings
    changes.agreements += 1
    guard !isFollowingSettings else { return }
    isFollowingSettings = true
    work.run { [self] in
      // Steps that come while one is worked out are worked out together, as the last of them.
      var followed: ScanSettings?
      while followed != self.settings {
        followed = self.settings
        await refreshFindings(with: known)
      }
      isFollowingSettings = false
      measureWholeWhereNeeded()
    }
  }

  /// Measures photos whole that were measured in part, where they may be listed at the present limits.
  func measureWholeWhereNeeded() {
    if !settings.allowPartialFeatures, photos.contains(where: \.isPartial) { scanAgain() }
  }

  /// Changes the folders that are protected and the names that are left out. Known photos follow, and those that Deckle
  /// may not touch any more leave the bin.
  ///
  /// Written folders are protected at once, beside those that were protected before: the drive of a folder may hang,
  /// and nothing else waits for it. When it answers, the folders that it gives join the written ones.
  ///
  /// - Parameters:
  ///   - written: The folders by their names alone.
  ///   - found: The protected folders as the disk has them.
  ///   - onReleased: Gets the number of photos that left the bin; not called where none did.
  package func follow(
    _ written: FoldersInForce, found: @escaping @Sendable () async -> [FilePath],
    onReleased: @escaping @MainActor (Int) -> Void = { _ in }
  ) {
    let leavesOutOthers = settings.excludedFolders != written.excluded
    settings.excludedFolders = written.excluded
    let named = written.protected.filter { !protectedFolders.contains($0) }
    protectedFolders += named
    changes.folders += 1
    let change = changes.folders
    work.run { [self] in
      // What is left out is counted from the folders of the library, which only their drives know.
      var asked = request
      asked.settings.excludedFolders = []
      if !named.isEmpty { await follow(asked, onReleased) }
      var folders = await found()
      folders += written.protected.filter { !folders.contains($0) }
      // A later change asks for itself.
      guard change == changes.folders else { return }
      let isNews = Set(folders) != Set(protectedFolders)
      protectedFolders = folders
      if isNews || leavesOutOthers { await follow(request.real, onReleased) }
    }
  }

  private func follow(_ asked: ScanRequest, _ onReleased: @MainActor (Int) -> Void) async {
    let (generation, findings, known) = (changes.roots, changes.findings, photos)
    let following = await asked.following(known)
    let released = await releaseForbidden(by: asked, cut: photosCut(from: known, to: following))
    guard generation == changes.roots else { return }
    if released > 0 { onReleased(released) }
    guard scan.run == nil, !photos.isEmpty else { return }
    // A scan ended meanwhile: what it found is asked about in place of what was known before.
    guard findings == changes.findings else { return await follow(asked, onReleased) }
    await refreshFindings(with: ScannedLibrary(photos: following, verified: verified))
  }

  /// Takes photos out of the bin that Deckle may not touch, also those that no scan has seen yet.
  ///
  /// - Parameter cut: Photos that have lost companions, so that their marks are about more than they are now.
  /// - Returns: The number of photos that left the bin.
  @discardableResult
  func releaseForbidden(by request: ScanRequest, cut: Set<FilePath> = []) async -> Int {
    guard readOnlyReason == nil, !review.effective.marks.isEmpty else { return 0 }
    let generation = changes.roots
    let forbidden = await request.forbidden(among: Array(review.effective.marks.keys))
    guard generation == changes.roots else { return 0 }
    let released = forbidden.union(cut).filter { review.effective.marks[$0] != nil }
    guard !released.isEmpty else { return 0 }
    try? dependencies.session.forgetDecisions(released.sorted(by: precedesInByteOrder), [])
    changes.subject += 1
    review.forgetDecisions(about: released)
    onChange(.review)
    return released.count
  }

  /// The photos and the verified pairs: all that findings are made of.
  var known: ScannedLibrary { ScannedLibrary(photos: photos, verified: verified) }
  /// The ledger with the decisions that findings leave out.
  var ledgerOfFindings: Ledger { ledger.keeps(upTo: ledgerMark) }

  /// The verification of two photos by their keypoints; nil where they were not compared.
  func relation(_ first: FilePath, _ second: FilePath) -> PairVerification? {
    guard let a = review.photos[first]?.digest, let b = review.photos[second]?.digest else { return nil }
    return PairKey(a, b).flatMap { verified[$0] }
  }
}

/// The photos that have fewer companions than before. Both lists are of one moment: a scan that ends meanwhile brings
/// photos that were not asked about.
private func photosCut(from known: [ScannedPhoto], to following: [ScannedPhoto]) -> Set<FilePath> {
  let companions = Dictionary(known.map { ($0.path, $0.companions.count) }, uniquingKeysWith: { first, _ in first })
  return Set(following.filter { $0.companions.count < companions[$0.path, default: 0] }.map(\.path))
}
