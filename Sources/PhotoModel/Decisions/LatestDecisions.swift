package import SystemPackage

/// What the words of a session say last of photos that may not be where they were: by names, for there is no file to ask.
package struct LatestDecisions: Sendable {
  /// Photos that are marked for the bin in some category.
  package private(set) var marked: Set<FilePath> = []
  /// Photos that are kept in some category and marked in none, with the files that were on the screen.
  package private(set) var kept: [FilePath: FileIdentity] = [:]

  /// - Parameters:
  ///   - actions: What was said and not taken back, oldest first.
  ///   - isWanted: Of which photos.
  package init(of actions: some Sequence<DecisionAction>, about isWanted: (FilePath) -> Bool) {
    var said: [FilePath: [IssueCategory: DecisionAction.Item]] = [:]
    for item in actions.lazy.flatMap(\.items) {
      if isWanted(item.path) {
        Self.endMarks(of: &said[item.path, default: [:]], by: item)
        said[item.path, default: [:]][item.category] = item
      }
      // A RAW that stays beside its photo stays as a photo of its own, too.
      if let rawItem = item.rawDecision, said[rawItem.path] != nil {
        Self.endMarks(of: &said[rawItem.path, default: [:]], by: rawItem)
      }
    }
    for (path, items) in said {
      if items.values.contains(where: { $0.decision == .delete }) {
        marked.insert(path)
      } else if let item = items.values.first(where: { $0.decision == .keep }) {
        kept[path] = item.identity
      }
    }
  }

  /// A later word ends the marks of a photo in all categories that it is against.
  private static func endMarks(of items: inout [IssueCategory: DecisionAction.Item], by decision: DecisionAction.Item) {
    guard decision.isStaying else { return }
    for (category, item) in items where item.decision == .delete && decision.endsMark(for: item.parts) {
      items[category]?.decision = .pending
    }
  }
}
