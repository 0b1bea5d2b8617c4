import Foundation
package import PhotoModel
import PhotoScan
package import Review
package import SystemPackage

/// The library under review, shared by all screens: its folders, the running scan, the review and its durable half.
@MainActor
package final class LibraryModel {
  /// What a screen may want to know about.
  package enum Change: Sendable {
    case review, scan, roots
  }

  package internal(set) var roots: [FilePath]
  package internal(set) var rootStates: [LibraryRoot] = []
  package internal(set) var review = Review() { didSet { reviewChanges += 1 } }
  package internal(set) var settings: ScanSettings
  /// What the last scan could not judge.
  package internal(set) var skipped: [SkippedFile] = [] { didSet { review.unread = Set(skipped.map(\.path)) } }
  /// What the last scan did not look at because it belongs to other programs.
  package internal(set) var leftOut: [LeftOutPlace] = []
  package internal(set) var storage: StorageFigures?
  /// Everything that is remembered.
  package internal(set) var ledger = Ledger()
  /// What was kept later than this is still shown, as decided: only the next scan leaves it out.
  var ledgerMark: Int64 = 0
  /// How many photos are not asked about again because they were kept in an earlier review.
  package internal(set) var keptBefore: [IssueCategory: Int] = [:]
  /// By category, the photos that left it since the last scan, because they were moved or are not the same; what went
  /// of a photo that stays stands for it.
  var takenOff: [IssueCategory: Set<PathKey>] = [:]
  /// Photos that were put back, and whose decks were not opened since.
  var cameBack: Set<IssueKey> = []
  /// What came back from the trash last, until anything else is said: undo marks it again.
  var returned: ReturnedPhotos?
  /// Grows with what ends a row of agreements: a mark that is taken back, other settings, other folders.
  var agreementsEnded = 0
  package internal(set) var lastScan: ScanResult?
  /// A scan before which nothing was known was stopped, and none has ended since: the first one, or one after the cache was
  /// cleared. What is known is a part, and what the last scan said of all of it no longer goes with that.
  package internal(set) var stoppedScan: StoppedScan?
  /// What the last scan found is being read again.
  package internal(set) var isReadingKnown = false
  package internal(set) var lastScanElapsed: Duration?
  package internal(set) var progress: ScanProgress?
  package internal(set) var currentFile: FilePath?
  /// The running scan waits for this file or folder, which has not answered for so long.
  package internal(set) var waiting: (place: FilePath, stall: Duration)?
  /// When the running scan began, on the shell's clock.
  package internal(set) var scanStartedAt: Duration = .zero
  /// The cards that were on the screen the last time.
  package internal(set) var bookmarks: [IssueCategory: FilePath] = [:]
  /// Why nothing can be decided: `--read-only`, or the session could not be opened.
  package let readOnlyReason: String?
  package internal(set) var protectedFolders: [FilePath]
  package let staysOnOneFileSystem: Bool

  /// Told after every change.
  package var onChange: (Change) -> Void = { _ in }
  /// A sentence that stands until the next scan.
  package var onRemark: (String) -> Void = { _ in }

  let dependencies: Dependencies
  let work: WorkCounter
  var run: ScanRun?
  var photos: [ScannedPhoto] = []
  /// What close looks at them found.
  var verified = VerifiedPairs.none
  /// Findings for moved sliders are being made.
  var isFollowingSettings = false
  /// Grows with every change of the review.
  var reviewChanges = 0
  /// What the review is about was changed by other means than new findings.
  var subjectChanges = 0
  /// Findings of an older request that come late are dropped.
  var findingsGeneration = 0
  /// Grows when other folders are protected or left out.
  var folderChanges = 0
  /// Grows when other folders are chosen: what comes back for those before is dropped.
  var libraryGeneration = 0
  /// Moved to the trash: what was found before the move must not bring them back.
  var gone: [FilePath: FileIdentity] = [:]
  /// Photos that are there and that the last scan did not see, as those that came back from the trash.
  package internal(set) var unseen: Set<FilePath> = []
  /// Photos that something was said of, and that are not there.
  var absent = AbsentPhotos()
  /// Every file of the library has been walked past, now or in an earlier scan of this session of work.
  var isAbsenceKnown = false
  /// An older look for them that comes late is dropped.
  var absenceChecks = 0
  /// The photos that were known before every file was walked past; nil once what is missing is being looked for.
  var knownBeforeWalk: LargeValue<[ScannedPhoto]>?
  /// Of the running scan, files that are found and not looked at; nil while more may be found.
  var filesLeft: Int?
  /// Nothing was known before the running scan, so that the review may begin with what it has found so far.
  var isFirstVisit = false
  /// The ledger as the running scan knows it.
  var scannedLedger = Ledger()
  /// Photos came back while a scan was running that may have passed their folder already.
  var mustScanAgain = false
  /// The running scan was not asked for: it only brings the library up to date after a move or a restore.
  var isFollowUp = false
  var hasFindings = false

  package init(
    roots: [FilePath], settings: ScanSettings, protectedFolders: [FilePath] = [], staysOnOneFileSystem: Bool = false,
    readOnlyReason: String? = nil, dependencies: Dependencies, work: WorkCounter
  ) {
    self.roots = roots
    self.settings = settings
    self.protectedFolders = protectedFolders
    self.staysOnOneFileSystem = staysOnOneFileSystem
    self.readOnlyReason = readOnlyReason
    self.dependencies = dependencies
    self.work = work
  }

  package var isScanning: Bool { run != nil }
  /// There is something to show: what a scan found, now or in an earlier session, or that it found nothing.
  /// Photos that are known but not compared yet are none: "nothing found" may not be said of them.
  package var hasResults: Bool { hasFindings && !photos.isEmpty || lastScan?.photosScanned == 0 }

  /// A scan of these folders has ended, or the review began while the first one ran.
  var isBegun: Bool {
    lastScan != nil || !review.actions.isEmpty || !review.undone.isEmpty || !bookmarks.isEmpty
  }

  /// There is nothing that an earlier scan found and that is not known now. Nothing is left where all of it was moved: that
  /// is known.
  package var isKnown: Bool { hasResults || !isBegun || !gone.isEmpty }
  /// Photos that are marked, while nothing is known of them.
  package var marksWaiting: Int { isKnown ? 0 : review.effective.marks.count }

  /// What is known is what the running scan, or one that was stopped, has come to so far.
  package var isKnownInPart: Bool { stoppedScan != nil || isScanning && isFirstVisit }

  var request: ScanRequest {
    var request = ScanRequest(roots: roots, settings: settings, jobs: dependencies.environment.jobs)
    request.protectedFolders = protectedFolders
    request.staysOnOneFileSystem = staysOnOneFileSystem
    request.ledger = ledger
    request.mayBeginEarly = !isBegun
    return request
  }

  // MARK: Figures

  package func title(_ path: FilePath) -> String { pathTitle(path, home: dependencies.environment.home) }

  package var libraryTitle: String {
    roots.count > 1 ? "\(title(roots[0])) and \(roots.count - 1) more" : roots.first.map(title) ?? ""
  }

  static func sentence(_ error: any Error) -> String {
    (error as? any SpokenError)?.sentence ?? "The decision could not be written: \(error)"
  }
}

/// How far a scan came before it was stopped.
package struct StoppedScan: Hashable, Sendable {
  /// Photos that are known.
  package var looked: Int
  /// Files that are there and were not looked at; nil where it was stopped before all were found.
  package var left: Int?

  package init(looked: Int, left: Int?) {
    self.looked = looked
    self.left = left
  }
}
