import Foundation
package import PhotoModel
import PhotoScan
package import Review
package import SystemPackage
import TextSurface

/// The library under review, shared by all screens: its folders, the running scan, the review and its durable half.
@MainActor
package final class LibraryModel {
  /// The kinds of changes that screens follow.
  package enum Change: Hashable, Sendable {
    case review, scan, roots
    /// The batches, or one of them, were read.
    case history
    /// Something that a screen waited for has come.
    case screen
    /// A question about something that has come: asked only where its screen is shown without an overlay.
    case question(Question, on: Route)
    /// A sentence that Home shows until the next scan.
    case remark(String)
    /// A scan that the user asked for came to its end.
    case scanned(photos: Int, elapsed: Duration)
  }

  /// The folders of the library, with their state on the disk.
  package internal(set) var folders: LibraryFolders
  /// The scan that is running.
  package internal(set) var scan = CurrentScan()
  /// The last scan that has ended, or was stopped.
  package internal(set) var lastScan = LastScan()
  /// The photos that are not where they were, and those that came back.
  package internal(set) var pathChanges = LibraryChanges()
  var changeCounts = ChangeCounts()
  /// The photos of the library, with the decisions and the findings about them; each change is counted.
  package internal(set) var review = Review() { didSet { changeCounts.review += 1 } }
  /// The settings of scans and findings.
  package internal(set) var settings: ScanSettings
  var remembered = RememberedDecisions()
  /// The last card on the screen, by category.
  package internal(set) var bookmarks: [IssueCategory: FilePath] = [:]
  /// The reason why nothing can be decided: `--read-only`, or the session could not be opened; nil where decisions are
  /// possible.
  package let readOnlyReason: String?
  var findings = FindingsRenewal()
  /// The measured sizes that photos would have if their files were made smaller.
  package internal(set) var measurements = ShrinkMeasurements()

  /// Called after every change.
  package var onChange: (Change) -> Void = { _ in }

  let dependencies: Dependencies
  let work: WorkCounter

  /// Creates the model of a library of which nothing is read yet; `open()` reads it.
  package init(
    roots: [FilePath], settings: ScanSettings, protectedFolders: [FilePath] = [], readOnlyReason: String? = nil,
    dependencies: Dependencies, work: WorkCounter
  ) {
    folders = LibraryFolders(roots: roots, protected: protectedFolders)
    self.settings = settings
    self.readOnlyReason = readOnlyReason
    self.dependencies = dependencies
    self.work = work
  }

  /// The folders of the library; absolute.
  package var roots: [FilePath] { folders.roots }
  /// The remembered decisions of all libraries.
  package var ledger: Ledger { remembered.all }
  /// The files that the last scan could not judge.
  package internal(set) var skipped: [SkippedFile] {
    get { lastScan.skipped }
    set {
      lastScan.skipped = newValue
      review.unread = Set(newValue.map(\.path))
    }
  }

  /// The photos and the verified pairs: all that findings are made of.
  var known: ScannedLibrary {
    findings.pending ?? ScannedLibrary(photos: review.photos.list, verified: findings.verified)
  }

  /// Whether a scan is running.
  package var isScanning: Bool { scan.run != nil }
  /// Whether there are results to show: the findings of a scan, now or in an earlier session, or that it found no
  /// photo.
  package var hasResults: Bool { findings.hasFindings && !known.photos.isEmpty || lastScan.result?.photosScanned == 0 }

  /// Whether a scan of these folders has ended, or the review began while the first one ran.
  var isBegun: Bool {
    lastScan.result != nil || !review.actions.isEmpty || !review.undone.isEmpty || !bookmarks.isEmpty
  }

  /// Whether all that an earlier scan found is known now, also where all of it was moved.
  package var isKnown: Bool { hasResults || !isBegun || !pathChanges.moved.isEmpty }
  /// The number of marked photos, while the findings are not known; else 0.
  package var marksWaiting: Int { isKnown ? 0 : review.effective.marks.count }

  /// Whether only those photos are known that the running scan, or one that was stopped, has reached so far.
  package var isKnownInPart: Bool { lastScan.stopped != nil || isScanning && scan.isFirstVisit }

  var request: ScanRequest {
    var request = ScanRequest(roots: roots, settings: settings, jobs: dependencies.environment.jobs)
    request.protectedFolders = folders.protected
    request.ledger = ledger
    request.mayBeginEarly = !isBegun
    return request
  }

  // MARK: Figures

  /// A path for display: escaped, and with "~" for the home folder.
  package func title(_ path: FilePath) -> String { pathTitle(path, home: dependencies.environment.home) }

  /// The folder of a photo for display: from the folder of the library on, with its name where there are several; as
  /// `title` where the photo lies in the folder of the library itself, or in none.
  func folderTitle(of path: FilePath) -> String {
    let folder = path.removingLastComponent()
    guard let root = roots.filter({ folder.starts(with: $0) }).max(by: { $0.components.count < $1.components.count })
    else { return title(folder) }
    let inside = Array(folder.components.dropFirst(root.components.count))
    let shown = roots.count > 1 ? [root.components.last].compactMap(\.self) + inside : inside
    return shown.isEmpty ? title(folder) : SafeText(bytes: FilePath(root: nil, shown).bytes).text
  }

  /// The folders of the library as a short text: "~/Pictures and 2 more"; empty where there is none.
  package var libraryTitle: String {
    roots.count > 1 ? "\(title(roots[0])) and \(roots.count - 1) more" : roots.first.map(title) ?? ""
  }

  static func sentence(_ error: any Error) -> String {
    (error as? UserFacingError)?.sentence ?? "The decision could not be written: \(error)"
  }
}

/// The progress of a scan that was stopped.
package struct StoppedScan: Hashable, Sendable {
  /// The number of photos that are known.
  package var known: Int
  /// The number of files that are there and were not read; nil where the scan was stopped before all were found.
  package var left: Int?
}
