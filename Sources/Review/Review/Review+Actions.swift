package import PhotoModel
package import SystemPackage

/// What would be recorded: an action is made here, put on the disk, and only then takes effect.
extension Review {
  /// What would be recorded if the user decided so; nil where the photo is unknown, or protected and to go. What was said
  /// before is recorded as well: it is said now, and other reviews and plans may have said something else since.
  ///
  /// A "keep" ends the marks of a photo in all categories, and what of it goes is what was said last: nobody who reads
  /// "the JPEG stays" thinks of what was marked elsewhere.
  ///
  /// - Parameter parts: What of each photo goes; without a RAW beside it, everything.
  package func action(
    _ decision: UserDecision, for paths: [FilePath], in category: IssueCategory,
    parts: (FilePath) -> PhotoParts = { _ in .all }
  ) -> DecisionAction? {
    var items: [DecisionAction.Item] = []
    var elsewhere: [DecisionAction.Item] = []
    for path in paths {
      guard let photo = photos[path], !(decision == .delete && photo.isProtected) else { continue }
      let going = decision == .delete && photo.raw != nil ? parts(path) : .all
      items.append(item(decision, going, for: photo, in: category))
      switch decision {
      case .keep: elsewhere += endingMarks(of: photo, besides: category)
      case .delete: elsewhere += marks(of: photo, besides: category).map { item(.delete, going, for: photo, in: $0) }
      case .pending: break
      }
    }
    return items.isEmpty ? nil : DecisionAction(items: items + elsewhere)
  }

  /// Other categories that say `delete`.
  private func marks(of photo: ScannedPhoto, besides category: IssueCategory) -> [IssueCategory] {
    IssueCategory.allCases.filter { $0 != category && decision(photo.path, in: $0) == .delete }
  }

  /// A later word about a photo ends what other categories say of the bin, so that it counts wherever it was said.
  func endingMarks(of photo: ScannedPhoto, besides category: IssueCategory) -> [DecisionAction.Item] {
    marks(of: photo, besides: category).map { item(.pending, for: photo, in: $0) }
  }

  /// The user takes a photo out of the bin: every category that said `delete` is pending again.
  package func takingOut(_ path: FilePath) -> DecisionAction? {
    guard let photo = photos[path] else { return nil }
    let items = IssueCategory.allCases.filter { decision(path, in: $0) == .delete }.map {
      item(.pending, for: photo, in: $0)
    }
    return items.isEmpty ? nil : DecisionAction(items: items)
  }

  /// The user makes a member the keeper of its group; nil where it is so already, or is no member. The keeper stays, so
  /// it is in no bin.
  package func action(choosing path: FilePath, of group: PhotoGroup) -> DecisionAction? {
    guard let photo = photos[path], group.keeper != path, group.members.contains(where: { $0.path == path }) else {
      return nil
    }
    let decided = decision(path, in: group.category)
    let item = item(decided == .delete ? .pending : decided, for: photo, in: group.category)
    return DecisionAction(
      items: [item] + endingMarks(of: photo, besides: group.category),
      keeperMove: KeeperMove(group: group.id, path: path, previous: chosenKeepers[group.id]))
  }

  /// A decision beside what was said before, so that undo brings all of that back.
  package func item(
    _ decision: UserDecision, _ going: PhotoParts = .all, for photo: ScannedPhoto, in category: IssueCategory
  ) -> DecisionAction.Item {
    let key = IssueKey(photo.path, category)
    return DecisionAction.Item(
      about: photo, in: category, decision,
      previous: effective.lapsed[key] == nil ? effective.decision(key) : .delete, parts: going,
      previousParts: effective.going(key) ?? .all,
      keeper: decision == .delete && going == .all ? keeperSeen(beside: photo, in: category) : nil,
      previousKeeper: effective.keeperSeen(key))
  }
}
