/// The photos of a library, and what close looks at pairs of them found: all that findings are made from.
package struct ScannedLibrary: Hashable, Sendable {
  /// In byte order of their paths.
  package var photos: [ScannedPhoto]
  package var verified: VerifiedPairs

  package init(photos: [ScannedPhoto] = [], verified: VerifiedPairs = .none) {
    self.photos = photos
    self.verified = verified
  }
}
