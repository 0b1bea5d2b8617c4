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
      let going = decision == .delete && photo.raw != nil ? parts(path) : .all
      let item = item(decision, going, for: photo, in: category)
      return item.previous != item.decision || item.previousParts != item.parts ? item : nil
    }
    return items.isEmpty ? nil : DecisionAction(items: items)
  }

  /// The user takes a photo out of the bin: every category that said `delete` is pending again.
  package func takingOut(_ path: FilePath) -> DecisionAction? {
    guard let photo = photos[path] else { return nil }
    let items = IssueCategory.allCases.filter { decision(path, in: $0) == .delete }.map {
      item(.pending, for: photo, in: $0)
    }
    return items.isEmpty ? nil : DecisionAction(items: items)
  }

  /// The user makes a member the keeper of its group; nil where it is so already, or is no member.
  package func action(choosing path: FilePath, of group: PhotoGroup) -> DecisionAction? {
    guard let photo = photos[path], group.keeper != path, group.members.contains(where: { $0.path == path }) else {
      return nil
    }
    // It says nothing about the photo itself, nor about what of it goes.
    let key = IssueKey(path, group.category)
    let item = item(decisions[key] ?? .pending, parts[key] ?? .all, for: photo, in: group.category)
    return DecisionAction(
      items: [item], keeperMove: KeeperMove(group: group.id, path: path, previous: chosenKeepers[group.id]))
  }

  /// A decision beside what was said before, so that undo brings all of that back.
  func item(
    _ decision: UserDecision, _ going: PhotoParts = .all, for photo: ScannedPhoto, in category: IssueCategory
  ) -> DecisionAction.Item {
    let key = IssueKey(photo.path, category)
    return DecisionAction.Item(
      about: photo, in: category, decision, previous: decisions[key] ?? .pending, parts: going,
      previousParts: parts[key] ?? .all)
  }
}
