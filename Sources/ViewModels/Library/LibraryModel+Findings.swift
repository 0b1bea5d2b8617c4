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
    let number = self.findings.begin(of: library)
    let asked = settings
    // While one core reads findings that were kept, another one has nothing to do.
    async let photos = LibraryPhotos.made(of: library.photos)
    let findings = DeferredRelease(await dependencies.scan.findings(library, asked, remembered.inFindings))
    // Taking over the findings of a large library takes its time: not for a slider that has moved on.
    guard self.findings.isNewest(number), asked == settings || !self.findings.isFollowingSettings else {
      return await findings.empty()
    }
    await adopt(findings, await photos, keepsOrder: keepsOrder, number)
  }

  /// Gives the review other findings. The new review is made beside the one in use, because in a large library that
  /// takes longer than a key may.
  ///
  /// - Parameter number: The number of the findings.
  func adopt(_ findings: DeferredRelease<Findings>, _ photos: LibraryPhotos, keepsOrder: Bool = false, _ number: Int)
    async
  {
    while self.findings.isNewest(number) {
      let (seen, subject) = (changeCounts.review, changeCounts.subject)
      let made = DeferredRelease(
        await RenewedReview(
          review, findings, photos, keepsOrder: keepsOrder, leavingOut: remembered.inFindings,
          without: pathChanges.moved))
      guard self.findings.isNewest(number) else {
        await made.empty()
        return await findings.empty()
      }
      // Photos were removed or added meanwhile, so the result is outdated.
      guard subject == changeCounts.subject, var renewed = made.value else {
        await made.empty()
        continue
      }
      if seen != changeCounts.review { renewed.review.catchUp(with: review) }
      let lapsed = renewed.review.lapsedCount - review.lapsedCount
      let replaced = DeferredRelease(review)
      let before = scan.findsMissing ? review.photos : nil
      lastScan.keptBefore = renewed.keptBefore
      self.findings.adopted()
      review = renewed.review
      checkForMissing(since: before)
      scan.findsMissing = false
      if lapsed > 0 { onChange(.remark(Self.lapsedText(lapsed))) }
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
    changeCounts.agreements += 1
    guard !findings.isFollowingSettings else { return }
    findings.isFollowingSettings = true
    work.run { [self] in
      // Steps that come while one is worked out are worked out together, as the last of them.
      var followed: ScanSettings?
      while followed != self.settings {
        followed = self.settings
        await refreshFindings(with: known)
      }
      findings.isFollowingSettings = false
      measureWholeWhereNeeded()
    }
  }

  /// Measures photos whole that were measured in part, where they may be listed at the present limits.
  func measureWholeWhereNeeded() {
    if !settings.allowPartialFeatures, known.photos.contains(where: \.isPartial) { scanAgain() }
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
  ///   - onReleased: Called with the number of photos that left the bin; not called where none did.
  package func follow(
    _ written: EffectiveFolders, found: @escaping @Sendable () async -> [FilePath],
    onReleased: @escaping @MainActor (Int) -> Void = { _ in }
  ) {
    let leavesOutOthers = settings.excludedFolders != written.excluded
    settings.excludedFolders = written.excluded
    let isMore = folders.protect(written.protected)
    changeCounts.folders += 1
    let change = changeCounts.folders
    work.run { [self] in
      // The excluded photos can be counted only in the folders of the library, whose drives may be away.
      var asked = request
      asked.settings.excludedFolders = []
      if isMore { await follow(asked, onReleased) }
      let found = await found()
      // A later change asks for itself.
      guard change == changeCounts.folders else { return }
      if folders.protectOnly(found, names: written.protected) || leavesOutOthers {
        await follow(request.real, onReleased)
      }
    }
  }

  private func follow(_ asked: ScanRequest, _ onReleased: @MainActor (Int) -> Void) async {
    let (generation, number, known) = (changeCounts.roots, findings.newest, known.photos)
    let following = await asked.following(known)
    let released = await releaseForbidden(by: asked, cut: photosCut(from: known, to: following))
    guard generation == changeCounts.roots else { return }
    if released > 0 { onReleased(released) }
    guard scan.run == nil, !self.known.photos.isEmpty else { return }
    // A scan ended meanwhile: its result is used in place of the older one.
    guard findings.isNewest(number) else { return await follow(asked, onReleased) }
    await refreshFindings(with: ScannedLibrary(photos: following, verified: findings.verified))
  }

  /// Takes photos out of the bin that Deckle may not touch, also those that no scan has seen yet.
  ///
  /// - Parameter cut: Photos that have lost companions, so that their marks are about more than they are now.
  /// - Returns: The number of photos that left the bin.
  @discardableResult
  func releaseForbidden(by request: ScanRequest, cut: Set<FilePath> = []) async -> Int {
    guard readOnlyReason == nil, !review.effective.marks.isEmpty else { return 0 }
    let generation = changeCounts.roots
    let forbidden = await request.forbidden(among: Array(review.effective.marks.keys))
    guard generation == changeCounts.roots else { return 0 }
    let released = forbidden.union(cut).filter { review.effective.marks[$0] != nil }
    guard !released.isEmpty else { return 0 }
    try? dependencies.session.forgetDecisions(released.sorted(by: precedesInByteOrder), [])
    changeCounts.subject += 1
    review.forgetDecisions(about: released)
    onChange(.review)
    return released.count
  }

  /// The verification of two photos by their keypoints; nil where they were not compared.
  func relation(_ first: FilePath, _ second: FilePath) -> PairVerification? {
    guard let a = review.photos[first]?.digest, let b = review.photos[second]?.digest else { return nil }
    return ContentPair(a, b).flatMap { findings.verified[$0] }
  }
}

/// The photos that have fewer companions than before. Both lists are of one moment: a scan that ends meanwhile brings
/// photos that were not asked about.
private func photosCut(from known: [ScannedPhoto], to following: [ScannedPhoto]) -> Set<FilePath> {
  let companions = Dictionary(known.map { ($0.path, $0.companions.count) }, uniquingKeysWith: { first, _ in first })
  return Set(following.filter { $0.companions.count < companions[$0.path, default: 0] }.map(\.path))
}
