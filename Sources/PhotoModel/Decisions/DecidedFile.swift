import SystemPackage

extension DecisionAction.Item {
  /// A decision about a photo as a scan left it.
  package init(
    about photo: ScannedPhoto, in category: IssueCategory, _ decision: UserDecision, previous: UserDecision = .pending,
    parts: PhotoParts = .all, previousParts: PhotoParts = .all, keeper: ContentDigest? = nil,
    previousKeeper: ContentDigest? = nil
  ) {
    let staying = decision != .delete || parts == .shown ? photo.raw : nil
    self.init(
      path: photo.path, identity: photo.identity, category: category, decision: decision, previous: previous,
      parts: parts, previousParts: previousParts, digest: photo.digest, companionsMark: photo.companionsMark,
      keeper: keeper, previousKeeper: previousKeeper,
      stayingRAW: staying.map { StayingFile(path: $0.path, identity: $0.identity, digest: $0.digest) })
  }

  /// What this word, or the one before it, says about the photo that has its name now.
  ///
  /// A mark is about bytes: it counts only while they and what belongs to them are those that were marked, else the photo
  /// is open. By the digest where both are known; a running scan may not have read the file yet, and a session of before has
  /// none. That something stays holds for the file as well as for its bytes.
  ///
  /// - Parameter going: What goes by it. A mark for one half of a photo that has no RAW now is no question of what belongs
  ///   to it.
  /// - Returns: Nil where it is about another file.
  package func effect(of decision: UserDecision, going: PhotoParts, on photo: ScannedPhoto) -> UserDecision? {
    let isFile = photo.identity.hasSameContent(as: identity)
    let hasBytes = if let digest, let found = photo.digest { digest == found } else { isFile }
    guard isFile || hasBytes else { return nil }
    guard decision == .delete else { return decision }
    let isWhole = companionsMark == nil || companionsMark == photo.companionsMark || going != .all && photo.raw == nil
    return hasBytes && isWhole ? .delete : .pending
  }
}

extension DecisionAction.Item {
  /// What is said of the RAW beside the photo, as if it were a photo of its own; nil where nothing is.
  package var rawDecision: DecisionAction.Item? {
    guard let raw = stayingRAW, let identity = raw.identity else { return nil }
    return DecisionAction.Item(
      path: raw.path, identity: identity, category: category, decision: decision == .keep ? .keep : .pending,
      previous: .pending, digest: raw.digest)
  }
}

extension ScannedPhoto {
  /// What belongs to the photo: a hash of the names, sizes and times of its other files, the same in every run.
  package var companionsMark: Int64 {
    guard !companions.isEmpty else { return 0 }
    // FNV-1a. Nobody gains by files that meet in it: what goes along is checked once more before it moves.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    for companion in companions {
      companion.path.nameBytes.forEach(add)
      for number in [0, companion.identity.size, companion.identity.modified] {
        withUnsafeBytes(of: number.littleEndian) { $0.forEach(add) }
      }
    }
    return Int64(bitPattern: hash)
  }
}

extension FileIdentity {
  /// Files that have this in common are one that was renamed, as far as place on the disk, size and time of writing tell.
  package var underAnyName: FileIdentity {
    FileIdentity(device: 0, inode: inode, size: size, modified: modified, changed: 0)
  }
}
