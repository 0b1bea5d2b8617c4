package import SystemPackage

/// A photo of the library as a scan left it: where it is, what it is, and what was measured in it.
///
/// The path, the identity, the digest and the features are those of the file that is shown.
package struct ScannedPhoto: Hashable, Sendable {
  package var path: FilePath
  package var identity: FileIdentity
  /// Of every photo that could be read to its end, whatever its size: the ledger knows photos by it. Else nil.
  package var digest: ContentDigest?
  /// Nil where the picture could not be decoded: it still counts, and is still matched by its bytes.
  package var features: PhotoFeatures?
  /// It lies in a protected folder: shown and compared, never proposed and never moved.
  package var isProtected: Bool
  /// What its place and its name say of how long it is there.
  package var standing: Standing
  /// The other files of the photo, in byte order of their paths.
  package var companions: [Companion]
  /// Files beside it that look as if they belonged to it and do not, in byte order of their paths.
  package var lookalikes: [Lookalike] = []
  /// Other names lead to the same file (hard links): without this one it takes as much room as before.
  package var hasOtherNames: Bool

  package init(
    path: FilePath, identity: FileIdentity, digest: ContentDigest? = nil, features: PhotoFeatures? = nil,
    isProtected: Bool = false, standing: Standing = .lasting, companions: [Companion] = [], hasOtherNames: Bool = false
  ) {
    self.hasOtherNames = hasOtherNames
    self.standing = standing
    self.path = path
    self.identity = identity
    self.digest = digest
    self.features = features
    self.isProtected = isProtected
    self.companions = companions
  }

  /// What all files of the photo take.
  package var size: ByteCount { fileSize + companions.map(\.size).total }
  /// What the file that is shown takes.
  package var fileSize: ByteCount { ByteCount(identity.size) }

  /// What is free without it: not what other names still lead to.
  package var reclaimable: ByteCount { reclaimable(of: .all) }

  /// What is free when these parts go.
  package func reclaimable(of parts: PhotoParts) -> ByteCount {
    let files = files(of: parts)
    return (files.isShownOne && !hasOtherNames ? fileSize : .zero)
      + files.companions.filter { !$0.hasOtherNames }.map(\.size).total
  }

  /// What people wrote about the photo: in its sidecars, and in its file. Where they say different things the sidecar counts,
  /// since the programs that write one change the file no more.
  ///
  /// - Parameter own: What stands in the file that is shown.
  package func metadata(with own: DescriptiveMetadata) -> DescriptiveMetadata {
    var metadata = DescriptiveMetadata()
    for companion in companions { if let contents = companion.contents { metadata.add(contents.metadata) } }
    metadata.add(own)
    return metadata
  }

  /// What the photo carries beside its first picture, with what its sidecars say of it.
  package var contents: PhotoContents? {
    guard var contents = features?.contents else { return nil }
    contents.metadata = metadata(with: contents.metadata)
    for companion in companions {
      contents.place = contents.place ?? companion.contents?.place
      contents.timeOffset = contents.timeOffset ?? companion.contents?.timeOffset
    }
    return contents
  }

  /// Nobody knows what stands in one of its sidecars: it could not be read, or has changed since.
  package var hasUnreadSidecar: Bool { companions.contains { $0.role == .sidecar && $0.contents == nil } }

  package var raw: Companion? { companions.first { $0.role == .raw } }

  /// The files that go when these parts go, the shown one first if it is among them. Without a RAW there is nothing to
  /// choose from: everything goes.
  package func files(of parts: PhotoParts) -> (isShownOne: Bool, companions: [Companion]) {
    switch raw == nil ? .all : parts {
    case .all: (true, companions)
    case .shown: (true, companions.filter(\.owner.isOfShown))
    case .raw: (false, companions.filter { $0.owner == .raw })
    }
  }

  /// What the files take that go when these parts go.
  package func size(of parts: PhotoParts) -> ByteCount {
    let files = files(of: parts)
    return (files.isShownOne ? fileSize : .zero) + files.companions.map(\.size).total
  }
}

extension [ScannedPhoto] {
  /// In byte order of the paths. A walk gives them so, folder by folder; then nothing is moved.
  package mutating func sortByPath() {
    let isSorted = indices.dropFirst().allSatisfy { !precedesInByteOrder(self[$0].path, self[$0 - 1].path) }
    if !isSorted { sort { precedesInByteOrder($0.path, $1.path) } }
  }
}
