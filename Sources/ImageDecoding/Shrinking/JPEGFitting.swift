import CTurboJPEG
import PhotoModel

/// The picture at a long side of at most this many pixels, scaled by Lanczos and encoded with the best quality of 80 to
/// 92 that meets the limit; the metadata as they are, but for the numbers of pixels in them.
///
/// - Parameters:
///   - longSide: The long side in pixels.
///   - limit: The largest size of the file in bytes; nil for no limit.
///   - most: The largest size that is worth it, in bytes.
func fittedJPEG(_ bytes: [UInt8], longSide: Int, limit: Int?, most: Int) throws(ShrinkRefusal) -> ShrunkenFile {
  let parts = try partsToFit(bytes)
  let size = try fittedSize(of: bytes, longSide: longSide, limit: limit)
  let picture = try scaled(bytes, to: size)
  let segments = parts.fitted(to: size).flatMap(\.bytes)
  let space = min(most, limit ?? most) - segments.count - parts.trailer.count
  let tooLarge: ShrinkRefusal = limit ?? .max < most ? .limitTooSmall : .noGain
  guard let (coded, quality) = try bestJPEG(of: picture, hasFullChroma: parts.hasFullChroma, most: space) else {
    throw tooLarge
  }
  let similarity = similarity(of: picture.luma, and: try scaled(coded, to: size).luma, size)
  guard similarity >= ShrinkWay.leastSimilarity else {
    throw quality == ShrinkWay.qualities.upperBound ? .losesDetail : tooLarge
  }
  return ShrunkenFile(
    bytes: coded.prefix(2) + segments + coded.dropFirst(2) + parts.trailer,
    method: .fittedJPEG(size, quality: quality, similarity: similarity))
}

/// Proves a fitted JPEG: whole, of the promised size, similar to the original scaled anew, with its metadata.
func proveFittedJPEG(_ smaller: [UInt8], of bytes: [UInt8], longSide: Int, size: PixelSize) throws(ShrinkRefusal) {
  let parts = try partsToFit(bytes)
  let itsContents = photoContents(of: smaller)
  var contents = photoContents(of: bytes)
  // The stated size is written anew, with the segments, which are proven.
  contents.statedSize = itsContents.statedSize
  guard try fittedSize(of: bytes, longSide: longSide, limit: 0) == size,
    let itsParts = try? JPEGParts(smaller), itsParts.trailer == parts.trailer,
    itsParts.segments == parts.fitted(to: size), itsContents == contents,
    (try? storedSize(of: smaller)) == size, let picture = try? scaledJPEG(smaller, to: size)
  else { throw .notProven }
  let original = try scaled(bytes, to: size)
  guard picture.channels == original.channels,
    similarity(of: original.luma, and: picture.luma, size) >= ShrinkWay.leastSimilarity
  else { throw .notProven }
}

/// The parts of a JPEG.
///
/// - Throws: Also `.tiedData`, where the data behind the picture may not be true of a smaller one.
private func partsToFit(_ bytes: [UInt8]) throws(ShrinkRefusal) -> JPEGParts {
  let parts = try JPEGParts(bytes)
  guard parts.trailer.suffix(4).elementsEqual("SEFT".utf8) else { return parts }
  guard let trailer = SEFTrailer(ByteView(bytes)), trailer.hasOnlyNotes else { throw .tiedData }
  return parts
}

/// The size that the picture gets, as stored.
///
/// - Throws: `.fitsAlready` where nothing has to change.
private func fittedSize(of bytes: [UInt8], longSide: Int, limit: Int?) throws(ShrinkRefusal) -> PixelSize {
  let stored = try storedSize(of: bytes)
  let size = stored.fitted(longSide: max(longSide, ShrinkWay.longSides.lowerBound))
  if size == stored, bytes.count <= limit ?? .max { throw .fitsAlready }
  return size
}

private func storedSize(of bytes: [UInt8]) throws(ShrinkRefusal) -> PixelSize {
  do { return try pictureHeader(of: bytes).storedSize } catch { throw ShrinkRefusal(error) }
}

private func scaled(_ bytes: [UInt8], to size: PixelSize) throws(ShrinkRefusal) -> StoredPicture {
  do { return try scaledJPEG(bytes, to: size) } catch { throw ShrinkRefusal(error) }
}

/// A JPEG without segments, of the best quality that takes at most this many bytes; nil where none does.
private func bestJPEG(
  of picture: StoredPicture, hasFullChroma: Bool, most: Int
) throws(ShrinkRefusal) -> (bytes: [UInt8], quality: Int)? {
  var best: (bytes: [UInt8], quality: Int)?
  var (low, high) = (ShrinkWay.qualities.lowerBound, ShrinkWay.qualities.upperBound)
  // The highest quality is tried first: it mostly meets the limit.
  var quality = high
  while low <= high {
    let bytes = try coded(picture, quality: quality, hasFullChroma: hasFullChroma)
    if bytes.count <= most { (best, low) = ((bytes, quality), quality + 1) } else { high = quality - 1 }
    quality = (low + high + 1) / 2
  }
  return best
}

private func coded(_ picture: StoredPicture, quality: Int, hasFullChroma: Bool) throws(ShrinkRefusal) -> [UInt8] {
  guard let bytes = jpegBytes(of: picture, quality: quality, hasFullChroma: hasFullChroma) else { throw .tooLarge }
  return bytes
}

extension JPEGParts {
  /// The segments for a picture of another size: without the index of pictures and the marker of Adobe's colour
  /// transform, which describe the original's encoding, and with Exif that has the new numbers of pixels.
  fileprivate func fitted(to size: PixelSize) -> [Segment] {
    segments.compactMap { segment in
      switch segment.marker {
      case 0xEE where segment.starts(with: "Adobe"), 0xE2 where segment.starts(with: "MPF\0"): return nil
      case 0xE1 where segment.starts(with: "Exif\0"):
        let block = exifBlock(Array(segment.content.dropFirst(6)), withSize: size)
        return Segment(marker: segment.marker, content: segment.content.prefix(6) + block)
      default: return segment
      }
    }
  }
}

/// The Exif block with its pixel dimensions set to `size`.
private func exifBlock(_ bytes: [UInt8], withSize size: PixelSize) -> [UInt8] {
  guard let block = TIFFBlock(bytes), let main = block.directory(at: block.firstDirectory) else { return bytes }
  var changed = bytes
  func set(_ tag: UInt16, in directory: TIFFBlock.Directory?, to value: Int) {
    guard let entry = directory?.entries[tag], entry.type == 3 || entry.type == 4 else { return }
    let length = entry.type == 3 ? 2 : 4
    guard entry.range.count == length else { return }
    for index in 0..<length {
      let shift = 8 * (block.isBigEndian ? length - 1 - index : index)
      changed[entry.range.lowerBound + index] = UInt8(truncatingIfNeeded: value >> shift)
    }
  }
  let shooting = block.integer(TIFFTag.exifDirectory, in: main).flatMap(block.directory(at:))
  set(TIFFTag.imageWidth, in: main, to: size.width)
  set(TIFFTag.imageLength, in: main, to: size.height)
  set(TIFFTag.pixelWidth, in: shooting, to: size.width)
  set(TIFFTag.pixelHeight, in: shooting, to: size.height)
  return changed
}
