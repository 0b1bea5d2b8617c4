/// What a close look at two pictures found: local features that lie on each other, and the pixels below them.
///
/// Symmetric but for the names: "first" is the picture whose digest comes first (`PairKey`), so that the result does not
/// depend on the order of a library.
package struct PairVerification: Hashable, Sendable, Codable {
  /// Local features of both that one shift, turn and scale lays on each other, counted as distinct 4 px cells. 0…500.
  package var inliers: Int
  /// The smaller share of a picture that the box around them covers. 0…1.
  package var spread: Double
  /// The first picture fits only when mirrored left to right.
  package var isMirrored: Bool
  /// Length in the second picture of one pixel of the first, both at their working size. 0.2…5; 1 where nothing fits.
  package var scale: Double
  /// Degrees, clockwise, −180…180, after the mirroring.
  package var rotation: Double
  /// How far the middle of the second picture lies to the right of the middle of the first, and below it: in shares of
  /// the width and the height of the first, after the mirroring. 0 where nothing fits.
  package var across: Double
  package var down: Double
  /// Shares of the first and the second picture that both show. 0…1.
  package var firstOverlap: Double
  package var secondOverlap: Double
  /// Normalised cross-correlation of what both show, at 64 × 64. −1…1.
  package var correlation: Double
  /// Share of the 8 × 8 fields of it in which the two vary in the same way. 0…1.
  package var agreement: Double
  /// The decoded, upright pixels are the same. Nil: nobody looked, because the two are not near enough.
  package var haveSamePixels: Bool?
  /// What the pixels of near copies say of each other. Nil: nobody looked, because the two are not near enough or have the same
  /// pixels.
  package var comparison: PairComparison?

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

  /// The two pictures have nothing in common.
  package static let nothing = PairVerification()
}

/// Two different contents, in the byte order of their digests.
package struct PairKey: Hashable, Comparable, Sendable {
  package let first: ContentDigest
  package let second: ContentDigest

  /// Nil for a content and itself.
  package init?(_ a: ContentDigest, _ b: ContentDigest) {
    guard a != b else { return nil }
    (first, second) = a < b ? (a, b) : (b, a)
  }

  /// - Parameter first: Comes before the other.
  init(rising first: ContentDigest, _ second: ContentDigest) { (self.first, self.second) = (first, second) }

  package static func < (left: PairKey, right: PairKey) -> Bool {
    left.first == right.first ? left.second < right.second : left.first < right.first
  }

  /// A library has hundreds of thousands of pairs, and the bits of a digest are spread evenly.
  package func hash(into hasher: inout Hasher) { hasher.combine(mixed) }

  var mixed: UInt64 { first.prefix ^ second.prefix &* 3 }

  // As of a digest.
  // swift-format-ignore: NoLeadingUnderscores
  package func _rawHashValue(seed: Int) -> Int { first._rawHashValue(seed: seed) ^ second._rawHashValue(seed: ~seed) }
}
