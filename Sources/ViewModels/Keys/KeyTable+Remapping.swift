package import TextSurface

/// The keys that a user gives to an action, in place of the standard ones.
package struct KeyRemapping: Hashable, Sendable {
  /// The screen, or the overlay, in which the keys count.
  package var context: KeyContext
  /// The action that gets the keys.
  package var action: Action
  /// All keys of the action from now on; an empty list is refused.
  package var keys: [Key]

  /// Creates a remapping.
  package init(_ context: KeyContext, _ action: Action, _ keys: [Key]) {
    self.context = context
    self.action = action
    self.keys = keys
  }
}

/// The reason why a remapping was refused.
package enum KeyRemappingError: Error, Hashable, Sendable {
  /// The context has no such action.
  case noSuchAction(KeyContext, Action)
  /// The key is typed in the context.
  case typed(Key, KeyBinding)
  /// Two actions would have the same key.
  case conflict(Key, KeyBinding, KeyBinding)

  /// The sentence for the user, which names the action, or the key and both actions.
  package var sentence: String {
    switch self {
    case .noSuchAction(let context, let action):
      "There is no \(action.rawValue) in \(context.rawValue); docs/KEYS.md has all names."
    case .typed(let key, let binding):
      "\"\(key.name)\" is for typing in \(binding.context.rawValue). Give \(binding.name) another key."
    case .conflict(let key, let first, let second):
      "\"\(key.name)\" would be both \(first.name) and \(second.name). Give one of them another key."
    }
  }
}

extension KeyBinding {
  /// The name in the configuration: "deck.delete".
  package var name: String { "\(context.rawValue).\(action.rawValue)" }
}

extension KeyTable {
  /// The table with other keys for some actions.
  ///
  /// All remappings are applied together, so that two actions can exchange keys. A key may not mean two things in one
  /// context, including typed text, and no new key of a screen may hide one that counts everywhere.
  package func remapped(_ remappings: [KeyRemapping]) throws(KeyRemappingError) -> KeyTable {
    var bindings = bindings
    for option in remappings {
      let index = bindings.firstIndex { $0.context == option.context && $0.action == option.action }
      guard let index, !option.keys.isEmpty else { throw .noSuchAction(option.context, option.action) }
      bindings[index].keys = option.keys
      if let key = option.keys.first(where: option.context.types) { throw .typed(key, bindings[index]) }
    }
    bindings = bindings.compactMap { Self.yielding($0, to: remappings) }
    let table = KeyTable(bindings: bindings)
    for binding in bindings {
      for key in binding.keys {
        if let other = table.other(than: binding, with: key, hiddenBefore: self) {
          throw .conflict(key, binding, other)
        }
      }
    }
    return table
  }

  /// The actions of the first version, by screen: a key of theirs that a user gives to another action is a mistake of
  /// the user's. All others came later, and a settings file of before must stay good: their keys give way.
  private static let ofFirstVersion: [KeyContext: Set<Action>] = [
    .home: [.open, .left, .right, .up, .down, .scan, .showBin, .showHistory],
    .deck: [
      .delete, .keep, .undo, .redo, .skip, .previousInGroup, .nextInGroup, .loupe, .compare, .makeKeeper, .notSame,
      .toggleDetails, .deleteGroup, .deleteCategory, .showBin, .moveToTrash, .back,
    ],
    .compare: [.delete, .keep, .undo, .redo, .previousInGroup, .nextInGroup, .makeKeeper, .back],
    .loupe: [.left, .right, .up, .down, .zoomIn, .zoomOut, .loupe, .back],
    .bin: [.left, .right, .up, .down, .open, .takeOut, .moveToTrash, .back],
    .confirmation: [.left, .right, .open, .confirm, .decline],
    .history: [.up, .down, .open, .restore, .back], .batch: [.left, .right, .up, .down, .open, .restore, .back],
    .apps: [.up, .down, .open, .askAdvice, .changeOrder, .back],
    .settings: [.up, .down, .left, .right, .open, .resetSetting],
    .unread: [.up, .down, .scan, .back], .ledger: [.up, .down, .forget, .back],
    .browse: [], .contactSheet: [], .large: [], .largePhoto: [],
  ]

  /// A binding without the keys that the user gave to something else, where it is newer than that; nil where none is
  /// left.
  private static func yielding(_ binding: KeyBinding, to remappings: [KeyRemapping]) -> KeyBinding? {
    guard ofFirstVersion[binding.context]?.contains(binding.action) == false,
      !remappings.contains(where: { $0.context == binding.context && $0.action == binding.action })
    else { return binding }
    let given = remappings.filter { $0.context == binding.context || $0.context == .everywhere }.flatMap(\.keys)
    var binding = binding
    binding.keys.removeAll(where: given.contains)
    return binding.keys.isEmpty ? nil : binding
  }

  private func other(than binding: KeyBinding, with key: Key, hiddenBefore standard: KeyTable) -> KeyBinding? {
    if let conflict = bindings.first(where: {
      $0.context == binding.context && $0.action != binding.action && $0.keys.contains(key)
    }) {
      return conflict
    }
    guard binding.context != .everywhere, !Self.closed.contains(binding.context) else { return nil }
    return bindings.first { other in
      other.context == .everywhere && other.keys.contains(key)
        // Some screens have their own use for Esc: then it is no accident.
        && !(standard.bindings.contains { $0.name == binding.name && $0.keys.contains(key) }
          && standard.bindings.contains { $0.name == other.name && $0.keys.contains(key) })
    }
  }
}
