import FileSafety
import PhotoModel
import Synchronization
import SystemPackage

/// The way from the bin to the trash: the question, the move, and what became of it.
@MainActor
package final class RemovalModel {
  private var question = ConfirmationState()
  private var move = MovingState()
  package private(set) var done = DoneState()
  private let library: LibraryModel
  private let effects: Effects
  private let work: WorkCounter
  private var request = RemovalRequest(items: [], protectedFolders: [])
  /// In the bin, but not part of the request, and why.
  private var held: [FilePath: String] = [:]
  /// The photo that each item of the request is, or is a part of, by the item's path.
  private var photoOfItem: [FilePath: FilePath] = [:]
  private var lastBatch: String?
  private var stopSign = StopSign()
  /// Yes was said while the guards were still looking.
  private var isAnswered = false
  /// Folders that were proposed already: nobody is asked twice.
  private var proposed: Set<FilePath> = []

  /// Told when a state changed by itself.
  package var onChange: () -> Void = {}
  /// The user said yes and nothing stands in the way.
  package var onReady: () -> Void = {}
  /// Some photos have no trash on their volume: a folder could stand in for it, if the user says so.
  package var onProposal: (Question) -> Void = { _ in }
  /// The move is over; the receipt says what became of each photo.
  package var onMoved: (RemovalReceipt) -> Void = { _ in }
  /// A batch is back, in whole or in part.
  package var onRestored: (RestoreReceipt) -> Void = { _ in }

  package init(library: LibraryModel) {
    self.library = library
    effects = library.effects
    work = library.work
  }

  /// The question, with what the disk has not answered by now.
  package var confirmation: ConfirmationState {
    guard question.isChecking else { return question }
    var state = question
    state.waiting = waiting
    return state
  }

  /// The move, with what the disk has not answered by now.
  package var moving: MovingState {
    var state = move
    state.waiting = waiting
    return state
  }

  private var waiting: String? {
    effects.removal.silence().map { $0.title(home: effects.surroundings.home) }
  }

  // MARK: The question

  /// Counts what would go and what would stay, and asks the guards.
  package func prepare() {
    let lastCopies = library.review.lastCopies
    request = makeRequest(without: lastCopies)
    held = Dictionary(uniqueKeysWithValues: lastCopies.map { ($0, Self.lastCopyReason) })
    isAnswered = false
    var state = ConfirmationState()
    state.photos = request.items.count
    state.bytes = request.items.map(\.size).total
    state.companions = companionCounts
    for item in request.items {
      if item.parts != .all {
        state.inPart += 1
        continue
      }
      switch item.safeguard {
      case .exactCopy:
        state.exactCopies += 1
        if item.companions.contains(where: \.survivors.isEmpty) { state.losing += 1 }
      case .similar(let staying):
        state.similar += 1
        if item.companions.contains(where: \.survivors.isEmpty) { state.losing += 1 }
        if !library.review.isKeeper(staying.path) { state.keepersStay = false }
      case .onlyOne: state.onlyOnes += 1
      }
    }
    state.blocked = library.readOnlyReason
    state.refused = refusals(held)
    state.isChecking = state.blocked == nil
    question = state
    guard state.isChecking else { return }
    let request = self.request
    work.run { [self] in
      let preflight = await effects.removal.preflight(request)
      guard request == self.request else { return }
      question.refused = refusals(preflight.refused.merging(held) { $1 })
      question.volumes = preflight.trashCount
      question.inUse = preflight.inUse
      question.blocked = preflight.blocked
      question.isChecking = false
      // What they found was not on the screen when the user said yes: then it must be said again.
      if isAnswered, canMove, preflight.refused.isEmpty { onReady() }
      isAnswered = false
      if let proposal = preflight.proposal, proposed.insert(proposal.folder).inserted { onProposal(asking(proposal)) }
      onChange()
    }
  }

  private func asking(_ proposal: SetAsideProposal) -> Question {
    Question(
      subject: .setAside(proposal.folder), title: "No trash here. Set them aside?",
      lines: [
        "\(counted(proposal.photos, "photo")) \(proposal.photos == 1 ? "is" : "are") on a drive where no trash can be "
          + "made. Deckle can keep a folder of its own there:",
        library.title(proposal.folder),
        "What goes there is listed in the history and can be put back, as from the trash; only your file manager does "
          + "not know it. Nothing is moved yet.",
      ], safeButton: "Leave them", actButton: "Use this folder")
  }

  /// The user wants photos without a trash to go to this folder: looks again at what could be moved.
  func setAsideConfirmed(_ folder: FilePath) {
    question.isChecking = true
    work.run { [self] in
      do {
        try await effects.removal.setAside(folder)
      } catch {
        question.isChecking = false
        question.blocked = (error as? any SpokenError)?.sentence ?? "\(library.title(folder)) cannot be used."
        return onChange()
      }
      library.checkAccess()
      prepare()
      onChange()
    }
  }

  package func focusMove(_ isFocused: Bool) { question.isMoveFocused = isFocused && question.blocked == nil }

  /// The move may begin: something is there to move, and the guards have looked at it.
  package var canMove: Bool {
    !question.isChecking && question.blocked == nil && question.photos > 0
  }

  /// Yes, as soon as the guards have looked.
  package func answerYes() {
    if question.isChecking { isAnswered = true } else if canMove { onReady() }
  }

  // MARK: The move

  package func begin() {
    guard canMove else { return }
    let request = self.request
    let sign = StopSign()
    stopSign = sign
    move = MovingState()
    move.total = request.items.count
    let report = progressReport()
    work.run { [self] in
      let receipt = await effects.removal.move(request, { sign.isRaised }, report)
      lastBatch = receipt.batch
      done = DoneState()
      done.moved = receipt.moved.count
      done.files = receipt.files
      done.bytes = receipt.freed
      done.places = receipt.trashFolders.map(library.title)
      done.refused = refusals(receipt.refused.merging(held) { $1 })
      done.canRestore = receipt.batch != nil
      if !receipt.isRecorded { done.message = notRecordedSentence }
      done.shownAt = effects.surroundings.now()
      tellLibrary(receipt, of: request)
      var told = receipt
      told.refused = Dictionary(
        receipt.refused.map { (photoOfItem[$0.key] ?? $0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
      told.refused.merge(held) { $1 }
      onMoved(told)
    }
  }

  /// Not another photo after this one.
  package func stopPressed() { stopSign.raise() }

  // MARK: Putting back

  /// Puts a batch back; nil is the batch of the done screen.
  package func restore(_ batch: String? = nil) {
    guard let batch = batch ?? (done.canRestore ? lastBatch : nil) else { return }
    move = MovingState()
    move.isRestoring = true
    let sign = StopSign()
    stopSign = sign
    let report = progressReport()
    work.run { [self] in
      let receipt = await effects.removal.restore(batch, { sign.isRaised }, report)
      if batch == lastBatch {
        done.restored = receipt.restored.count
        done.canRestore = false
        done.message = restoreSentence(receipt)
      }
      library.photosRestored(receipt.restored)
      onRestored(receipt)
    }
  }

  // MARK: Private

  private static let lastCopyReason =
    "all its copies are in the bin, so this one stays; move again to let it go too"

  /// - Parameter lastCopies: In the bin, but they stay; they are what makes their copies copies.
  private func makeRequest(without lastCopies: Set<FilePath>) -> RemovalRequest {
    let review = library.review
    photoOfItem = [:]
    let items = review.bin.compactMap { issue -> RemovalItem? in
      guard let photo = review.photos[issue.path], !lastCopies.contains(photo.path) else { return nil }
      let item = review.removalItem(of: photo, lastCopies: lastCopies)
      photoOfItem[item.path] = photo.path
      return item
    }
    return RemovalRequest(items: items, protectedFolders: library.protectedFolders)
  }

  /// Of the files that go along, how many of each kind.
  private var companionCounts: [Companion.Role: Int] {
    var counts: [Companion.Role: Int] = [:]
    for item in request.items {
      let going = Set(item.files.map(\.path))
      let photo = photoOfItem[item.path].flatMap { library.review.photos[$0] }
      for companion in photo?.companions ?? [] where going.contains(companion.path) {
        counts[companion.role, default: 0] += 1
      }
    }
    return counts
  }

  private func tellLibrary(_ receipt: RemovalReceipt, of request: RemovalRequest) {
    let moved = Set(receipt.moved)
    var photos: [FilePath] = []
    var parts: [FilePath: [FilePath]] = [:]
    for item in request.items where moved.contains(item.path) {
      let photo = photoOfItem[item.path] ?? item.path
      if item.parts != .raw { photos.append(photo) }
      if item.parts != .all { parts[photo] = item.files.map(\.path) }
    }
    library.photosMoved(photos, parts: parts)
  }

  private func refusals(_ refused: [FilePath: String]) -> [Refusal] {
    refused.sorted { precedesInByteOrder($0.key, $1.key) }.map { Refusal(name: nameTitle($0.key), reason: $0.value) }
  }

  /// Comes from the thread that moves; the screen follows on the main actor.
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

/// Raised by a key on the main actor, read by the thread that moves.
private final class StopSign: Sendable {
  private let raised = Atomic<Bool>(false)
  var isRaised: Bool { raised.load(ordering: .relaxed) }
  func raise() { raised.store(true, ordering: .relaxed) }
}
