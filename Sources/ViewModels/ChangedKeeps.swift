import PhotoModel
package import SystemPackage

/// Photos that were kept, or chosen as the keeper of a set, and have other bytes since: noticed while the words of a session
/// are gone through, oldest first.
struct ChangedKeeps {
  private(set) var paths: Set<FilePath> = []

  /// - Parameters:
  ///   - effect: What the word says now; nil where it is about another file.
  ///   - isHere: There is a photo of that name.
  mutating func hear(
    _ item: DecisionAction.Item, of action: DecisionAction, _ effect: UserDecision?, isHere: @autoclosure () -> Bool
  ) {
    if item.decision == .keep || action.keeperMove?.path == item.path {
      if effect != nil {
        if !paths.isEmpty { paths.remove(item.path) }
      } else if isHere() {
        paths.insert(item.path)
      }
    } else if item.decision == .delete, effect != .delete, !paths.isEmpty {
      paths.remove(item.path)
    }
  }
}

extension Review {
  /// The last word about it was that it stays, but it has changed since: an open question that nothing proposes.
  package func isChangedSinceKept(_ path: FilePath) -> Bool {
    changedSinceKept.contains(path) && IssueCategory.allCases.allSatisfy { decision(path, in: $0) == .pending }
  }
}
