/// An 8-bit RGB picture, row-major, three bytes a pixel, upright.
package struct RGBPicture: Equatable, Sendable {
  /// Pixels in a row.
  package let width: Int
  /// The number of rows.
  package let height: Int
  /// `width * height * 3` bytes.
  package let pixels: [UInt8]

  /// Creates a picture.
  ///
  /// - Precondition: `pixels.count == width * height * 3`.
  package init(width: Int, height: Int, pixels: [UInt8]) {
    precondition(pixels.count == width * height * 3, "an RGB picture needs three bytes a pixel")
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  /// Width and height as one value.
  package var size: PixelSize { PixelSize(width: width, height: height) }
}

/// An 8-bit gray picture, row-major, upright.
package struct LumaPlane: Hashable, Sendable {
  /// Pixels in a row.
  package let width: Int
  /// The number of rows.
  package let height: Int
  /// `width * height` bytes.
  package let pixels: [UInt8]

  /// Creates a plane.
  ///
  /// - Precondition: `pixels.count == width * height`.
  package init(width: Int, height: Int, pixels: [UInt8]) {
    precondition(pixels.count == width * height, "a luma plane needs one byte a pixel")
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  /// Width and height as one value.
  package var size: PixelSize { PixelSize(width: width, height: height) }
}
