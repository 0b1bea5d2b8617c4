package import SystemPackage

/// The photos of a library, and the verified pairs of them: all that findings are made from.
package struct ScannedLibrary: Hashable, Sendable {
  /// The photos, in byte order of their paths.
  package var photos: [ScannedPhoto]
  /// The pairs that were verified by keypoints.
  package var verified: VerifiedPairs
  /// Pictures in the folders that the cache does not have: new ones, changed ones, and those that came back from the
  /// trash.
  package var unseen: [FilePath]
  /// Folders of other programs that were not entered, in byte order.
  package var leftOut: [LeftOutPlace]

  /// Creates a library; empty without arguments.
  package init(
    photos: [ScannedPhoto] = [], verified: VerifiedPairs = .none, unseen: [FilePath] = [], leftOut: [LeftOutPlace] = []
  ) {
    self.leftOut = leftOut
    self.photos = photos
    self.verified = verified
    self.unseen = unseen
  }
}
