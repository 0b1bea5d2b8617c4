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
    let isFile = photo.identity.hasSameContent(as: identity)
    let hasBytes = if let digest, let found = photo.digest { digest == found } else { isFile }
    guard isFile || hasBytes else { return nil }
    guard decision == .delete else { return decision }
    let isWhole =
      companionsMark == nil || companionsMark == photo.companionsMark || removedParts != .all && photo.raw == nil
    return hasBytes && isWhole ? .delete : .pending
  }
}

extension DecidedFile {
  /// Whether another file is this one under any name, by device, inode, size and time of writing, and by content where
  /// both digests are known. Where a drive numbers its files anew each time it is mounted, the time of change and the
  /// last part of the name replace the inode.
  package func isSameFile(as path: FilePath, _ other: FileIdentity, _ digest: ContentDigest?) -> Bool {
    guard let identity else { return false }
    if let own = self.digest, let digest, own != digest { return false }
    return identity.underAnyName == other.underAnyName
      || identity.hasSameContent(as: other) && self.path.nameBytes == path.nameBytes
  }
}
