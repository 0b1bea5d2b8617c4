/// Something that a photo holds and the one that would stay for it lacks or contradicts, by the name that documents
/// have for it.
package enum Holding: String, Hashable, Sendable, CaseIterable, Codable {
  case frames, duration, pages, alpha, bitsPerChannel, gamut, gainMap, hdr, depthMap, stereo, movieSeconds, sound
  case storedJPEG
  case rating, label, favourite, pick, keywords, title, caption, people, copyright, sidecar
  case gps, time, edited, colour, region

  /// Whether the holding makes two pictures of one moment two shots: for photos that are shown as other shots it is no
  /// reason to keep one.
  package var isOfAnotherShot: Bool { [.time, .colour, .region].contains(self) }

  /// Whether the holding is words about the photo, which a sidecar beside another photo can hold as well.
  package var isCarriable: Bool {
    [.rating, .label, .keywords, .title, .caption, .people, .gps, .time].contains(self)
  }
}
