package import FileSafety
package import PhotoModel
package import SystemPackage

/// The photos in the bin, and the photos that would stay without them.
extension Review {
  /// The photos in the bin, each once, in byte order of their paths.
  package var bin: [PhotoIssue] {
    effective.marks.keys.compactMap { path -> (issue: PhotoIssue, bytes: [UInt8])? in
      guard photos[path] != nil,
        let category = IssueCategory.decidable.first(where: { decision(path, in: $0) == .delete })
      else { return nil }
      // A keeper that was marked is no issue, but in the bin all the same.
      var marked = deck(category)?.issue(of: path) ?? issue(forKeeper: path, in: category)
      marked.size = binSize(of: path)
      return (marked, path.bytes)
    }.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }.map(\.issue)
  }

  /// The size of the files of a photo in the bin that would be moved.
  func binSize(of path: FilePath) -> ByteCount { photos[path]?.size(of: parts(of: path)) ?? .zero }

  /// The same for a photo that moves to a folder of the user's; 0 for any other.
  func folderSize(of path: FilePath) -> ByteCount { destination(of: path) == nil ? .zero : binSize(of: path) }

  /// The members of the group that would stay if these went.
  ///
  /// - Parameter photo: The photo for which they stay: members that may vanish by themselves do not count for it. Nil
  ///   counts all.
  package func survivors(
    of group: PhotoGroup, for photo: FilePath? = nil, without paths: Set<FilePath>
  ) -> [FilePath] {
    group.members.map(\.path).filter { path in
      !paths.contains(path) && !isShownFileLeaving(path) && photo.map { mayVouch(path, for: $0) } != false
    }
  }

  /// Whether a photo counts as staying for another that goes, by its folder and its name.
  func mayVouch(_ path: FilePath, for other: FilePath) -> Bool {
    guard let permanence = photos[path]?.permanence else { return true }
    return permanence.vouches(for: photos[other]?.permanence ?? .lasting)
  }

  /// A member that would go while no member stays for it; the keeper first. Nil where there is none.
  private func memberLeftAlone(in group: PhotoGroup, marking paths: Set<FilePath>) -> FilePath? {
    ([group.keeper] + group.members.map(\.path)).first {
      paths.contains($0) && !isShownFileLeaving($0) && survivors(of: group, for: $0, without: paths).isEmpty
    }
  }

  /// A group of which nothing would stay in the library if this photo went to the bin as well; nil where there is none.
  package func groupEmptied(by path: FilePath) -> PhotoGroup? {
    guard !isShownFileLeaving(path) else { return nil }
    return IssueCategory.allCases.filter(\.isGrouped).lazy.compactMap { group(of: path, in: $0) }
      .first { survivors(of: $0, for: path, without: [path]).isEmpty }
  }

  /// The photos that can be marked together: of each group of which nothing would stay, the keeper, or else the first
  /// member, is left out.
  package func markable(_ paths: [FilePath]) -> [FilePath] {
    var marked = Set(paths)
    let touched = Set(paths.flatMap { path in IssueCategory.allCases.compactMap { group(of: path, in: $0)?.id } })
    for group in touched.sorted(by: { $0.text < $1.text }).compactMap({ groups[$0] }) {
      while let best = memberLeftAlone(in: group, marking: marked) { marked.remove(best) }
    }
    return paths.filter(marked.contains)
  }

  /// The files with the same bytes that are not in the bin, each a file of its own.
  ///
  /// - Parameter others: Photos in the bin that are known to stay all the same.
  package func exactCopiesStaying(of path: FilePath, including others: Set<FilePath> = []) -> [ScannedPhoto] {
    guard let photo = photos[path], let digest = photo.digest else { return [] }
    return photos.copies(of: digest).filter {
      $0.path != path && (!isShownFileLeaving($0.path) || others.contains($0.path))
        && !$0.identity.isSameFile(as: photo.identity) && !$0.path.isCaseFoldCollision(of: path)
        && $0.permanence.vouches(for: photo.permanence)
    }
  }

  /// The files with the same bytes that are no copies of the photo, because other disks take their names for that of
  /// another file: each with that other one.
  package func caseFoldCollisions(besides photo: ScannedPhoto) -> [(path: FilePath, other: FilePath)] {
    guard let same = photo.digest.map(photos.copies), same.areSeveral else { return [] }
    return Dictionary(grouping: same.map(\.path), by: \.foldedName).flatMap {
      name, paths -> [(path: FilePath, other: FilePath)] in
      guard name != nil, paths.count > 1 else { return [] }
      let owner = paths.first { $0 == photo.path || group(of: $0, in: .duplicate) != nil } ?? paths[0]
      return paths.filter { $0 != owner && $0 != photo.path }.map { ($0, owner) }
    }.sorted { precedesInByteOrder($0.path, $1.path) }
  }

  /// A file with the bytes of the photo that is no copy of it, because other disks take both names for one; nil where
  /// there is none, or the photo has another copy that stays.
  package func collisionWithoutCopy(of photo: ScannedPhoto) -> FilePath? {
    guard let same = photo.digest.map(photos.copies), same.areSeveral,
      let collision = same.lazy.map(\.path).first(where: photo.path.isCaseFoldCollision),
      exactCopiesStaying(of: photo.path).isEmpty
    else { return nil }
    return collision
  }

  /// A photo of the same group, in any grouped category, that is not in the bin: preferably the keeper. Nil where there
  /// is none.
  package func similarPhotoStaying(of path: FilePath) -> ScannedPhoto? {
    for category in IssueCategory.allCases where category.isGrouped {
      guard let group = group(of: path, in: category) else { continue }
      let staying = survivors(of: group, for: path, without: [path])
      if let best = staying.first(where: { $0 == group.keeper }) ?? staying.first { return photos[best] }
    }
    return nil
  }

  /// The category of a set whose keeper stays when this photo goes, and is the similar photo that stays for it; nil
  /// where there is none.
  package func categoryOfKeeperStaying(of path: FilePath) -> IssueCategory? {
    guard let staying = similarPhotoStaying(of: path)?.path else { return nil }
    return IssueCategory.allCases.first { $0.isGrouped && group(of: path, in: $0)?.keeper == staying }
  }

  /// Whether a photo would leave no copy, no photo of its sets and no readable half.
  ///
  /// - Parameter lastCopies: Photos in the bin that stay nevertheless.
  package func isOnlyOne(_ path: FilePath, lastCopies: Set<FilePath>) -> Bool {
    guard !lastCopies.contains(path), destination(of: path) == nil else { return false }
    guard let item = photos[path].flatMap({ removalItem(of: $0, lastCopies: lastCopies) }) else { return false }
    return item.safeguard == .onlyOne || isRestUnread(item)
  }

  /// Whether one half of a photo goes, and the half that is to stay could not be read.
  package func isRestUnread(_ item: RemovalItem) -> Bool {
    guard item.parts != .all, case .similar(let rest) = item.safeguard else { return false }
    return unread.contains(rest.path)
  }

  private func issue(forKeeper path: FilePath, in category: IssueCategory) -> PhotoIssue {
    PhotoIssue(
      path: path, category: category, confidence: 1, score: 1, threshold: 1, size: photos[path]?.size ?? .zero,
      group: group(of: path, in: category)?.id,
      why: category == .browse
        ? "" : group(of: path, in: category)?.keeper == path ? "the keeper of its set" : "kept in an earlier review",
      decision: .delete)
  }
}
