import PhotoModel
import PhotoScan
import SystemPackage

/// The running scan, and what it tells.
extension LibraryModel {
  /// Starts a scan, unless one is running.
  package func startScan() { startScan(isFollowUp: false) }

  private func startScan(isFollowUp: Bool) {
    guard run == nil, !roots.isEmpty else { return }
    self.isFollowUp = isFollowUp
    scannedLedger = ledger
    let asked = request
    let run = dependencies.scan.start(asked)
    self.run = run
    progress = ScanProgress(processed: 0, total: 0, stage: .finding)
    filesLeft = nil
    scanStartedAt = dependencies.environment.now()
    isFirstVisit = photos.isEmpty
    onChange(.scan)
    work.run { [self] in
      for await event in run.events { await apply(event, of: asked) }
      self.run = nil
      progress = nil
      currentFile = nil
      waiting = nil
      tellRemark()
      onChange(.scan)
      checkAccess()
      if mustScanAgain {
        mustScanAgain = false
        startScan(isFollowUp: true)
      }
    }
  }

  /// What reading or keeping measurements brought to light.
  func tellRemark() { if let remark = dependencies.scan.remark() { onRemark(remark) } }

  package func cancelScan() { run?.cancel() }

  private func apply(_ event: ScanEvent, of asked: ScanRequest) async {
    if case .waiting(let place, let stall) = event {
      waiting = (place, stall)
      return onChange(.scan)
    }
    waiting = nil
    switch event {
    case .waiting: break
    case .progress(let progress, let current):
      self.progress = progress
      // A scan that is stopped while it finds files goes on to comparing at once, and has not found all.
      if progress.stage == .reading || filesLeft != nil { filesLeft = progress.total - progress.processed }
      currentFile = current ?? currentFile
      onChange(.scan)
    case .snapshot(let photos, let findings):
      // Who knows the library already goes on with all of it, not with the part that was read again.
      guard isFirstVisit else { return }
      // What the user said meanwhile is not in it.
      if ledger.refusals == scannedLedger.refusals {
        findingsGeneration += 1
        await adopt(LargeValue(findings), photos, generation: findingsGeneration)
      } else {
        await refreshFindings(with: ScannedLibrary(photos: photos, verified: verified))
      }
    case .finished(let report):
      rootStates = report.roots
      let absent = report.roots.filter { $0.access == .denied }.map(\.path)
      if report.isInterrupted { unseen.subtract(report.judged) } else { unseen = [] }
      readLedger()
      // What was kept since the user's own last scan stays on the screen as decided: it would vanish without a word.
      if !report.isInterrupted, !isFollowUp { ledgerMark = ledger.newestKeep }
      // A folder that could not be read says as little about its photos as a drive that is away.
      let silent = report.isInterrupted ? nil : Set(absent + report.skipped.map(\.path))
      skipped = withUnjudged(report.skipped, report, below: silent)
      if !report.isInterrupted || leftOut.isEmpty { leftOut = report.leftOut }
      var library = withUnjudged(report, below: silent)
      if !report.isInterrupted { knownBeforeWalk = LargeValue(photos) }
      // A drive may have said only meanwhile what lies in a protected folder.
      if !asked.hasSameFolders(as: request) { library.photos = await request.real.following(library.photos) }
      if report.isInterrupted, lastScan == nil || isKnownInPart {
        stoppedScan = StoppedScan(looked: library.photos.count, left: filesLeft)
      }
      await refreshFindings(with: library)
      if !report.isInterrupted { measureWholeWhereNeeded() }
      // A scan that saw nothing of the library has no figures to remember. What goes on behind a move or a restore counts
      // only where the library was not known before, or in part: from then on it is.
      guard !report.isInterrupted, !isFollowUp || lastScan == nil || stoppedScan != nil,
        absent.count < report.roots.count
      else { return }
      let result = ScanResult(
        date: dependencies.environment.today(), photosScanned: report.scannedCount,
        issueCounts: review.issueCounts, reclaimable: review.listed.reclaimable)
      lastScan = result
      stoppedScan = nil
      if !isFollowUp { (takenOff, cameBack) = ([:], []) }
      lastScanElapsed = report.elapsed
      // A summary that cannot be written is no reason to hide what was found.
      if readOnlyReason == nil { try? dependencies.session.recordScan(result, report.elapsed, skipped, roots) }
      onChange(.scan)
    }
  }

  /// Known photos that the scan did not come to, because it was stopped or their folder is away (a drive that is not
  /// plugged in): it says nothing about them, so they stay as they were known.
  ///
  /// - Parameter folders: Only photos below these; nil: anywhere.
  private func withUnjudged(_ report: ScanReport, below folders: Set<FilePath>?) -> ScannedLibrary {
    if let folders, folders.isEmpty { return report.library }
    let judged = report.judged
    let unjudged = photos.filter { !judged.contains($0.path) && $0.path.lies(below: folders) }
    return ScannedLibrary(photos: report.photos + unjudged, verified: report.verified.merging(verified))
  }

  /// The same of the files that could not be judged before.
  private func withUnjudged(
    _ found: [SkippedFile], _ report: ScanReport, below folders: Set<FilePath>?
  ) -> [SkippedFile] {
    if skipped.isEmpty || folders?.isEmpty == true { return found }
    let judged = report.judged
    let unjudged = skipped.filter { !judged.contains($0.path) && $0.path.lies(below: folders) }
    return (found + unjudged).sorted { precedesInByteOrder($0.path, $1.path) }
  }

  func scanAgain() { if isScanning { mustScanAgain = true } else { startScan(isFollowUp: true) } }
}

extension ScanReport {
  /// The files that the scan came to.
  fileprivate var judged: Set<FilePath> {
    Set(photos.map(\.path)).union(skipped.map(\.path)).union(photos.flatMap { $0.companions.map(\.path) })
  }
}

extension FilePath {
  /// One of the folders above it is one of these; nil is any. Asks for each name in the path once, however many folders
  /// there are.
  fileprivate func lies(below folders: Set<FilePath>?) -> Bool {
    guard let folders else { return true }
    var folder = self
    while folder.removeLastComponent() { if folders.contains(folder) { return true } }
    return false
  }
}
