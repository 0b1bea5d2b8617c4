import PhotoModel

/// The Scanning screen: how far it is, and what turns up.
@MainActor
package final class ScanningModel {
  package private(set) var state = ScanningState()
  private let library: LibraryModel

  package init(library: LibraryModel) { self.library = library }

  package func refresh() {
    guard let progress = library.progress else { return }
    if progress.processed < state.progress.processed { state = ScanningState() }
    state.progress = progress
    state.libraryTitle = library.libraryTitle
    state.currentName = library.currentFile.map(nameTitle) ?? ""
    state.waiting = library.waiting.map {
      DiskSilence(place: $0.place, time: $0.silence).title(home: library.effects.surroundings.home)
    }
    state.canReview = library.review.listed.photos > 0
    let elapsed = library.effects.surroundings.now() - library.scanStartedAt
    let seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
    // Photos out of the cache come at once and say nothing about the pace of the others.
    let read = progress.processed - progress.fromCache
    if progress.stage == .reading, seconds > 0.5, read > 0 {
      let pace = Double(read) / seconds
      state.photosPerSecond = pace
      state.secondsLeft = Int((Double(progress.total - progress.processed) / pace).rounded(.up))
    } else if progress.stage != .reading {
      state.secondsLeft = nil
    }
  }

  package func stopPressed() {
    state.isStopping = true
    library.cancelScan()
  }

  package func begin() { state = ScanningState() }
}
