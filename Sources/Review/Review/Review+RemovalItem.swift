package import FileSafety
package import PhotoModel
package import SystemPackage

extension Review {
  /// The files of a photo in the bin that go, each with the files that stay for it; nil where the photo has no such
  /// part.
  ///
  /// - Parameter lastCopies: Photos in the bin that stay all the same.
  package func removalItem(of photo: ScannedPhoto, lastCopies: Set<FilePath> = []) -> RemovalItem? {
    guard var item = itemForTrash(of: photo, lastCopies) else { return nil }
    guard let destination = destination(of: photo.path) else { return item }
    // A photo that moves to a folder is not lost, so nothing has to stay for it.
    item.destination = destination
    item.safeguard = .onlyOne
    for index in item.companions.indices { item.companions[index].survivors = [] }
    return item
  }

  private func itemForTrash(of photo: ScannedPhoto, _ lastCopies: Set<FilePath>) -> RemovalItem? {
    let parts = parts(of: photo.path)
    guard parts == .all || photo.raw != nil else { return nil }
    let going = photo.files(of: parts)
    let companions = going.companions.map { companion in
      RemovalItem.File(
        path: companion.path, identity: companion.identity, digest: companion.digest,
        survivors: copiesStaying(of: companion, besides: photo.path, including: lastCopies).map(Survivor.init))
    }
    if !going.isShownOne, let raw = companions.first(where: { $0.path == photo.raw?.path }) {
      return RemovalItem(
        path: raw.path, identity: raw.identity, digest: raw.digest,
        companions: companions.filter { $0.path != raw.path },
        safeguard: raw.survivors.isEmpty ? .similar(keeper: Survivor(photo)) : .exactCopy(survivors: raw.survivors),
        parts: .raw)
    }
    return RemovalItem(
      path: photo.path, identity: photo.identity, digest: photo.digest, companions: companions,
      safeguard: safeguard(of: photo, parts, lastCopies), parts: parts)
  }

  private func safeguard(
    of photo: ScannedPhoto, _ parts: PhotoParts, _ lastCopies: Set<FilePath>
  ) -> RemovalItem.Safeguard {
    let copies = exactCopiesStaying(of: photo.path, including: lastCopies)
    if !copies.isEmpty { return .exactCopy(survivors: copies.map(Survivor.init)) }
    if parts == .shown, let raw = photo.raw {
      return .similar(keeper: Survivor(path: raw.path, identity: raw.identity))
    }
    let keeper = keeperSeenStaying(of: photo.path) ?? similarPhotoStaying(of: photo.path)
    return keeper.map { .similar(keeper: Survivor($0)) } ?? .onlyOne
  }
}

extension Survivor {
  fileprivate init(_ photo: ScannedPhoto) { self.init(path: photo.path, identity: photo.identity) }
}
