package import FileSafety
import PhotoAnalysis
package import PhotoModel
package import SystemPackage

extension Review {
  /// For each content whose copies are all in the bin, the photo that stays nevertheless: the keeper of its set, else
  /// the one that would be chosen as keeper. It can be removed in a later move, when it is the only one left.
  ///
  /// Two names of one file (hard links) are one copy; a photo that never had a copy is not included. Of two names that
  /// differ only in case (`isCaseFoldCollision`) one stays as well, although neither counts as a copy of the other.
  package var lastCopies: Set<FilePath> {
    var staying: Set<FilePath> = []
    for same in photos.contentsWithCopies {
      // A file that may vanish, or is a backup or removed by its name, is no copy of one that lasts.
      let best = same.lazy.map(\.permanence.rank).max() ?? 0
      guard same.allSatisfy({ isShownFileLeaving($0.path) || $0.permanence.rank < best }) else { continue }
      let copies = same.filter { $0.permanence.rank == best }
      guard copies.contains(where: { !$0.identity.isSameFile(as: copies[0].identity) }) else { continue }
      let keeper = copies.map(\.path).first { group(of: $0, in: .duplicate)?.keeper == $0 }
      if let path = keeper ?? PhotoAnalysis.keeper(among: copies).map({ copies[$0.index].path }) {
        staying.insert(path)
      }
    }
    for (digest, paths) in photos.companions {
      if let path = ownerOfLastCompanion(digest, paths, staying) { staying.insert(path) }
    }
    return staying
  }

  /// Records which photos stayed as the last of their copies while these were moved.
  ///
  /// - Parameter staying: The photos in the bin that stayed.
  package mutating func remember(lastOfCopies staying: some Sequence<FilePath>, beside moved: Set<FilePath>) {
    for path in staying
    where photos[path].flatMap(\.digest).map(photos.copies)?
      .contains(where: { $0.path != path && moved.contains($0.path) }) == true
    {
      lastOfCopies.insert(path)
    }
  }

  /// Whether only a photo with other bytes stays for the item, because its exact copies were moved before.
  package func isLastOfCopies(_ item: RemovalItem) -> Bool {
    guard case .similar = item.safeguard, item.parts == .all, lastOfCopies.contains(item.path) else { return false }
    return photos[item.path].flatMap(\.digest).map { photos.copies(of: $0).count(upTo: 2) == 1 } == true
  }

  /// The files with the bytes of a companion that stay, each a file of its own: beside other photos, or photos
  /// themselves.
  ///
  /// - Parameter others: Photos in the bin that are known to stay all the same.
  package func copiesStaying(
    of companion: Companion, besides path: FilePath, including others: Set<FilePath> = []
  ) -> [(path: FilePath, identity: FileIdentity)] {
    guard let digest = companion.digest, companion.identity.size > 0 else { return [] }
    var copies: [(path: FilePath, identity: FileIdentity)] = []
    for owner in photos.companions[digest, default: []] where owner != path {
      guard let photo = photos[owner], mayVouch(owner, for: path) else { continue }
      // A sidecar is about its own photo, and counts as the same only where the photos are the same.
      if companion.role == .sidecar, photo.digest == nil || photo.digest != photos[path]?.digest { continue }
      copies += photo.companions.filter { $0.digest == digest && (others.contains(owner) || !isLeaving($0, of: photo)) }
        .map { ($0.path, $0.identity) }
    }
    for other in photos.copies(of: digest)
    where (!isShownFileLeaving(other.path) || others.contains(other.path)) && mayVouch(other.path, for: path) {
      copies.append((other.path, other.identity))
    }
    return copies.filter {
      !$0.identity.isSameFile(as: companion.identity) && !$0.path.isCaseFoldCollision(of: companion.path)
    }
  }

  /// Whether a companion would be moved with its photo.
  private func isLeaving(_ companion: Companion, of photo: ScannedPhoto) -> Bool {
    isInBin(photo.path) && !photo.isProtected
      && photo.files(of: parts(of: photo.path)).companions.contains { $0.path == companion.path }
  }

  /// The photo that stays for a RAW or a movie whose copies would all go with different photos; nil where there is
  /// none. Sidecars with one content are no copies of each other, since each is about its own photo.
  private func ownerOfLastCompanion(
    _ digest: ContentDigest, _ paths: [FilePath], _ staying: Set<FilePath>
  ) -> FilePath? {
    let best = (paths.compactMap { photos[$0] } + photos.copies(of: digest)).map(\.permanence.rank).max()
    let owners = paths.compactMap { photos[$0] }.filter { $0.permanence.rank == best }
    let copies = owners.flatMap { photo in
      photo.companions.filter { $0.digest == digest && $0.role != .sidecar }.map { (photo: photo, file: $0) }
    }
    // The same RAW may also be a photo of its own, in a folder without the JPEG.
    let shown = photos.copies(of: digest).filter { $0.permanence.rank == best }
    let files = copies.map(\.file.identity) + shown.map(\.identity)
    guard !copies.isEmpty, !(copies.map(\.photo) + shown).contains(where: { staying.contains($0.path) }),
      copies.allSatisfy({ isLeaving($0.file, of: $0.photo) }),
      files.contains(where: { !$0.isSameFile(as: files[0]) }),
      shown.allSatisfy({ isShownFileLeaving($0.path) })
    else { return nil }
    return copies.map(\.photo.path).first(where: isKeeper) ?? copies.map(\.photo.path).min(by: precedesInByteOrder)
  }
}
