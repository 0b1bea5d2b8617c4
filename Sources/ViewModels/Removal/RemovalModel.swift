import FileSafety
import PhotoModel
import PhotoScan
import Removal
import Review
package import SystemPackage

/// The way from the bin to the trash: the question, the move, and its outcome.
@MainActor
package final class RemovalModel {
  var question = ConfirmationState()
  private var move = RunningMove(of: RemovalRequest(items: [], protectedFolders: []))
  /// The outcome of the last move, and of putting its batch back.
  package internal(set) var done = DoneState()
  let library: LibraryModel
  let pictures: PictureLoader
  var questionPictures = QuestionPictures()
  var batchPictures = BatchPictures()
  var checked = CheckedRemoval()
  var check = RunningCheck()
  /// The batch of `done`; nil where nothing was moved.
  private(set) var lastBatch: String?
  var inclusion = Inclusion()
  /// The kinds of metadata, by removed photo, for which its value counts where the one that stays has another.
  var choices: [FilePath: Set<Holding>] = [:]
  /// The folders that were proposed already: each is proposed once.
  var proposed: Set<FilePath> = []

  /// Photos outside of the bin that a yes moves as well, because their metadata is carried over.
  struct Inclusion {
    var photos: [FilePath] = []
    /// The review as if they were marked; nil where there is none.
    var review: Review?
  }

  /// Called with events for other screens.
  package var onEvent: (RemovalEvent) -> Void = { _ in }

  /// Whether the last question, move or batch is about photos that are made smaller.
  var isShrinking: Bool { !checked.request.shrinks.isEmpty }

  /// Creates the model with no question and no move.
  package init(library: LibraryModel, pictures: PictureLoader) {
    self.library = library
    self.pictures = pictures
  }

  var dependencies: Dependencies { library.dependencies }
  var work: WorkCounter { library.work }

  /// The state of the question, with the file or folder for which the disk has not answered.
  package var confirmation: ConfirmationState {
    guard question.isChecking else { return question }
    var state = question
    state.waiting = waiting
    return state
  }

  /// The state of the move, with the file or folder for which the disk has not answered.
  package var moving: MovingState {
    var state = move.state
    state.waiting = waiting
    return state
  }

  private var waiting: String? {
    dependencies.removal.stall().map { $0.title(home: dependencies.environment.home) }
  }

  // MARK: The move

  /// Starts the move that the question was about; does nothing while `canMove` is false.
  package func begin() {
    guard canMove else { return }
    let checked = checked
    var asked = checked.confirmed
    if question.isCarrying { asked.carried = checked.carried }
    let request = asked
    move = RunningMove(of: request)
    let (cancellation, report) = (move.cancellation, progressReport())
    work.run { [self] in
      let receipt = await dependencies.removal.move(request, { cancellation.isRaised }, report)
      // A file that may have been moved cannot be put back before the next start has checked it.
      lastBatch = receipt.files > 0 ? receipt.batch?.text : nil
      done = DoneState()
      done.moved = receipt.moved.count
      done.files = receipt.files
      done.isShrinking = isShrinking
      done.bytes = receipt.freed
      done.bytesAfter = receipt.bytes - receipt.freed
      done.sidecars = receipt.sidecars.values.count { $0 == .kept }
      done.freesSomething = receipt.folderPaths.isEmpty || !receipt.trashFolders.isEmpty
      let folders = Set(receipt.folderPaths.values.map { $0.removingLastComponent() }).sorted(by: precedesInByteOrder)
      done.locations = (receipt.trashFolders + folders).map { DoneState.TrashLocation(library.title($0), path: $0) }
      done.refused = checked.refusals(receipt.refused.merging(checked.staying) { $1 })
      done.unknown = receipt.unknown
      done.canRestore = lastBatch != nil
      if !receipt.isRecorded { done.message = library.notRecordedSentence }
      done.shownAt = dependencies.environment.now()
      let raws = checked.raws
      showDone(
        receipt.moved.compactMap { photo in
          let path = isShrinking ? photo : receipt.folderPaths[photo] ?? receipt.trashPaths[photo]
          return path.map { (nameTitle(raws[photo] ?? photo), $0) }
        })
      askForFree(receipt.trashFolders)
      if isShrinking {
        library.photosReplaced(receipt.replaced)
      } else {
        let (photos, parts) = request.parts(of: receipt.moved)
        library.review.remember(lastOfCopies: checked.excluded.keys, beside: Set(photos))
        library.photosMoved(photos, parts: parts)
      }
      // The staying photos have another sidecar now.
      if receipt.sidecars.values.contains(.kept) { library.scanAgain() }
      var shown = receipt
      shown.refused.merge(checked.staying) { $1 }
      onEvent(.moved(shown))
    }
  }

  /// Stops the move or the restore after the present photo.
  package func stopPressed() { move.stop() }

  /// Shows a sentence beside the outcome of the batch.
  func showMessage(_ message: String?) { done.message = message }

  // MARK: Putting back

  /// Puts a batch back; nil is the batch of the done screen.
  package func restore(_ batch: String? = nil, photo: FilePath? = nil) {
    let isOfDone = batch == nil
    guard let batch = batch ?? (done.canRestore ? lastBatch : nil) else { return }
    move = RunningMove()
    let (cancellation, report) = (move.cancellation, progressReport())
    work.run { [self] in
      let receipt = await dependencies.removal.restore(batch, photo, { cancellation.isRaised }, report)
      if batch == lastBatch, photo == nil {
        done.restored = receipt.restored.count
        done.unknown = receipt.unknown
        done.canRestore = false
        done.message = restoreSentence(receipt, notRecorded: library.notRecordedSentence)
        if isOfDone { showDone(receipt.restored.map { (nameTitle($0), $0) }) }
      }
      if receipt.replaced.isEmpty {
        library.photosRestored(receipt.restored, digests: receipt.digests)
      } else {
        library.photosReplaced(receipt.replaced)
      }
      onEvent(.restored(receipt))
    }
  }

  // MARK: Private

  /// The closure for progress: called on the thread that moves, the screen follows on the main actor.
  private func progressReport() -> @Sendable (RemovalProgress) -> Void {
    { [weak self] progress in
      Task { @MainActor [weak self] in
        guard let self else { return }
        move.apply(progress)
        library.onChange(.screen)
      }
    }
  }
}
