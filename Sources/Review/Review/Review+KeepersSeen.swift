package import PhotoModel
package import SystemPackage

/// The keepers beside which photos were marked: a mark in a set is about the photo that stays as well as about the one
/// that goes.
///
/// A keeper is known by its bytes, so that one that was renamed, or is represented by a copy, is still the one that was
/// seen. Its companions do not count: a sidecar changes with every rating.
extension Review {
  /// The content of the photo that stays of a set when another goes: the keeper, else the first that is not in the bin.
  /// Nil where none does.
  func keeperSeen(beside photo: ScannedPhoto, in category: IssueCategory) -> ContentDigest? {
    guard let group = group(of: photo.path, in: category) else { return nil }
    func stays(_ path: FilePath) -> Bool { isAnother(path, than: photo) && !isShownFileLeaving(path) }
    let path = stays(group.keeper) ? group.keeper : group.members.lazy.map(\.path).first(where: stays)
    return path.flatMap { photos[$0]?.digest }
  }

  /// Whether no photo beside which this one was marked is in a set with it any more, whether or not it stays: each has
  /// changed, or is gone. This photo is then open again in the set.
  package func isWithoutKeeperSeen(_ path: FilePath, in category: IssueCategory) -> Bool {
    guard category.isGrouped, isInBin(path), group(of: path, in: category) != nil else { return false }
    return isMarked(path) { !keepers(with: $0, beside: path).contains { _ in true } }
  }

  /// Whether no photo beside which this one was marked stays in a set with it, so that it should be checked before it
  /// is removed.
  package func hasOtherKeeper(_ path: FilePath) -> Bool {
    isMarked(path) { digest in keepers(with: digest, beside: path).allSatisfy(isShownFileLeaving) }
  }

  /// The staying photo beside which this one was marked; of several, the present keeper if it is one of them. Nil where
  /// there is none.
  func keeperSeenStaying(of path: FilePath) -> ScannedPhoto? {
    let seen = IssueCategory.allCases.compactMap { effective.keeperSeen(IssueKey(path, $0)) }
    guard !seen.isEmpty else { return nil }
    let staying = seen.flatMap { keepers(with: $0, beside: path) }.filter {
      !isShownFileLeaving($0) && mayVouch($0, for: path)
    }
    return (staying.first(where: isKeeper) ?? staying.min(by: precedesInByteOrder)).flatMap { photos[$0] }
  }

  /// Whether each of its marks was made beside a known photo that is as wanted.
  private func isMarked(_ path: FilePath, where isWanted: (ContentDigest) -> Bool) -> Bool {
    var isMarked = false
    for category in IssueCategory.decidable where decision(path, in: category) == .delete {
      guard let digest = effective.keeperSeen(IssueKey(path, category)), isWanted(digest) else { return false }
      isMarked = true
    }
    return isMarked
  }

  /// The other photos with these bytes that are in a set with it.
  private func keepers(with digest: ContentDigest, beside path: FilePath) -> some Sequence<FilePath> {
    let (photo, sets) = (photos[path], IssueCategory.allCases.compactMap { group(of: path, in: $0) })
    // Most often the first copy fits, so that for each of a thousand copies not all others are checked.
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
