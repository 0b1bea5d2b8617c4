/// Width and height in pixels, upright (after the EXIF orientation) unless said otherwise.
package struct PixelSize: Hashable, Sendable, Codable {
  /// The number of columns.
  package var width: Int
  /// The number of rows.
  package var height: Int

  /// Creates a size, unchecked: that of a file may be anything.
  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// The number of pixels, never more than `Int.max`, whatever a file claims.
  package var pixels: Int {
    let (product, isOverflow) = width.multipliedReportingOverflow(by: height)
    return isOverflow ? .max : product
  }
  /// The larger of width and height.
  package var longSide: Int { max(width, height) }
  /// The smaller of width and height.
  package var shortSide: Int { min(width, height) }
}

/// The eight ways in which a picture can be stored turned or mirrored, numbered as EXIF tag 0x0112.
package enum Orientation: Int, Hashable, Sendable, Codable, CaseIterable {
  case up = 1
  case upMirrored, down, downMirrored, leftMirrored, right, rightMirrored, left

  /// Whether upright width and height are the stored ones exchanged.
  package var exchangesSides: Bool { rawValue >= 5 }
}
