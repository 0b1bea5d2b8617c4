import PhotoModel
import SystemPackage

/// What stood on the screen when a key was pressed. A key decides only about what was shown: one that was typed ahead,
/// or pasted, does nothing to a card or a question that nobody has seen.
struct Shown: Equatable {
  var place: Place
  var question: Question.Subject?
  /// The photo of the deck's top card, once its picture (or the reason why there is none) stands.
  var card: FilePath?

  init(_ state: AppState) {
    place = state.place
    if case .question(let asked) = state.overlay { question = asked.subject }
    if case .deck = place, let top = state.deck.card {
      if case .loading = top.picture {} else { card = top.issue.path }
    }
  }

  /// Whether an action would say yes to something, or decide about a photo, so that it must have been seen.
  static func matters(_ action: Action) -> Bool {
    switch action {
    case .delete, .keep, .makeKeeper, .notSame, .chooseParts, .confirm, .open: true
    default: false
    }
  }
}
