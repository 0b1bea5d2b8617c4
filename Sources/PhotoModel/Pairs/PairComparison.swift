/// What the pixels of two near copies say of each other: whether one place or the colour differs, and which was made from which.
///
/// "First" is the picture whose digest comes first, as in `PairVerification`.
package struct PairComparison: Hashable, Sendable, Codable {
  /// Largest difference between the colours of one of 16 × 16 fields, in steps of 8-bit chroma; 255 where one picture is gray and
  /// the other is not. 0…255.
  package var colour: Double
  /// The place that differs most, in shares of what saving again explains: above 1 something else is there. 0…1000.
  package var region: Double
  /// Both are transparent, one picture on white, and two on black: drawings in white.
  package var isAlikeOnOneGround: Bool
  /// How sure the first picture lies on the lattice of the JPEG compression of the second: it was made from it. 0…1; nil where
  /// that says nothing.
  package var firstOnSecond: Double?
  package var secondOnFirst: Double?
  /// How much more detail the larger picture has than the smaller one enlarged to its size: about 1 where it is an enlargement.
  /// 0…100; nil for pictures of one size.
  package var ownDetail: Double?

  package init(
    colour: Double, region: Double, isAlikeOnOneGround: Bool = false, firstOnSecond: Double? = nil,
    secondOnFirst: Double? = nil, ownDetail: Double? = nil
  ) {
    self.colour = colour
    self.region = region
    self.isAlikeOnOneGround = isAlikeOnOneGround
    self.firstOnSecond = firstOnSecond
    self.secondOnFirst = secondOnFirst
    self.ownDetail = ownDetail
  }
}
