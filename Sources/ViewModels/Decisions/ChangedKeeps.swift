package import PhotoModel
package import SystemPackage

/// Photos that were kept, or chosen as the keeper of a set, and have other bytes since: noticed while the words of a session
/// are gone through, oldest first.
struct ChangedKeeps {
  private(set) var paths: Set<FilePath> = []

  /// - Parameters:
  ///   - effect: What the word says now; nil where it is about another file.
  ///   - isHere: There is a photo of that name.
  mutating func replay(
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
  /// What was said before makes it a question that nothing proposes: that it stays, but it has changed since; or that a file
  /// stays that belongs to it now. Nil once something was said of it as it is.
  package func stayingReasonBefore(_ path: FilePath) -> StayingReason? {
    guard IssueCategory.allCases.allSatisfy({ decision(path, in: $0) == .pending }) else { return nil }
    if let companion = keptCompanions[path] { return .companion(companion) }
    return changedSinceKept.contains(path) ? .beforeItChanged : nil
  }
}
