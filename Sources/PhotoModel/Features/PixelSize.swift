/// Width and height in pixels, upright (after the EXIF orientation) unless said otherwise.
package struct PixelSize: Hashable, Sendable, Codable {
  package var width: Int
  package var height: Int

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// Never more than `Int.max`, whatever a file says of itself.
  package var pixels: Int {
    let (product, isOverflow) = width.multipliedReportingOverflow(by: height)
    return isOverflow ? .max : product
  }
  package var longSide: Int { max(width, height) }
  package var shortSide: Int { min(width, height) }
}

/// The eight ways a camera can have been held, numbered as EXIF tag 0x0112.
package enum Orientation: Int, Hashable, Sendable, Codable, CaseIterable {
  case up = 1
  case upMirrored, down, downMirrored, leftMirrored, right, rightMirrored, left

  /// Upright width and height are the stored ones exchanged.
  package var exchangesSides: Bool { rawValue >= 5 }
}
