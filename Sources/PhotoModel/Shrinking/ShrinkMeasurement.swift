/// The size of the smaller file that one method would make of a content, or the reason why the file is left as it is.
package struct ShrinkMeasurement: Hashable, Sendable {
  /// The outcome of a measurement.
  package enum Outcome: Hashable, Sendable {
    /// The size of the smaller file.
    case smaller(ByteCount)
    /// The reason why the content is left as it is, as a sentence.
    case left(String)
  }

  /// SHA-256 of the file.
  package var content: ContentDigest
  /// The way that was measured.
  package var way: ShrinkWay
  /// The outcome.
  package var outcome: Outcome

  /// Creates a measurement.
  package init(_ content: ContentDigest, _ way: ShrinkWay, _ outcome: Outcome) {
    (self.content, self.way, self.outcome) = (content, way, outcome)
  }
}
