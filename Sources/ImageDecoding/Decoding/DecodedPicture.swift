package import PhotoModel

/// A picture as RGB, upright: the EXIF orientation has been applied, here and nowhere else.
package struct DecodedPicture: Equatable, Sendable {
  /// The picture, which may be smaller than the one in the file.
  package var picture: RGBPicture
  /// The native size of the upright picture, whatever the size of `picture`.
  package var fullSize: PixelSize
  /// The format of the file.
  package var format: ImageFormat
  /// The values that the camera wrote.
  package var facts: CaptureFacts
  /// The number of times that the decoder found damage and went on: 0 for a clean file.
  package var warnings: Int
  /// The use of the alpha plane in the file.
  package var alpha = PhotoContents.Alpha.none
}

/// A picture as luma, upright: the EXIF orientation has been applied, here and nowhere else.
package struct DecodedLuma: Equatable, Sendable {
  /// The picture as luma, which may be smaller than the one in the file.
  package var luma: LumaPlane
  /// The native size of the upright picture, whatever the size of `luma`.
  package var fullSize: PixelSize
  /// The format of the file.
  package var format: ImageFormat
  /// The values that the camera wrote.
  package var facts: CaptureFacts
  /// The number of times that the decoder found damage and went on: 0 for a clean file.
  package var warnings: Int
  /// The use of the alpha plane in the file.
  package var alpha = PhotoContents.Alpha.none
}

/// Decodes a picture of any format that is read to upright RGB. Transparency is laid on the background; of several
/// pictures in a file the primary one, or the first, is decoded.
///
/// - Parameters:
///   - bytes: The whole file.
///   - minimumLongSide: Nil for native pixels. Else a JPEG comes at the smallest n/8 of its size whose long side is
///     at least this, every other format shrunk to exactly this; nothing is ever enlarged.
///   - page: The page of a TIFF, counted from 0.
///   - ground: The gray level of the background behind transparent pixels: 255 white, 0 black.
/// - Returns: The picture; a JPEG that is cut off comes with the rows there are, gray below, and `warnings` above 0.
/// - Throws: Any `DecodingError`. A size over the limits is refused before pixels are touched.
/// - Complexity: 12 megapixels of JPEG take about 100 ms native, half of it at small sizes.
package func decodePicture(
  _ bytes: [UInt8], minimumLongSide: Int?, page: Int = 0, ground: UInt8 = 255
) throws(DecodingError) -> DecodedPicture {
  let decoded = try decodeUpright(
    bytes, minimumLongSide: minimumLongSide, channels: 3, page: page, ground: ground)
  let picture = RGBPicture(width: decoded.size.width, height: decoded.size.height, pixels: decoded.pixels)
  return DecodedPicture(
    picture: picture, fullSize: decoded.header.size, format: decoded.header.format, facts: decoded.header.facts,
    warnings: decoded.warnings, alpha: decoded.alpha)
}

/// Decodes a picture to upright luma (BT.601), cheaper than RGB: the colour of a JPEG or HEIC is never transformed.
///
/// - Parameters, returns and throws: as `decodePicture(_:minimumLongSide:)`.
package func decodeLuma(_ bytes: [UInt8], minimumLongSide: Int?) throws(DecodingError) -> DecodedLuma {
  let decoded = try decodeUpright(bytes, minimumLongSide: minimumLongSide, channels: 1)
  let luma = LumaPlane(width: decoded.size.width, height: decoded.size.height, pixels: decoded.pixels)
  return DecodedLuma(
    luma: luma, fullSize: decoded.header.size, format: decoded.header.format, facts: decoded.header.facts,
    warnings: decoded.warnings, alpha: decoded.alpha)
}
