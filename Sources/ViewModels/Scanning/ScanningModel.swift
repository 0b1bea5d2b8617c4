import PhotoModel
import Review
package import TextSurface

/// The Scanning screen: the progress of the scan.
@MainActor
package final class ScanningModel {
  /// The state that the Scanning screen is drawn from.
  package private(set) var state = ScanningState()
  private let library: LibraryModel
  /// The cells of the small picture; empty where there is no space for one.
  package var pictureArea = Size(columns: 0, rows: 0)
  /// The pixels of a cell of the terminal.
  package var cell = CellPixels.standard
  /// Called when a picture has come.
  package var onChange: () -> Void = {}
  private var isChecking = false
  private var pictureAskedAt: Duration?
  /// The time at which pairs began to be compared, and those that were by then; nil before.
  private var firstPairs: (time: Duration, compared: Int)?

  /// A calm pace: a picture costs the scan about 10 ms of a processor.
  private static let pause: Duration = .seconds(2)

  /// Creates the model before any scan.
  package init(library: LibraryModel) { self.library = library }

  /// Makes the state anew from the running scan; does nothing where none runs.
  ///
  /// - Parameter isShown: Whether the screen is shown, so that a picture is worth its cost.
  package func refresh(isShown: Bool = false) {
    guard let progress = library.scan.progress else { return }
    if progress.processed < state.progress.processed { state = ScanningState() }
    state.progress = progress
    state.libraryTitle = library.libraryTitle
    state.currentName = library.scan.currentFile.map(nameTitle) ?? ""
    state.waiting = library.scan.waiting.map {
      IOStall(path: $0.path, time: $0.stall).title(home: library.dependencies.environment.home)
    }
    state.canReview = library.review.listed.photos > 0
    if state.canReview { state.remark = nil }
    if isShown { askForPicture() }
    let elapsed = library.dependencies.environment.now() - library.scan.startedAt
    let seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
    // Photos out of the cache come at once and say nothing about the pace of the others.
    let read = progress.processed - progress.fromCache
    if progress.stage == .reading, seconds > 0.5, read > 0 {
      let pace = Double(read) / seconds
      state.photosPerSecond = pace
      let left = Double(progress.total - progress.processed) + Double(progress.total) * Self.comparingShare
      state.secondsLeft = Int((left / pace).rounded(.up))
    } else if progress.stage != .reading {
      state.secondsLeft = secondsOfPairs(progress)
    }
  }

  /// The time that comparing is expected to take, in that of reading: it is measured once the first pairs are compared.
  private static let comparingShare = 0.25

  /// The time that the pairs will take that are left, by the pace since the first; nil before that is known.
  private func secondsOfPairs(_ progress: ScanProgress) -> Int? {
    let now = library.dependencies.environment.now()
    guard progress.toCompare > 0, progress.compared < progress.toCompare else {
      firstPairs = nil
      return nil
    }
    guard let first = firstPairs, first.compared <= progress.compared else {
      firstPairs = (now, progress.compared)
      return nil
    }
    let (done, seconds) = (progress.compared - first.compared, (now - first.time) / .seconds(1))
    guard done > 0, seconds > 0.5 else { return state.secondsLeft }
    return Int((Double(progress.toCompare - progress.compared) * seconds / Double(done)).rounded(.up))
  }

  /// Decodes the file that was read last, unless there was a picture a moment ago, or one is being decoded.
  private func askForPicture() {
    let now = library.dependencies.environment.now()
    guard state.progress.stage == .reading, state.waiting == nil, pictureArea.columns > 0, !isChecking,
      pictureAskedAt.map({ now - $0 >= Self.pause }) ?? true, let path = library.scan.currentFile
    else { return }
    isChecking = true
    pictureAskedAt = now
    library.work.run { [self] in
      defer { isChecking = false }
      let dependencies = library.dependencies.pictures
      guard let identity = await dependencies.identity(path) else { return }
      let request = PictureRequest(path: path, identity: identity, area: pictureArea, cell: cell)
      let picture = await dependencies.preview(request)
      // What cannot be shown is no loss here: the name passes by all the same.
      guard case .ready = picture, library.isScanning else { return }
      state.picture = picture
      onChange()
    }
  }

  /// Esc: asks the running scan to stop.
  package func stopPressed() {
    state.isStopping = true
    library.cancelScan()
  }

  /// Shows why a key did nothing; nil takes the sentence away.
  func showMessage(_ remark: String?) { state.remark = remark }

  /// Empties the state for a scan that starts now.
  package func begin() {
    state = ScanningState()
    firstPairs = nil
  }
}
