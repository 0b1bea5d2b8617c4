package import PhotoModel

/// The header of a picture, read without decoding.
package struct PictureHeader: Equatable, Sendable {
  /// The format of the file, by its first bytes.
  package var format: ImageFormat
  /// The size as stored, before the EXIF orientation; of HEIC and AVIF as shown, because their decoder turns them.
  package var storedSize: PixelSize
  /// The values that the camera wrote.
  package var facts: CaptureFacts
  /// Whether the picture is stored in passes (progressive JPEG, interlaced PNG): such a one costs several times as
  /// much to decode.
  package var isProgressive: Bool

  /// The size of the upright picture.
  package var size: PixelSize { storedSize.turned(facts.orientation) }
}

/// Reads the header and the EXIF block of a picture.
///
/// - Throws: `.notAPicture`, `.unsupported` for a kind of picture that is not read, `.corrupt`, `.tooLarge`,
///   `.tooCostly`: a picture that decoding would refuse because of its header is refused here, too.
/// - Complexity: O(segments before the first pixel) for JPEG, O(chunks) for PNG; about 0.05 ms.
package func pictureHeader(of bytes: [UInt8]) throws(DecodingError) -> PictureHeader {
  try bytes.withUnsafeBufferPointer { buffer throws(DecodingError) in
    let source = try openSource(bytes, buffer)
    return source.header(facts: source.facts(in: bytes))
  }
}

extension PixelSize {
  /// The size after a picture stored like this is turned upright.
  func turned(_ orientation: Orientation) -> PixelSize {
    orientation.exchangesSides ? PixelSize(width: height, height: width) : self
  }
}

extension RowSource {
  func header(facts: CaptureFacts) -> PictureHeader {
    PictureHeader(format: format, storedSize: storedSize, facts: facts, isProgressive: isProgressive)
  }
}
