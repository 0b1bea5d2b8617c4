import PhotoAnalysis
import PhotoModel
import Synchronization
import SystemPackage

/// Gathers what the workers bring, and tells progress and snapshots as it grows.
final class Collector: Sendable {
  struct Outcome {
    var photos: [ScannedPhoto] = []
    var skipped: [SkippedFile] = []
    /// Those that could be read.
    var fromCache = 0
    var processed = 0
    var total = 0
    /// By folder: files named like a Mac's notes about other files (`._NAME`) that are none of pictures.
    var resourceForks: [FilePath: Int] = [:]
    var live: LiveCounts
    /// The number of photos at which the next snapshot is due.
    var nextSnapshot: Int
    /// From then on the first one is due whatever the number. Nil once it was made.
    var firstSnapshot: ContinuousClock.Instant?
    /// One is being made: a later one must not overtake it.
    var isComparing = false

    /// Snapshots cost a comparison of all photos so far, so they come at doubling sizes and end at the last; the whole
    /// library is compared once, at the end. Where photos take seconds each, on a slow drive or as HEIC, nobody waits
    /// for the number that the first one is made of.
    var isSnapshotDue: Bool {
      guard !isComparing, photos.count <= Collector.lastSnapshot else { return false }
      return photos.count >= nextSnapshot || photos.count > 1 && firstSnapshot.map { $0 <= .now } == true
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
      case .pairs(let done, let total): (progress.searched, progress.compared, progress.toCompare) = (1, done, total)
      }
      return progress
    }
  }

  /// The most photos in one.
  private static let lastSnapshot = 2000
  /// Below it they would come too often: each moves cards under the eyes.
  private static let leastSnapshot = 5

  private let state: Mutex<Outcome>
  private let settings: ScanSettings
  private let ledger: Ledger
  let companions: CompanionFiles
  private let notify: @Sendable (ScanEvent) -> Void

  /// - Parameter firstSnapshot: How long the first one may take.
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

  /// A file has been looked into, or was known.
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
      // Told under the lock, so that progress never goes back. Thousands of cached photos come within a moment: a word
      // now and then is enough.
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

  private func snapshot(_ files: [ScannedPhoto]) {
    let photos = companions.photos(of: files)
    let findings = FindingsIndex(photos: photos).findings(settings: settings, ledger: ledger)
    // Told under the lock, so that none overtakes another.
    state.withLock { outcome in
      outcome.live.adopt(findings)
      outcome.isComparing = false
      notify(.snapshot(photos, findings))
    }
  }
}
