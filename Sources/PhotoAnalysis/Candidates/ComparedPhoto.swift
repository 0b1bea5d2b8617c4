import PhotoModel

/// A photo ready for many comparisons, with costly values computed once.
///
/// It is a class, as are its coarse features: passing it on counts one reference, where its values would count twenty.
final class ComparedPhoto: Sendable {
  let photo: ScannedPhoto
  let isScreenshot: Bool
  let isDrawn: Bool
  /// The features of the picture; nil where it is too flat, could not be read, or was measured in part.
  let coarse: CoarseFeatures?

  /// - Parameter comparesPartial: Whether a photo measured in part has coarse features, too: to find the photos that
  ///   have to be measured whole.
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

  // Values that only few pairs need are read from the features: a million of these objects are in memory together.
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

  /// Whether both photos state their time or settings, and these differ: a burst or a bracket.
  func isAnotherShot(than other: CoarseFeatures) -> Bool {
    // Editors write fractions anew.
    func differ(_ a: Double?, _ b: Double?, by least: Double = 0, share: Double = 0) -> Bool {
      guard let a, let b else { return false }
      return abs(a - b) > max(least, share * max(abs(a), abs(b)))
    }
    if let mine = capturedAt, let theirs = other.capturedAt, mine != theirs {
      if mine.differs(from: theirs) { return true }
      // Within one program a time without a fraction is another moment than one with it.
      if features.contents.metadata.edit == other.features.contents.metadata.edit { return true }
    }
    let (mine, theirs) = (features.facts, other.features.facts)
    return differ(mine.exposureBias, theirs.exposureBias, by: 0.05)
      || differ(mine.exposureSeconds, theirs.exposureSeconds, share: 0.02)
      || differ(mine.fNumber, theirs.fNumber, share: 0.02)
  }

  /// Whether both photos have a time of capture, more than a day apart.
  func isDaysApart(from other: CoarseFeatures) -> Bool {
    guard let mine = capturedAt, let theirs = other.capturedAt else { return false }
    return abs(mine.milliseconds - theirs.milliseconds) > 86_400_000
  }

  /// Whether both are of the same camera, taken within this many milliseconds.
  func isNeighbourInTime(of other: CoarseFeatures, within milliseconds: Int64 = 10_000) -> Bool {
    guard let mine = capturedAt, let theirs = other.capturedAt,
      abs(mine.milliseconds - theirs.milliseconds) <= milliseconds, let model, model == other.model
    else { return false }
    return true
  }
}
