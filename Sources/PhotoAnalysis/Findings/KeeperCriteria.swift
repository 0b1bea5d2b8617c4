import PhotoModel

/// The rules that cannot be switched off, before all others.
let firstCriteria: [KeeperCriterion] = [
  .largest(
    { $0.features.map { $0.isDamaged ? 1 : 2 } ?? 0 }, text: { _, _ in undamagedReason }),
  .largest({ $0.permanence.rank }, text: { _, other in "the other one \(other.permanence.text ?? "may vanish")" }),
  .largest({ $0.isProtected ? 1 : 0 }, text: { _, _ in "in a protected folder" }),
  .largest({ $0.isRejected ? 0 : 1 }, text: { _, _ in "not rejected; the other one is" }),
  KeeperCriterion(best: withoutScreenshots, text: { _, _ in "the photo, not a screenshot of it" }),
]

/// The photos without screenshots of another one of them: the interface around a photo gives these another shape.
private func withoutScreenshots(_ photos: [ScannedPhoto]) -> [Int] {
  let shapes = photos.map { $0.features.map { Double($0.pixelSize.width) / Double($0.pixelSize.height) } ?? 1 }
  guard let narrowest = shapes.min(), let widest = shapes.max(), widest > narrowest * 1.05 else {
    return Array(photos.indices)
  }
  let screenshots = photos.indices.filter { isScreenshot(photos[$0]) }
  let others = Set(photos.indices).subtracting(screenshots)
  return photos.indices.filter { index in
    others.contains(index)
      || !others.contains { max(shapes[$0], shapes[index]) > min(shapes[$0], shapes[index]) * 1.05 }
  }
}

/// The criteria of each rule of the user's order, one after the other.
let keeperCriteria: [KeeperRule: [KeeperCriterion]] = [
  // A much smaller photo is no original, even with camera metadata.
  .original: [
    KeeperCriterion(
      best: originals,
      text: { kept, other in
        isResized(other) ? unresizedText : hasCameraData(other) ? largerText(kept, other) : originalText
      }, plainText: { _, other in isResized(other) ? nil : hasCameraData(other) ? "larger" : nil })
  ],
  .sharper: [
    KeeperCriterion(best: inFocus, text: sharperText, plainText: { _, _ in "sharper" }),
    KeeperCriterion(best: sharpest, text: sharperText, plainText: { _, _ in "sharper" }),
    KeeperCriterion(best: sharpestInTheSameRegions, text: { _, _ in "sharper in the same places" }),
  ],
  .larger: [
    .largest({ $0.features?.pixelSize.pixels ?? 0 }, text: largerText, plainText: "larger")
  ],
  .format: [
    .largest(completeness, text: { kept, other in completenessText(kept, other) }),
    .largest(
      { formatRank($0.features?.format) },
      text: { kept, other in "\(kept.features?.format.title ?? ""), not \(other.features?.format.title ?? "")" }),
  ],
  .lessCompressed: [
    KeeperCriterion(
      best: leastCompressed,
      text: { kept, other in
        "\(compressionReason(kept, other)): \(kept.fileSize.formatted) to \(other.fileSize.formatted)"
      }, plainText: compressionReason)
  ],
  .edited: [.largest({ isEdited($0) ? 1 : 0 }, text: { _, _ in "edited" })],
  .older: [
    .largest(
      { -($0.features?.facts.capturedAt?.milliseconds ?? .max) },
      text: { _, other in other.features?.facts.capturedAt == nil ? "dated; the other one has no date" : takenFirst }),
    KeeperCriterion(best: inBestFolders, text: folderText),
    .largest(
      { $0.features?.format.misleadingEnding(of: $0.path) == nil ? 1 : 0 },
      text: { kept, _ in "its name ends as \(kept.features?.format.title ?? "its format") should" }),
    .largest(
      nameRank,
      text: { kept, _ in nameRank(kept) == 2 ? "the one with words in its name" : "the one with the day in its name"
      }),
    KeeperCriterion(best: oldestFiles, text: { _, _ in "the older file" }),
  ],
  .shorterPath: [
    .largest({ isNamedAsCopy($0) ? 0 : 1 }, text: { _, _ in "not named as a copy" }),
    KeeperCriterion(best: withoutNumbers, text: { _, _ in "not named as a copy" }),
    .largest({ -$0.path.length }, text: { _, _ in "the one with the shorter path: nothing else tells them apart" }),
  ],
]

/// Whether an editor wrote its name into the file, or the file's name tells so. Cameras and phones write their firmware
/// there.
private func isEdited(_ photo: ScannedPhoto) -> Bool {
  let name = photo.displayName.lowercased()
  if ["-edited", "_edited", "-edit.", "_edit.", "img_e"].contains(where: name.contains) { return true }
  return photo.features?.facts.software.flatMap(photoEditor) != nil
}

func firstByName(_ photos: [ScannedPhoto]) -> [Int] {
  let first = photos.map(\.path).min(by: precedesInByteOrder)
  return photos.indices.filter { photos[$0].path == first }
}

/// The photos with camera metadata, unless a picture of more than twice the pixels has none: then that one is the
/// original and these are small copies of it. Of several the ones whose Exif states no size but their own: an editor
/// that resizes or crops often leaves the size of the original there.
private func originals(_ photos: [ScannedPhoto]) -> [Int] {
  let most = photos.map { $0.features?.pixelSize.pixels ?? 0 }.max() ?? 0
  let originals = photos.indices.filter {
    guard let features = photos[$0].features else { return false }
    return features.facts.hasCameraMetadata && features.pixelSize.pixels * 2 >= most
  }
  if originals.isEmpty { return Array(photos.indices) }
  let unresized = originals.filter { !isResized(photos[$0]) }
  return unresized.isEmpty ? originals : unresized
}

private let unresizedText = "its size is the one in the camera's data"

/// Whether the Exif of a photo states another size than the picture has.
private func isResized(_ photo: ScannedPhoto) -> Bool { photo.features?.hasStatedSize == false }

/// The photos in focus, where another shot plainly is not. Two shots are not copies of one at two sizes, so that their
/// sharpness is comparable unless one is very small.
private func inFocus(_ photos: [ScannedPhoto]) -> [Int] {
  let sharp = photos.compactMap(\.features).filter { ($0.sharpness ?? 0) >= plainlySharp }
  return photos.indices.filter { index in
    guard let features = photos[index].features, let time = features.facts.capturedAt,
      let sharpness = features.sharpness, sharpness < strictBlurThreshold
    else { return true }
    return !sharp.contains { other in
      other.facts.capturedAt.map { $0 != time } == true
        && other.pixelSize.longSide * 2 >= features.pixelSize.longSide
    }
  }
}

private func hasCameraData(_ photo: ScannedPhoto) -> Bool { photo.features?.facts.hasCameraMetadata == true }

private func largerText(_ kept: ScannedPhoto, _ other: ScannedPhoto) -> String {
  "larger: \(dimensions(of: kept)) to \(dimensions(of: other))"
}

/// Of two moments the more detailed one needs more bytes at the same quality.
private func compressionReason(_ kept: ScannedPhoto, _ other: ScannedPhoto) -> String {
  let times = [kept, other].compactMap { $0.features?.facts.capturedAt }
  return times.count == 2 && times[0].differs(from: times[1]) ? "the larger file" : "less compressed"
}

private func sharperText(_ kept: ScannedPhoto, _ other: ScannedPhoto) -> String {
  let sharpness = hundredths(kept.features?.sharpness ?? 0)
  return other.features?.sharpness.map { "sharper (\(sharpness) to \(hundredths($0)))" }
    ?? "sharp (\(sharpness)), which cannot be told of the other one"
}

/// Copies made in one go have times that differ by less than a second, which does not tell which came first.
private func oldestFiles(_ photos: [ScannedPhoto]) -> [Int] {
  let oldest = photos.map(\.identity.modified).min() ?? 0
  return photos.indices.filter { photos[$0].identity.modified - oldest < 1_000_000_000 }
}

/// The photos that no other one is sharper than by more than noise. Of one size all are compared with the best, so that
/// a large set costs no square.
private func sharpest(_ photos: [ScannedPhoto]) -> [Int] {
  let sides = photos.map { $0.features?.pixelSize.longSide ?? 0 }
  guard let smallest = sides.min(), let largest = sides.max(), smallest * 100 >= largest * 99 else {
    return leftOver(photos) { isSharper($1, than: $0) }
  }
  guard let best = photos.max(by: { $0.features?.sharpness ?? 0 < $1.features?.sharpness ?? 0 }) else { return [] }
  return photos.indices.filter { !isSharper(best, than: photos[$0]) }
}

/// Whether a photo is sharper by more than noise; against one without a sharpness only if it is plainly sharp.
///
/// Sharpness is comparable only between pictures measured at the same scale: nearly the same size, or all larger than
/// the scale. Even then a smaller picture is no sharper than a larger one unless they are two shots: it measures
/// sharper because it was shrunk, and its original must stay. (Enlarged pictures have been left out before.)
private func isSharper(_ photo: ScannedPhoto, than other: ScannedPhoto) -> Bool {
  guard let mine = photo.features, let theirs = other.features, let sharpness = mine.sharpness,
    sharpness >= theirs.sharpness.map({ $0 + sharpnessNoise }) ?? plainlySharp
  else { return false }
  let (side, otherSide) = (mine.pixelSize.longSide, theirs.pixelSize.longSide)
  let scales = [side, otherSide].map { min(1024, $0) }.sorted()
  let times = [mine, theirs].compactMap(\.facts.capturedAt)
  return scales[0] * 10 >= scales[1] * 9
    && (side * 100 >= otherSide * 99 || times.count == 2 && times[0].differs(from: times[1]))
}

/// The files of at least nine tenths of the largest, among photos of one format and size.
private func leastCompressed(_ photos: [ScannedPhoto]) -> [Int] {
  guard Set(photos.map { $0.features?.format }).count == 1, let largest = photos.map(\.fileSize.bytes).max() else {
    return Array(photos.indices)
  }
  return photos.indices.filter { photos[$0].fileSize.bytes * 10 >= largest * 9 }
}

/// The worth of the companions: a RAW more than a movie, that more than a sidecar, and that more than a doubtful file;
/// numbers of them do not count.
private func completeness(_ photo: ScannedPhoto) -> Int {
  let worth: [(Companion.Role, Int)] = [(.raw, 8), (.movie, 4), (.sidecar, 2)]
  return worth.reduce(photo.doubtfulFiles().isEmpty && !photo.hasTags ? 0 : 1) { sum, part in
    let isThere =
      photo.holdingCompanions.contains { $0.role == part.0 } || (part.0 == .raw && photo.features?.format == .raw)
    return sum + (isThere ? part.1 : 0)
  }
}

/// The most valuable companion that the one photo has and the other lacks, as text.
func completenessText(_ kept: ScannedPhoto, _ other: ScannedPhoto) -> String {
  let roles: [(Companion.Role, String)] = [(.raw, "RAW"), (.movie, "movie"), (.sidecar, "sidecar")]
  let missing = roles.first { role, _ in
    kept.holdingCompanions.contains { $0.role == role } && !other.holdingCompanions.contains { $0.role == role }
  }
  if missing == nil, kept.features?.format == .raw { return "RAW, not \(other.features?.format.title ?? "the rest")" }
  if let missing { return "the one with its \(missing.1)" }
  if kept.hasTags { return "the one with tags, stars or a comment of your desktop" }
  return kept.doubtfulFiles().first.map { doubtText($0.reason) } ?? "the one with its sidecar"
}

private func formatRank(_ format: ImageFormat?) -> Int {
  switch format {
  case .raw: 2
  case .heic: 1
  // 256 colours; and no camera writes the other two.
  case .gif, .avif, .webp: -1
  default: 0
  }
}

private func dimensions(of photo: ScannedPhoto) -> String {
  photo.features.map { "\($0.pixelSize.width)×\($0.pixelSize.height)" } ?? "unknown"
}
