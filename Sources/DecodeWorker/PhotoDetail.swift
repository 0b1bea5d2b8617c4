package import PhotoModel

/// A part of a photo at its own resolution.
package struct PhotoDetail: Sendable {
  package var picture: RGBPicture
  /// Where the part lies in the upright photo.
  package var area: PixelRect
  /// Of the upright photo.
  package var fullSize: PixelSize
}

/// What came of asking for a part of a photo.
package enum DetailOutcome: Sendable {
  case detail(PhotoDetail)
  /// One sentence that says why not.
  case unavailable(String)
}
