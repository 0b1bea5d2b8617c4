package import PhotoModel
package import SystemPackage

/// Beside which photo another was marked: a mark in a set is about what stays as well as about what goes.
///
/// By its bytes, so that a keeper that was renamed, or is represented by a copy, is the one that was seen. What belongs to it
/// is no part of that: its sidecar changes with every rating.
extension Review {
  /// The bytes of what stays of a set when a photo goes: its keeper, else the first that is not in the bin. Nil where nothing
  /// does.
  func keeperSeen(beside photo: ScannedPhoto, in category: IssueCategory) -> ContentDigest? {
    guard let group = group(of: photo.path, in: category) else { return nil }
    func stays(_ path: FilePath) -> Bool { isAnother(path, than: photo) && !isShownFileLeaving(path) }
    let path = stays(group.keeper) ? group.keeper : group.members.lazy.map(\.path).first(where: stays)
    return path.flatMap { photos[$0]?.digest }
  }

  /// None of the photos that it was marked beside is in a set with it any more, whatever is to stay of them: they have changed,
  /// or are gone. What stays is not what was seen, and so it is a question again in this set.
  package func isWithoutKeeperSeen(_ path: FilePath, in category: IssueCategory) -> Bool {
    guard category.isGrouped, isInBin(path), group(of: path, in: category) != nil else { return false }
    return isMarked(path) { !keepers(with: $0, beside: path).contains { _ in true } }
  }

  /// No photo that it was marked beside stays in a set with it: it needs a look before it goes.
  package func hasOtherKeeper(_ path: FilePath) -> Bool {
    isMarked(path) { digest in keepers(with: digest, beside: path).allSatisfy(isShownFileLeaving) }
  }

  /// The photo that it was marked beside, where that stays; the keeper of today if it is one.
  func keeperSeenStaying(of path: FilePath) -> ScannedPhoto? {
    let seen = IssueCategory.allCases.compactMap { effective.keeperSeen(IssueKey(path, $0)) }
    guard !seen.isEmpty else { return nil }
    let staying = seen.flatMap { keepers(with: $0, beside: path) }.filter {
      !isShownFileLeaving($0) && mayVouch($0, for: path)
    }
    return (staying.first(where: isKeeper) ?? staying.min(by: precedesInByteOrder)).flatMap { photos[$0] }
  }

  /// Each of its marks was made beside a photo that is known, and is as asked for.
  private func isMarked(_ path: FilePath, where isWanted: (ContentDigest) -> Bool) -> Bool {
    var isMarked = false
    for category in IssueCategory.allCases where decision(path, in: category) == .delete {
      guard let digest = effective.keeperSeen(IssueKey(path, category)), isWanted(digest) else { return false }
      isMarked = true
    }
    return isMarked
  }

  /// Other photos with these bytes that are in a set with it.
  private func keepers(with digest: ContentDigest, beside path: FilePath) -> some Sequence<FilePath> {
    let (photo, sets) = (photos[path], IssueCategory.allCases.compactMap { group(of: path, in: $0) })
    // Most often the first one is: of a set of a thousand copies not all are looked at for each of them.
    return photos.copies(of: digest).lazy.map(\.path).filter { other in
      guard let photo, isAnother(other, than: photo) else { return false }
      return sets.contains { group(of: other, in: $0.category)?.id == $0.id }
    }
  }

  private func isAnother(_ path: FilePath, than photo: ScannedPhoto) -> Bool {
    guard path != photo.path, let other = photos[path] else { return false }
    return !other.identity.isSameFile(as: photo.identity) && !path.isCaseFoldCollision(of: photo.path)
  }
}
