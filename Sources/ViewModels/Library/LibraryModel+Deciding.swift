package import PhotoModel
import Review
import SystemPackage

/// A decision that was taken back, or the marks that were made in its place.
package struct Undone {
  /// The action; nil where there was none, or it could not be recorded.
  package var action: DecisionAction?
  /// Whether the first photo was in the bin before.
  package var wasInBin = false
  /// The sentence about why nothing was taken back or, beside an action, about photos that stayed out; nil for none.
  package var problem: String?
}

/// Decisions about photos: on the disk first, then in the review.
extension LibraryModel {
  /// Stores an action on the disk, then applies it.
  ///
  /// - Parameter bookmark: The next card.
  /// - Returns: Nil, or the reason, as a sentence, why it was not recorded; then nothing has changed.
  package func decide(_ action: DecisionAction, bookmark: Bookmark? = nil) -> String? {
    if let readOnlyReason { return readOnlyReason }
    do {
      let change = review.ledgerChange(of: action, at: dependencies.environment.today())
      let stored = try dependencies.session.record(action, change, bookmark, roots)
      remember(bookmark)
      review.apply(stored)
      pathChanges.apply(stored)
      if stored.items.contains(where: { $0.previous == .delete && $0.decision != .delete }) {
        changeCounts.agreements += 1
      }
      if stored.refusal != nil { ledgerChanged() }
      onChange(.review)
      return nil
    } catch { return Self.sentence(error) }
  }

  /// Takes the last action back. Right after a restore, that is taken back as far as it can be: nothing moves, and the
  /// photos that came back are marked again.
  ///
  /// - Parameter bookmark: Gives the card that comes next, by the action.
  package func undo(bookmark: (DecisionAction) -> Bookmark? = { _ in nil }) -> Undone {
    if let returned = pathChanges.returned { return mark(returned) }
    guard let action = review.nextUndo else { return Undone() }
    if let readOnlyReason { return Undone(problem: readOnlyReason) }
    let wasInBin = action.items.first.map { review.isInBin($0.path) } ?? false
    let bookmark = bookmark(action)
    do { try dependencies.session.undo(action.id, bookmark, roots) } catch {
      return Undone(problem: Self.sentence(error))
    }
    remember(bookmark)
    review.undo()
    changeCounts.agreements += 1
    pathChanges.undo(action)
    checkForMissing(after: action)
    ledgerChanged()
    onChange(.review)
    return Undone(action: action, wasInBin: wasInBin)
  }

  /// Marks photos again that came back from the trash.
  private func mark(_ returned: ReturnedPhotos) -> Undone {
    if isScanning { return Undone(problem: "What came back is being read again; after that u marks it") }
    let (action, last) = review.action(marking: returned)
    let text: String? =
      switch last.count {
      case 0: nil
      case 1: "\(nameTitle(last[0])) stays unmarked: it is the last of its set"
      default: "\(groupedDigits(last.count)) photos stay unmarked: each is the last of its set"
      }
    guard let action else {
      pathChanges.forgetLast()
      return Undone(problem: text ?? "None of the photos that came back is listed as it was")
    }
    if let problem = decide(action) { return Undone(problem: problem) }
    return Undone(action: action, problem: text)
  }

  /// The reason why undo does nothing. A move ends the decisions about its photos.
  var nothingToUndo: String {
    pathChanges.moved.isEmpty ? "Nothing to undo" : "Nothing to undo; what was moved can be put back in the history"
  }

  /// The reason why redo does nothing.
  var nothingToRedo: String { "Nothing to redo" }

  /// Takes the last action back for a screen without a deck.
  ///
  /// - Returns: The action, nil where none was taken back; and the sentence about it, which names its deck.
  func undoAnywhere() -> (action: DecisionAction?, text: String) {
    let undone = undo()
    guard let action = undone.action else { return (nil, undone.problem ?? nothingToUndo) }
    return (action, review.undoneText(action, undone, isElsewhere: true))
  }

  /// Redoes the action that was undone last, for a screen without a deck.
  ///
  /// - Returns: As for `undoAnywhere()`.
  func redoAnywhere() -> (action: DecisionAction?, text: String) {
    let (action, problem) = redo()
    return (action, action.map(review.redoneText) ?? problem ?? nothingToRedo)
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
    pathChanges.apply(stored)
    checkForMissing(after: stored)
    ledgerChanged()
    onChange(.review)
    return (action, nil)
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
    // In another order they would be in the middle, behind cards that were never shown.
    for category in IssueCategory.allCases where bookmarks[category] != nil {
      let deck = review.deck(category)
      set(Bookmark(category, deck?.nextOpen(after: -1).flatMap { deck?[$0]?.path }))
    }
    if readOnlyReason == nil { try? dependencies.session.setCardOrder(order, roots) }
    onChange(.review)
  }
}
