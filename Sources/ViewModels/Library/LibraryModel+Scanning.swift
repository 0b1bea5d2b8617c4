import PhotoModel
import PhotoScan
import Review
import SystemPackage

/// The running scan and its events.
extension LibraryModel {
  /// Starts a scan, unless one is running.
  package func startScan() { startScan(isFollowUp: false) }

  private func startScan(isFollowUp: Bool) {
    guard scan.run == nil, !roots.isEmpty else { return }
    scan.isFollowUp = isFollowUp
    scan.ledger = ledger
    let asked = request
    let run = dependencies.scan.start(asked)
    scan.run = run
    scan.progress = ScanProgress(processed: 0, total: 0, stage: .finding)
    scan.filesLeft = nil
    scan.isFirstVisit = known.photos.isEmpty
    onChange(.scan)
    work.run { [self] in
      for await event in run.events { await apply(event, of: asked) }
      scan.run = nil
      scan.progress = nil
      scan.currentFile = nil
      scan.waiting = nil
      showRemark()
      onChange(.scan)
      checkAccess()
      if scan.mustRepeat {
        scan.mustRepeat = false
        startScan(isFollowUp: true)
      }
    }
  }

  /// Passes on the sentence about damage in the stored measurements, if there is one.
  func showRemark() { if let remark = dependencies.scan.remark() { onChange(.remark(remark)) } }

  /// Asks the running scan to stop; does nothing where none runs.
  package func cancelScan() { scan.run?.cancel() }

  private func apply(_ event: ScanEvent, of asked: ScanRequest) async {
    if case .waiting(let path, let stall) = event {
      scan.waiting = (path, stall)
      return onChange(.scan)
    }
    scan.waiting = nil
    switch event {
    case .waiting: break
    case .progress(let progress, let current):
      scan.progress = progress
      // A scan that is stopped while it finds files goes on to comparing at once, and has not found all.
      if progress.stage == .reading || scan.filesLeft != nil { scan.filesLeft = progress.total - progress.processed }
      scan.currentFile = current ?? scan.currentFile
      onChange(.scan)
    case .snapshot(let library, let findings):
      // A library that is known already stays whole, and is not replaced by the part that was read again.
      guard scan.isFirstVisit else { return }
      // The snapshot lacks "not the same" decisions made since the scan read the ledger: then findings are made anew.
      if ledger.refusals == scan.ledger.refusals {
        let number = self.findings.begin(of: library)
        await adopt(DeferredRelease(findings), await LibraryPhotos.made(of: library.photos), number)
      } else {
        await refreshFindings(with: library)
      }
    case .finished(let report):
      folders.states = report.roots
      let denied = folders.denied
      if report.isInterrupted { pathChanges.unseen.subtract(report.judged) } else { pathChanges.unseen = [] }
      readLedger()
      // Photos kept since the user's own last scan stay on the screen as decided: they would vanish without a word.
      if !report.isInterrupted, !scan.isFollowUp { remembered.leaveOutAll() }
      // A folder that could not be read shows as little about its photos as a drive that is away.
      let silent = report.isInterrupted ? nil : Set(denied + report.skipped.map(\.path))
      skipped = withUnjudged(report.skipped, report, below: silent)
      if !report.isInterrupted || lastScan.leftOut.isEmpty { lastScan.leftOut = report.leftOut }
      var library = withUnjudged(report, below: silent)
      if !report.isInterrupted { scan.findsMissing = true }
      // A drive may have answered only meanwhile which photos are in a protected folder.
      if !asked.hasSameFolders(as: request) { library.photos = await request.real.following(library.photos) }
      if report.isInterrupted, lastScan.result == nil || isKnownInPart {
        lastScan.stopped = StoppedScan(known: library.photos.count, left: scan.filesLeft)
      }
      await refreshFindings(with: library)
      if !report.isInterrupted { measureWholeWhereNeeded() }
      // A scan that saw nothing of the library has no figures to remember. What goes on behind a move or a restore
      // counts only where the library was not known before, or in part: from then on it is.
      guard !report.isInterrupted, !scan.isFollowUp || lastScan.result == nil || lastScan.stopped != nil,
        denied.count < report.roots.count
      else { return }
      let result = ScanResult(
        date: dependencies.environment.today(), photosScanned: report.scannedCount,
        issueCounts: review.issueCounts, reclaimable: review.listed.reclaimable)
      lastScan.result = result
      lastScan.stopped = nil
      if !scan.isFollowUp { pathChanges.scanEnded() }
      lastScan.elapsed = report.elapsed
      // A summary that cannot be written is no reason to hide the findings.
      if readOnlyReason == nil { try? dependencies.session.recordScan(result, report.elapsed, skipped, roots) }
      onChange(.scan)
      if !scan.isFollowUp { onChange(.scanned(photos: report.scannedCount, elapsed: report.elapsed)) }
    }
  }

  /// The photos of a scan, with the known photos that it did not reach, because it was stopped or their folder is
  /// missing: they stay as they were known.
  ///
  /// - Parameter folders: The folders below which known photos stay; nil for all.
  private func withUnjudged(_ report: ScanReport, below folders: Set<FilePath>?) -> ScannedLibrary {
    if let folders, folders.isEmpty { return report.library }
    let (judged, known) = (report.judged, known)
    let unjudged = known.photos.filter { !judged.contains($0.path) && $0.path.lies(below: folders) }
    return ScannedLibrary(photos: report.photos + unjudged, verified: report.verified.merging(known.verified))
  }

  /// The files that a scan could not judge, with those of the scan before that it did not reach.
  private func withUnjudged(
    _ found: [SkippedFile], _ report: ScanReport, below folders: Set<FilePath>?
  ) -> [SkippedFile] {
    if skipped.isEmpty || folders?.isEmpty == true { return found }
    let judged = report.judged
    let unjudged = skipped.filter { !judged.contains($0.path) && $0.path.lies(below: folders) }
    return (found + unjudged).sorted { precedesInByteOrder($0.path, $1.path) }
  }

  func scanAgain() { if isScanning { scan.mustRepeat = true } else { startScan(isFollowUp: true) } }
}

extension ScanReport {
  /// The files that the scan reached.
  fileprivate var judged: Set<FilePath> {
    Set(photos.map(\.path)).union(skipped.map(\.path)).union(photos.flatMap { $0.companions.map(\.path) })
  }
}

extension FilePath {
  /// Whether the path is below one of the folders; nil for any. Each folder of the path is looked up once, however many
  /// folders there are.
  fileprivate func lies(below folders: Set<FilePath>?) -> Bool {
    guard let folders else { return true }
    var folder = self
    while folder.removeLastComponent() { if folders.contains(folder) { return true } }
    return false
  }
}
