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
      stayingRAW: staying.map { DecidedFile(path: $0.path, identity: $0.identity, digest: $0.digest) })
  }
}

extension DecisionAction.Item {
  /// The decision about the RAW beside the photo, as if the RAW were a photo of its own; nil where there is none.
  package var rawDecision: DecisionAction.Item? {
    guard let raw = stayingRAW, let identity = raw.identity else { return nil }
    return DecisionAction.Item(
      path: raw.path, identity: identity, category: category, decision: decision == .keep ? .keep : .pending,
      previous: .pending, digest: raw.digest)
  }

  /// The decision itself, and the one about the RAW beside the photo.
  package var withRAW: [DecisionAction.Item] { rawDecision.map { [self, $0] } ?? [self] }
}

extension ScannedPhoto {
  /// A hash of the names, sizes and times of the companions, the same in every run; 0 for none.
  package var companionsMark: Int64 {
    guard !companions.isEmpty else { return 0 }
    // FNV-1a, not cryptographic. A collision gains nobody anything: companions are checked once more before they move.
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
