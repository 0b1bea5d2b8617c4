package import PhotoModel
import SystemPackage

extension SavedSession {
  /// The decisions of this session that protect photos in other libraries; marks are left out.
  ///
  /// A keep remains a keep while it is the latest decision about its photo in its category; so does the choice of a
  /// keeper that still counts. Any other is exported as `pending`.
  package var protectingDecisions: [DecisionAction] {
    var last: [IssueKey: Int64] = [:]
    let made = actions.filter { !$0.isUndone }
    for action in made {
      for item in action.decidingItems {
        last[IssueKey(item.path, item.category)] = action.id
        // A later "pending" for the photo does not undo a keep of its RAW.
        if let raw = item.rawDecision, raw.decision == .keep { last[IssueKey(raw.path, raw.category)] = action.id }
      }
    }
    return made.compactMap { action in
      var exported = action
      exported.items = action.decidingItems.flatMap(\.withRAW).filter(\.isStaying).map { item in
        var item = item
        item.stayingRAW = nil
        if isChoice(item, of: action) {
          item.decision = .keep
        } else if item.decision == .keep, last[IssueKey(item.path, item.category)] != action.id {
          item.decision = .pending
        }
        return item
      }
      return exported.items.isEmpty ? nil : exported
    }
  }

  /// The files that are the chosen keeper of a set.
  package var chosenFiles: [DecidedFile] {
    actions.filter { !$0.isUndone }.compactMap { action in
      action.keeperItem.flatMap { isChoice($0, of: action) ? $0.file : nil }
    }
  }

  /// The files shown to the user whose last decision is a keep.
  package var keptFiles: [DecidedFile] {
    protectingDecisions.flatMap { action in
      action.items.filter { $0.decision == .keep && !isChoice($0, of: action) }.map(\.file)
    }
  }

  private func isChoice(_ item: DecisionAction.Item, of action: DecisionAction) -> Bool {
    action.keeperMove.map { $0.path == item.path && chosenKeepers[$0.group] == $0.path } ?? false
  }
}

extension [SavedSession] {
  /// Files whose newest decision among `numbers` keeps them, or one half.
  ///
  /// - Parameter numbers: The numbers of the actions that count.
  package func filesStaying(among numbers: Set<Int64>) -> [DecidedFile] {
    let actions = flatMap(\.actions).filter { !$0.isUndone && numbers.contains($0.id) }.sorted { $0.id < $1.id }
    var last: [FilePath: DecisionAction.Item] = [:]
    for item in actions.flatMap(\.decidingItems).flatMap(\.withRAW) { last[item.path] = item }
    return last.values.filter(\.isStaying).map(\.file)
  }
}
