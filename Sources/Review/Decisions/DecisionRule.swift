package import PhotoModel
package import SystemPackage

/// The decision rule: for which photo a decision counts, and which older marks it ends.
///
/// - A mark counts only for the file as it was marked: path, content, companions.
/// - A keep counts for the photo at its path, and under another path only where the old one is gone.
/// - A later decision by which something of a photo stays ends its older marks.
/// - A photo in doubt is open again: a question too many does no harm.
extension DecisionAction.Item {
  /// Whether the photo stays by the decision, or one half of it.
  package var isStaying: Bool { decision != .delete || parts != .all }

  /// Whether the decision, made later about the same photo, ends a mark: it keeps something that the mark would remove.
  ///
  /// - Parameter removedParts: The parts that the mark removes.
  package func endsMark(for removedParts: PhotoParts) -> Bool {
    decision != .delete || parts.union(removedParts) != parts
  }

  /// The meaning of a decision, or of the one before it, for the photo that has its path now.
  ///
  /// Content is compared by digest where both are known; a running scan may not have read the file yet, and a session
  /// of 0.1.0 may have none. A keep holds for the file as well as for its content.
  ///
  /// - Parameter removedParts: The parts that go by the decision. To a mark for one half of a photo that has no RAW
  ///   now, companions do not matter.
  /// - Returns: Nil where the decision is about another file; `pending` for a mark of a photo that has changed.
  package func effect(of decision: UserDecision, removedParts: PhotoParts, on photo: ScannedPhoto) -> UserDecision? {
    let isSameVersion = photo.identity.isSameVersion(as: identity)
    let hasSameDigest = if let digest, let found = photo.digest { digest == found } else { isSameVersion }
    guard isSameVersion || hasSameDigest else { return nil }
    guard decision == .delete else { return decision }
    let isWhole =
      companionsMark == nil || companionsMark == photo.companionsMark || removedParts != .all && photo.raw == nil
    return hasSameDigest && isWhole ? .delete : .pending
  }
}

extension DecidedFile {
  /// A property by which a decision may be about a file.
  enum Key: Hashable {
    case path(FilePath)
    case file(FileIdentity)
    /// The last part of a name with size and times, where a drive numbers its files anew each time it is mounted.
    case name([UInt8], FileIdentity)
    case content([UInt8], ContentDigest)
  }

  /// The keys of the file under any path: two files with one in common are the same, unless their contents differ.
  var keysUnderAnyPath: [Key] {
    guard let identity else { return [] }
    return [.file(identity.underAnyName), .name(path.nameBytes, identity.contentMark)]
  }

  /// Whether another file is this one under any path, and of the same content where both digests are known.
  package func isSame(as path: FilePath, _ other: FileIdentity, _ digest: ContentDigest?) -> Bool {
    if let own = self.digest, let digest, own != digest { return false }
    let keys = keysUnderAnyPath
    return DecidedFile(path: path, identity: other).keysUnderAnyPath.contains { keys.contains($0) }
  }
}
