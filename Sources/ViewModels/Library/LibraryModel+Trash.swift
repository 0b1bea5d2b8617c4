package import PhotoModel
package import SystemPackage

/// Photos that were moved to the trash, and those that came back.
extension LibraryModel {
  /// Removes photos that were moved to the trash.
  ///
  /// - Parameters:
  ///   - paths: Photos whose shown file was moved.
  ///   - parts: Photos that went in part, with the files that were moved of each.
  package func photosMoved(_ paths: [FilePath], parts: [FilePath: [FilePath]] = [:]) {
    try? dependencies.session.forgetDecisions(paths, Array(parts.keys))
    let moved = Set(paths)
    pathChanges.move(moved, parts: parts, of: review)
    changeCounts.subject += 1
    let files = Set(parts.filter { !moved.contains($0.key) }.values.joined())
    if !files.isEmpty { review.removeCompanions(files) }
    review.removePhotos(moved)
    onChange(.review)
    checkAccess()
    // A RAW whose JPEG was removed is a photo of its own from now on, and hard links of a removed file are changed by
    // that.
    let keys = Set(moved.compactMap { pathChanges.moved[$0] }.map { FileKey($0) })
    if parts.keys.contains(where: moved.contains)
      || review.photos.list.contains(where: { $0.hasOtherNames && keys.contains(FileKey($0.identity)) })
    {
      scanAgain()
    }
  }

  /// Takes over smaller files under the names of photos, or their originals: the session has carried over the decisions
  /// about them, and a scan measures the new contents.
  package func photosReplaced(_ files: [FilePath: FileVersion]) {
    guard !files.isEmpty else { return }
    let saved = try? dependencies.session.load(roots)
    changeCounts.subject += 1
    review.replaceFiles(files, decisions: saved)
    readLedger()
    onChange(.review)
    checkAccess()
    scanAgain()
  }

  /// Takes back photos that were restored: the decisions about them are open again, and the library is scanned anew,
  /// because a file that was moved is not the one in the cache any more.
  ///
  /// - Parameter digests: The digests of their files.
  package func photosRestored(_ paths: [FilePath], digests: [FilePath: ContentDigest] = [:]) {
    try? dependencies.session.forgetDecisions(paths, [])
    // The session has the files that came back, and the decisions deleted with them.
    if let saved = try? dependencies.session.load(roots) {
      review.replaceActions(with: saved)
    } else {
      review.forgetDecisions(about: Set(paths))
    }
    changeCounts.subject += 1
    pathChanges.restore(paths, digests: digests)
    checkAccess()
    scanAgain()
  }
}
