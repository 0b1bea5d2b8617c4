import PhotoModel

/// The capture facts written into a JPEG or PNG. Empty facts where there are none, or none that can be read.
func captureFacts(of bytes: [UInt8], format: ImageFormat) -> CaptureFacts {
  switch format {
  case .jpeg:
    exifBlocks(inJPEG: ByteView(bytes)).lazy.compactMap { captureFacts(inEXIF: Array($0)) }.first ?? CaptureFacts()
  case .png: captureFacts(inPNG: bytes)
  default: CaptureFacts()
  }
}

/// The APP1 segments of a JPEG that begin with "Exif\0", up to the first scan, without that and the byte after it, in
/// file order.
private func exifBlocks(inJPEG view: ByteView) -> [ArraySlice<UInt8>] {
  JPEGPicture(view, at: 0, endsAtScan: true).segments.lazy.filter { marker, content in
    marker == 0xE1 && content.count > 6 && view.has("Exif\0", at: content.lowerBound)
  }.prefix(DecodingLimits.exifBlocks).map { view.slice($0.content).dropFirst(6) }
}

/// The size in the IHDR of a PNG, unchecked. Nil where there is none.
func pngSize(of bytes: UnsafeBufferPointer<UInt8>) -> PixelSize? {
  guard bytes.count >= 24, Array(bytes[12..<16]) == Array("IHDR".utf8) else { return nil }
  func side(at offset: Int) -> Int { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
  return PixelSize(width: side(at: 16), height: side(at: 20))
}

/// The facts of the eXIf chunk; the text chunk "Software", which screenshot programs write, or the program whose own
/// text there is, where EXIF has no such field.
private func captureFacts(inPNG bytes: [UInt8]) -> CaptureFacts {
  var facts: CaptureFacts?
  var software: String?
  var profiles = 0
  for chunk in PNGChunkSequence(bytes, most: .max) {
    if chunk.type == PNGChunk.end { break }
    let content = bytes[chunk.content]
    if chunk.type == PNGChunk.exif, facts == nil {
      facts = captureFacts(inEXIF: Array(content.prefix(DecodingLimits.exifBytes)))
    }
    if let found = pngText(content, type: chunk.type) {
      if found.keyword == "Software", software == nil { software = text(found.value.prefix(256)) }
      if software == nil { software = program(of: found.keyword) }
      if facts == nil, found.isRawProfile, profiles < DecodingLimits.exifBlocks {
        profiles += 1
        if let profile = found.rawProfile, profile.kind == .exif { facts = captureFacts(inEXIF: profile.bytes) }
      }
    }
  }
  var result = facts ?? CaptureFacts()
  if result.software == nil { result.software = software }
  return result
}

private func pngText(_ content: ArraySlice<UInt8>, type: Int) -> PNGText? {
  switch type {
  case PNGChunk.text, PNGChunk.compressedText: PNGText(content, isCompressed: type != PNGChunk.text)
  case PNGChunk.internationalText: PNGText(international: content)
  default: nil
  }
}

/// The program that writes a text under a keyword of its own: a drawing, so that it can be opened again, or a game.
private func program(of keyword: String) -> String? {
  switch keyword {
  case "mxfile", "mxGraphModel": "draw.io"
  case "application/vnd.excalidraw+json": "Excalidraw"
  case _ where keyword.hasPrefix("Microsoft.GameDVR."): "Xbox Game Bar"
  default: nil
  }
}
