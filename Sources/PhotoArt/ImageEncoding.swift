package import PhotoModel
package import TextSurface

/// The largest number of pixels: more improve no picture at the distance of a screen, and cost time and memory.
private let mostPixels = 1_600_000

/// The largest number of pixels of a detail that is viewed pixel by pixel, which may not be scaled.
package let mostDetailPixels = 2 * mostPixels

/// A picture encoded for a terminal, stretched to a number of cells (by at most half a cell, when these were fitted to
/// it).
///
/// - Parameters:
///   - cells: The cells that the picture fills.
///   - cell: The size of the terminal's cells.
///   - isDetail: Whether every pixel matters, so that none is left out.
///   - imageProtocol: With `.sixel` a cell of the picture has exactly the pixels of the terminal's, because nothing
///     scales it.
/// - Returns: Nil where the terminal does not take a picture of that size, or the protocol has no pixels.
package func encodedImage(
  of picture: RGBPicture, cells: Size, cell: CellPixels, imageProtocol: ImageProtocol, isDetail: Bool = false,
  limits: PixelLimits = PixelLimits()
) -> EncodedImage? {
  guard cells.columns > 0, cells.rows > 0, picture.width > 0, picture.height > 0 else { return nil }
  var tile = cell
  if imageProtocol != .sixel {
    let pixels = Double(cells.columns * cell.width) * Double(cells.rows * cell.height)
    // Nor does a picture get better by being sent larger than it is.
    let own = Double(picture.width) * Double(picture.height)
    let shrink = min(1, (min(Double(isDetail ? mostDetailPixels : mostPixels), max(own, 1)) / pixels).squareRoot())
    tile = CellPixels(
      width: max(1, Int((Double(cell.width) * shrink).rounded(.up))),
      height: max(1, Int((Double(cell.height) * shrink).rounded(.up))))
  }
  let size = PixelSize(width: cells.columns * tile.width, height: cells.rows * tile.height)
  guard size.width <= limits.width, size.height <= limits.height, size.pixels <= mostDetailPixels else { return nil }
  let fitted = picture.stretched(to: size)
  let bytes: [UInt8]
  switch imageProtocol {
  case .sixel: bytes = sixelBytes(of: fitted, colors: limits.colors)
  case .kitty, .iterm:
    guard let file = pngBytes(of: fitted) else { return nil }
    bytes = base64(file)
  case .symbols, .off: return nil
  }
  return EncodedImage(size: cells, tile: tile, bytes: bytes)
}

extension RGBPicture {
  /// The picture in exactly this size: averaged where it shrinks, interpolated between the four nearest pixels where it
  /// grows.
  package func stretched(to size: PixelSize) -> RGBPicture {
    let small = areaAveraged(to: size)
    guard small.size != size, size.width > 0, size.height > 0 else { return small }
    func indices(_ length: Int, _ source: Int) -> [(low: Int, high: Int, part: Int)] {
      (0..<length).map { index in
        // The position in 256ths of a source pixel, from the middle of the first one.
        let position = max(0, min((source - 1) * 256, (2 * index + 1) * source * 128 / length - 128))
        return (position >> 8, min(source - 1, (position >> 8) + 1), position & 255)
      }
    }
    let columns = indices(size.width, small.width)
    let rows = indices(size.height, small.height)
    let pixels = [UInt8](unsafeUninitializedCapacity: size.pixels * 3) { target, filled in
      small.pixels.withUnsafeBufferPointer { source in
        var out = 0
        for row in rows {
          let (above, below) = (row.low * small.width * 3, row.high * small.width * 3)
          for column in columns {
            for channel in 0..<3 {
              let (left, right) = (column.low &* 3 &+ channel, column.high &* 3 &+ channel)
              let top = Int(source[above &+ left]) &* (256 &- column.part) &+ Int(source[above &+ right]) &* column.part
              let bottom =
                Int(source[below &+ left]) &* (256 &- column.part) &+ Int(source[below &+ right]) &* column.part
              target[out] = UInt8(truncatingIfNeeded: (top &* (256 &- row.part) &+ bottom &* row.part &+ 32_768) >> 16)
              out &+= 1
            }
          }
        }
      }
      filled = size.pixels * 3
    }
    return RGBPicture(width: size.width, height: size.height, pixels: pixels)
  }
}
