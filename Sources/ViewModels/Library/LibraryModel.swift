import Foundation
package import PhotoModel
import PhotoScan
package import Review
package import SystemPackage

/// The library under review, shared by all screens: its folders, the running scan, the review and its durable half.
@MainActor
package final class LibraryModel {
  /// The kinds of changes that screens follow.
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
  /// The files that the last scan could not judge.
  package internal(set) var skipped: [SkippedFile] = [] { didSet { review.unread = Set(skipped.map(\.path)) } }
  /// The volume of the first folder; nil until the disk has answered.
  package internal(set) var storage: StorageFigures?
  /// The remembered decisions of all libraries.
  package internal(set) var ledger = Ledger()
  /// The number of the newest "keep" that findings leave out; later ones are still shown as decided, until the next
  /// scan.
  var ledgerMark: Int64 = 0
  /// By category, the photos that have left it since the last scan, because they were moved or are not the same; of a
  /// photo that stays in part, the file that went.
  var takenOff: [IssueCategory: Set<PathKey>] = [:]
  /// Photos that were put back, and whose decks were not opened since.
  var cameBack: Set<IssueKey> = []
  /// The photos that came back from the trash last, until the next decision: undo marks them again.
  var returned: ReturnedPhotos?
  /// By category, the card that was on the screen the last time.
  package internal(set) var bookmarks: [IssueCategory: FilePath] = [:]
  /// The reason why nothing can be decided: `--read-only`, or the session could not be opened; nil where decisions are
  /// possible.
  package let readOnlyReason: String?
  /// The folders of which nothing is proposed or moved; absolute.
  package internal(set) var protectedFolders: [FilePath]
  /// Whether scans leave out other file systems that are mounted below the folders.
  package let staysOnOneFileSystem: Bool

  /// Called after every change.
  package var onChange: (Change) -> Void = { _ in }
  /// Called with a sentence that Home shows until the next scan.
  package var onRemark: (String) -> Void = { _ in }

  let dependencies: Dependencies
  let work: WorkCounter
  var photos: [ScannedPhoto] = []
  /// The pairs of photos that were verified by their keypoints.
  var verified = VerifiedPairs.none
  /// Whether findings for moved sliders are being made.
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
  /// Whether there are results to show: the findings of a scan, now or in an earlier session, or that it found no
  /// photo.
  package var hasResults: Bool { hasFindings && !photos.isEmpty || last.result?.photosScanned == 0 }

  /// Whether a scan of these folders has ended, or the review began while the first one ran.
  var isBegun: Bool {
    last.result != nil || !review.actions.isEmpty || !review.undone.isEmpty || !bookmarks.isEmpty
  }

  /// Whether all that an earlier scan found is known now, also where all of it was moved.
  package var isKnown: Bool { hasResults || !isBegun || !missing.moved.isEmpty }
  /// The number of marked photos, while the findings are not known; else 0.
  package var marksWaiting: Int { isKnown ? 0 : review.effective.marks.count }

  /// Whether only those photos are known that the running scan, or one that was stopped, has reached so far.
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

/// The progress of a scan that was stopped.
package struct StoppedScan: Hashable, Sendable {
  /// The number of photos that are known.
  package var looked: Int
  /// The number of files that are there and were not read; nil where the scan was stopped before all were found.
  package var left: Int?

  /// Creates the value from two counts.
  package init(looked: Int, left: Int?) {
    self.looked = looked
    self.left = left
  }
}
