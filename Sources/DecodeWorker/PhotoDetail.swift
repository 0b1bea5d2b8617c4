package import PhotoModel

/// A part of a photo at its own resolution.
package struct PhotoDetail: Sendable {
  /// The part as RGB, upright.
  package var picture: RGBPicture
  /// The location of the part in the upright photo.
  package var area: PixelRect
  /// The size of the upright photo.
  package var fullSize: PixelSize
}

/// The answer to a request for a part of a photo.
package enum DetailOutcome: Sendable {
  case detail(PhotoDetail)
  /// The reason in one sentence.
  case unavailable(String)
}
