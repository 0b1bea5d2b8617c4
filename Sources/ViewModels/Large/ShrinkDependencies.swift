package import FileSafety
package import PhotoModel
package import Removal

/// The measurement of smaller files: what photos would become, without changing anything.
package struct ShrinkDependencies: Sendable {
  /// The measurements of contents in earlier sessions.
  package var known: @Sendable () async -> [ShrinkMeasurement]
  /// Measures photos in one way, several at a time; asks before each whether to stop. Each outcome comes as soon as it
  /// is known: `shrunk`, with both sizes, of a photo that could be made smaller. What holds for a content is
  /// remembered.
  package var measure:
    @Sendable ([RemovalItem], ShrinkWay, _ isStopped: @escaping @Sendable () -> Bool) -> AsyncStream<FileOutcome>
  /// The contents that came out of an earlier shrinking with a loss.
  package var shrunkContents: @Sendable () throws -> Set<ContentDigest>

  /// Creates the dependencies from their closures.
  package init(
    known: @escaping @Sendable () async -> [ShrinkMeasurement] = { [] },
    measure:
      @escaping @Sendable ([RemovalItem], ShrinkWay, _ isStopped: @escaping @Sendable () -> Bool) ->
      AsyncStream<FileOutcome>,
    shrunkContents: @escaping @Sendable () throws -> Set<ContentDigest>
  ) {
    self.known = known
    self.measure = measure
    self.shrunkContents = shrunkContents
  }
}
