import TextSurface

/// The question before a move.
struct ConfirmationScreen: Screen {
  let removal: RemovalModel

  static var context: KeyContext { .confirmation }

  static let keys: [KeyRecord<ConfirmationScreen>] = [
    KeyRecord(
      [Key(.left), Key("h"), Key(.backTab)], .left, "other button", hint: 5, as: "other button",
      unless: { $0.obstacle }, does: { $0.removal.focusMove(false) }),
    KeyRecord(
      [Key(.right), Key("l"), Key(.tab)], .right, "other button", hint: 5, as: "other button", unless: { $0.obstacle },
      does: { $0.removal.focusMove(!$0.state.isMoveFocused) }),
    KeyRecord(
      [Key(.enter)], .open, "press the button", hint: 1, as: "press it",
      leads: { screen in
        screen.state.isMoveFocused ? screen.answerYes() : .go(.back)
      }),
    // For many photos the number is the yes, and no key replaces it.
    KeyRecord(
      [Key("y")], .confirm, "move, or type number", hint: 2, as: "move", plain: .unoffered("yes"),
      unless: { screen in
        screen.obstacle ?? (screen.state.needsNumber ? "so many move by their number only" : nil)
      }, leads: { $0.state.needsNumber ? .refused : $0.answerYes() }),
    KeyRecord(
      [Key("c")], .carryOver, "carry over, or not", plain: .unoffered("carry"),
      unless: { $0.state.obstacle ?? $0.noMetadata },
      does: { $0.removal.toggleCarrying() }),
    KeyRecord(
      [Key(.up), Key("k")], .up, "the line before", plain: .unoffered("previous"),
      unless: { $0.obstacle ?? $0.noMetadata },
      does: { $0.removal.moveLine(by: -1) }),
    KeyRecord(
      [Key(.down), Key("j")], .down, "the next line", plain: .unoffered("next"),
      unless: { $0.obstacle ?? $0.noMetadata },
      does: { $0.removal.moveLine(by: 1) }),
    KeyRecord(
      [Key(" ")], .flip, "take the other value", plain: .unoffered("other"), unless: { $0.noContradiction },
      does: { $0.removal.flipContradiction() }),
    KeyRecord(
      [Key("a")], .acceptRemaining, "include more, or not", plain: .unoffered("include"),
      unless: { $0.state.offerText == nil ? "no other photo stays for its words alone" : nil },
      does: { $0.removal.toggleOffered() }),
    KeyRecord(
      [Key("b")], .showBin, "bin", hint: 4, leads: { $0.state.shrink == nil ? .go(.firstCaution) : .go(.back) }),
    KeyRecord([Key("n"), Key(.escape), Key("q")], .decline, "not yet", hint: 3, leads: { _ in .go(.back) }),
  ]

  var message: String? { removal.question.message }
  func showMessage(_ text: String?) { removal.question.message = text }
  func refreshPictures() { removal.refreshThumbnails() }
  func left() { removal.leftQuestion() }

  var hintTitles: [Action: String] {
    var titles: [Action: String] = [:]
    if state.numberText != nil {
      titles[.left] = "number or button"
      if state.isMoveFocused { titles[.open] = "take the number" }
    }
    if state.obstacle != nil { titles[.decline] = "back" }
    if state.shrink != nil { (titles[.confirm], titles[.showBin]) = ("make smaller", "the list") }
    return titles
  }

  private var state: ConfirmationState { removal.confirmation }
  private var noContradiction: String? {
    if let obstacle { return obstacle }
    if state.contradictions.isEmpty { return "nothing contradicts what stays" }
    if !state.isCarrying { return "press c first: words are left out now" }
    return state.selectedContradiction == nil ? "this line has no other value" : nil
  }

  private var noMetadata: String? {
    state.carried.isEmpty && state.contradictions.isEmpty ? "nothing to carry over" : nil
  }

  private var obstacle: String? { state.obstacle == nil ? nil : "nothing can be moved" }
  private func answerYes() -> KeyOutcome { removal.answerYes() ? .stay : .refused }
}

/// A move, or a restore, under way.
struct MovingScreen: Screen {
  let removal: RemovalModel

  static var context: KeyContext { .moving }

  static let keys: [KeyRecord<MovingScreen>] = [
    KeyRecord(
      [Key(.escape), Key("q")], .stopMove, "stop after this photo", hint: 1, plain: .offered(1, "stop"),
      does: { $0.removal.stopPressed() })
  ]
}

/// The screen about a finished batch.
struct DoneScreen: Screen {
  let removal: RemovalModel

  static var context: KeyContext { .done }

  static let keys: [KeyRecord<DoneScreen>] = [
    KeyRecord(
      [Key("r")], .restore, "put this batch back", hint: 1, as: "put all back",
      plain: .offered(1, "restore", as: "restore this batch"),
      unless: { $0.removal.done.canRestore ? nil : "nothing of it is left to put back" },
      leads: { $0.removal.done.canRestore ? .go(.restore(batch: nil, photo: nil)) : .stay }),
    KeyRecord(
      [Key(.enter)], .open, "back home", hint: 2, plain: .offered(2, "home", "photos", "w", "back", "", as: "home"),
      leads: { _ in .go(.home) }),
    KeyRecord([], .back, leads: { _ in .go(.home) }),
  ]

  var message: String? { removal.done.message }
  func showMessage(_ text: String?) { removal.showMessage(text) }
  /// The sentence stays: it is about the batch.
  func keyPressed() {}
  func refreshPictures() { removal.refreshDone() }
  func left() { removal.leftDone() }
}
