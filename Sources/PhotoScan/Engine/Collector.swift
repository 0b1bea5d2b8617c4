import PhotoAnalysis
import PhotoModel
import Synchronization
import SystemPackage

/// Collects the results of the workers, and reports progress and snapshots.
final class Collector: Sendable {
  struct Outcome {
    var photos: [ScannedPhoto] = []
    var skipped: [SkippedFile] = []
    /// The files that could be read, by their paths.
    var fromCache = 0
    var processed = 0
    var total = 0
    /// The number of AppleDouble files (`._NAME`, written by a Mac) that are not about pictures, by folder.
    var resourceForks: [FilePath: Int] = [:]
    var live: LiveCounts
    /// The number of photos at which the next snapshot is due.
    var nextSnapshot: Int
    /// The time from which the first snapshot is due whatever the number of photos; nil once it was made.
    var firstSnapshot: ContinuousClock.Instant?
    /// Whether a snapshot is being made: a later one must not overtake it.
    var isComparing = false
    /// The number of photos of the latest snapshot, its duration and its end; nil before the first.
    var latest: (photos: Int, duration: Duration, end: ContinuousClock.Instant)?

    /// Whether a snapshot is due. Each costs a comparison of all photos so far, so they come at doubling sizes up to
    /// `lastSnapshot`, and then by `isDue(of:share:)`. Where photos take seconds each, on a slow drive or as HEIC, the
    /// first snapshot is not delayed until it has its full number.
    var isSnapshotDue: Bool {
      guard !isComparing, photos.count <= Collector.lastSnapshot else { return false }
      return photos.count >= nextSnapshot || photos.count > 1 && firstSnapshot.map { $0 <= .now } == true
    }

    /// Whether a snapshot of all photos is due, once they are read or while they are compared: if it is likely to take
    /// no more than this share of the time since the latest one. A library of which photos are in the cache is known on
    /// the screen, and needs none.
    func isDue(of photos: Int, share: Double) -> Bool {
      guard fromCache == 0, photos <= Collector.mostPhotos, let latest else { return false }
      // Without new photos a snapshot brings little: then a few seconds pass before it.
      let duration = photos == latest.photos ? max(latest.duration, .milliseconds(30)) : latest.duration
      // Up to thousands of photos each is compared with each.
      let growth = Double(photos) / Double(max(1, latest.photos))
      return growth * growth * (duration / latest.end.duration(to: .now)) <= share
    }

    mutating func beginSnapshot() -> [ScannedPhoto] {
      firstSnapshot = nil
      isComparing = true
      nextSnapshot = max(photos.count, Collector.leastSnapshot) * 2
      return photos
    }

    func progress(stage: ScanProgress.Stage) -> ScanProgress {
      ScanProgress(
        processed: processed, total: total, stage: stage, found: live.counts, skipped: skipped.count,
        fromCache: fromCache)
    }

    func progress(of comparison: KeypointVerification.Progress) -> ScanProgress {
      var progress = progress(stage: .comparing)
      switch comparison {
      case .search(let part): progress.searched = part
      case .pairs(let done, let total, let part):
        (progress.searched, progress.verified) = (1, part)
        (progress.compared, progress.toCompare) = (done, total)
      }
      return progress
    }
  }

  /// The most photos in a snapshot while others are read.
  private static let lastSnapshot = 2000
  /// The most photos in any snapshot: comparing them takes memory that the search for pairs needs, too.
  private static let mostPhotos = 100_000
  /// The least number of photos in a snapshot: smaller ones would come too often, and each moves the cards on the
  /// screen.
  private static let leastSnapshot = 5

  private let state: Mutex<Outcome>
  private let settings: ScanSettings
  private let ledger: Ledger
  let companions: CompanionFiles
  private let notify: @Sendable (ScanEvent) -> Void

  /// - Parameter firstSnapshot: The time after which the first snapshot is due.
  init(
    request: ScanRequest, total: Int, _ companions: CompanionFiles, firstSnapshot: Duration,
    notify: @escaping @Sendable (ScanEvent) -> Void
  ) {
    settings = request.settings
    ledger = request.ledger
    self.companions = companions
    state = Mutex(
      Outcome(
        total: total, live: LiveCounts(settings: request.settings, total: total),
        nextSnapshot: request.settings.batchSize,
        firstSnapshot: request.mayBeginEarly ? .now + firstSnapshot : nil))
    self.notify = notify
  }

  var outcome: Outcome { state.withLock { $0 } }

  /// Adds a file that was inspected, or found in the cache.
  func add(_ path: FilePath, _ photo: ScannedPhoto, _ inspection: Inspection, isFromCache: Bool) {
    let due = state.withLock { outcome -> [ScannedPhoto]? in
      outcome.processed += 1
      if isFromCache, photo.features != nil { outcome.fromCache += 1 }
      if let problem = inspection.problem {
        outcome.skipped.append(SkippedFile(path: path, reason: problem.reason, message: problem.message))
      }
      // A picture that could not be decoded is still matched by its bytes.
      if inspection.isMatchable {
        outcome.photos.append(photo)
        if !companions.pairing.isCompanion(path) { outcome.live.add(photo) }
      }
      let due = !isFromCache && outcome.isSnapshotDue ? outcome.beginSnapshot() : nil
      // Progress is reported under the lock, so that it never goes back. Thousands of cached photos come within a
      // moment, so only every 256th is reported.
      if !isFromCache || outcome.processed % 256 == 0 {
        notify(.progress(outcome.progress(stage: .reading), current: path))
      }
      return due
    }
    if let due { snapshot(due) }
  }

  /// A file turned out to be no picture.
  func drop(_ path: FilePath) {
    let isFork = isNamedAsResourceFork(path)
    state.withLock { outcome in
      outcome.total -= 1
      if isFork { outcome.resourceForks[FilePath(bytes: folderBytes(of: path)), default: 0] += 1 }
    }
  }

  private func snapshot(_ files: [ScannedPhoto]) { report(companions.photos(of: files), .none) }

  /// Makes a snapshot of all photos, where that costs little.
  ///
  /// - Parameters:
  ///   - verified: The pairs that are verified by now.
  ///   - share: The most of the scan's time that snapshots may take.
  func snapshotIfDue(_ photos: [ScannedPhoto], _ verified: VerifiedPairs, share: Double) {
    if state.withLock({ $0.isDue(of: photos.count, share: share) }) { report(photos, verified) }
  }

  private func report(_ photos: [ScannedPhoto], _ verified: VerifiedPairs) {
    let start = ContinuousClock.now
    let findings = FindingsIndex(photos: photos, verified: verified).findings(settings: settings, ledger: ledger)
    // Snapshots are reported under the lock, so that none overtakes another.
    state.withLock { outcome in
      outcome.live.adopt(findings)
      outcome.isComparing = false
      outcome.latest = (photos: photos.count, duration: start.duration(to: .now), end: ContinuousClock.now)
      notify(.snapshot(ScannedLibrary(photos: photos, verified: verified), findings))
    }
  }
}
