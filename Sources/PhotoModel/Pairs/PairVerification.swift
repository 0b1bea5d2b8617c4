import Foundation

/// The keypoint verification of two pictures: local features that coincide under one transform, and the pixels below
/// them.
///
/// Symmetric but for the names: "first" is the picture whose digest comes first (`ContentPair`), so that the result
/// does not depend on the order of a library.
package struct PairVerification: Hashable, Sendable, Codable {
  /// Keypoints of both that one shift, rotation and scale maps onto each other, counted as distinct 4 px cells.
  /// 0…500.
  package var inliers: Int
  /// The smaller of the shares of both pictures that the bounding box of the inliers covers. 0…1.
  package var spread: Double
  /// Whether the first picture fits only when mirrored left to right.
  package var isMirrored: Bool
  /// Length in the second picture of one pixel of the first, both at their working size. 0.2…5; 1 where nothing fits.
  package var scale: Double
  /// Degrees, clockwise, −180…180, after the mirroring.
  package var rotation: Double
  /// The distance of the centre of the second picture to the right of the centre of the first, in shares of the width
  /// of the first, after the mirroring. 0 where nothing fits.
  package var across: Double
  /// The distance of the centre of the second picture below the centre of the first, in shares of the height of the
  /// first. 0 where nothing fits.
  package var down: Double
  /// The share of the first picture that both show. 0…1.
  package var firstOverlap: Double
  /// The share of the second picture that both show. 0…1.
  package var secondOverlap: Double
  /// Normalised cross-correlation of the common part, at 64 × 64. −1…1.
  package var correlation: Double
  /// The share of the 8 × 8 fields of the common part in which the two vary in the same way. 0…1.
  package var agreement: Double
  /// Whether both are pictures of text: pages, receipts, slides.
  package var areOfText = false
  /// Whether the decoded, upright pixels are the same. Nil where they were not compared, because the two are not near
  /// enough.
  package var haveSamePixels: Bool?
  /// Whether the first file, of two with the same pixels, has a part besides them that the second has not.
  package var hasFirstMoreParts = false
  /// Whether the second file, of two with the same pixels, has a part besides them that the first has not.
  package var hasSecondMoreParts = false
  /// The comparison of the pixels of near copies. Nil where they were not compared, because the two are not near
  /// enough or have the same pixels.
  package var comparison: PairComparison?
  /// The match by a homography. Nil where it was not computed, because the keypoints leave no doubt.
  package var projective: ProjectiveMatch?

  /// Creates a verification without a comparison; that of two unrelated pictures without arguments.
  package init(
    inliers: Int = 0, spread: Double = 0, isMirrored: Bool = false, scale: Double = 1, rotation: Double = 0,
    across: Double = 0, down: Double = 0, firstOverlap: Double = 0, secondOverlap: Double = 0, correlation: Double = 0,
    agreement: Double = 0,
    haveSamePixels: Bool? = nil
  ) {
    self.inliers = inliers
    self.spread = spread
    self.isMirrored = isMirrored
    self.scale = scale
    self.rotation = rotation
    self.across = across
    self.down = down
    self.firstOverlap = firstOverlap
    self.secondOverlap = secondOverlap
    self.correlation = correlation
    self.agreement = agreement
    self.haveSamePixels = haveSamePixels
  }

  /// The verification of two pictures that have nothing in common.
  package static let nothing = PairVerification()

  /// The same match from the second picture to the first. The comparison of the pixels stays as it is: its order is
  /// that of the digests.
  ///
  /// - Parameters:
  ///   - first: The size of the first picture, in any unit that both share.
  ///   - second: The size of the second one.
  package func reversed(from first: PixelSize, to second: PixelSize) -> PairVerification {
    guard first.pixels > 0, second.pixels > 0, scale > 0 else { return self }
    var result = self
    (result.firstOverlap, result.secondOverlap) = (secondOverlap, firstOverlap)
    result.scale = 1 / scale
    // A mirrored picture turns the other way round, and the way back turns back.
    result.rotation = isMirrored ? rotation : -rotation
    // q = sR·p + t, so that the way back between the middles is −sR times the way there, in pixels of the second.
    let angle = rotation * Double.pi / 180
    let (x, y) = (across * Double(first.width), down * Double(first.height))
    let right = -scale * (cos(angle) * x - sin(angle) * y) / Double(second.width)
    result.across = isMirrored ? -right : right
    result.down = -scale * (sin(angle) * x + cos(angle) * y) / Double(second.height)
    return result
  }
}

/// Two different contents, in the byte order of their digests.
package struct ContentPair: Hashable, Comparable, Sendable {
  /// The content that comes first in byte order.
  package let first: ContentDigest
  /// The content that comes second in byte order.
  package let second: ContentDigest

  /// Creates the key, whatever the order; nil for a content and itself.
  package init?(_ a: ContentDigest, _ b: ContentDigest) {
    guard a != b else { return nil }
    (first, second) = a < b ? (a, b) : (b, a)
  }

  /// Creates a pair without a comparison.
  ///
  /// - Parameter first: The content that comes first in order.
  init(rising first: ContentDigest, _ second: ContentDigest) { (self.first, self.second) = (first, second) }

  /// Compares by the first content, then by the second.
  package static func < (left: ContentPair, right: ContentPair) -> Bool {
    left.first == right.first ? left.second < right.second : left.first < right.first
  }

  /// Hashes eight bytes of each digest: a library has hundreds of thousands of pairs, and the bits of a digest are
  /// spread evenly.
  package func hash(into hasher: inout Hasher) { hasher.combine(mixed) }

  var mixed: UInt64 { first.prefix ^ second.prefix &* 3 }

  // For the same reason as in `ContentDigest`.
  // swift-format-ignore: NoLeadingUnderscores
  /// The hash value that `Set` and `Dictionary` ask for, mixed from those of the two digests.
  package func _rawHashValue(seed: Int) -> Int { first._rawHashValue(seed: seed) ^ second._rawHashValue(seed: ~seed) }
}
