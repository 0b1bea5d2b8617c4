import PhotoModel
import SystemPackage

/// The subject of the last frame, about which a key may decide. A key that was typed ahead, or pasted, does nothing to
/// a card or a question that was not shown yet.
struct FrameSubject: Equatable {
  var route: Route
  var question: Question.Subject?
  /// The photo of the deck's top card, once its picture (or the reason why there is none) is shown.
  var card: FilePath?
  /// The identity of the file that was opened for the card: another file under the same name has not been seen.
  var identity: FileIdentity?
  /// The photos of the contact sheet that would go.
  var going: [FilePath] = []

  init(_ route: Route, _ overlay: Overlay?) {
    self.route = route
    if case .question(let asked) = overlay { question = asked.subject }
  }

  /// Adds the top card of the deck, once its picture is shown.
  mutating func see(_ top: DeckState.Card?) {
    guard let top, top.isShown else { return }
    card = top.issue.path
    identity = top.identity
  }

  /// Whether an action would answer yes, or decide about a photo, so that its subject must have been seen.
  ///
  /// - Parameter isAsked: Whether a question is open. Then going to its other button is half a yes, while `l` means
  ///   "keep" elsewhere.
  static func matters(_ action: Action, isAsked: Bool) -> Bool {
    switch action {
    case .confirm, .open: true
    case .left, .right: isAsked
    default: decides(action)
    }
  }

  /// Whether an action decides about the photo on the screen.
  static func decides(_ action: Action) -> Bool {
    switch action {
    case .delete, .keep, .makeKeeper, .notSame, .chooseParts, .acceptRemaining, .keepChosen: true
    default: false
    }
  }
}

/// The last frame, and the keys that came before it showed their subject.
struct LastFrame {
  /// The subject of the frame; nil where nothing draws, as in tests of the models.
  private var shown: FrameSubject?
  /// Whether the terminal is too small to show anything of the state.
  private(set) var isHidden = false
  /// The number of keys, one after the other, that came before the picture that they would have decided about.
  private var unseenKeys = 0
  /// Whether the loupe or the comparison has closed without a key, and the frame does not show that yet.
  private var hasClosedItself = false

  /// Notes a frame.
  ///
  /// - Parameter isWhole: Whether the whole screen was drawn: false where the terminal is too small.
  mutating func present(_ subject: FrameSubject, isWhole: Bool) {
    isHidden = !isWhole
    shown = subject
    hasClosedItself = false
  }

  /// Whether the frame shows this subject. True where nothing draws.
  func shows(_ subject: @autoclosure () -> FrameSubject) -> Bool { !isHidden && shown.map { $0 == subject() } ?? true }

  /// Notes a key that came too early and was dropped.
  ///
  /// - Returns: The number of such keys since the last one that was performed.
  mutating func dropKey() -> Int {
    unseenKeys += 1
    return unseenKeys
  }

  /// Notes a key that is performed.
  mutating func performKey() { unseenKeys = 0 }

  /// Notes that the loupe or the comparison has closed without a key.
  mutating func closeByItself() { hasClosedItself = true }

  /// Whether Esc is for something that has closed already: it must not leave the deck as well. Once only.
  mutating func absorbsBack() -> Bool {
    defer { hasClosedItself = false }
    return hasClosedItself
  }
}
