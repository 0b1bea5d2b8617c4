package import PhotoModel

/// The contents that a photo has and another lacks or contradicts. Values of which the photo has less (depth, frames,
/// whole bytes) are not listed.
///
/// - Parameters:
///   - photo: The photo that would go.
///   - keeper: The photo that would stay for it.
///   - verification: The keypoint verification of both. Without one their pixels are unknown: then colours and regions
///     are not listed, and frames and pages count as different, unless both files have the same bytes.
/// - Returns: The contents in the order of `Holding`. Empty where the keeper lacks nothing; another shot is still
///   another picture.
package func onlyHere(
  _ photo: ScannedPhoto, beside keeper: ScannedPhoto, _ verification: PairVerification? = nil
) -> [Holding] {
  var found: Set<Holding> = []
  let haveSameBytes = photo.hasSameBytes(as: keeper)
  if let mine = photo.contents, let other = keeper.contents, !haveSameBytes || photo.hasSidecar || keeper.hasSidecar {
    found.formUnion(mine.picturesMissing(in: other, areSame: haveSameBytes || verification?.haveSamePixels == true))
    found.formUnion(mine.marksMissing(in: other))
    found.formUnion(mine.metadata.missing(in: other.metadata))
  }
  if photo.features != nil, keeper.features != nil, !haveSameBytes {
    let isSamePicture = verification?.haveSamePixels == true
    if photo.hasAnotherTime(than: keeper) { found.insert(.time) }
    if let comparison = verification?.comparison, !isSamePicture {
      if comparison.hasOtherColours { found.insert(.colour) }
      if comparison.hasOtherRegion { found.insert(.region) }
    }
  }
  // The stored content is a JPEG; the pixels tell whether it is this one.
  if keeper.features?.format == .jpeg, photo.features?.format == .jxl { found.remove(.storedJPEG) }
  if !photo.companions(missingAt: keeper).isEmpty { found.insert(.sidecar) }
  return Holding.allCases.filter(found.contains)
}

extension ScannedPhoto {
  /// Whether the file has annotations that the other lacks (and that are no `Holding`), or, with the same pixels and
  /// format, another part that the other lacks.
  func hasMoreParts(than other: ScannedPhoto, _ verification: PairVerification?) -> Bool {
    guard let mine = features, let theirs = other.features, !hasSameBytes(as: other) else { return false }
    if !Set(mine.contents.annotations).isSubset(of: theirs.contents.annotations) { return true }
    guard let verification, verification.haveSamePixels == true, mine.format == theirs.format,
      let digest, let pair = other.digest.flatMap({ ContentPair(digest, $0) })
    else { return false }
    return pair.first == digest ? verification.hasFirstMoreParts : verification.hasSecondMoreParts
  }

  /// The files beside the photo that may belong to it or to another, without those beside the other photo, too; the
  /// metadata of a list about each is not known.
  func doubtfulFiles(besides other: ScannedPhoto? = nil) -> [NamesakeFile] {
    namesakes.filter { $0.isDoubtful && ($0.reason == .list || other?.namesakes.contains($0) != true) }
  }

  /// Somebody sorted the photo out, in its file or in a sidecar.
  var isRejected: Bool { contents?.metadata.isRejected == true }

  fileprivate var hasSidecar: Bool { companions.contains { $0.role == .sidecar } }
}

extension NamesakeFile {
  fileprivate var isDoubtful: Bool { [.ambiguous, .byChance, .apart, .list, .link].contains(reason) }
}

extension PairComparison {
  /// Whether one picture is gray, sepia, toned or recoloured. Saving again moves the mean colour of a field by up to
  /// 2.5 levels.
  package var hasOtherColours: Bool { colour > 3.5 }
  /// Whether a region differs: a mouth, an eye, a caption, a healed spot.
  package var hasOtherRegion: Bool { region > 1 }
}

extension PhotoContents {
  /// The contents behind the first picture, and the metadata by people: the first picture does not show what these are
  /// worth.
  var besidesFirstPicture: [Holding] {
    let counting: Set<Holding> = [
      .frames, .pages, .stereo, .movieSeconds, .sound, .keywords, .title, .caption, .people,
    ]
    return (picturesMissing(in: PhotoContents(), areSame: true) + metadata.missing(in: DescriptiveMetadata()))
      .filter(counting.contains)
  }

  /// Pictures, planes and tracks that the other one has not.
  ///
  /// - Parameter areSame: All pictures of both files were found to be equal.
  fileprivate func picturesMissing(in other: PhotoContents, areSame: Bool) -> [Holding] {
    var missing: [Holding] = []
    if frames > 1, !areSame || other.frames < frames { missing.append(.frames) }
    if frames > 1, duration != other.duration { missing.append(.duration) }
    if pages > 1, !areSame || other.pages < pages { missing.append(.pages) }
    if alpha == .used, other.alpha != .used { missing.append(.alpha) }
    if bitsPerChannel > other.bitsPerChannel { missing.append(.bitsPerChannel) }
    if gamut == .wide && other.gamut != .wide || gamut == .other && other.gamut != .other { missing.append(.gamut) }
    if hasGainMap, !other.hasGainMap { missing.append(.gainMap) }
    if isHDR, !other.isHDR { missing.append(.hdr) }
    if hasDepthMap, !other.hasDepthMap { missing.append(.depthMap) }
    if isStereo, !other.isStereo { missing.append(.stereo) }
    if let movie, other.movie.map({ $0 + 500 < movie }) ?? true { missing.append(.movieSeconds) }
    if hasSound, !other.hasSound { missing.append(.sound) }
    if hasStoredJPEG, !other.hasStoredJPEG { missing.append(.storedJPEG) }
    return missing
  }

  /// The location, the clock and the dates beside the time of capture that the other one has not.
  fileprivate func marksMissing(in other: PhotoContents) -> [Holding] {
    var missing: [Holding] = []
    if let location, other.location.map({ !$0.isNear(location) }) ?? true { missing.append(.gps) }
    if let timeOffset, other.timeOffset != timeOffset { missing.append(.time) }
    let dates = annotations.filter { $0.hasPrefix(Self.dateMark) }
    if !Set(dates).isSubset(of: other.annotations) { missing.append(.time) }
    return missing
  }
}

extension PhotoContents.Location {
  /// Whether two locations are the same within about twenty metres: programs round seconds.
  package func isNear(_ other: PhotoContents.Location) -> Bool {
    abs(latitude - other.latitude) <= 200 && abs(longitude - other.longitude) <= 200
  }
}

extension DescriptiveMetadata {
  fileprivate func missing(in other: DescriptiveMetadata) -> [Holding] {
    var missing: [Holding] = []
    func add(_ holding: Holding, _ mine: String?, _ theirs: String?) {
      if let mine, mine != theirs { missing.append(holding) }
    }
    if let rating, rating != other.rating { missing.append(.rating) }
    add(.label, label, other.label)
    if isFavourite, !other.isFavourite { missing.append(.favourite) }
    if let isPicked, isPicked != other.isPicked { missing.append(.pick) }
    if !Set(keywords).isSubset(of: other.keywords) { missing.append(.keywords) }
    add(.title, title, other.title)
    add(.caption, caption, other.caption)
    if !Set(people).isSubset(of: other.people) { missing.append(.people) }
    add(.copyright, copyright, other.copyright)
    // Whichever of the two is the edit: both are versions.
    if edit != other.edit { missing.append(.edited) }
    return missing
  }

  /// Somebody chose this photo: one star or more, a colour label, a pick or a favourite.
  package var isChosen: Bool { !chosenBy.isEmpty }

  /// Somebody sorted this photo out.
  package var isRejected: Bool { rating == -1 || isPicked == false }

  /// The metadata by which somebody chose this photo.
  package var chosenBy: [Holding] {
    [
      (rating ?? 0) > 0 ? .rating : nil, label == nil ? nil : .label, isFavourite ? .favourite : nil,
      isPicked == true ? .pick : nil,
    ].compactMap(\.self)
  }
}

extension ScannedPhoto {
  /// Whether the photo has a time of capture, and the other has not the same.
  fileprivate func hasAnotherTime(than other: ScannedPhoto) -> Bool {
    guard let mine = features?.facts.capturedAt else { return false }
    return other.capturedAt.map(mine.differs) ?? true
  }
}
