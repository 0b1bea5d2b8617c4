import PhotoModel

/// A photo ready to be compared many times: what costs to find out is found out once.
///
/// A class, as are its coarse features: a photo that is handed on counts one reference, where its values would count
/// twenty.
final class ComparedPhoto: Sendable {
  let photo: ScannedPhoto
  let isScreenshot: Bool
  let isDrawn: Bool
  /// The features of the picture; nil where it is too flat, could not be read, or was measured in part.
  let coarse: CoarseFeatures?

  /// - Parameter comparesPartial: Also a photo that was measured in part has coarse features: to find out which have to
  ///   be measured whole.
  init(_ photo: ScannedPhoto, comparesPartial: Bool = false) {
    self.photo = photo
    isScreenshot = PhotoAnalysis.isScreenshot(photo)
    isDrawn = PhotoAnalysis.isDrawn(photo)
    coarse =
      if let features = photo.features, features.descriptorCount == DescriptorGrid.count,
        comparesPartial || !features.isPartial
      {
        CoarseFeatures(features)
      } else { nil }
  }
}

/// The features by which two photos are compared before a verification by keypoints.
final class CoarseFeatures: Sendable {
  let features: PhotoFeatures
  /// The sum of the squares of the values of the descriptor.
  let squares: Int32
  let capturedAt: CaptureTime?
  let perceptualHash: UInt64?

  // What few pairs are asked about stands in the features: a million looks lie in memory together.
  var pixelSize: PixelSize { features.pixelSize }
  var model: String? { features.facts.model }

  init(_ features: PhotoFeatures) {
    self.features = features
    squares = features.withDescriptor { bytes in
      bytes.count == DescriptorGrid.count ? bytes.baseAddress.map { dotProduct($0, $0) } ?? 0 : 0
    }
    capturedAt = features.capturedAt
    perceptualHash = features.perceptualHash
  }

  /// Both say when or how they were taken, and not the same: a burst or a bracket.
  func isAnotherShot(than other: CoarseFeatures) -> Bool {
    // Editors write fractions anew.
    func differ(_ a: Double?, _ b: Double?, by least: Double = 0, share: Double = 0) -> Bool {
      guard let a, let b else { return false }
      return abs(a - b) > max(least, share * max(abs(a), abs(b)))
    }
    if let mine = capturedAt, let theirs = other.capturedAt, mine != theirs {
      if mine.differs(from: theirs) { return true }
      // Of one program a time without a fraction is another moment than one with it.
      if features.contents.metadata.edit == other.features.contents.metadata.edit { return true }
    }
    let (mine, theirs) = (features.facts, other.features.facts)
    return differ(mine.exposureBias, theirs.exposureBias, by: 0.05)
      || differ(mine.exposureSeconds, theirs.exposureSeconds, share: 0.02)
      || differ(mine.fNumber, theirs.fNumber, share: 0.02)
  }

  /// Both name the time, and more than a day lies between.
  func isDaysApart(from other: CoarseFeatures) -> Bool {
    guard let mine = capturedAt, let theirs = other.capturedAt else { return false }
    return abs(mine.milliseconds - theirs.milliseconds) > 86_400_000
  }

  /// The same camera within so many milliseconds.
  func isNeighbourInTime(of other: CoarseFeatures, within milliseconds: Int64 = 10_000) -> Bool {
    guard let mine = capturedAt, let theirs = other.capturedAt,
      abs(mine.milliseconds - theirs.milliseconds) <= milliseconds, let model, model == other.model
    else { return false }
    return true
  }
}
