package import PhotoModel

/// Whether a part of a file behind its first picture, or inside its coded pixels, is missing by the structure of the
/// file: decoding the first picture does not show that a movie, a later frame or a gain map was cut off.
///
/// - Parameter contents: The contents as read by `photoContents(of:)`.
package func hasMissingParts(_ bytes: [UInt8], _ contents: PhotoContents) -> Bool {
  let view = ByteView(bytes)
  switch imageFormat(of: bytes) {
  case .gif: return view.hasCutFrame
  // The head names the length of all that follows; some writers leave the last byte out.
  case .webp: return (view.little(at: 4, length: 4) ?? 0) + 8 > view.count + 1 || view.hasEmptyEndOfWebP
  case .heic, .avif: return view.hasCutMovie(from: 0) || HEIFItems(bytes).map(hasLostSector) ?? false
  case .jpeg:
    let isOfSeveral = contents.hasGainMap || contents.isStereo || contents.pages > 1 || contents.hasDepthMap
    guard isOfSeveral || contents.movie != nil else { return false }
    let end = JPEGPicture(view, at: 0).end
    // Bytes of a depth map may look like the beginning of a picture; behind it the trailer is whole.
    let mayBeCut = isOfSeveral && SEFTrailer(view) == nil
    return mayBeCut && view.hasCutPicture(behind: end) || contents.movie != nil && view.hasCutMovie(from: end)
  case .tiff: return contents.pages > 1 && TIFFBlock(bytes).map { $0.hasMissingPage(in: bytes.count) } ?? false
  default: return false
  }
}

extension TIFFBlock {
  /// Whether a directory, or the pixels of one, lie behind the end of a file of this size.
  fileprivate func hasMissingPage(in size: Int) -> Bool {
    var offset = firstDirectory
    for _ in 0..<10_000 where offset != 0 {
      guard let directory = directory(at: offset) else { return true }
      for (starts, counts) in [
        (TIFFTag.stripOffsets, TIFFTag.stripByteCounts), (TIFFTag.tileOffsets, TIFFTag.tileByteCounts),
      ] {
        let starts = integers(starts, in: directory, limit: 100_000)
        let counts = integers(counts, in: directory, limit: 100_000)
        if zip(starts, counts).contains(where: { $0 + $1 > size }) { return true }
      }
      offset = directory.next
    }
    return false
  }
}

/// Whether the coded pixels of a HEIC have lost a sector: no stream of HEVC has so many zeros in a row (ISO/IEC
/// 23008-2, 7.4.2: an encoder puts a byte between them).
private func hasLostSector(_ items: HEIFItems) -> Bool {
  items.locations.contains { item, ranges in
    items.types[item] == ISOBox.type("hvc1") && ranges.contains { items.view.hasZeros(in: $0, leastLength: 256) }
  }
}

extension ByteView {
  /// Whether the last frame of a GIF ends with the file.
  fileprivate var hasCutFrame: Bool {
    var isCut = false
    forEachGIFBlock(self) { block in
      // A whole one ends with an empty block.
      if case .picture(let range) = block { isCut = range.upperBound == count && bytes.last != 0 }
    }
    return isCut
  }

  /// Whether the coded pixels of a WebP, which an arithmetic coder wrote, end with an empty sector.
  fileprivate var hasEmptyEndOfWebP: Bool {
    var position = 12
    for _ in 0..<DecodingLimits.chunks {
      guard let length = little(at: position + 4, length: 4) else { break }
      let end = min(count, position + 8 + length)
      if has("VP8 ", at: position), hasZeros(in: max(position, end - 512)..<end, leastLength: 512) { return true }
      position += 8 + length + length % 2
    }
    return false
  }

  /// Whether a JPEG behind this offset ends with the file.
  fileprivate func hasCutPicture(behind offset: Int) -> Bool {
    var offset = offset
    while let start = first([0xFF, 0xD8, 0xFF], from: offset) {
      let picture = JPEGPicture(self, at: start)
      if picture.end == count, !bytes.suffix(2).elementsEqual([0xFF, 0xD9]) { return true }
      offset = picture.end
    }
    return false
  }

  /// Whether a movie that begins at or behind this offset is longer than the file, or ends with an empty sector.
  fileprivate func hasCutMovie(from offset: Int) -> Bool {
    guard let found = first(Array("ftyp".utf8), from: offset), found >= 4 else { return false }
    return boxes(in: found - 4..<count).contains { box in
      let end = box.content.upperBound
      return [ISOBox.type("mdat"), ISOBox.type("moov")].contains(box.type)
        && (box.isCut || hasZeros(in: end - 4096..<end, leastLength: 4096))
    }
  }

  /// Whether a range has `leastLength` zeros in a row; runs shorter than twice that may be missed.
  fileprivate func hasZeros(in range: Range<Int>, leastLength: Int) -> Bool {
    let range = range.clamped(to: 0..<count)
    return stride(from: range.lowerBound, through: range.upperBound - leastLength, by: leastLength).contains {
      position in
      bytes[position] == 0 && bytes[position..<position + leastLength].allSatisfy { $0 == 0 }
    }
  }
}
