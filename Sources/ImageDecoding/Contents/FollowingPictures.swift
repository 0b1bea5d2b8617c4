package import PhotoModel

/// The pictures of a file behind its first one: frames of an animation, pages of a document. Each comes as bytes that
/// are equal where the pictures are: of TIFF the pixels, of an animation its coded frames with their positions and
/// delays.
///
/// - Parameters:
///   - bytes: The whole file.
///   - contents: The contents as read by `photoContents(of:)`.
/// - Returns: False where some of them cannot be read: then they cannot be compared.
package func forEachFollowingPicture(
  of bytes: [UInt8], _ contents: PhotoContents, _ body: ([UInt8]) -> Void
) -> Bool {
  guard contents.frames > 1 || contents.pages > 1 else { return true }
  let view = ByteView(bytes)
  switch imageFormat(of: bytes) {
  case .gif:
    // The size of the screen, and the palette that frames without one of their own have.
    let flags = view.big(at: 10, length: 1) ?? 0
    body(Array(view.slice(6..<13 + (flags & 0x80 == 0 ? 0 : 3 << ((flags & 7) + 1)))))
    forEachGIFBlock(view) { block in
      switch block {
      case .control(let start): body(Array(view.slice(start..<start + 4)))
      case .picture(let range): body(Array(view.slice(range)))
      case .extension, .end: break
      }
    }
    return true
  case .png:
    return forEachChunk(view, from: 8, isBig: true) { name, content in
      // The sequence number of the chunk precedes the data.
      if name == "fcTL" || name == "fdAT" { body(Array(view.slice(content.lowerBound + 4..<content.upperBound))) }
    }
  case .webp:
    return forEachChunk(view, from: 12, isBig: false) { name, content in
      if name == "ANMF" || name == "ANIM" { body(Array(view.slice(content))) }
    }
  case .tiff:
    guard contents.pages <= 64 else { return false }
    for page in 1..<contents.pages {
      guard let decoded = try? decodePicture(bytes, minimumLongSide: nil, page: page), decoded.warnings == 0 else {
        return false
      }
      body(decoded.picture.pixels)
    }
    return true
  case .jxl:
    // The frames are parts of one stream, with their delays and background.
    for part in JXLBoxes(view).codestream { body(Array(view.slice(part))) }
    return true
  case .jp2:
    for part in JP2Boxes(view).codestreams { body(Array(view.slice(part))) }
    return true
  default: return false
  }
}

/// Calls `body` with the name and content of each chunk.
///
/// - Returns: False where there are more than any program writes.
private func forEachChunk(
  _ view: ByteView, from start: Int, isBig: Bool, _ body: (String, Range<Int>) -> Void
) -> Bool {
  var position = start
  for _ in 0..<DecodingLimits.chunks {
    let (number, name) = isBig ? (position, position + 4) : (position + 4, position)
    guard let length = isBig ? view.big(at: number, length: 4) : view.little(at: number, length: 4),
      position + 8 + length <= view.count
    else { return true }
    body(String(decoding: view.slice(name..<name + 4), as: UTF8.self), position + 8..<position + 8 + length)
    position += 8 + length + (isBig ? 4 : length % 2)
  }
  return false
}

/// The 64 quantisation steps of the luma of a JPEG (ITU-T T.81, B.2.4.1), row-major, the lowest frequency first. Empty
/// where they are not found.
package func lumaSteps(ofJPEG bytes: [UInt8]) -> [Int] {
  let view = ByteView(bytes)
  var tables: [Int: [Int]] = [:]
  let picture = JPEGPicture(view, at: 0)
  for (marker, content) in picture.segments where marker == 0xDB {
    var position = content.lowerBound
    while position < content.upperBound, let head = view.big(at: position, length: 1) {
      let length = head >> 4 == 0 ? 1 : 2
      let values = (0..<64).compactMap { view.big(at: position + 1 + $0 * length, length: length) }
      guard values.count == 64, values.allSatisfy({ $0 > 0 }) else { break }
      var steps = [Int](repeating: 1, count: 64)
      for (index, value) in zip(zigzag, values) { steps[index] = value }
      tables[head & 15] = steps
      position += 1 + 64 * length
    }
  }
  // The first component: its name, its sampling, its table.
  let table = picture.frame.flatMap { view.big(at: $0 + 8, length: 1) } ?? 0
  return tables[table] ?? []
}

/// The row-major index of each value of a table (ITU-T T.81, figure 5).
private let zigzag = [
  0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21, 28,
  35,
  42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55,
  62, 63,
]
