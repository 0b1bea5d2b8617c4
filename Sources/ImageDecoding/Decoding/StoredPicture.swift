package import PhotoModel

/// The pixels of a picture as stored, not turned upright.
package struct StoredPicture: Equatable, Sendable {
  /// The size of the picture.
  package var size: PixelSize
  /// 1 (gray) or 3 (RGB).
  package var channels: Int
  /// Packed, row-major.
  package var pixels: [UInt8]

  var luma: [UInt8] {
    channels == 1 ? pixels : RGBPicture(width: size.width, height: size.height, pixels: pixels).luma.pixels
  }
}
