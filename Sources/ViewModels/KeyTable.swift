package import TextSurface

/// Where a key counts. A screen's own keys come before those that count everywhere.
package enum KeyContext: String, CaseIterable, Hashable, Sendable {
  case question, help, confirmation, moving, deck, bin, done, scanning, home, history, settings, ledger, apps,
    everywhere

  /// The heading in the help.
  package var title: String {
    switch self {
    case .question: "A question"
    case .help: "Help"
    case .confirmation: "Before the move"
    case .moving: "During the move"
    case .deck: "Review"
    case .bin: "Bin"
    case .done: "After the move"
    case .scanning: "Scanning"
    case .home: "Home"
    case .history: "History"
    case .settings: "Settings"
    case .ledger: "Remembered decisions"
    case .apps: "Apps"
    case .everywhere: "Everywhere"
    }
  }
}

/// What a key asks for. One name for one thing.
package enum Action: String, CaseIterable, Hashable, Sendable {
  case showPhotos, showApps, showSettings, previousTab, nextTab, showHelp, back, quit, suspend, redraw
  case left, right, up, down, pageUp, pageDown, open
  case scan, cancelScan, showBin, showHistory
  case delete, keep, undo, redo, skip, previousInGroup, nextInGroup, makeKeeper, notSame, toggleDetails
  case chooseParts
  case deleteGroup, deleteCategory, moveToTrash
  case takeOut, confirm, decline, restore, resetSetting, stopMove, forget, forgetAll
}

/// One line of the key table.
package struct KeyBinding: Hashable, Sendable {
  package var context: KeyContext
  package var keys: [Key]
  package var action: Action
  /// What it does, in the hint line and the help.
  package var title: String
  /// Place in the hint line, 1 first; 0 only in the help.
  package var hintRank: Int

  package init(_ context: KeyContext, _ keys: [Key], _ action: Action, _ title: String, hint: Int = 0) {
    self.context = context
    self.keys = keys
    self.action = action
    self.title = title
    hintRank = hint
  }

  /// "← h": all keys, as the help shows them.
  package var keysTitle: String { keys.map(\.title).joined(separator: " ") }
}

/// The one table of all keys: it feeds dispatch, hint line and help.
package struct KeyTable: Sendable {
  package let bindings: [KeyBinding]

  package init(bindings: [KeyBinding] = KeyTable.standard) { self.bindings = bindings }

  package func action(for key: Key, in context: KeyContext) -> Action? {
    (bindings.first { $0.context == context && $0.keys.contains(key) }
      ?? bindings.first {
        $0.context == .everywhere && $0.keys.contains(key)
          && (!Self.closed.contains(context) || Self.harmless.contains($0.action))
      })?.action
  }

  /// The hint line of a context.
  ///
  /// - Parameter idle: Actions that would do nothing now.
  package func hints(in context: KeyContext, without idle: Set<Action> = []) -> [Hint] {
    bindings.filter {
      ($0.context == context || ($0.context == .everywhere && !Self.closed.contains(context))) && $0.hintRank > 0
        && !idle.contains($0.action)
    }
    .sorted { $0.hintRank < $1.hintRank }
    .map { Hint(key: $0.keys[0].title, title: $0.title) }
  }

  /// Every binding under its heading; the given context first.
  package func help(first context: KeyContext) -> [HelpSection] {
    let order = [context, .everywhere] + KeyContext.allCases.filter { $0 != context && $0 != .everywhere }
    return order.compactMap { heading in
      let hints = bindings.filter { $0.context == heading }.map { Hint(key: $0.keysTitle, title: $0.title) }
      return hints.isEmpty ? nil : HelpSection(title: heading.title, hints: hints)
    }
  }

  /// Contexts that let nothing through: an answer is needed first.
  private static let closed: Set<KeyContext> = [.question, .confirmation, .moving, .help]
  /// What concerns the terminal alone works in those as well.
  private static let harmless: Set<Action> = [.suspend, .redraw]
}

extension KeyTable {
  /// The keys of docs: the contract's, with the arrows and their letters.
  package static let standard: [KeyBinding] = [
    KeyBinding(.home, [Key(.enter)], .open, "review", hint: 2),
    KeyBinding(.home, [Key(.left), Key("h")], .left, "card to the left"),
    KeyBinding(.home, [Key(.right), Key("l")], .right, "card to the right"),
    KeyBinding(.home, [Key(.up), Key("k")], .up, "card above"),
    KeyBinding(.home, [Key(.down), Key("j")], .down, "card below"),
    KeyBinding(.home, [Key("s")], .scan, "scan", hint: 3),
    KeyBinding(.home, [Key("b")], .showBin, "bin", hint: 4),
    KeyBinding(.home, [Key("y")], .showHistory, "history", hint: 5),

    KeyBinding(.scanning, [Key(.enter)], .open, "review what is found", hint: 1),
    KeyBinding(.scanning, [Key(.escape)], .cancelScan, "stop the scan", hint: 2),

    KeyBinding(.deck, [Key(.left), Key("h")], .delete, "delete", hint: 1),
    KeyBinding(.deck, [Key(.right), Key("l")], .keep, "keep", hint: 2),
    KeyBinding(.deck, [Key("u")], .undo, "undo", hint: 3),
    KeyBinding(.deck, [.control("r")], .redo, "redo"),
    KeyBinding(.deck, [Key("s")], .skip, "skip", hint: 4),
    KeyBinding(.deck, [Key(.up), Key("k")], .previousInGroup, "previous in the set"),
    KeyBinding(.deck, [Key(.down), Key("j")], .nextInGroup, "next in the set"),
    KeyBinding(.deck, [Key("*")], .makeKeeper, "make it the keeper", hint: 7),
    KeyBinding(.deck, [Key("n")], .notSame, "not the same"),
    KeyBinding(.deck, [Key("i")], .toggleDetails, "details", hint: 8),
    KeyBinding(.deck, [Key("p")], .chooseParts, "JPEG, RAW or both", hint: 5),
    KeyBinding(.deck, [Key("D")], .deleteGroup, "mark rest of this set"),
    KeyBinding(.deck, [Key("A")], .deleteCategory, "mark all left here"),
    KeyBinding(.deck, [Key("b")], .showBin, "bin", hint: 9),
    KeyBinding(.deck, [Key("m")], .moveToTrash, "move to trash", hint: 5),
    KeyBinding(.deck, [Key(.enter)], .open, "go on", hint: 0),

    KeyBinding(.bin, [Key("m")], .moveToTrash, "move to trash", hint: 1),
    KeyBinding(.bin, [Key("x"), Key(.backspace), Key(.deleteForward)], .takeOut, "take out", hint: 2),
    KeyBinding(.bin, [Key(.enter)], .open, "look", hint: 3),
    KeyBinding(.bin, [Key(.up), Key("k"), Key(.left)], .up, "up"),
    KeyBinding(.bin, [Key(.down), Key("j"), Key(.right)], .down, "down"),
    KeyBinding(.bin, [Key(.pageUp)], .pageUp, "page up"),
    KeyBinding(.bin, [Key(.pageDown)], .pageDown, "page down"),

    KeyBinding(.confirmation, [Key(.left), Key("h"), Key(.backTab)], .left, "other button"),
    KeyBinding(.confirmation, [Key(.right), Key("l"), Key(.tab)], .right, "other button", hint: 1),
    KeyBinding(.confirmation, [Key(.enter)], .open, "press the button", hint: 2),
    KeyBinding(.confirmation, [Key("y")], .confirm, "move", hint: 3),
    KeyBinding(.confirmation, [Key("n"), Key(.escape)], .decline, "not yet", hint: 4),

    KeyBinding(.moving, [Key(.escape)], .stopMove, "stop after this photo", hint: 1),

    KeyBinding(.done, [Key("r")], .restore, "put this batch back", hint: 1),
    KeyBinding(.done, [Key(.enter)], .open, "back", hint: 2),

    KeyBinding(.history, [Key(.up), Key("k")], .up, "up"),
    KeyBinding(.history, [Key(.down), Key("j")], .down, "down"),
    KeyBinding(.history, [Key("r")], .restore, "put this batch back", hint: 1),

    KeyBinding(.settings, [Key(.up), Key("k")], .up, "up", hint: 1),
    KeyBinding(.settings, [Key(.down), Key("j")], .down, "down", hint: 2),
    KeyBinding(.settings, [Key(.left), Key("h")], .left, "less", hint: 3),
    KeyBinding(.settings, [Key(.right), Key("l")], .right, "more", hint: 4),
    KeyBinding(.settings, [Key("0")], .resetSetting, "default", hint: 5),
    KeyBinding(.settings, [Key(.enter)], .open, "open or switch", hint: 7),

    KeyBinding(.ledger, [Key("x"), Key(.backspace), Key(.deleteForward)], .forget, "forget", hint: 1),
    KeyBinding(.ledger, [Key("X")], .forgetAll, "forget all", hint: 2),
    KeyBinding(.ledger, [Key(.up), Key("k")], .up, "up"),
    KeyBinding(.ledger, [Key(.down), Key("j")], .down, "down"),
    KeyBinding(.ledger, [Key(.pageUp)], .pageUp, "page up"),
    KeyBinding(.ledger, [Key(.pageDown)], .pageDown, "page down"),

    KeyBinding(.question, [Key(.left), Key("h"), Key(.backTab)], .left, "other button"),
    KeyBinding(.question, [Key(.right), Key("l"), Key(.tab)], .right, "other button", hint: 1),
    KeyBinding(.question, [Key(.enter)], .open, "press the button", hint: 2),
    KeyBinding(.question, [Key("y")], .confirm, "yes", hint: 3),
    KeyBinding(.question, [Key("n"), Key(.escape)], .decline, "no", hint: 4),

    KeyBinding(.help, [Key(.up), Key("k")], .up, "up", hint: 1),
    KeyBinding(.help, [Key(.down), Key("j")], .down, "down", hint: 2),
    KeyBinding(.help, [Key(.pageUp)], .pageUp, "page up"),
    KeyBinding(.help, [Key(.pageDown), Key(" ")], .pageDown, "page down"),
    KeyBinding(.help, [Key(.escape), Key("?"), Key(.function(1)), Key("q"), Key(.enter)], .back, "close", hint: 3),

    KeyBinding(.everywhere, [Key("1")], .showPhotos, "photos"),
    KeyBinding(.everywhere, [Key("2")], .showApps, "apps"),
    KeyBinding(.everywhere, [Key("3")], .showSettings, "settings"),
    KeyBinding(.everywhere, [Key("[")], .previousTab, "tab to the left"),
    KeyBinding(.everywhere, [Key("]")], .nextTab, "tab to the right"),
    KeyBinding(.everywhere, [Key(.escape)], .back, "back"),
    KeyBinding(.everywhere, [Key("?"), Key(.function(1))], .showHelp, "help", hint: 6),
    KeyBinding(.everywhere, [Key("q")], .quit, "quit", hint: 21),
    KeyBinding(.everywhere, [.control("z")], .suspend, "suspend"),
    KeyBinding(.everywhere, [.control("l")], .redraw, "redraw"),
  ]
}
