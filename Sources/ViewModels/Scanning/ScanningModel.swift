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
  private var isChecking = false
  private var pictureAskedAt: Duration?
  private var estimate = ScanTimeEstimate()

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
    state.found = library.review.issueCounts
    state.libraryTitle = library.libraryTitle
    state.currentName = library.scan.currentFile.map(nameTitle) ?? ""
    state.waiting = library.scan.waiting.map {
      IOStall(path: $0.path, time: $0.stall).title(home: library.dependencies.environment.home)
    }
    let canReview = library.review.listed.photos > 0
    // The remark may have been that nothing could be reviewed yet.
    if canReview, !state.canReview { state.remark = nil }
    state.canReview = canReview
    if isShown { askForPicture() }
    estimate.update(state, at: library.dependencies.environment.now())
    (state.photosPerSecond, state.secondsLeft) = (estimate.photosPerSecond, estimate.secondsLeft)
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
      // A picture that cannot be shown does not matter here: its name is shown in any case.
      guard case .ready = picture, library.isScanning else { return }
      state.picture = picture
      library.onChange(.screen)
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
  package func begin() { state = ScanningState() }
}
