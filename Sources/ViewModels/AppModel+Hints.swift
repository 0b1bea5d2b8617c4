import TextSurface

extension AppModel {
  /// The keys that do something here and now.
  var hints: [Hint] {
    let idle: Set<Action> =
      switch place {
      case _ where overlay != nil: []
      case .deck, .goalDeck: idleInDeck
      case .home where !home.state.cards.contains { $0.photos > $0.decided }: [.chooseGoal]
      case .loupe where !loupe.state.canFlip: [.flip]
      case .ledger where ledger.state.rows.isEmpty: [.forget, .forgetAll]
      case .done where !removal.done.canRestore: [.restore]
      case .history where history.restorableBatch == nil: [.restore]
      case .bin where bin.state.items.isEmpty: [.moveToTrash, .takeOut, .open]
      default: []
      }
    return keys.hints(in: context, without: idle).map { hint in
      guard place == .home, overlay == nil, hint.key == Key(.enter).title else { return hint }
      return Hint(key: hint.key, title: home.choice == .scan ? "scan" : home.choice == .bin ? "bin" : "review")
    }
  }

  private var idleInDeck: Set<Action> {
    var idle: Set<Action> = []
    if deck.state.strip.isEmpty { idle.formUnion([.makeKeeper, .notSame, .compare]) }
    if deck.state.card?.hasParts != true { idle.insert(.chooseParts) }
    if deck.state.card == nil { idle.formUnion([.delete, .keep, .skip, .loupe, .toggleDetails]) }
    if case .offered = deck.state.acceptance {} else { idle.insert(.acceptRemaining) }
    return idle
  }
}
