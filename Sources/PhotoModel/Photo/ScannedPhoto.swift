package import SystemPackage

/// A photo of the library as scanned: its files, and the features measured in it.
///
/// The path, the identity, the digest and the features are those of the file that is shown.
package struct ScannedPhoto: Hashable, Sendable {
  /// The file that is shown.
  package var path: FilePath
  /// The identity of the shown file when it was scanned.
  package var identity: FileIdentity
  /// SHA-256 of the shown file, by which the ledger knows photos; nil where it could not be read to its end.
  package var digest: ContentDigest?
  /// The features; nil where the picture could not be decoded: it still counts, and is still matched by its bytes.
  package var features: PhotoFeatures?
  /// Whether the photo lies in a protected folder: shown and compared, never proposed and never moved.
  package var isProtected: Bool
  /// The permanence of the file by its folder and its name.
  package var permanence: FilePermanence
  /// The other files of the photo, in byte order of their paths.
  package var companions: [Companion]
  /// Files beside the photo that resemble its files by name and do not belong to it, in byte order of their paths.
  package var namesakes: [NamesakeFile] = []
  /// Whether other names lead to the same file (hard links): removing this one frees nothing.
  package var hasOtherNames: Bool
  /// Whether a desktop keeps tags, stars or a comment in the attributes of the file; which ones is not known.
  package var hasTags = false

  /// Creates a photo without namesakes.
  package init(
    path: FilePath, identity: FileIdentity, digest: ContentDigest? = nil, features: PhotoFeatures? = nil,
    isProtected: Bool = false, permanence: FilePermanence = .lasting, companions: [Companion] = [],
    hasOtherNames: Bool = false
  ) {
    self.hasOtherNames = hasOtherNames
    self.permanence = permanence
    self.path = path
    self.identity = identity
    self.digest = digest
    self.features = features
    self.isProtected = isProtected
    self.companions = companions
  }

  /// The size of all files of the photo.
  package var size: ByteCount { fileSize + companions.map(\.size).total }
  /// The size of the file that is shown.
  package var fileSize: ByteCount { ByteCount(identity.size) }

  /// The bytes that are free when the photo goes: files that have other names free nothing.
  package var reclaimable: ByteCount { reclaimable(of: .all) }

  /// The bytes that are free when these parts go.
  package func reclaimable(of parts: PhotoParts) -> ByteCount {
    let files = files(of: parts)
    return (files.isShownOne && !hasOtherNames ? fileSize : .zero)
      + files.companions.filter { !$0.hasOtherNames }.map(\.size).total
  }

  /// The metadata that people wrote about the photo: in its sidecars, and in its file. Where they differ the sidecar
  /// counts, since the programs that write one change the file no more.
  ///
  /// - Parameter own: The metadata in the file that is shown.
  package func metadata(with own: DescriptiveMetadata) -> DescriptiveMetadata {
    var metadata = DescriptiveMetadata()
    for isXMP in [true, false] { for contents in sidecars(isXMP: isXMP) { metadata.add(contents.metadata) } }
    metadata.add(own)
    return metadata
  }

  /// The contents of the XMP sidecars, which hold changes by the user, or of all others, which exports write once.
  private func sidecars(isXMP: Bool) -> some Sequence<SidecarContents> {
    companions.lazy.filter { $0.contents != nil && $0.isXMP == isXMP }.compactMap(\.contents)
  }

  /// The contents of the file that is shown, with the metadata, coordinates and UTC offset of the sidecars: of an XMP
  /// sidecar before those of the file, of another where the file has none. Nil without features.
  package var contents: PhotoContents? {
    guard var contents = features?.contents, !companions.isEmpty else { return features?.contents }
    contents.metadata = metadata(with: contents.metadata)
    func first<Value>(_ value: (SidecarContents) -> Value?, _ own: Value?) -> Value? {
      for contents in sidecars(isXMP: true) { if let value = value(contents) { return value } }
      if let own { return own }
      for contents in sidecars(isXMP: false) { if let value = value(contents) { return value } }
      return nil
    }
    contents.location = first(\.location, contents.location)
    contents.timeOffset = first(\.timeOffset, contents.timeOffset)
    return contents
  }

  /// The time of capture: that of the shown file, unless an XMP sidecar has another one; without either that of another
  /// sidecar. Nil where none has it.
  package var capturedAt: CaptureTime? {
    let own = features?.capturedAt
    guard !companions.isEmpty else { return own }
    // A sidecar often has the same time to the second, where the file has it to the thousandth.
    let packet = sidecars(isXMP: true).lazy.compactMap(\.capturedAt).first { time in own.map(time.differs) ?? true }
    return packet ?? own ?? sidecars(isXMP: false).lazy.compactMap(\.capturedAt).first
  }

  /// The time by which the photo is placed in a calendar: that of capture, else the one in the name of its file.
  package var calendarTime: CaptureTime? { capturedAt ?? CaptureTime(inNameOf: path) }

  /// The companions that hold something of the photo: all but sidecars with nothing in them but an exported verdict.
  package var holdingCompanions: [Companion] { companions.filter { $0.contents != .exportedMarks } }

  /// The RAW beside the file that is shown; nil for none.
  package var raw: Companion? { companions.first { $0.role == .raw } }

  /// The files that are removed with these parts, the shown one first if it is among them. Without a RAW there is no
  /// choice: all files are removed.
  package func files(of parts: PhotoParts) -> (isShownOne: Bool, companions: [Companion]) {
    switch raw == nil ? .all : parts {
    case .all: (true, companions)
    case .shown: (true, companions.filter(\.owner.isOfShown))
    case .raw: (false, companions.filter { $0.owner == .raw })
    }
  }

  /// The size of the files that go when these parts go.
  package func size(of parts: PhotoParts) -> ByteCount {
    let files = files(of: parts)
    return (files.isShownOne ? fileSize : .zero) + files.companions.map(\.size).total
  }
}

extension [ScannedPhoto] {
  /// Sorts in byte order of the paths. A walk gives them so, folder by folder; then nothing is moved.
  package mutating func sortByPath() {
    let isSorted = indices.dropFirst().allSatisfy { !precedesInByteOrder(self[$0].path, self[$0 - 1].path) }
    if !isSorted { sort { precedesInByteOrder($0.path, $1.path) } }
  }
}
