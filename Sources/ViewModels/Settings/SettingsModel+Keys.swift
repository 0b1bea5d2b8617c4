import TextSurface

extension SettingsModel: Screen {
  nonisolated static var context: KeyContext { .settings }

  nonisolated static let keys: [KeyRecord<SettingsModel>] =
    .list(hints: (1, 2), move: { $0.move(by: $1) }) + [
      KeyRecord(
        [Key(.left), Key("h")], .left, "less", hint: 3, plain: .offered(2, "-", "less"),
        unless: { $0.obstacle(to: .left) }, leads: { $0.turned(by: -1) }
      ),
      KeyRecord(
        [Key(.right), Key("l")], .right, "more", hint: 4, plain: .offered(1, "+", "more"),
        unless: { $0.obstacle(to: .right) },
        leads: { $0.turned(by: 1) }),
      KeyRecord(
        [Key("0")], .resetSetting, "default", hint: 5, plain: .offered(3, "0", "default"),
        unless: { $0.obstacle(to: .resetSetting) },
        does: { $0.resetSelected() }),
      KeyRecord(
        [Key(.enter), Key(" ")], .open, "open or switch", hint: 7,
        plain: .offered(4, "change", "look", "remembered", as: "change or open a row"),
        unless: { $0.obstacle(to: .open) },
        leads: { $0.opened() }),
      KeyRecord([], .back, leads: { _ in .go(.back) }),
    ]

  var message: String? { state.message }
  var hintTitles: [Action: String] {
    guard case .choice? = state.selectedRow?.control else { return [:] }
    return state.selectedRow?.rank == nil ? [.left: "previous", .right: "next"] : [.left: "earlier", .right: "later"]
  }
  var rowText: String? {
    state.selectedRow.map { row in
      [row.title, row.figures, row.facts].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " · ")
    }
  }
  func libraryChanged() { refresh() }
  func refreshPictures() { refreshStep() }

  private func obstacle(to action: Action) -> String? { idleActions.contains(action) ? "not for this row" : nil }

  /// ← and →: changes the row; the history asks before it is switched off.
  private func turned(by steps: Int) -> KeyOutcome {
    if selectedID == .history, let question = historyQuestion { return .ask(question) }
    change(by: steps)
    return .stay
  }

  private func opened() -> KeyOutcome {
    switch selectedID {
    case .ledger: return .go(.screen(.ledger))
    case .onboarding: return .go(.onboarding)
    default: break
    }
    if let dialog = entryForSelected { return .enter(dialog) }
    if let question = questionAboutSelected { return .ask(question) }
    toggleSelected()
    return .stay
  }
}
