package import SystemPackage

/// The photos of a library, and what close looks at pairs of them found: all that findings are made from.
package struct ScannedLibrary: Hashable, Sendable {
  /// In byte order of their paths.
  package var photos: [ScannedPhoto]
  package var verified: VerifiedPairs
  /// Pictures that are there and of which the cache knows nothing: new ones, changed ones, and what came back from the
  /// trash.
  package var unseen: [FilePath]
  /// What was not looked at because it belongs to other programs, in byte order.
  package var leftOut: [LeftOutPlace]

  package init(
    photos: [ScannedPhoto] = [], verified: VerifiedPairs = .none, unseen: [FilePath] = [], leftOut: [LeftOutPlace] = []
  ) {
    self.leftOut = leftOut
    self.photos = photos
    self.verified = verified
    self.unseen = unseen
  }
}
