import FileSafety
import PhotoModel
package import Removal
import Review
package import SystemPackage

/// The way from the bin to the trash: the question, the move, and its outcome.
@MainActor
package final class RemovalModel {
  var question = ConfirmationState()
  private var move = MovingState()
  /// The outcome of the last move, and of putting its batch back.
  package internal(set) var done = DoneState()
  let library: LibraryModel
  let dependencies: Dependencies
  let work: WorkCounter
  let pictures: PictureLoader
  /// The space for small pictures below the question.
  package var thumbnailCapacity = PictureRow.none {
    didSet { if thumbnailCapacity != oldValue { chooseThumbnails() } }
  }
  /// The space for small pictures on the screen about a finished batch.
  package var doneCapacity = PictureRow.none {
    didSet { if doneCapacity != oldValue { identifyDone() } }
  }
  /// The first files that were moved, or put back, by their paths now.
  var doneFiles: [(name: String, path: FilePath)] = []
  /// The answers of the disk about the files that are shown.
  var doneChecks: [FilePath: MovedFileCheck] = [:]
  /// The photos of the thumbnails, and whether each should be checked.
  var shownThumbnails: [(photo: FilePath, needsCheck: Bool)] = []
  var request = RemovalRequest(items: [], protectedFolders: [])
  /// The photos in the bin that are no part of the request, each with the reason.
  var excluded: [FilePath: String] = [:]
  /// The photos of the request that the checks refuse, each with the reason.
  var guarded: [FilePath: String] = [:]
  /// The copies in the backup of the photos of the request: items rely on them where nothing else stays of a file. They
  /// do not count as staying in the library. Nil without a backup.
  var proof: BackupProof?
  /// The photos of the request that are not in the backup, each with the reason.
  var unsaved: [FilePath: String] { proof?.missing ?? [:] }
  /// Whether photos that are not in the backup stay; the user may decide otherwise.
  var holdsUnsaved = true
  var lastBatch: String?
  private var stopSign = StopSign()
  /// The flag that stops the checks of the open question.
  var checkSign = StopSign()
  /// Whether the user said yes while the checks were running.
  var isAnswered = false
  /// Whether the library is missing as a whole, so that no photo is reported by itself.
  var hasLibraryAway = false
  /// The folders that were proposed already: each is proposed once.
  var proposed: Set<FilePath> = []

  /// Called when a state changed without a key.
  package var onChange: () -> Void = {}
  /// Called when the user said yes and the move may begin.
  package var onReady: () -> Void = {}
  /// Called with a question that comes first: photos without a trash on their volume, or without a copy in the backup.
  package var onQuestion: (Question) -> Void = { _ in }
  /// Called when the move is over, with the outcome of each photo.
  package var onMoved: (RemovalReceipt) -> Void = { _ in }
  /// Called when a restore is over.
  package var onRestored: (RestoreReceipt) -> Void = { _ in }

  /// Creates the model with no question and no move.
  package init(library: LibraryModel, pictures: PictureLoader) {
    self.library = library
    self.pictures = pictures
    dependencies = library.dependencies
    work = library.work
  }

  /// The state of the question, with the file or folder for which the disk has not answered.
  package var confirmation: ConfirmationState {
    guard question.isChecking else { return question }
    var state = question
    state.waiting = waiting
    return state
  }

  /// The state of the move, with the file or folder for which the disk has not answered.
  package var moving: MovingState {
    var state = move
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
    var request = self.request
    request.items = going.map { proof?.relying($0) ?? $0 }
    let stays = staying
    let sign = StopSign()
    stopSign = sign
    move = MovingState()
    move.total = request.items.count
    let report = progressReport()
    work.run { [self] in
      let receipt = await dependencies.removal.move(request, { sign.isRaised }, report)
      // Of what may have been moved nothing can be put back before the next start has looked.
      lastBatch = receipt.files > 0 ? receipt.batch?.text : nil
      done = DoneState()
      done.moved = receipt.moved.count
      done.files = receipt.files
      done.bytes = receipt.freed
      done.places = receipt.trashFolders.map { DoneState.TrashPlace(library.title($0)) }
      done.refused = refusals(receipt.refused.merging(stays) { $1 })
      done.unknown = receipt.unknown
      done.canRestore = lastBatch != nil
      if !receipt.isRecorded { done.message = library.notRecordedSentence }
      done.shownAt = dependencies.environment.now()
      let raws = rawsGoing
      showDone(
        receipt.moved.compactMap { photo in receipt.trashPaths[photo].map { (nameTitle(raws[photo] ?? photo), $0) } })
      askForFree(receipt.trashFolders)
      tellLibrary(receipt, of: request)
      var shown = receipt
      shown.refused.merge(stays) { $1 }
      onMoved(shown)
    }
  }

  /// Stops the move or the restore after the present photo.
  package func stopPressed() {
    stopSign.raise()
    move.isStopping = true
  }

  /// Shows a sentence beside the outcome of the batch.
  func showMessage(_ message: String?) { done.message = message }

  // MARK: Putting back

  /// Puts a batch back; nil is the batch of the done screen.
  package func restore(_ batch: String? = nil, photo: FilePath? = nil) {
    let isOfDone = batch == nil
    guard let batch = batch ?? (done.canRestore ? lastBatch : nil) else { return }
    move = MovingState()
    move.isRestoring = true
    let sign = StopSign()
    stopSign = sign
    let report = progressReport()
    work.run { [self] in
      let receipt = await dependencies.removal.restore(batch, photo, { sign.isRaised }, report)
      if batch == lastBatch, photo == nil {
        done.restored = receipt.restored.count
        done.unknown = receipt.unknown
        done.canRestore = false
        done.message = restoreSentence(receipt, notRecorded: library.notRecordedSentence)
        if isOfDone { showDone(receipt.restored.map { (nameTitle($0), $0) }) }
      }
      library.photosRestored(receipt.restored, digests: receipt.digests)
      onRestored(receipt)
    }
  }

  // MARK: Private

  private func tellLibrary(_ receipt: RemovalReceipt, of request: RemovalRequest) {
    let moved = Set(receipt.moved)
    var photos: [FilePath] = []
    var parts: [FilePath: [FilePath]] = [:]
    for item in request.items where moved.contains(item.photo) {
      if item.parts != .raw { photos.append(item.photo) }
      if item.parts != .all { parts[item.photo] = item.files.map(\.path) }
    }
    library.review.remember(lastOfCopies: excluded.keys, beside: Set(photos))
    library.photosMoved(photos, parts: parts)
  }

  func refusals(_ refused: [FilePath: String]) -> [Refusal] {
    let raws = rawsGoing
    return refused.map { (file: raws[$0.key] ?? $0.key, reason: $0.value) }
      .sorted { precedesInByteOrder($0.file, $1.file) }.map { Refusal(name: nameTitle($0.file), reason: $0.reason) }
  }

  /// The RAW of each photo of which only the RAW goes, by the path of the photo.
  private var rawsGoing: [FilePath: FilePath] {
    Dictionary(
      request.items.lazy.filter { $0.parts == .raw }.map { ($0.photo, $0.path) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The closure for progress: called on the thread that moves, the screen follows on the main actor.
  private func progressReport() -> @Sendable (RemovalProgress) -> Void {
    { [weak self] progress in
      Task { @MainActor [weak self] in
        guard let self else { return }
        move.done = progress.done
        move.total = progress.total
        move.currentName = nameTitle(progress.current)
        onChange()
      }
    }
  }
}
