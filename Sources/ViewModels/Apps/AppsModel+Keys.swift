import TextSurface

extension AppsModel: Screen {
  nonisolated static var context: KeyContext { .apps }

  nonisolated static let keys: [KeyRecord<AppsModel>] =
    [
      KeyRecord(
        [Key(.enter)], .open, "details", hint: 1, plain: .offered(1, "look", as: "look at the details"),
        unless: { $0.obstacleToList }, does: { $0.openPressed() }),
      KeyRecord(
        [Key("o")], .changeOrder, "other order", hint: 2, plain: .offered(3, "order"), unless: { $0.obstacleToList },
        does: { $0.orderPressed() }),
      KeyRecord(
        [Key("a")], .showAll, "all or menu only", hint: 3, plain: .offered(4, "all"), unless: { $0.obstacleToAll },
        does: { $0.showAllPressed() }),
      KeyRecord(
        [Key("t")], .askAdvice, "tips", hint: 4, plain: .offered(2, "tips", as: "tips from a local model"),
        unless: { $0.emptyText }, does: { $0.advicePressed() }),
      KeyRecord([Key(.escape)], .back, "back", hint: 5, leads: { $0.backPressed() ? .stay : .go(.back) }),
      KeyRecord(
        [Key("c")], .copyCommand, "copy command", hint: 8, unless: { $0.obstacleToCommand },
        leads: { apps in
          apps.copyPressed().map { .request(.copy($0)) } ?? .stay
        }),
      KeyRecord(
        [Key("x")], .runRemoval, "remove (asks)", hint: 9, unless: { $0.obstacleToCommand },
        leads: { apps in
          apps.runPressed().map(KeyOutcome.ask) ?? .stay
        }),
    ]
    + .list(move: { $0.move(by: $1) })

  var message: String? { state.message }
  var rowText: String? { obstacleToList == nil ? state.selectedText : nil }

  private var emptyText: String? { state.panel == nil && state.rows.isEmpty ? "no app is listed" : nil }
  private var obstacleToList: String? { state.panel != nil ? "go back to the list first" : emptyText }

  private var obstacleToAll: String? {
    state.panel == nil && state.notice?.actions.contains { $0.action == .showAll } == true ? nil : obstacleToList
  }

  private var obstacleToCommand: String? {
    if let emptyText { return emptyText }
    guard selectedRemoval == nil else { return nil }
    return state.panel?.subject == .advice ? "go back to the app first" : "it has to stay, or no command is known"
  }
}
