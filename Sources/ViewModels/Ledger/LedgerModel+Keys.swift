import TextSurface

extension LedgerModel: Screen {
  nonisolated static var context: KeyContext { .ledger }

  nonisolated static let keys: [KeyRecord<LedgerModel>] =
    [
      KeyRecord(
        [Key("x"), Key(.backspace), Key(.deleteForward)], .forget, "forget", hint: 1,
        plain: .offered(1, "forget", as: "forget one (asks)"), unless: { $0.emptyText },
        leads: { $0.asking($0.questionAboutSelected) }),
      KeyRecord(
        [Key("X")], .forgetAll, "forget all", hint: 2, plain: .unoffered("forget all", as: "forget all (asks)"),
        unless: { $0.emptyText },
        leads: { $0.asking($0.questionAboutAll) }),
    ]
    + .list(move: { $0.move(by: $1) })
    + [KeyRecord([Key(.escape)], .back, "back", hint: 3, leads: { _ in .go(.back) })]

  var message: String? { state.message }
  var rowText: String? { state.selectedText }

  func appeared() {
    library.readLedger()
    refresh()
  }

  func libraryChanged() { refresh() }

  private var emptyText: String? { state.rows.isEmpty ? "nothing is remembered" : nil }

  private func asking(_ question: Question?) -> KeyOutcome {
    if let reason = library.readOnlyReason {
      showMessage(reason)
      return .stay
    }
    return question.map(KeyOutcome.ask) ?? .stay
  }
}
