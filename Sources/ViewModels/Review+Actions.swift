package import PhotoModel
package import SystemPackage

/// What would be recorded: an action is made here, put on the disk, and only then takes effect.
extension Review {
  /// What would be recorded if the user decided so; nil where nothing would change, or the photo is unknown.
  ///
  /// - Parameter parts: What of each photo goes; without a RAW beside it, everything.
  package func action(
    _ decision: UserDecision, for paths: [FilePath], in category: IssueCategory,
    parts: (FilePath) -> PhotoParts = { _ in .all }
  ) -> DecisionAction? {
    let items = paths.compactMap { path -> DecisionAction.Item? in
      guard let photo = photos[path], !(decision == .delete && photo.isProtected) else { return nil }
      let previous = self.decision(path, in: category)
      let previousParts = self.parts[IssueKey(path, category)] ?? .all
      let going = decision == .delete && photo.raw != nil ? parts(path) : .all
      guard previous != decision || previousParts != going else { return nil }
      return DecisionAction.Item(
        path: path, identity: photo.identity, category: category, decision: decision, previous: previous, parts: going,
        previousParts: previousParts)
    }
    return items.isEmpty ? nil : DecisionAction(items: items)
  }

  /// The user takes a photo out of the bin: every category that said `delete` is pending again.
  package func takingOut(_ path: FilePath) -> DecisionAction? {
    guard let photo = photos[path] else { return nil }
    let items = IssueCategory.allCases.filter { decision(path, in: $0) == .delete }.map {
      DecisionAction.Item(
        path: path, identity: photo.identity, category: $0, decision: .pending, previous: .delete,
        previousParts: parts[IssueKey(path, $0)] ?? .all)
    }
    return items.isEmpty ? nil : DecisionAction(items: items)
  }

  /// The user makes a member the keeper of its group; nil where it is so already, or is no member.
  package func action(choosing path: FilePath, of group: PhotoGroup) -> DecisionAction? {
    guard let photo = photos[path], group.keeper != path, group.members.contains(where: { $0.path == path }) else {
      return nil
    }
    // It says nothing about the photo itself.
    let decision = self.decision(path, in: group.category)
    let item = DecisionAction.Item(
      path: path, identity: photo.identity, category: group.category, decision: decision, previous: decision)
    return DecisionAction(
      items: [item], keeperMove: KeeperMove(group: group.id, path: path, previous: chosenKeepers[group.id]))
  }
}
