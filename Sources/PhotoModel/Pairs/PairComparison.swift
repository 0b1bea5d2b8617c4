/// The pixels of two near copies compared: whether one spot or the colour differs, and which picture was made from
/// which.
///
/// "First" is the picture whose digest comes first, as in `PairVerification`.
package struct PairComparison: Hashable, Sendable, Codable {
  /// Largest difference between the colours of one of 16 × 16 fields, in steps of 8-bit chroma; 255 where one picture
  /// is gray and the other is not. 0…255.
  package var colour: Double
  /// The difference of the region that differs most, in multiples of what saving again explains: above 1 the content
  /// there is another. 0…1000.
  package var region: Double
  /// Whether both are transparent, and one picture on white, but two on black: drawings in white.
  package var isAlikeOnOneGround: Bool
  /// The fit of the first picture to the lattice of the JPEG compression of the second, from which it was then made.
  /// 0…1; nil where it cannot be measured.
  package var firstOnSecond: Double?
  /// The fit of the second picture to the lattice of the JPEG compression of the first. 0…1; nil where it cannot be
  /// measured.
  package var secondOnFirst: Double?
  /// Whether the JPEG compression of the second picture has the values of the first, rounded: it was made from it.
  package var firstRoundsToSecond = false
  /// Whether the JPEG compression of the first picture has the values of the second, rounded: it was made from it.
  package var secondRoundsToFirst = false
  /// The ratio of the detail of the larger picture to that of the smaller one enlarged to its size; below 1 where it is
  /// an enlargement. 0…100; nil for pictures of one size.
  package var ownDetail: Double?

  /// Creates a comparison from its measures; nothing is checked.
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
