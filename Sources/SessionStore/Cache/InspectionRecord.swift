import PhotoModel
import PhotoScan

/// The record of a file in the table `inspection`, beside the keys: values in one piece, because a query hands out each
/// of its columns by itself, and a library has millions of values.
extension CachedInspection {
  /// All values but the path and the digest, as bytes.
  var record: [UInt8] {
    var writer = RecordWriter()
    writer.write(identity.device)
    writer.write(identity.inode)
    for number in [identity.size, identity.modified, identity.changed] { writer.write(number) }
    let problem = inspection.problem
    writer.write(problem?.reason.rawValue)
    writer.write(problem?.message)
    writer.write(problem?.crashes ?? 0)
    if let sidecar = inspection.sidecar?.bytes {
      writer.write(RecordKind.sidecar.rawValue)
      writer.write(sidecar.count)
      sidecar.withUnsafeBytes { writer.write($0) }
      return writer.bytes
    }
    if let movie = inspection.movie {
      writer.write(RecordKind.movie.rawValue)
      movie.write(to: &writer)
      return writer.bytes
    }
    writer.write((inspection.features == nil ? RecordKind.none : .photo).rawValue)
    inspection.features?.withRecord { writer.write($0) }
    return writer.bytes
  }
}

/// The kind of values at the end of a record.
private enum RecordKind: Int {
  /// No values: there is a problem, or the file is no picture.
  case none
  /// The record of features.
  case photo
  /// The contents of a sidecar.
  case sidecar
  /// The facts of a movie.
  case movie
}

extension MovieFacts {
  fileprivate func write(to writer: inout RecordWriter) {
    writer.write(contentIdentifier)
    for number in [createdAt, capturedAt?.milliseconds, timeOffset.map(Int64.init), duration.map(Int64.init)] {
      writer.write(number == nil ? 0 : 1)
      writer.write(number ?? 0)
    }
  }

  /// Reads the facts; nil where a value is impossible for a movie.
  fileprivate init?(_ reader: inout RecordReader) {
    self.init(contentIdentifier: reader.text())
    func number() -> Int64? {
      let isThere = reader.number() != 0
      let number = reader.integer()
      return isThere ? number : nil
    }
    createdAt = number()
    capturedAt = number().map(CaptureTime.init(milliseconds:))
    timeOffset = number().map { Int($0) }
    duration = number().map { Int($0) }
    guard !reader.isCut, isPlausible else { return nil }
  }
}

extension FileIdentity {
  /// Reads an identity from a record, behind the device.
  init?(record: UnsafeRawBufferPointer) {
    var reader = RecordReader(record)
    self.init(
      device: 0, inode: reader.unsigned(), size: reader.integer(), modified: reader.integer(), changed: reader.integer()
    )
    guard reader.isAtEnd else { return nil }
  }

  fileprivate init(_ reader: inout RecordReader) {
    self.init(
      device: reader.unsigned(), inode: reader.unsigned(), size: reader.integer(), modified: reader.integer(),
      changed: reader.integer())
  }
}

extension CachedInspection {
  /// Reads a row of a query; nil for one that makes no sense: the file is then measured again.
  ///
  /// - Parameter pool: Reads the vectors of features.
  init?(_ row: inout RowReader, _ packer: PathPacker, _ pool: FeaturePool) {
    guard let path = row.path(packer) else { return nil }
    let digest = row.digest()
    guard let cached = row.blob({ CachedInspection(record: $0, of: path, digest: digest, pool) }) ?? nil else {
      return nil
    }
    self = cached
  }

  private init?(record: UnsafeRawBufferPointer, of path: PackedPath, digest: ContentDigest?, _ pool: FeaturePool) {
    var reader = RecordReader(record)
    let identity = FileIdentity(&reader)
    var inspection = Inspection(digest: digest)
    let (reason, message, crashes) = (reader.text(), reader.text(), reader.number())
    if let reason {
      guard let reason = SkippedFile.Reason(rawValue: reason) else { return nil }
      inspection.problem = Inspection.Problem(reason: reason, message: message ?? "", crashes: max(0, crashes))
    }
    switch RecordKind(rawValue: reader.number()) {
    case nil: return nil
    case .none?: break
    case .photo?: inspection.features = PhotoFeatures(record: &reader, at: path, in: pool)
    case .sidecar?:
      guard let sidecar = SidecarContents(bytes: Array(reader.bytes(reader.number()))) else { return nil }
      inspection.sidecar = sidecar
    case .movie?:
      guard let movie = MovieFacts(&reader) else { return nil }
      inspection.movie = movie
    }
    let isThere =
      inspection.features != nil || inspection.problem != nil || inspection.sidecar != nil
      || inspection.movie != nil
    guard reader.isAtEnd, isThere || inspection == .ofNoPicture else { return nil }
    self.init(packed: path, identity: identity, inspection: inspection)
  }
}

extension PairVerification {
  var record: [UInt8] {
    var writer = RecordWriter()
    writer.write(inliers)
    writer.write(isMirrored ? 1 : 0)
    for number in [
      spread, scale, rotation, across, down, firstOverlap, secondOverlap, correlation, agreement,
    ] { writer.write(number) }
    writer.write(areOfText ? 1 : 0)
    let parts = (hasFirstMoreParts ? 1 : 0) + (hasSecondMoreParts ? 2 : 0)
    writer.write(haveSamePixels.map { $0 ? 2 + parts : 1 } ?? 0)
    writer.write(projective.map { $0.inliers + 1 } ?? 0)
    if let projective {
      for number in [projective.share, projective.spread, projective.shift] { writer.write(number) }
    }
    if let comparison {
      // No number stands for an unknown value.
      let numbers: [Double] = [
        comparison.colour, comparison.region, comparison.isAlikeOnOneGround ? 1 : 0, comparison.firstOnSecond ?? .nan,
        comparison.secondOnFirst ?? .nan, comparison.ownDetail ?? .nan, comparison.firstRoundsToSecond ? 1 : 0,
        comparison.secondRoundsToFirst ? 1 : 0,
      ]
      for number in numbers { writer.write(number) }
    }
    return writer.bytes
  }

  /// Reads a record; nil for one that makes no sense: the pair is then verified again.
  init?(record: UnsafeRawBufferPointer) {
    var reader = RecordReader(record)
    let (inliers, isMirrored) = (reader.number(), reader.number() != 0)
    self.init(
      inliers: inliers, spread: reader.real(), isMirrored: isMirrored, scale: reader.real(), rotation: reader.real(),
      across: reader.real(), down: reader.real(), firstOverlap: reader.real(), secondOverlap: reader.real(),
      correlation: reader.real(), agreement: reader.real())
    areOfText = reader.number() != 0
    let samePixels = reader.number()
    haveSamePixels = samePixels == 0 ? nil : samePixels >= 2
    let parts = max(0, samePixels - 2)
    (hasFirstMoreParts, hasSecondMoreParts) = (parts & 1 != 0, parts & 2 != 0)
    let projectiveInliers = reader.number() - 1
    if projectiveInliers >= 0 {
      projective = ProjectiveMatch(
        inliers: projectiveInliers, share: reader.real(), spread: reader.real(), shift: reader.real())
    }
    if !reader.isAtEnd {
      func known(_ number: Double) -> Double? { number.isNaN ? nil : number }
      comparison = PairComparison(
        colour: reader.real(), region: reader.real(), isAlikeOnOneGround: reader.real() != 0,
        firstOnSecond: known(reader.real()),
        secondOnFirst: known(reader.real()), ownDetail: known(reader.real()))
      comparison?.firstRoundsToSecond = reader.real() != 0
      comparison?.secondRoundsToFirst = reader.real() != 0
    }
    guard reader.isAtEnd, isPlausible else { return nil }
  }
}
