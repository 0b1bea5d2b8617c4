package import PhotoModel
package import SystemPackage

/// Queries about the present state of photos.
extension Review {
  /// The set of a photo in a category; nil for none.
  package func group(of path: FilePath, in category: IssueCategory) -> PhotoGroup? {
    grouping.group(of: path, in: category)
  }

  /// Whether the photo is the keeper of a set.
  package func isKeeper(_ path: FilePath) -> Bool {
    IssueCategory.allCases.contains { group(of: path, in: $0)?.keeper == path }
  }

  /// The decision about a photo in a category; `pending` without one.
  package func decision(_ path: FilePath, in category: IssueCategory) -> UserDecision {
    effective.decision(IssueKey(path, category))
  }

  /// Whether the photo is kept in some category: it may still be open in another one, and is proposed in none.
  package func isKept(_ path: FilePath) -> Bool {
    IssueCategory.allCases.contains { decision(path, in: $0) == .keep }
  }

  /// The kind of bracket, stack or panorama that a photo belongs to, whatever the category on the screen; nil for none.
  package func setKeptWhole(with path: FilePath) -> SetKind? { grouping.keptWhole[path] }

  /// Whether Deckle proposes the photo for the bin, and no decision keeps it.
  package func isProposed(_ issue: PhotoIssue) -> Bool {
    issue.isPreselected && grouping.keptWhole[issue.path] == nil && !isKept(issue.path) && !isKeeper(issue.path)
  }

  /// Whether a photo is marked in any category.
  package func isInBin(_ path: FilePath) -> Bool {
    effective.marks[path] != nil
  }

  /// The parts of a photo in the bin that are removed, over all its marks; all parts for a photo that is not in the
  /// bin.
  package func parts(of path: FilePath) -> PhotoParts {
    let marked = IssueCategory.decidable.map { IssueKey(path, $0) }.filter(effective.isMarked)
    guard let first = marked.first else { return .all }
    return marked.reduce(effective.parts(first)) { $0.union(effective.parts($1)) }
  }

  /// The folder of the user's that a photo in the bin moves to; nil for the trash, and for a photo that is not in the
  /// bin.
  package func destination(of path: FilePath) -> FilePath? {
    IssueCategory.decidable.lazy.map { IssueKey(path, $0) }.first(where: effective.isMarked).flatMap(
      effective.destination)
  }

  /// The number of photos with a mark that counts no more.
  package var lapsedCount: Int { Set(effective.lapsed.keys.map(\.path)).count }

  /// Whether the photo is in the bin but stays, because its folder was protected after it was marked.
  package func isKeptByProtection(_ path: FilePath) -> Bool { isInBin(path) && photos[path]?.isProtected == true }

  /// Whether the shown file would be moved: the photo is in the bin, and neither protected nor there for its RAW alone.
  package func isShownFileLeaving(_ path: FilePath) -> Bool {
    isInBin(path) && parts(of: path) != .raw && !isKeptByProtection(path)
  }

  /// Whether nothing is left to decide about the photo in this category: it was kept here, or is in the bin, unless it
  /// was marked as a copy and is none any more, or its keeper is gone. In the category of all photos: it was viewed, or
  /// decided about anywhere.
  package func isSettled(_ path: FilePath, in category: IssueCategory) -> Bool {
    if category == .browse { return photos.index(of: path).map(isGoneThrough) ?? false }
    guard decision(path, in: category) != .keep else { return true }
    return isInBin(path) && !(category == .similar && isFormerCopy(path)) && !isWithoutKeeperSeen(path, in: category)
  }

  /// Whether the photo was marked because of a copy only, and is in no set of duplicates any more: the copy was edited,
  /// or is gone. A similar photo does not replace it.
  package func isFormerCopy(_ path: FilePath) -> Bool {
    decision(path, in: .duplicate) == .delete && group(of: path, in: .duplicate) == nil
      && IssueCategory.decidable.allSatisfy { $0 == .duplicate || decision(path, in: $0) != .delete }
  }

  /// The reason from earlier decisions why an open photo is not proposed: it was kept and has changed since, or a file
  /// that belongs to it was kept. Nil once the photo is decided as it is.
  package func stayingReasonBefore(_ path: FilePath) -> StayingReason? {
    guard IssueCategory.decidable.allSatisfy({ decision(path, in: $0) == .pending }) else { return nil }
    if let companion = keptCompanions[path] { return .companion(companion) }
    return changedSinceKept.contains(path) ? .beforeItChanged : nil
  }
}
