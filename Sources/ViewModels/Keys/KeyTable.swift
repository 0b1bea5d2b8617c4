package import TextSurface

/// The actions that keys ask for, by the names that the configuration has for them.
package enum Action: String, CaseIterable, Hashable, Sendable {
  case showPhotos, showApps, showSettings, previousTab, nextTab, showHelp, back, quit, suspend, redraw
  case left, right, up, down, pageUp, pageDown, first, last, open
  case scan, cancelScan, showBin, showHistory, showUnread
  case delete, keep, undo, redo, skip, previousInGroup, nextInGroup, makeKeeper, notSame, preferFolder, toggleDetails,
    showRow
  case chooseParts, loupe, compare, changeOrder, acceptRemaining, chooseGoal, zoomIn, zoomOut, flip
  case deleteGroup, deleteCategory, moveToTrash, moveToFolder, addFolder
  case showAllPhotos, choosePhoto, changeArrangement, random, showSet, keepChosen
  case showLarge, makeSmaller, changeWay, chooseAll, measure
  case takeOut, confirm, decline, carryOver, restore, resetSetting, stopMove, forget, forgetAll
  case search, complete, clearEntry, chooseFolder, skipStep, showAll, askAdvice, copyCommand, runRemoval

  /// Whether the action changes a decision of a deck, takes one back, or is about the next one.
  var isAboutDeciding: Bool {
    switch self {
    case .delete, .keep, .undo, .redo, .makeKeeper, .notSame, .deleteGroup, .deleteCategory, .acceptRemaining,
      .chooseParts, .moveToFolder, .keepChosen:
      true
    default: false
    }
  }
}

/// One line of the key table.
package struct KeyBinding: Hashable, Sendable {
  /// The screen, or the overlay, in which the keys count.
  package var context: KeyContext
  /// The keys, the one for the hint line first.
  package var keys: [Key]
  /// The action that each of the keys asks for.
  package var action: Action
  /// The title of the action in the hint line and the help.
  package var title: String
  /// The rank in the hint line, 1 first; 0 for the help only.
  package var hintRank: Int
  /// The title in the hint line, where that is another one; keys with the same one share a hint.
  package var hintTitle: String?
  /// The command in plain mode; nil where lines have none.
  package var plain: PlainCommand?

  /// Creates a binding that is only in the help, unless it has a rank.
  package init(
    _ context: KeyContext, _ keys: [Key], _ action: Action, _ title: String, hint: Int = 0, as hintTitle: String? = nil,
    plain: PlainCommand? = nil
  ) {
    self.context = context
    self.keys = keys
    self.action = action
    self.title = title
    hintRank = hint
    self.hintTitle = hintTitle
    self.plain = plain
  }

  /// All keys, as the help shows them: "← h".
  package var keysTitle: String { keys.map(\.title).joined(separator: " ") }
}

/// The one table of all keys: it feeds dispatch, hint line, help, docs/KEYS.md and the manual.
package struct KeyTable: Hashable, Sendable {
  /// All bindings; those of one context in the order of the help.
  package let bindings: [KeyBinding]

  /// Creates a table; the one without arguments has the standard keys.
  package init(bindings: [KeyBinding] = KeyTable.standard) { self.bindings = bindings }

  /// The action of a key: of the context, else of `.everywhere`; nil where the key does nothing.
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
    let shown = bindings.filter {
      ($0.context == context || ($0.context == .everywhere && !Self.closed.contains(context))) && $0.hintRank > 0
        && !idle.contains($0.action)
    }
    var hints: [Hint] = []
    for binding in shown.sorted(by: { $0.hintRank < $1.hintRank }) {
      let key = binding.keys[0].title
      if let text = binding.hintTitle, let index = hints.firstIndex(where: { $0.title == text }) {
        // Arrows and signs stand close; names and letters would read as one word.
        hints[index].key += (key.contains { $0.isLetter || $0.isNumber } ? " " : "") + key
      } else {
        hints.append(Hint(key: key, title: binding.hintTitle ?? binding.title, action: binding.action))
      }
    }
    return hints
  }

  /// The name of the first key of an action, for texts that name a key; empty where the action has none.
  package func title(of action: Action, in context: KeyContext) -> String {
    binding(of: action, in: context)?.keys[0].title ?? ""
  }

  /// A hint for an action with a title of its own, as a notice offers it.
  package func hint(_ action: Action, in context: KeyContext, _ title: String) -> Hint {
    Hint(key: self.title(of: action, in: context), title: title, action: action)
  }

  /// The binding of an action: that of the context, else the one that counts everywhere; nil where there is none.
  func binding(of action: Action, in context: KeyContext) -> KeyBinding? {
    bindings.first { $0.context == context && $0.action == action }
      ?? bindings.first { $0.context == .everywhere && $0.action == action }
  }

  /// All bindings in sections by context, the given one first.
  package func help(first context: KeyContext) -> [HelpSection] {
    let order = [context, .everywhere] + KeyContext.allCases.filter { $0 != context && $0 != .everywhere }
    return order.compactMap { heading in
      let hints = bindings.filter { $0.context == heading }.map {
        Hint(key: $0.keysTitle, title: $0.title, action: $0.action)
      }
      return hints.isEmpty ? nil : HelpSection(title: heading.title, context: heading, hints: hints)
    }
  }

  /// The contexts in which no key of `.everywhere` counts: an answer is needed first.
  static let closed: Set<KeyContext> = [.question, .goals, .folders, .confirmation, .moving, .help, .entry]
  /// The actions on the terminal alone, which work in closed contexts as well.
  private static let harmless: Set<Action> = [.suspend, .redraw]
}
