import PhotoModel

/// The motion of the camera from one photo to the next, by the local features of both.
struct PairMotion: Hashable, Sendable {
  /// The smaller share of a photo that both show, 0…1.
  var overlap: Double
  /// The distances of the middle of the second to the right of and below the middle of the first, in shares of the
  /// frame of the first.
  var across: Double
  var down: Double
  /// Length in the second of one pixel of the first.
  var scale: Double
  /// Degrees, clockwise.
  var rotation: Double
}

extension PairMotion {
  /// The least number of common local features for a motion: unrelated pictures have up to seven by chance.
  private static let fewest = 8

  /// The motion by the keypoints; nil where these fit by chance at best, or only mirrored.
  ///
  /// - Parameters:
  ///   - isBackwards: Whether the motion is from the second photo of the pair to the first.
  ///   - frame: The upright size, the same for both photos.
  init?(_ found: PairVerification, isBackwards: Bool, frame: PixelSize) {
    guard found.inliers >= Self.fewest, !found.isMirrored, frame.pixels > 0, found.scale > 0 else { return nil }
    let found = isBackwards ? found.reversed(from: frame, to: frame) : found
    overlap = min(found.firstOverlap, found.secondOverlap)
    (across, down, scale, rotation) = (found.across, found.down, found.scale, found.rotation)
  }
}
