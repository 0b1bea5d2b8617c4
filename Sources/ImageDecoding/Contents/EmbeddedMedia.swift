import PhotoModel

/// A movie or a sound in an ISO base media file (ISO/IEC 14496-12), or in a part of one.
struct EmbeddedMedia {
  /// The duration in milliseconds; 0 where the file does not state it.
  var length = 0
  var hasMovie = false
  var hasSound = false

  /// - Parameter range: The range of the boxes, which follow each other.
  init(_ view: ByteView, in range: Range<Int>) {
    guard let movie = view.box("moov", in: range) else {
      // Cut off, or with its index elsewhere: something is there all the same.
      hasMovie = true
      return
    }
    if let header = view.box("mvhd", in: movie), let version = view.big(at: header.lowerBound, length: 1) {
      let start = header.lowerBound + (version == 1 ? 20 : 12)
      let duration = version == 1 ? view.big(at: start + 5, length: 7) : view.big(at: start + 4, length: 4)
      if let scale = view.big(at: start, length: 4), scale > 0, let duration {
        length = Int(min(1e9, Double(duration) * 1000 / Double(scale)))
      }
    }
    for track in view.boxes(in: movie) where track.type == ISOBox.type("trak") {
      guard let media = view.box("mdia", in: track.content), let handler = view.box("hdlr", in: media) else { continue }
      if view.has("vide", at: handler.lowerBound + 8) { hasMovie = true }
      if view.has("soun", at: handler.lowerBound + 8) { hasSound = true }
    }
    if !hasMovie, !hasSound { hasMovie = true }
  }
}

extension PhotoContents {
  /// Movies and sounds behind the end of a picture, tagged or not: an ISO base media file (Samsung, Google and others
  /// append one), or a RIFF file with a sound.
  mutating func addMedia(behind end: Int, of view: ByteView) {
    var position = end
    while let found = view.first(Array("ftyp".utf8), from: position) {
      position = found + 4
      // The box must have a length, and a brand that is not that of a picture.
      let brand = view.slice(found + 4..<found + 8)
      guard found >= end + 4, let length = view.big(at: found - 4, length: 4), (12...1024).contains(length),
        !["heic", "heix", "mif1", "avif"].contains(where: { brand.elementsEqual($0.utf8) })
      else { continue }
      add(EmbeddedMedia(view, in: found - 4..<view.count))
      return
    }
    if let found = view.first(Array("RIFF".utf8), from: end), view.has("WAVE", at: found + 8) { hasSound = true }
  }

  mutating func add(_ media: EmbeddedMedia) {
    if media.hasMovie { movie = max(movie ?? 0, media.length) }
    if media.hasSound { hasSound = true }
  }
}
