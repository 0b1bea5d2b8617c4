import PhotoModel

/// The capture facts written into a JPEG or PNG. Empty facts where there are none, or none that can be read.
func captureFacts(of bytes: [UInt8], format: ImageFormat) -> CaptureFacts {
  switch format {
  case .jpeg:
    exifBlocks(inJPEG: bytes).lazy.compactMap { captureFacts(inEXIF: Array($0)) }.first ?? CaptureFacts()
  case .png: captureFacts(inPNG: bytes)
  default: CaptureFacts()
  }
}

/// The APP1 segments of a JPEG that begin with "Exif\0", without that and the byte after it, in file order.
///
/// Segments are stepped over by their lengths up to the first scan, as libjpeg does; bytes between them are skipped.
private func exifBlocks(inJPEG bytes: [UInt8]) -> [ArraySlice<UInt8>] {
  var blocks: [ArraySlice<UInt8>] = []
  var position = 2
  while position + 4 <= bytes.count, blocks.count < DecodingLimits.exifBlocks {
    guard bytes[position] == 0xFF, bytes[position + 1] != 0xFF, bytes[position + 1] != 0 else {
      position += 1
      continue
    }
    let marker = bytes[position + 1]
    position += 2
    // Restart markers and TEM stand alone; a scan or the end of the picture ends the search.
    if (0xD0...0xD8).contains(marker) || marker == 0x01 { continue }
    if marker == 0xD9 || marker == 0xDA { break }
    let length = Int(bytes[position]) << 8 | Int(bytes[position + 1])
    let content = bytes[min(position + 2, bytes.count)..<min(position + max(2, length), bytes.count)]
    if marker == 0xE1, content.count > 6, content.starts(with: [0x45, 0x78, 0x69, 0x66, 0]) {
      blocks.append(content.dropFirst(6))
    }
    position += max(2, length)
  }
  return blocks
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
  var position = 8
  func number(at offset: Int) -> Int { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
  while position + 12 <= bytes.count {
    let length = number(at: position)
    let type = number(at: position + 4)
    let start = position + 8
    guard length <= bytes.count - start - 4, type != ChunkType.end else { break }
    let chunk = bytes[start..<start + length]
    if type == ChunkType.exif, facts == nil {
      facts = captureFacts(inEXIF: Array(chunk.prefix(DecodingLimits.exifBytes)))
    }
    if let found = pngText(chunk, type: type) {
      if found.keyword == "Software", software == nil { software = text(found.value.prefix(256)) }
      if software == nil { software = program(of: found.keyword) }
      if facts == nil, found.isRawProfile, profiles < DecodingLimits.exifBlocks {
        profiles += 1
        if let profile = found.rawProfile, profile.kind == .exif { facts = captureFacts(inEXIF: profile.bytes) }
      }
    }
    position = start + length + 4
  }
  var result = facts ?? CaptureFacts()
  if result.software == nil { result.software = software }
  return result
}

private func pngText(_ chunk: ArraySlice<UInt8>, type: Int) -> PNGText? {
  switch type {
  case ChunkType.text, ChunkType.compressedText: PNGText(chunk, isCompressed: type != ChunkType.text)
  case ChunkType.internationalText: PNGText(international: chunk)
  default: nil
  }
}

/// The program that writes a text of its own, by its keyword: the drawing, so that it can be opened again, or the game.
private func program(of keyword: String) -> String? {
  switch keyword {
  case "mxfile", "mxGraphModel": "draw.io"
  case "application/vnd.excalidraw+json": "Excalidraw"
  case _ where keyword.hasPrefix("Microsoft.GameDVR."): "Xbox Game Bar"
  default: nil
  }
}

/// The four letters of a chunk's name, as a number.
private enum ChunkType {
  static let exif = 0x6558_4966
  static let text = 0x7445_5874
  static let compressedText = 0x7A54_5874
  static let internationalText = 0x6954_5874
  static let end = 0x4945_4E44
}
