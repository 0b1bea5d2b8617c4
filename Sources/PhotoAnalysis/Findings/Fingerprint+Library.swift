package import PhotoModel
import SystemPackage

/// Every value that findings depend on. A test compares the lists with the existing properties.
extension Fingerprint {
  mutating func add(_ photo: ScannedPhoto) {
    add(photo.path)
    add(photo.identity)
    add(photo.digest) { $0.add($1) }
    add(photo.features) { $0.add($1) }
    add(photo.isProtected)
    add(photo.permanence)
    add(photo.companions.count)
    for companion in photo.companions { add(companion) }
    add(photo.namesakes.count)
    for namesake in photo.namesakes {
      add(namesake.path)
      add(namesake.reason.rawValue)
    }
    add(photo.hasOtherNames)
    add(photo.hasTags)
  }

  private mutating func add(_ permanence: FilePermanence) {
    switch permanence.name {
    case .plain: add(0 as UInt64)
    case .trashed: add(1 as UInt64)
    case .backup(let ending): add(2 + UInt64(ending))
    }
    add(permanence.isInCache)
    add(permanence.isInMemory)
  }

  private mutating func add(_ companion: Companion) {
    add(companion.path)
    add(companion.identity)
    add(companion.role.rawValue)
    switch companion.owner {
    case .photo: add(0 as UInt64)
    case .shown: add(1 as UInt64)
    case .raw: add(2 as UInt64)
    case .movie: add(3 as UInt64)
    }
    add(companion.digest) { $0.add($1) }
    add(companion.hasOtherNames)
    add(companion.contents) { $0.add($1.bytes) }
  }

  mutating func add(_ features: PhotoFeatures) {
    // All values, but the vectors by their checksum, so that they need not be read.
    features.withRecord { add($0) }
    add(features.windowDescriptors)
  }

  mutating func add(_ verification: PairVerification) {
    add(verification.inliers)
    add(verification.isMirrored)
    for number in [
      verification.spread, verification.scale, verification.rotation, verification.across, verification.down,
      verification.firstOverlap, verification.secondOverlap,
      verification.correlation, verification.agreement,
    ] { add(number) }
    add(verification.areOfText)
    add(verification.haveSamePixels) { $0.add($1) }
    add(verification.hasFirstMoreParts)
    add(verification.hasSecondMoreParts)
    add(verification.projective) {
      $0.add($1.inliers)
      for number in [$1.share, $1.spread, $1.shift] { $0.add(number) }
    }
    add(verification.comparison) {
      $0.add($1.colour)
      $0.add($1.region)
      $0.add($1.isAlikeOnOneGround)
      $0.add($1.firstRoundsToSecond)
      $0.add($1.secondRoundsToFirst)
      for number in [$1.firstOnSecond, $1.secondOnFirst, $1.ownDetail] { $0.add(number) { $0.add($1) } }
    }
  }

  /// All settings but the size of batches and the excluded folders: these only decide which photos there are, and when
  /// they are reported.
  mutating func add(_ settings: ScanSettings) {
    for number in [settings.blurThreshold, settings.duplicateThreshold, settings.similarThreshold] { add(number) }
    add(settings.keeperOrder.count)
    for rule in settings.keeperOrder { add(rule.rawValue) }
    add(settings.preferredFolders.count)
    for folder in settings.preferredFolders { add(folder) }
    add(settings.ratingsAreSacred)
  }

  mutating func add(_ ledger: Ledger) {
    add(ledger.keeps.count)
    for keep in ledger.keeps {
      add(keep.id)
      add(keep.digest)
      add(keep.category.rawValue)
      add(keep.path)
      add(keep.decidedAt.timeIntervalSinceReferenceDate)
      add(keep.groupSnapshot) { $0.add($1) }
      add(keep.keeper) { $0.add($1) }
    }
    add(ledger.groupSnapshots.count)
    for (id, contents) in ledger.groupSnapshots.sorted(by: { $0.key < $1.key }) {
      add(id)
      add(contents.count)
      for content in contents { add(content) }
    }
    add(ledger.refusals.count)
    for refusal in ledger.refusals {
      add(refusal.id)
      add(refusal.pair.first)
      add(refusal.pair.second)
      add(refusal.photo)
      add(refusal.keeper)
      add(refusal.decidedAt.timeIntervalSinceReferenceDate)
    }
  }

  /// Adds a digest.
  package mutating func add(_ digest: ContentDigest) { withUnsafeBytes(of: digest) { add($0) } }

  private mutating func add(_ path: FilePath) {
    path.withPlatformString { add(UnsafeRawBufferPointer(start: $0, count: path.length)) }
  }

  private mutating func add(_ identity: FileIdentity) {
    add(identity.device)
    add(identity.inode)
    add(identity.size)
    add(identity.modified)
    add(identity.changed)
  }
}
