package import PhotoModel
package import SystemPackage

/// What is so now.
extension Review {
  /// The set of a photo in a category; nil for none.
  package func group(of path: FilePath, in category: IssueCategory) -> PhotoGroup? {
    sets.group(of: path, in: category)
  }

  /// The photo is the keeper of a set.
  package func isKeeper(_ path: FilePath) -> Bool {
    IssueCategory.allCases.contains { group(of: path, in: $0)?.keeper == path }
  }

  /// The decision about a photo in a category; `pending` without one.
  package func decision(_ path: FilePath, in category: IssueCategory) -> UserDecision {
    effective.decision(IssueKey(path, category))
  }

  /// Some category says that it stays: it may still be a question in another one, and is proposed in none.
  package func isKept(_ path: FilePath) -> Bool {
    IssueCategory.allCases.contains { decision(path, in: $0) == .keep }
  }

  /// The bracket, stack or panorama that a photo belongs to, in whatever category it is looked at; nil for none.
  package func setKeptWhole(with path: FilePath) -> SetKind? { sets.keptWhole[path] }

  /// Deckle proposes it for the bin, and nothing was said that it stays.
  package func isProposed(_ issue: PhotoIssue) -> Bool {
    issue.isPreselected && sets.keptWhole[issue.path] == nil && !isKept(issue.path) && !isKeeper(issue.path)
  }

  /// Whether a photo is marked in any category.
  package func isInBin(_ path: FilePath) -> Bool {
    effective.marks[path] != nil
  }

  /// What of a photo in the bin goes: what any of its marks says. Everything, for one that is not in the bin.
  package func parts(of path: FilePath) -> PhotoParts {
    let marked = IssueCategory.allCases.map { IssueKey(path, $0) }.filter(effective.isMarked)
    guard let first = marked.first else { return .all }
    return marked.reduce(effective.parts(first)) { $0.union(effective.parts($1)) }
  }

  /// How many photos have a mark that counts no more.
  package var lapsedCount: Int { Set(effective.lapsed.keys.map(\.path)).count }

  /// In the bin, but it stays: its folder was protected after it was marked.
  package func isKeptByProtection(_ path: FilePath) -> Bool { isInBin(path) && photos[path]?.isProtected == true }

  /// The file that is shown would be moved: the photo is in the bin, and neither protected nor there for its RAW alone.
  package func isShownFileLeaving(_ path: FilePath) -> Bool {
    isInBin(path) && parts(of: path) != .raw && !isKeptByProtection(path)
  }

  /// Nothing is left to say about this issue: it was kept here, or the photo is in the bin, and not because of a copy that is
  /// none any more, or of a keeper that is not there any more.
  package func isSettled(_ path: FilePath, in category: IssueCategory) -> Bool {
    guard decision(path, in: category) != .keep else { return true }
    return isInBin(path) && !(category == .similar && isFormerCopy(path)) && !isWithoutKeeperSeen(path, in: category)
  }

  /// It was marked because of a copy and for nothing else, and is in no set of duplicates any more: the copy was edited,
  /// or is gone. What is similar to it is not what was relied on.
  package func isFormerCopy(_ path: FilePath) -> Bool {
    decision(path, in: .duplicate) == .delete && group(of: path, in: .duplicate) == nil
      && IssueCategory.allCases.allSatisfy { $0 == .duplicate || decision(path, in: $0) != .delete }
  }

  /// The reason from earlier decisions why a photo is a question that nothing proposes: it was kept and has changed since, or a file
  /// stays that belongs to it now. Nil once something is decided about it as it is.
  package func stayingReasonBefore(_ path: FilePath) -> StayingReason? {
    guard IssueCategory.allCases.allSatisfy({ decision(path, in: $0) == .pending }) else { return nil }
    if let companion = keptCompanions[path] { return .companion(companion) }
    return changedSinceKept.contains(path) ? .beforeItChanged : nil
  }
}
