package import TextSurface

/// Where a key counts. A screen's own keys come before those that count everywhere.
package enum KeyContext: String, CaseIterable, Hashable, Sendable {
  case question, help, goals, confirmation, moving, deck, compare, loupe, bin, done, scanning, home, history, settings,
    ledger, apps, everywhere

  /// The heading in the help.
  package var title: String {
    switch self {
    case .question: "A question"
    case .help: "Help"
    case .goals: "A short deck"
    case .compare: "Compare"
    case .loupe: "Loupe"
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
  case chooseParts, loupe, compare, changeOrder, acceptRemaining, chooseGoal, zoomIn, zoomOut, flip
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
  private static let closed: Set<KeyContext> = [.question, .goals, .confirmation, .moving, .help]
  /// What concerns the terminal alone works in those as well.
  private static let harmless: Set<Action> = [.suspend, .redraw]
}
