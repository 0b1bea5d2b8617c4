import PhotoModel

/// The parts of a JPEG without pixels: its APPn and COM segments, and the data behind its end.
struct JPEGParts: Equatable {
  struct Segment: Equatable {
    /// The second byte of the marker.
    var marker: UInt8
    /// The content behind the length.
    var content: [UInt8]

    /// Marker, length and content.
    var bytes: [UInt8] {
      [0xFF, marker, UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 0xFF)] + content
    }

    func starts(with letters: String) -> Bool { content.starts(with: letters.utf8) }
  }

  /// The segments in the order of the file.
  var segments: [Segment] = []
  /// Whether the first component has no more samples than the others.
  var hasFullChroma = false
  /// The bytes behind the end marker.
  var trailer: ArraySlice<UInt8> = []

  /// - Throws: The refusal where other pictures, a signature or data that depend on their offset are among the parts,
  ///   or the coding process is not supported.
  init(_ bytes: [UInt8]) throws(ShrinkRefusal) {
    let view = ByteView(bytes)
    let picture = JPEGPicture(view, at: 0)
    for (marker, content) in picture.segments {
      switch marker {
      case 0xC3, 0xC5...0xC7, 0xCB, 0xCD...0xCF: throw .unsupportedCoding
      case 0xC0...0xC2, 0xC9, 0xCA:
        try Self.checkChannels(view.big(at: content.lowerBound + 5, length: 1))
        hasFullChroma = view.big(at: content.lowerBound + 7, length: 1) == 0x11
      case 0xE0...0xEF, 0xFE: try add(Segment(marker: marker, content: Array(view.slice(content))))
      default: break
      }
    }
    trailer = view.slice(picture.end..<bytes.count)
    if view.first([0xFF, 0xD8, 0xFF], from: picture.end) != nil { throw .severalPictures }
    if !isRelocatable(trailer) { throw .tiedData }
  }

  private static func checkChannels(_ count: Int?) throws(ShrinkRefusal) {
    if count != 1, count != 3 { throw .inks }
  }

  private mutating func add(_ segment: Segment) throws(ShrinkRefusal) {
    if segment.marker == 0xEB, segment.content[...].contains(sequence: "c2pa") { throw .sealed }
    // An index of pictures names the length of the first, and where the others begin.
    if segment.marker == 0xE2, segment.starts(with: "MPF\0"),
      pictureTypes(inMPF: Array(segment.content.dropFirst(4))).count != 1
    {
      throw .severalPictures
    }
    segments.append(segment)
  }
}
