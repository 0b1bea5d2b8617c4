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
  /// The time from which the pace of comparing is measured, and the pairs that were compared by then; nil before.
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
    let elapsed = library.dependencies.environment.now() - library.scan.startedAt
    let seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
    // Photos from the cache come at once and do not count for the pace.
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

  /// The time that the pairs will take that are left; nil before that is known.
  private func secondsOfPairs(_ progress: ScanProgress) -> Int? {
    let (now, compared, left) = (
      library.dependencies.environment.now(), progress.compared, progress.toCompare - progress.compared
    )
    // Each photo is read again for the first of its pairs. Where photos have many pairs, that is over before the
    // others, which take a small part of the time each; else it goes on to the end.
    let dear = progress.toCompare > progress.total ? progress.total : progress.toCompare / 10
    guard left > 0, compared >= dear else {
      firstPairs = nil
      return nil
    }
    guard let first = firstPairs, first.compared <= compared else {
      firstPairs = (now, compared)
      return nil
    }
    let (done, seconds) = (compared - first.compared, (now - first.time) / .seconds(1))
    return done > 0 && seconds >= 2 ? Int((Double(left) * seconds / Double(done)).rounded(.up)) : nil
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
  package func begin() {
    state = ScanningState()
    firstPairs = nil
  }
}
