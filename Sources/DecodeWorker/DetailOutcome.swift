package import PhotoModel

/// The answer to a request for a part of a photo.
package enum DetailOutcome: Sendable {
  case detail(PhotoDetail)
  /// The reason in one sentence.
  case unavailable(String)
}
