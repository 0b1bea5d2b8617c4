import Foundation
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
  /// Fewer local features in common than this tell no motion: strangers have up to seven by chance.
  private static let fewest = 8

  /// The geometry that a close look found; nil where it fits by chance at best, or only a mirrored picture does.
  ///
  /// - Parameters:
  ///   - isBackwards: From the second photo of the pair to the first.
  ///   - frame: Upright size of the photos: both have the same.
  init?(_ found: PairVerification, isBackwards: Bool, frame: PixelSize) {
    guard found.inliers >= Self.fewest, !found.isMirrored, frame.pixels > 0, found.scale > 0 else { return nil }
    overlap = min(found.firstOverlap, found.secondOverlap)
    guard isBackwards else {
      (across, down, scale, rotation) = (found.across, found.down, found.scale, found.rotation)
      return
    }
    // q = sR·p + t, so that the way back between the middles is −sR times the way there, in pixels of the second.
    let angle = found.rotation * Double.pi / 180
    let (width, height) = (Double(frame.width), Double(frame.height))
    let (x, y) = (found.across * width, found.down * height)
    across = -found.scale * (cos(angle) * x - sin(angle) * y) / width
    down = -found.scale * (sin(angle) * x + cos(angle) * y) / height
    scale = 1 / found.scale
    rotation = -found.rotation
  }
}
