package import PhotoModel
package import SystemPackage

/// The outcome of choosing the photos of a set that stay.
package struct SetChoice {
  /// The one action for all of it; nil where everything is decided so already.
  package let action: DecisionAction?
  /// The members that the action marks.
  package let marked: [FilePath]
  /// The members that would go, but are the last of another set, or have nothing that stays for good: a question each.
  package let leftOpen: [FilePath]
}

/// Decisions about a whole set at once: the chosen photos are kept, the others go to the bin.
extension Review {
  /// The set to choose from: that of the category, else that of similar photos, else that of copies. Nil where the
  /// photo is in none.
  package func set(with path: FilePath, in category: IssueCategory) -> PhotoGroup? {
    group(of: path, in: category) ?? group(of: path, in: .similar) ?? group(of: path, in: .duplicate)
  }

  /// Whether a member of a set stays unless the user says otherwise: the keeper, and photos that were kept, rated or
  /// protected. Photos in the bin are decided already.
  package func stays(_ member: PhotoGroup.Member, of group: PhotoGroup, ratingsAreSacred: Bool) -> Bool {
    guard let photo = photos[member.path] else { return false }
    if photo.isProtected { return true }
    guard !isInBin(member.path) else { return false }
    return member.path == group.keeper || member.isKept || isKept(member.path)
      || stayingReasonBefore(member.path) != nil || ratingsAreSacred && photo.isChosen
  }

  /// Keeps members of a set and marks the others: one action, so that one undo takes it back. Where the keeper goes,
  /// the first member that was chosen takes its place. Nil where none is chosen: the last photo of a set can only be
  /// marked by itself.
  ///
  /// The rules are those of single marks: protected photos stay, photos in the bin are not marked again, and none is
  /// marked that would leave another set empty.
  ///
  /// - Parameter parts: The parts of a photo to remove.
  package func choice(
    of chosen: Set<FilePath>, from group: PhotoGroup, parts: (FilePath) -> PhotoParts = { _ in .all }
  ) -> SetChoice? {
    let members = group.members.filter { photos[$0.path] != nil }
    guard let first = members.first(where: { chosen.contains($0.path) })?.path else { return nil }
    let move =
      chosen.contains(group.keeper)
      ? nil : KeeperMove(group: group.id, path: first, previous: chosenKeepers[group.id])
    let keeping = members.filter { member in
      guard chosen.contains(member.path) else { return false }
      return member.path == move?.path || isInBin(member.path)
        || decision(member.path, in: group.category) != .keep && !member.isKept
    }
    var kept = action(.keep, for: keeping.map(\.path), in: group.category)
    kept?.keeperMove = move
    // The companions that may go and the keeper of each mark are known only once the chosen photos are kept.
    var after = self
    if let kept { after.apply(kept) }
    let going = members.map(\.path).filter {
      !chosen.contains($0) && !isInBin($0) && photos[$0]?.isProtected == false
    }
    let marked = after.markable(going)
    let marks = after.action(.delete, for: marked, in: group.category, parts: parts)
    let items = (marks?.items ?? []) + (kept?.items ?? [])
    return SetChoice(
      action: items.isEmpty ? nil : DecisionAction(items: items, keeperMove: move), marked: marked,
      leftOpen: going.filter { !marked.contains($0) })
  }
}
