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
  package internal(set) var scan = RunningScan()
  package internal(set) var last = LastScan()
  package internal(set) var missing = MissingPhotos()
  var changes = ChangeCounts()
  package internal(set) var review = Review() { didSet { changes.review += 1 } }
  package internal(set) var settings: ScanSettings
  /// What the last scan could not judge.
  package internal(set) var skipped: [SkippedFile] = [] { didSet { review.unread = Set(skipped.map(\.path)) } }
  package internal(set) var storage: StorageFigures?
  /// Everything that is remembered.
  package internal(set) var ledger = Ledger()
  /// What was kept later than this is still shown, as decided: only the next scan leaves it out.
  var ledgerMark: Int64 = 0
  /// By category, the photos that left it since the last scan, because they were moved or are not the same; what went
  /// of a photo that stays stands for it.
  var takenOff: [IssueCategory: Set<PathKey>] = [:]
  /// Photos that were put back, and whose decks were not opened since.
  var cameBack: Set<IssueKey> = []
  /// What came back from the trash last, until anything else is said: undo marks it again.
  var returned: ReturnedPhotos?
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
  var photos: [ScannedPhoto] = []
  /// What close looks at them found.
  var verified = VerifiedPairs.none
  /// Findings for moved sliders are being made.
  var isFollowingSettings = false
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

  package var isScanning: Bool { scan.run != nil }
  /// There is something to show: what a scan found, now or in an earlier session, or that it found nothing.
  /// Photos that are known but not compared yet are none: "nothing found" may not be said of them.
  package var hasResults: Bool { hasFindings && !photos.isEmpty || last.result?.photosScanned == 0 }

  /// A scan of these folders has ended, or the review began while the first one ran.
  var isBegun: Bool {
    last.result != nil || !review.actions.isEmpty || !review.undone.isEmpty || !bookmarks.isEmpty
  }

  /// There is nothing that an earlier scan found and that is not known now. Nothing is left where all of it was moved: that
  /// is known.
  package var isKnown: Bool { hasResults || !isBegun || !missing.moved.isEmpty }
  /// Photos that are marked, while nothing is known of them.
  package var marksWaiting: Int { isKnown ? 0 : review.effective.marks.count }

  /// What is known is what the running scan, or one that was stopped, has come to so far.
  package var isKnownInPart: Bool { last.stopped != nil || isScanning && scan.isFirstVisit }

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
