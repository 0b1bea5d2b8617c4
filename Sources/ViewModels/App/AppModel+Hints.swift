extension AppModel {
  /// The keys that do something here and now.
  var hints: [Hint] {
    var idle = overlay == nil ? Set(obstacles.keys) : []
    if overlay == nil { idle.formUnion(screens[route].hiddenHints) }
    // A yes that was meant for what stood there before only goes to the button.
    if case .question(let question) = overlay, question.comesByItself { idle.insert(.confirm) }
    if case .entry(let dialog) = overlay {
      if !dialog.isPath { idle.insert(.complete) }
      if dialog.folders.isEmpty { idle.formUnion([.up, .down]) }
    }
    if case .help = overlay, helpSections.performable == nil { idle.insert(.open) }
    let titles = screens[route].hintTitles
    let needsNumber = context == .confirmation && removal.confirmation.numberText != nil
    var typing = needsNumber ? [Hint(key: "0…9", title: "type the number")] : []
    if case .folders(let chooser) = overlay, !chooser.options.isEmpty {
      let count = chooser.options.count
      typing = [Hint(key: count == 1 ? "1" : "1…\(count)", title: "move it there")]
      idle.insert(.open)
    }
    let help =
      Self.dialogs.contains(context) ? [Hint(key: keys.title(of: .showHelp, in: .everywhere), title: "all keys")] : []
    return typing
      + keys.hints(in: context, without: idle).map { hint in
        if case .help(let search) = overlay, !search.entry.text.isEmpty, hint.action == .back {
          return Hint(key: hint.key, title: "all keys", action: hint.action)
        }
        guard overlay == nil, let title = hint.action.flatMap({ titles[$0] }) else { return hint }
        var named = Hint(key: hint.key, title: title, action: hint.action)
        if hint.action == .undo, title.hasPrefix("\(hint.title) ") { named.shortTitle = "\(hint.title) …" }
        return named
      }
      + help
  }

  /// The dialogs in which the key of the help lists the keys that answer them.
  private static let dialogs: Set<KeyContext> = [.question, .goals, .folders, .confirmation]

  /// The actions of the screen below any overlay that would do nothing now, each with the reason.
  package var obstacles: [Action: String] {
    let readOnly = library.readOnlyReason == nil ? [:] : Self.obstaclesToDeciding
    return screens[route].obstacles.merging(route.isAboutDeciding ? readOnly : [:]) { $1 }
  }

  /// The actions that a session that is only read cannot do.
  private static let obstaclesToDeciding: [Action: String] = Dictionary(
    uniqueKeysWithValues: Action.allCases.filter {
      $0.isAboutDeciding || [.moveToTrash, .takeOut, .makeSmaller].contains($0)
    }
    .map { ($0, "read only") })
}

extension Route {
  /// Whether keys of the screen mark photos or move them.
  var isAboutDeciding: Bool { isDeck || [.compare, .bin, .browse, .large, .largePhoto, .contactSheet].contains(self) }
}
