/// A value or part of a photo that the photo staying for it lacks or contradicts; the raw value is the name in
/// documents.
package enum Holding: String, Hashable, Sendable, CaseIterable, Codable {
  case frames, duration, pages, alpha, bitsPerChannel, gamut, gainMap, hdr, depthMap, stereo, movieSeconds, sound
  case storedJPEG
  case rating, label, favourite, pick, keywords, title, caption, people, copyright, sidecar
  case gps, time, edited, colour, region

  /// Whether the holding makes two pictures of one moment two shots: for photos that are listed as other shots anyway
  /// it is no reason to keep one.
  package var isOfAnotherShot: Bool { [.time, .colour, .region].contains(self) }

  /// Whether the holding is metadata, which the sidecar of another photo can have as well.
  package var isCarriable: Bool {
    [.rating, .label, .keywords, .title, .caption, .people, .gps, .time].contains(self)
  }
}
