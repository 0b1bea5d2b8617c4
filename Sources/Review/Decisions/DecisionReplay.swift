package import PhotoModel
package import SystemPackage

/// The decisions of a session, oldest first, applied to the present photos by the decision rule.
package struct DecisionReplay: Sendable {
  private(set) var effective = EffectiveDecisions()
  /// Photos of which a replay ended a mark that no decision names, or found one other than a decision recorded as
  /// `previous`. Undoing such a decision by its recorded `previous` would restore a wrong state, so `Review` replays
  /// all actions instead.
  private(set) var silentlyEnded: Set<FilePath> = []
  /// Photos of which the last decision is a mark for other bytes, or other companions, than there are now.
  private(set) var changedSinceMarked: Set<FilePath> = []
  /// Photos that were kept, or chosen as keepers, with other bytes.
  private(set) var changedSinceKept: Set<FilePath> = []
  /// The file kept as a photo of its own, by the photo that it belongs to.
  private(set) var keptCompanions: [FilePath: FilePath] = [:]
  /// Photos that were decided to stay under other paths, which are gone.
  private var newPathsOfStaying: Set<FilePath> = []
  private let photos: LibraryPhotos

  /// Replays decisions about the photos of a library.
  ///
  /// - Parameters:
  ///   - own: The actions that are not undone, oldest first.
  ///   - others: The decisions of other libraries by which a photo stays, numbered together with `own`.
  init(_ own: [DecisionAction], and others: [DecisionAction], in photos: LibraryPhotos, _ files: inout FileLocations) {
    self.photos = photos
    let actions = own.map { (action: $0, isOwn: true) } + others.map { (action: $0, isOwn: false) }
    for (action, isOwn) in others.isEmpty ? actions : actions.sorted(by: { $0.action.id < $1.action.id }) {
      let items = action.decidingItems
      for item in items { if isOwn { replay(item, of: action) } else { replay(other: item, of: action) } }
      for item in items where item.isStaying {
        applyStaying(item, isOwn: isOwn, &files)
        if let raw = item.rawDecision { applyStaying(raw, isOwn: isOwn, beside: photos[item.path], &files) }
      }
    }
    changedSinceMarked = changedSinceMarked.filter { photos[$0] != nil && effective.marks[$0] == nil }
  }

  /// Replays decisions by names alone, for photos that may not be there.
  package init(_ own: [DecisionAction], and others: [DecisionAction]) {
    let none = LibraryPhotos()
    var files = FileLocations(none)
    self.init(own, and: others, in: none, &files)
  }

  /// Photos that are marked for the bin in some category.
  package var marked: Set<FilePath> { Set(effective.marks.keys) }
  /// Photos that are kept in some category and marked in none.
  package var kept: Set<FilePath> {
    Set(effective.subjects.filter { effective.decision($0) == .keep }.map(\.path)).subtracting(effective.marks.keys)
  }

  private mutating func replay(_ item: DecisionAction.Item, of action: DecisionAction) {
    guard !mayBeStayingFile(item) else { return }
    let effect = item.effect(in: photos)
    noteChange(item, of: action, effect)
    guard let effect else { return }
    if effective.isMarked(IssueKey(item.path, item.category)) != (item.previous == .delete) {
      silentlyEnded.insert(item.path)
    }
    effective.write(effect, item.parts, item.keeper, to: item.destination, for: item, in: photos)
  }

  /// Whether the photo that was to stay may have taken the path of one that was marked: it was decided to stay, or the
  /// two were copies, and this is the only one left.
  private func mayBeStayingFile(_ item: DecisionAction.Item) -> Bool {
    guard item.decision == .delete, !photos.isEmpty, !item.isAboutVeryFile(in: photos) else { return false }
    if newPathsOfStaying.contains(item.path) { return true }
    guard let digest = item.digest, item.keeper == digest else { return false }
    return !photos.copies(of: digest).contains { $0.path != item.path }
  }

  private mutating func replay(other item: DecisionAction.Item, of action: DecisionAction) {
    if item.decision == .keep { noteChange(item, of: action, item.effect(in: photos)) }
  }

  /// Notes whether a photo has changed since it was marked or kept.
  ///
  /// - Parameter effect: The meaning of the decision now; nil where another file has its path now.
  private mutating func noteChange(_ item: DecisionAction.Item, of action: DecisionAction, _ effect: UserDecision?) {
    if item.decision == .delete, effect != .delete {
      if effect == .pending || photos[item.path] != nil { changedSinceMarked.insert(item.path) }
    } else if !changedSinceMarked.isEmpty {
      changedSinceMarked.remove(item.path)
    }
    if item.decision == .keep || action.keeperMove?.path == item.path {
      if effect == nil, photos[item.path] != nil {
        changedSinceKept.insert(item.path)
      } else if effect != nil, !changedSinceKept.isEmpty {
        changedSinceKept.remove(item.path)
      }
    } else if item.decision == .delete, effect != .delete, !changedSinceKept.isEmpty {
      changedSinceKept.remove(item.path)
    }
  }

  /// Applies a decision by which something stays: a keep, the choice of a keeper, a mark for one half, or a decision
  /// taken back. Ends the older marks that it contradicts, wherever its file is now; a keep counts there.
  ///
  /// - Parameter photo: The photo that was decided about, where the file is its RAW.
  private mutating func applyStaying(
    _ decision: DecisionAction.Item, isOwn: Bool, beside photo: ScannedPhoto? = nil, _ files: inout FileLocations
  ) {
    endMarks(of: decision.path, where: decision.endsMark)
    guard !photos.isEmpty else { return }
    if decision.decision == .keep, decision.effect(in: photos) != nil { write(keep: decision, at: decision.path) }
    let raw = photo?.companions.first { $0.path == decision.path }
    let others =
      raw.flatMap { raw in photo.map { [FileLocations.Location(photo: $0, companion: raw)] } }
      ?? files.others(of: decision, isOfLibrary: isOwn)
    for location in others {
      let path = location.photo.path
      guard let companion = location.companion else {
        newPathsOfStaying.insert(path)
        endMarks(of: path, where: decision.endsMark)
        if decision.decision == .keep { write(keep: decision, at: path) }
        continue
      }
      guard decision.decision != .delete else { continue }
      endMarks(of: path) { removedParts in
        location.photo.files(of: removedParts).companions.contains { $0.path == companion.path }
      }
      if decision.decision == .keep, photo == nil { keptCompanions[path] = companion.path }
    }
  }

  /// Ends the marks of a file that a later decision contradicts.
  ///
  /// - Parameter isAgainst: Whether the decision contradicts a mark, by the parts that go by the mark.
  private mutating func endMarks(of path: FilePath, where isAgainst: (PhotoParts) -> Bool) {
    for key in effective.marks(of: path, where: isAgainst) {
      silentlyEnded.insert(path)
      effective.write(.pending, .all, nil, at: key, isLapsed: false)
    }
  }

  private mutating func write(keep decision: DecisionAction.Item, at path: FilePath) {
    effective.write(.keep, .all, nil, at: IssueKey(path, decision.category), isLapsed: false)
  }
}

extension DecisionAction.Item {
  /// The meaning of the decision now; nil where another file has its path now. Without photos only the name is
  /// compared.
  func effect(in photos: LibraryPhotos) -> UserDecision? { effect(of: decision, removedParts: parts, in: photos) }

  func effect(of decision: UserDecision, removedParts: PhotoParts, in photos: LibraryPhotos) -> UserDecision? {
    photos.isEmpty ? decision : photos[path].flatMap { effect(of: decision, removedParts: removedParts, on: $0) }
  }

  /// Whether the file that was decided about still has its path, and not another one with the same bytes.
  func isAboutVeryFile(in photos: LibraryPhotos) -> Bool {
    photos[path].map { file.isSame(as: $0.path, $0.identity, $0.digest) } ?? false
  }
}
