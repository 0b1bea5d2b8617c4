package import PhotoModel
package import SystemPackage

/// Why a photo may not be proposed for the bin.
package enum ProposalObstacle: Hashable, Sendable {
  case isProtected
  /// The keeper is in a folder where files vanish, or one of the two is a backup of another file.
  case location(of: ScannedPhoto)
  /// Somebody rated, labelled or picked the photo.
  case isChosen
  case isPartOfSet(SetKind)
  /// Somebody kept the photo, in another review or for another reason.
  case wasKept
  /// The photo holds something that the keeper does not.
  case holds([Holding])
  /// The keeper has no copy of its RAW, movie or sidecar.
  case companions
  /// A file beside the photo may belong to it, or a list has metadata of it.
  case doubtfulFile(NamesakeFile.Reason)
  /// The camera's data are only here.
  case holdsCameraData
  /// The file has a part besides its pixels that the keeper's lacks: annotations, or one of an unknown kind.
  case holdsOtherParts
  /// A desktop keeps tags, stars or a comment in the attributes of the file.
  case holdsTags
  /// Part of the file is missing or cannot be read.
  case isDamaged
  case isKeeperDamaged
  /// Somebody sorted the keeper out, and not the photo.
  case isKeeperRejected
  /// The keeper was made from this photo.
  case isOriginal
  /// Nothing shows which of the two was made from the other.
  case isOriginUnknown
  /// A RAW can be compared by its bytes alone.
  case isRAW
  /// The two are not near enough to be one picture.
  case isAnotherPicture
}

/// The obstacle to proposing a photo for the bin by itself, without regard to other photos.
///
/// - Parameters:
///   - set: The kind of a set to keep whole that the photo, or a copy of it, belongs to; nil for none.
///   - wasKept: Whether somebody kept the photo before.
/// - Returns: The first reason against it; nil where it may be proposed.
package func obstacle(
  toProposing photo: ScannedPhoto, in set: SetKind?, wasKept: Bool, ratingsAreSacred: Bool
) -> ProposalObstacle? {
  if let obstacle = standingObstacle(photo, set, wasKept: wasKept) { return obstacle }
  if ratingsAreSacred, photo.isChosen { return .isChosen }
  if photo.features?.isDamaged == true { return .isDamaged }
  // Only the first picture was measured: pictures behind or beside it may be sharp or edited.
  if !photo.holdingCompanions.isEmpty { return .companions }
  if let file = photo.doubtfulFiles().first { return .doubtfulFile(file.reason) }
  if photo.hasTags { return .holdsTags }
  if let contents = photo.contents {
    if !contents.besidesFirstPicture.isEmpty { return .holds(contents.besidesFirstPicture) }
    if !contents.annotations.isEmpty { return .holdsOtherParts }
  }
  if photo.features?.format == .raw { return .isRAW }
  return photo.permanence.name == .plain ? nil : .location(of: photo)
}

/// The obstacle that counts in every category.
private func standingObstacle(_ photo: ScannedPhoto, _ set: SetKind?, wasKept: Bool) -> ProposalObstacle? {
  if photo.isProtected { return .isProtected }
  if let set { return .isPartOfSet(set) }
  return wasKept ? .wasKept : nil
}

/// The obstacle to proposing a photo for the bin in favour of another of the same picture: the keeper lacks something
/// that the photo has, or was made from it.
///
/// - Parameters:
///   - verification: The keypoint verification of both.
///   - isSamePicture: Whether the two are copies by all measures, up to the noise of saving again.
///   - set: The kind of a set to keep whole that the photo belongs to.
///   - wasKept: Whether the photo was kept in an earlier review.
///   - keeperHasMetadata: Whether the keeper is assumed to have all metadata that only the photo has.
/// - Returns: The first obstacle; nil where the photo may be proposed.
package func obstacle(
  toProposing photo: ScannedPhoto, inFavourOf keeper: ScannedPhoto, _ verification: PairVerification?,
  isSamePicture: Bool,
  in set: SetKind? = nil, wasKept: Bool = false, keeperHasMetadata: Bool = false
) -> ProposalObstacle? {
  if let obstacle = standingObstacle(photo, set, wasKept: wasKept) { return obstacle }
  if !keeper.mayStay(for: photo) { return .location(of: keeper) }
  if keeper.isRejected, !photo.isRejected { return .isKeeperRejected }
  let holdings = onlyHere(photo, beside: keeper, verification).filter { !keeperHasMetadata || !$0.isCarriable }
  if holdings == [.sidecar] { return .companions }
  if let file = photo.doubtfulFiles(besides: keeper).first { return .doubtfulFile(file.reason) }
  if !holdings.isEmpty { return .holds(holdings) }
  if photo.hasTags { return .holdsTags }
  if photo.hasSameBytes(as: keeper) { return nil }
  guard let mine = photo.features, let other = keeper.features else { return .isAnotherPicture }
  if mine.format == .raw || other.format == .raw { return .isRAW }
  if other.isDamaged { return .isKeeperDamaged }
  if mine.hasCameraMetadata, !other.hasCameraMetadata { return .holdsCameraData }
  if verification?.haveSamePixels == true {
    switch descent(of: photo, keeper, verification) {
    case .secondFromFirst: return .isOriginal
    // Either may be the master: a copy in a format that can be lossless, or a lossless copy of a lossy file.
    case .unknown where mine.format.isLossless != other.format.isLossless: return .isOriginUnknown
    default: return photo.hasMoreParts(than: keeper, verification) ? .holdsOtherParts : nil
    }
  }
  if photo.hasMoreParts(than: keeper, verification) { return .holdsOtherParts }
  guard isSamePicture, verification?.comparison != nil else { return .isAnotherPicture }
  let isSameAtSight = verification?.comparison.map { $0.region < 0.02 && $0.colour < 0.1 } ?? false
  // On a ticket or a page a number may be all that matters, and it differs by less than saving a photo again changes.
  if isDrawn(photo), isDrawn(keeper), !isSameAtSight { return .isOriginUnknown }
  switch descent(of: keeper, photo, verification) {
  case .secondFromFirst: return nil
  case .firstFromSecond: return .isOriginal
  case .unknown:
    // The same first picture, but the keeper has more frames, pages or depth. In another format the keeper may be made
    // from this photo: every format but JPEG allows that without a loss.
    return isSameAtSight && mine.pixelSize == other.pixelSize && mine.format == other.format ? nil : .isOriginUnknown
  }
}

extension ProposalObstacle {
  /// The obstacle as a clause on a card: "only here: place, ★★★★★"; nil where another line has it already.
  package func text(_ photo: ScannedPhoto) -> String? {
    switch self {
    case .holds(let holdings): holdingText(holdings, in: photo)
    case .location(of: let keeper): locationText(photo, keeper: keeper)
    case .isOriginal: "the keeper was made from this one"
    case .isOriginUnknown: "which of the two was made from the other cannot be told"
    case .holdsCameraData: "the camera's data are only here"
    case .holdsOtherParts: "this file has more in it than its picture, and the keeper lacks that"
    case .holdsTags: "it has tags, stars or a comment of your desktop"
    case .isChosen: "you chose this one: \(photo.contents.map { chosenText($0.metadata) } ?? "")"
    case .isDamaged: "part of the file is missing or damaged: it may have been sharp"
    case .isKeeperDamaged: "the keeper is damaged"
    case .isKeeperRejected: "the keeper is marked as rejected"
    case .isRAW: "a RAW is no copy of what its preview shows"
    case .doubtfulFile(let reason): doubtText(reason)
    case .companions, .isProtected, .isPartOfSet, .wasKept, .isAnotherPicture: nil
    }
  }
}

extension ProposalObstacle {
  /// The text for a blurry photo, which goes in favour of no other; nil where another line has it already.
  func textOfBlurry(_ photo: ScannedPhoto) -> String? {
    switch self {
    case .isChosen, .isDamaged, .doubtfulFile: text(photo)
    case .companions: "what belongs to it was not judged: \(rolesTitle(photo.holdingCompanions))"
    case .holds(let holdings): holdingsTitle(holdings, in: photo).map { "also in this file: " + $0 }
    case .holdsOtherParts: "also in this file: words that somebody wrote, or data of a program"
    case .holdsTags: text(photo)
    default: nil
    }
  }
}

/// The clause about a doubtful file, such as "a list in its folder says something about it".
func doubtText(_ reason: NamesakeFile.Reason) -> String {
  switch reason {
  case .list: "a list in its folder says something about it"
  case .apart: "a sidecar in a folder below may belong to it"
  case .byChance: "a text or a sound of its name may belong to it"
  default: "a file of its name may belong to it"
  }
}

/// "only here: 10 frames, place, ★★★★★".
func holdingText(_ holdings: [Holding], in photo: ScannedPhoto) -> String? {
  holdingsTitle(holdings, in: photo).map { "only here: " + $0 }
}

/// The contents as text: "10 frames, place, ★★★★★"; nil for none. It quotes the file, and must be escaped for a screen.
package func holdingsTitle(_ holdings: [Holding], in photo: ScannedPhoto) -> String? {
  guard let contents = photo.contents else { return nil }
  // A rating and a pick may both read "rejected".
  let texts = holdings.compactMap { $0.text(in: contents) }.reduce(into: [String]()) { texts, text in
    if !texts.contains(text) { texts.append(text) }
  }
  return texts.isEmpty ? nil : texts.joined(separator: ", ")
}

/// The sentence "Only in IMG_1.JPG: place, ★★★★★.", with the number of others; nil for none. It quotes the file, and
/// must be escaped for a screen.
///
/// - Parameter losing: The photos that would be removed, each with the contents that no staying photo has.
package func lossSentence(
  _ losing: [(photo: ScannedPhoto, holdings: [Holding])], naming: (FilePath) -> String
) -> String? {
  let losses = losing.compactMap { photo, holdings in holdingsTitle(holdings, in: photo).map { (photo.path, $0) } }
  guard let (path, title) = losses.first else { return nil }
  let more =
    losses.count == 1
    ? ""
    : " \(counted(losses.count - 1, "more photo")) \(losses.count == 2 ? "holds" : "hold") something that no photo "
      + "you keep holds."
  return "Only in \(naming(path)): \(title).\(more)"
}

/// "★★★★☆, favourite".
package func chosenText(_ metadata: DescriptiveMetadata) -> String {
  var marks: [String] = []
  if let rating = metadata.rating, rating > 0 { marks.append(stars(rating)) }
  if metadata.isFavourite { marks.append("favourite") }
  if metadata.isPicked == true { marks.append("picked") }
  if let label = metadata.label { marks.append("label \(printable(label))") }
  return marks.joined(separator: ", ")
}

/// The text of a file without control characters of terminals.
private func printable(_ text: String) -> String {
  var scalars = String.UnicodeScalarView()
  scalars.append(
    contentsOf: text.unicodeScalars.filter { ![.control, .format].contains($0.properties.generalCategory) }.prefix(60))
  return String(scalars)
}

/// "★★★★☆".
package func stars(_ rating: Int) -> String {
  let count = min(5, max(0, rating))
  return String(repeating: "★", count: count) + String(repeating: "☆", count: 5 - count)
}

extension Holding {
  /// The name of a holding for a photographer; nil for one that another line names.
  fileprivate func text(in contents: PhotoContents) -> String? {
    let metadata = contents.metadata
    switch self {
    case .frames: return "\(contents.frames) frames"
    case .duration: return "another length"
    case .pages: return "\(contents.pages) pages"
    case .alpha: return "transparency"
    case .bitsPerChannel: return "\(contents.bitsPerChannel) bits a colour"
    case .gamut: return "wider colours"
    case .gainMap, .hdr: return "HDR"
    case .depthMap: return "depth"
    case .stereo: return "a stereo pair"
    case .movieSeconds: return "a movie of \(max(1, ((contents.movie ?? 0) + 500) / 1000)) s"
    case .sound: return "sound"
    case .storedJPEG: return "the JPEG that it was made from"
    case .rating: return metadata.rating == -1 ? "rejected" : stars(metadata.rating ?? 0)
    case .label: return "label \(printable(metadata.label ?? ""))"
    case .favourite: return "favourite"
    case .pick: return metadata.isPicked == true ? "picked" : "rejected"
    case .keywords: return "keywords"
    case .title: return "title"
    case .caption: return "caption"
    case .people: return "names of people"
    case .copyright: return "copyright"
    case .gps: return "place"
    case .time: return "time"
    case .edited: return metadata.edit.map { "edited (\(printable($0)))" } ?? "not edited"
    case .colour: return "other colours"
    case .region: return "one place differs"
    case .sidecar: return nil
    }
  }
}
