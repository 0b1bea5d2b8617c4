/// A part of a picture in its upright pixels; `x` counts from the left, `y` from the top.
package struct PixelRect: Hashable, Sendable, Codable {
  /// The leftmost column.
  package var x: Int
  /// The topmost row.
  package var y: Int
  /// The number of columns from `x` on.
  package var width: Int
  /// The number of rows from `y` on.
  package var height: Int

  /// Creates a part from its edges; nothing is checked (`lies(in:)`).
  package init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Whether the two have a pixel in common.
  package func overlaps(_ other: PixelRect) -> Bool {
    x < other.x + other.width && other.x < x + width && y < other.y + other.height && other.y < y + height
  }

  /// The part of `size` around a point, moved so that it lies inside the picture; smaller where the picture is.
  ///
  /// - Parameters:
  ///   - center: The point; one outside, or with a coordinate that is no number, is moved to the nearest inside.
  ///   - size: The wanted size of the part, at least 1 × 1.
  ///   - whole: The size of the picture, at least 1 × 1.
  package init(around center: RelativePoint, size: PixelSize, in whole: PixelSize) {
    func side(_ part: Double, _ wanted: Int, _ all: Int) -> (start: Int, length: Int) {
      let all = max(1, all)
      let length = min(max(1, wanted), all)
      let middle = part.isNaN ? 0.5 : min(1, max(0, part))
      let start = Int((middle * Double(all) - Double(length) / 2).rounded())
      return (min(max(0, start), all - length), length)
    }
    let (x, width) = side(center.x, size.width, whole.width)
    let (y, height) = side(center.y, size.height, whole.height)
    self.init(x: x, y: y, width: width, height: height)
  }

  /// Width and height as one value.
  package var size: PixelSize { PixelSize(width: width, height: height) }

  /// Whether the part has pixels, and all of them lie in a picture of this size.
  package func lies(in whole: PixelSize) -> Bool {
    x >= 0 && y >= 0 && width > 0 && height > 0 && width <= whole.width && height <= whole.height
      && x <= whole.width - width && y <= whole.height - height
  }

  /// Whether all of another part lies in this one.
  package func contains(_ other: PixelRect) -> Bool {
    other.x >= x && other.y >= y && other.x + other.width <= x + width && other.y + other.height <= y + height
  }
}

extension RGBPicture {
  /// A part of the picture; nil where the part does not lie inside.
  package func cropped(to part: PixelRect) -> RGBPicture? {
    guard part.lies(in: size) else { return nil }
    var cut: [UInt8] = []
    cut.reserveCapacity(part.size.pixels * 3)
    for row in part.y..<part.y + part.height {
      let start = (row * width + part.x) * 3
      cut += pixels[start..<start + part.width * 3]
    }
    return RGBPicture(width: part.width, height: part.height, pixels: cut)
  }
}
