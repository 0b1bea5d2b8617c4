package import PhotoModel
package import SystemPackage

/// Makes actions: each is made here, put on the disk, and only then applied.
extension Review {
  /// The action for a decision about photos; nil where none of them is known and allows it: protected photos cannot be
  /// marked. The earlier decision is recorded as well: this one replaces it, and other reviews and plans may have
  /// decided otherwise since.
  ///
  /// A "keep" ends the marks of a photo in all categories, and the parts of the last decision count: who reads "the
  /// JPEG stays" does not think of marks in other categories.
  ///
  /// - Parameters:
  ///   - parts: The parts of a photo to remove; without a RAW beside it, all are removed.
  ///   - destination: The folder of the user's that a marked photo moves to; nil for the trash.
  package func action(
    _ decision: UserDecision, for paths: [FilePath], in category: IssueCategory,
    parts: (FilePath) -> PhotoParts = { _ in .all }, to destination: FilePath? = nil
  ) -> DecisionAction? {
    var items: [DecisionAction.Item] = []
    var elsewhere: [DecisionAction.Item] = []
    for path in paths {
      guard let photo = photos[path], !(decision == .delete && photo.isProtected) else { continue }
      let removedParts = decision == .delete && photo.raw != nil ? parts(path) : .all
      items.append(item(decision, removedParts, to: destination, for: photo, in: category))
      switch decision {
      case .keep: elsewhere += endingMarks(of: photo, besides: category)
      case .delete:
        elsewhere += marks(of: photo, besides: category).map {
          item(.delete, removedParts, to: destination, for: photo, in: $0)
        }
      case .pending: break
      }
    }
    return items.isEmpty ? nil : DecisionAction(items: items + elsewhere)
  }

  /// The other categories in which the photo is marked.
  private func marks(of photo: ScannedPhoto, besides category: IssueCategory) -> [IssueCategory] {
    IssueCategory.decidable.filter { $0 != category && decision(photo.path, in: $0) == .delete }
  }

  /// The items that end the marks of a photo in other categories, so that a later decision counts wherever it was made.
  /// The marks are those that `DecisionAction.Item.endsMark` ends anyway; recording them saves a replay.
  func endingMarks(of photo: ScannedPhoto, besides category: IssueCategory) -> [DecisionAction.Item] {
    marks(of: photo, besides: category).map { item(.pending, for: photo, in: $0) }
  }

  /// The action that takes a photo out of the bin: it is open again in every category in which it was marked. Nil where
  /// it has no mark.
  package func takingOut(_ path: FilePath) -> DecisionAction? {
    guard let photo = photos[path] else { return nil }
    let items = IssueCategory.decidable.filter { decision(path, in: $0) == .delete }.map {
      item(.pending, for: photo, in: $0)
    }
    return items.isEmpty ? nil : DecisionAction(items: items)
  }

  /// The action for a photo that was viewed among all photos: remembered by its content, and out of the bin. Nil where
  /// neither is new, or the photo could not be read to its end.
  package func action(viewing path: FilePath) -> DecisionAction? {
    guard let photo = photos[path] else { return nil }
    let isNew = photo.digest.map { !viewed.contains($0) } ?? false
    guard isNew || isInBin(path) else { return nil }
    return DecisionAction(
      items: [item(.pending, for: photo, in: .browse)] + endingMarks(of: photo, besides: .browse), isViewing: isNew)
  }

  /// The action that makes a member the keeper of its group; nil where it is the keeper already, or no member. The
  /// keeper stays, so it leaves the bin.
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

  /// The item for a decision, with the earlier decision, so that undo brings that back.
  package func item(
    _ decision: UserDecision, _ removedParts: PhotoParts = .all, to destination: FilePath? = nil,
    for photo: ScannedPhoto,
    in category: IssueCategory
  ) -> DecisionAction.Item {
    let key = IssueKey(photo.path, category)
    var item = DecisionAction.Item(
      about: photo, in: category, decision,
      previous: effective.lapsed[key] == nil ? effective.decision(key) : .delete, parts: removedParts,
      previousParts: effective.removedParts(key) ?? .all,
      keeper: decision == .delete && removedParts == .all ? keeperSeen(beside: photo, in: category) : nil,
      previousKeeper: effective.keeperSeen(key))
    item.destination = decision == .delete ? destination : nil
    item.previousDestination = effective.destination(key)
    return item
  }
}
