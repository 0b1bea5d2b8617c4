package import PhotoModel
import Review
import SystemPackage

/// Decisions about photos: on the disk first, then in the review.
extension LibraryModel {
  /// Puts an action on the disk, then lets it take effect.
  ///
  /// - Parameter bookmark: The card that comes next.
  /// - Returns: Nil, or the sentence that says why it was not recorded; then nothing has changed.
  package func decide(_ action: DecisionAction, bookmark: Bookmark? = nil) -> String? {
    if let readOnlyReason { return readOnlyReason }
    do {
      let change = review.ledgerChange(of: action, at: dependencies.environment.today())
      let stored = try dependencies.session.record(action, change, bookmark, roots)
      remember(bookmark)
      review.apply(stored)
      returned = nil
      if stored.items.contains(where: { $0.previous == .delete && $0.decision != .delete }) { changes.agreements += 1 }
      tookOff(stored)
      if stored.refusal != nil { ledgerChanged() }
      onChange(.review)
      return nil
    } catch { return Self.sentence(error) }
  }

  /// Takes the last action back. Right after a restore, that is taken back as far as it can be: nothing moves, and the
  /// photos that came back are marked again.
  ///
  /// - Parameter bookmark: Gives the card that comes next, by the action.
  /// - Returns: The action taken back, or the marks that were made, and whether the first photo was in the bin. The
  ///   action is nil where there was none, or it could not be recorded; then `problem` is a sentence.
  package func undo(
    bookmark: (DecisionAction) -> Bookmark? = { _ in nil }
  ) -> (action: DecisionAction?, wasInBin: Bool, problem: String?) {
    if let returned {
      if isScanning { return (nil, false, "What came back is being read again; after that u marks it") }
      if let action = review.action(marking: returned) {
        let problem = decide(action)
        return (problem == nil ? action : nil, false, problem)
      }
      self.returned = nil
      return (nil, false, "Of what came back nothing is a question with the same bytes")
    }
    guard let action = review.nextUndo else { return (nil, false, nil) }
    if let readOnlyReason { return (nil, false, readOnlyReason) }
    let wasInBin = action.items.first.map { review.isInBin($0.path) } ?? false
    let bookmark = bookmark(action)
    do { try dependencies.session.undo(action.id, bookmark, roots) } catch {
      return (nil, wasInBin, Self.sentence(error))
    }
    remember(bookmark)
    review.undo()
    changes.agreements += 1
    if action.refusal != nil, let item = action.items.first { takenOff[item.category]?.remove(PathKey(item.path)) }
    checkForAbsent(after: action)
    ledgerChanged()
    onChange(.review)
    return (action, wasInBin, nil)
  }

  /// Whether `undo(bookmark:)` would take something back.
  package var canUndo: Bool { returned != nil || review.nextUndo != nil }

  /// The reason why undo does nothing. A move ends the decisions about its photos.
  var nothingToUndo: String {
    missing.moved.isEmpty ? "Nothing to undo" : "Nothing to undo; what was moved can be put back in the history"
  }

  /// Makes the action that was taken back last count again.
  ///
  /// - Parameter bookmark: Gives the card that comes next, by the action.
  /// - Returns: The action; nil where there is none, or it could not be recorded (then with a sentence).
  package func redo(
    bookmark: (DecisionAction) -> Bookmark? = { _ in nil }
  ) -> (action: DecisionAction?, problem: String?) {
    guard let action = review.nextRedo else { return (nil, nil) }
    if let readOnlyReason { return (nil, readOnlyReason) }
    let bookmark = bookmark(action)
    let stored: DecisionAction
    do {
      stored = try dependencies.session.redo(action, dependencies.environment.today(), bookmark, roots)
      remember(bookmark)
    } catch { return (nil, Self.sentence(error)) }
    review.redo(as: stored)
    returned = nil
    tookOff(stored)
    checkForAbsent(after: stored)
    ledgerChanged()
    onChange(.review)
    return (action, nil)
  }

  /// Notes that a photo has left its set by a "not the same".
  private func tookOff(_ action: DecisionAction) {
    guard action.refusal != nil, let item = action.items.first else { return }
    takenOff[item.category, default: []].insert(PathKey(item.path))
  }

  private func remember(_ bookmark: Bookmark?) {
    if let bookmark { bookmarks[bookmark.category] = bookmark.path }
  }

  /// Stores the card on the screen, unless the last decision did. A failure is ignored: only the decisions matter.
  package func set(_ bookmark: Bookmark) {
    guard bookmarks[bookmark.category] != bookmark.path else { return }
    remember(bookmark)
    guard readOnlyReason == nil else { return }
    try? dependencies.session.setBookmark(bookmark, roots)
  }

  /// Sets the order of the cards, now and for the next time. A failure to store it is ignored.
  package func arrange(by order: CardOrder) {
    review.arrange(by: order)
    // In another order they would stand in the middle, behind cards that nobody saw.
    for category in IssueCategory.allCases where bookmarks[category] != nil {
      let deck = review.sets.deck(category)
      set(Bookmark(category, deck?.nextOpen(after: -1).flatMap { deck?[$0]?.path }))
    }
    if readOnlyReason == nil { try? dependencies.session.setCardOrder(order, roots) }
    onChange(.review)
  }
}
