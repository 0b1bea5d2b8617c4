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

  /// The folders of the library; absolute.
  package internal(set) var roots: [FilePath]
  /// The access to each folder and its trash; empty until the disk has answered.
  package internal(set) var rootStates: [LibraryRoot] = []
  /// The scan that is running.
  package internal(set) var scan = RunningScan()
  /// The last scan that has ended, or was stopped.
  package internal(set) var last = LastScan()
  /// The photos that are not where they were.
  package internal(set) var missing = MissingPhotos()
  var changes = ChangeCounts()
  /// The decisions and the findings that they are about; each change is counted.
  package internal(set) var review = Review() { didSet { changes.review += 1 } }
  /// The settings of scans and findings.
  package internal(set) var settings: ScanSettings
  /// What the last scan could not judge.
  package internal(set) var skipped: [SkippedFile] = [] { didSet { review.unread = Set(skipped.map(\.path)) } }
  /// The volume of the first folder; nil until the disk has answered.
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
  /// The folders of which nothing is proposed or moved; absolute.
  package internal(set) var protectedFolders: [FilePath]
  /// Whether scans leave out other file systems that are mounted below the folders.
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

  /// Creates the model of a library of which nothing is read yet; `open()` reads it.
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

  /// Whether a scan is running.
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

  /// A path as people read it: escaped, and with "~" for the home folder.
  package func title(_ path: FilePath) -> String { pathTitle(path, home: dependencies.environment.home) }

  /// The folders of the library in a few words: "~/Pictures and 2 more"; empty where there is none.
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

  /// Creates the value from two counts.
  package init(looked: Int, left: Int?) {
    self.looked = looked
    self.left = left
  }
}
