import TextSurface

extension AppModel {
  /// The keys that do something here and now.
  var hints: [Hint] {
    var idle = overlay == nil ? Set(obstacles.keys) : []
    // Enter says the same there.
    if overlay == nil, route == .home, home.choice == .scan { idle.insert(.scan) }
    // A yes that was meant for what stood there before only goes to the button.
    if case .question(let question) = overlay, question.comesByItself { idle.insert(.confirm) }
    if case .entry(let dialog) = overlay, dialog.isPath {} else { idle.insert(.complete) }
    let needsNumber = context == .confirmation && removal.confirmation.numberText != nil
    let typing = needsNumber ? [Hint(key: "0…9", title: "type the number")] : []
    return typing
      + keys.hints(in: context, without: idle).map { hint in
        if case .help(_, .some) = overlay {
          var hint = hint
          if hint.action == .confirm { hint.title = "go through them" }
          // Both lead to all keys: out of the typing, and from what was found.
          if hint.action == .decline || hint.action == .back { hint.title = "all keys" }
          return hint
        }
        guard overlay == nil else { return hint }
        let title =
          switch (route, hint.action) {
          case (.home, .open): home.choice.title
          case (.compare, .flip): compare.nextViewTitle
          // Where it leads is no surprise.
          case (.deck, .undo), (.goalDeck, .undo), (.compare, .undo):
            deck.sampling?.agreedTo.isEmpty == true
              ? "leave the samples"
              : deck.undoElsewhere.map { "\(hint.title) in \($0.title)" } ?? hint.title
          case (.confirmation, .open) where needsNumber && removal.confirmation.isMoveFocused: "take the number"
          case (.confirmation, .left) where needsNumber: "number or button"
          case (.confirmation, .decline) where removal.confirmation.obstacle != nil: "back"
          default: hint.title
          }
        return Hint(key: hint.key, title: title, action: hint.action)
      }
  }

  /// Actions of the place below any overlay that would do nothing now, and why.
  package var obstacles: [Action: String] {
    let readOnly = library.readOnlyReason == nil ? [:] : Self.obstaclesToDeciding
    return obstaclesHere.merging(route.isAboutDeciding ? readOnly : [:]) { $1 }
  }

  /// What only looks cannot do.
  private static let obstaclesToDeciding: [Action: String] = Dictionary(
    uniqueKeysWithValues: Action.allCases.filter { $0.isAboutDeciding || $0 == .moveToTrash || $0 == .takeOut }
      .map { ($0, "read only") })

  private var obstaclesHere: [Action: String] {
    let empty = library.marksWaiting > 0 ? "nothing is listed yet" : "the bin is empty"
    return switch route {
    case .deck, .goalDeck: obstaclesInDeck
    case .home: obstaclesAtHome
    case .scanning where !scanning.state.canReview: [.open: "nothing to review is found yet"]
    case .loupe where !loupe.state.canFlip: [.flip: "no keeper beside it"]
    case .ledger where ledger.state.rows.isEmpty:
      [.forget: "nothing is remembered", .forgetAll: "nothing is remembered"]
    case .apps: obstaclesInApps
    case .settings: Dictionary(uniqueKeysWithValues: settings.idleActions.map { ($0, "not for this row") })
    case .done where !removal.done.canRestore: [.restore: "nothing of it is in the trash"]
    case .history where history.state.rows.isEmpty && history.state.isReading:
      [.restore: "the list has not come yet", .open: "the list has not come yet"]
    case .history where history.state.rows.isEmpty: [.restore: "nothing was moved yet", .open: "nothing was moved yet"]
    case .batchPhoto where history.restorablePhoto == nil:
      [.restore: "it is not in the trash"]
    case .history where history.restorableBatch == nil, .batch where history.restorableOpenBatch == nil:
      [.restore: "nothing of it is in the trash"]
    case .confirmation where removal.confirmation.obstacle != nil:
      Dictionary(uniqueKeysWithValues: [.confirm, .left, .right].map { ($0, "nothing can be moved") })
    case .confirmation where removal.confirmation.needsNumber: [.confirm: "so many move by their number only"]
    case .bin where library.marksWaiting > 0:
      Dictionary(uniqueKeysWithValues: [.moveToTrash, .takeOut, .open, .undo, .redo].map { ($0, empty) })
    case .bin where bin.state.items.isEmpty: [.moveToTrash: empty, .takeOut: empty, .open: empty]
    default: [:]
    }
  }

  private var obstaclesAtHome: [Action: String] {
    var obstacles: [Action: String] = [:]
    if let notice = home.state.notice {
      obstacles[.chooseGoal] = library.lastScan == nil ? "nothing was scanned yet" : notice.title
    } else if !home.state.cards.contains(where: { $0.photos > $0.decided }) {
      obstacles[.chooseGoal] = "nothing to review"
    }
    if library.roots.isEmpty { obstacles[.scan] = "no folder is chosen" }
    if library.isScanning { obstacles[.chooseFolder] = "a scan is under way" }
    if home.state.unread == nil { obstacles[.showUnread] = "every file could be read" }
    return obstacles
  }

  private var obstaclesInApps: [Action: String] {
    let state = apps.state
    let noCommand =
      apps.selectedRemoval != nil
      ? nil : state.panel?.subject == .advice ? "go back to the app first" : "it has to stay, or no command is known"
    let commands = noCommand.map { [Action.copyCommand: $0, .runRemoval: $0] } ?? [:]
    if state.panel != nil {
      let covered = "go back to the list first"
      return commands.merging([.open: covered, .changeOrder: covered, .showAll: covered]) { $1 }
    }
    guard state.rows.isEmpty else { return commands }
    let empty = "no app is listed"
    let obstacles: [Action: String] = [
      .open: empty, .changeOrder: empty, .askAdvice: empty, .copyCommand: empty, .runRemoval: empty,
    ]
    return state.notice?.actions.contains { $0.action == .showAll } == true
      ? obstacles : obstacles.merging([.showAll: empty]) { $1 }
  }

  private var obstaclesInDeck: [Action: String] {
    var obstacles: [Action: String] = [:]
    if deck.state.filmstrip.isEmpty {
      for action in [Action.makeKeeper, .notSame, .preferFolder, .compare, .previousInGroup, .nextInGroup] {
        obstacles[action] = "no set here"
      }
    }
    if deck.state.card?.hasParts != true { obstacles[.chooseParts] = "no RAW beside it" }
    if deck.state.card != nil { obstacles[.open] = "\(keys.title(of: .open, in: .deck)) is for the end of the deck" }
    if deck.state.details == nil {
      for action in [Action.pageUp, .pageDown] { obstacles[action] = "only while the details are open" }
    }
    if deck.state.card == nil {
      for action in [Action.delete, .keep, .skip, .loupe, .toggleDetails] { obstacles[action] = "no card is left" }
    }
    if deck.state.filmstrip.isEmpty { obstacles[.deleteGroup] = "no set here" }
    if deck.state.goal != nil {
      obstacles[.deleteCategory] = "a short deck is gone through card by card"
    } else if deck.state.decided >= deck.state.total {
      obstacles[.deleteCategory] = "nothing is left to mark"
    }
    if case .offered = deck.state.acceptance {
    } else if deck.state.goal == nil, !deck.state.category.hasProposals {
      obstacles[.acceptRemaining] = "nothing is proposed in \(deck.state.category.title)"
    } else {
      obstacles[.acceptRemaining] =
        deck.offer == nil ? "only after twenty agreements in a row" : "hardly any like these are left"
    }
    return obstacles
  }
}

extension HomeModel.Choice {
  /// In the hint line.
  fileprivate var title: String {
    switch self {
    case .scan: "scan"
    case .chooseFolder: "choose a folder"
    case .review: "review"
    case .bin: "bin"
    }
  }
}

extension Route {
  /// Its keys mark photos or move them.
  fileprivate var isAboutDeciding: Bool { isDeck || self == .compare || self == .bin }
}
