package import PhotoModel

/// The descent of two near copies: which was made from the other, as far as their pixels show.
package enum Descent: Sendable {
  /// The first was surely made from the second: saved again, converted, enlarged or shrunk.
  case firstFromSecond
  case secondFromFirst
  case unknown
}

/// The descent of two photos of one picture.
///
/// Size, compression and format do not decide: an enlargement and a re-save at a higher quality look better in all of
/// these. Two measures decide (`PairComparison`); with equal pixels the lossless file was made from the lossy one. More
/// bits a channel do not count: programs write them, too.
package func descent(of first: ScannedPhoto, _ second: ScannedPhoto, _ verification: PairVerification?) -> Descent {
  guard let verification, let a = first.features, let b = second.features, a.format != .raw, b.format != .raw else {
    return .unknown
  }
  if verification.haveSamePixels == true {
    // No JPEG of another picture decodes to the same pixels; other formats may store any pixels without loss.
    if (a.format == .jpeg) != (b.format == .jpeg) { return a.format == .jpeg ? .secondFromFirst : .firstFromSecond }
    // All formats but WebP, HEIC and the like are certainly lossless; these may be, too, unless a device wrote them.
    let lossy = a.format.isLossless ? b : a
    guard a.format.isLossless != b.format.isLossless, lossy.facts.hasCameraMetadata else { return .unknown }
    return a.format.isLossless ? .firstFromSecond : .secondFromFirst
  }
  guard let comparison = verification.comparison, let x = first.digest, let y = second.digest,
    let key = ContentPair(x, y)
  else {
    return .unknown
  }
  let isFirst = key.first == x
  let onSecond = isFirst ? comparison.firstOnSecond : comparison.secondOnFirst
  let onFirst = isFirst ? comparison.secondOnFirst : comparison.firstOnSecond
  let roundsToSecond = isFirst ? comparison.firstRoundsToSecond : comparison.secondRoundsToFirst
  let roundsToFirst = isFirst ? comparison.secondRoundsToFirst : comparison.firstRoundsToSecond
  if a.pixelSize != b.pixelSize {
    let isFirstLarger = a.pixelSize.pixels > b.pixelSize.pixels
    let (larger, smaller) = isFirstLarger ? (a, b) : (b, a)
    guard let isOriginal = isOriginal(larger, beside: smaller, comparison) else { return .unknown }
    return isOriginal == isFirstLarger ? .secondFromFirst : .firstFromSecond
  }
  // Where one was compressed in steps of half the other's, the two measures contradict each other.
  switch (isOn(onSecond), isOn(onFirst)) {
  case (true, true): return .unknown
  case (true, _): return roundsToSecond ? .unknown : .firstFromSecond
  case (_, true): return roundsToFirst ? .unknown : .secondFromFirst
  default: break
  }
  if roundsToSecond == roundsToFirst { return .unknown }
  return roundsToSecond ? .secondFromFirst : .firstFromSecond
}

/// Whether the larger of two pictures was there first, or was made by enlarging the other; nil where neither is sure.
///
/// Detail that the smaller picture does not have may have been put in: by sharpening, grain, or a program that invents
/// it. It counts only beside a second witness: the device, whose size the Exif states, or its auxiliary pictures.
private func isOriginal(
  _ larger: PhotoFeatures, beside smaller: PhotoFeatures, _ comparison: PairComparison
) -> Bool? {
  let detail = comparison.ownDetail
  let isEnlargement = detail.map { $0 <= mostOfEnlargement } ?? false
  if comparison.firstRoundsToSecond || comparison.secondRoundsToFirst { return isEnlargement ? nil : true }
  // A soft original loses as little as an enlargement.
  if isEnlargement { return larger.isAsTheDeviceWroteIt || smaller.format.isLossless ? nil : false }
  let scale = Double(smaller.pixelSize.longSide) / Double(max(1, larger.pixelSize.longSide))
  guard let detail, detail >= leastOfOriginal(at: scale) else { return nil }
  let isOfDevice =
    larger.isAsTheDeviceWroteIt && smaller.isNotAsTheDeviceWroteIt
    || larger.contents.isOfDevice && !smaller.contents.isOfDevice
  return isOfDevice ? true : nil
}

/// The least `ownDetail` that proves the larger of two pictures the original, by the scale of the smaller one:
/// enlargements of nearly the same size, saved coarsely, reach 2.0.
private func leastOfOriginal(at scale: Double) -> Double { scale <= 0.55 ? 1.58 : 2.1 }

/// Whether a share means that the picture was made from the other. Measured: 0.10 to 0.86 if it was, up to 0.09 if not.
private func isOn(_ share: Double?) -> Bool { share.map { $0 >= 0.18 } ?? false }

extension ImageFormat {
  /// Formats whose pixels are those that were saved. A WebP may be either, and counts as lossy.
  package var isLossless: Bool { [.png, .tiff, .bmp, .gif].contains(self) }
}

extension PhotoFeatures {
  /// A camera wrote the file, no editor is named, and the Exif states the size that the picture has.
  fileprivate var isAsTheDeviceWroteIt: Bool {
    facts.hasCameraMetadata && contents.metadata.edit == nil && hasStatedSize == true
  }

  /// Whether no camera wrote the file, or the Exif states another size; without a stated size the file may be the
  /// original.
  fileprivate var isNotAsTheDeviceWroteIt: Bool { !facts.hasCameraMetadata || hasStatedSize == false }

  /// Whether the picture has the size that the Exif states, lying or upright; nil where it states none.
  var hasStatedSize: Bool? {
    contents.statedSize.map { $0.longSide == pixelSize.longSide && $0.shortSide == pixelSize.shortSide }
  }
}

extension PhotoContents {
  fileprivate var isOfDevice: Bool { hasGainMap || hasDepthMap }
}
