internal import CPixels

/// The test of FAST-9 on many pixels at once: nine of the sixteen on the circle around a pixel, one after the other,
/// are all brighter than it by more than the threshold, or all darker.
enum CornerRing {
  /// Bresenham's circle of radius 3, clockwise from the top.
  private static let points = [
    (0, -3), (1, -3), (2, -2), (3, -1), (3, 0), (3, 1), (2, 2), (1, 3), (0, 3), (-1, 3), (-2, 2), (-3, 1), (-3, 0),
    (-3, -1), (-2, -2), (-1, -3),
  ]

  /// Places that pass and stand out more than their eight neighbours, in rising order; of equal ones the first.
  ///
  /// - Parameter border: Left out at each side, at least 16; the picture is larger than twice that.
  static func strongest(
    in pixels: UnsafeBufferPointer<UInt8>, width: Int, border: Int, threshold: UInt8
  ) -> [Int] {
    guard let start = pixels.baseAddress else { return [] }
    let offsets = points.map { $0.1 * width + $0.0 }
    let rows = border..<pixels.count / width - border
    let inside = width - 2 * border
    var scores = [UInt16](repeating: 0, count: pixels.count)
    var corners: [Int] = []
    scores.withUnsafeMutableBufferPointer { scores in
      guard let scores = scores.baseAddress else { return }
      for y in rows {
        let first = y * width + border
        pixels_stand_out(start + first, inside, offsets, threshold, scores + first)
        // The loops work on whole vectors; scores beyond the border are zero.
        (scores + first + inside).update(repeating: 0, count: Int(PIXELS_LANES))
      }
      withUnsafeTemporaryAllocation(byteCount: inside + 8, alignment: 1) { marks in
        marks.initializeMemory(as: UInt8.self, repeating: 0)
        for y in rows {
          let first = y * width + border
          pixels_outdo(scores + first, inside, width, marks.baseAddress?.assumingMemoryBound(to: UInt8.self))
          for column in stride(from: 0, to: inside, by: 8) {
            var word = UInt64(littleEndian: marks.loadUnaligned(fromByteOffset: column, as: UInt64.self))
            while word != 0 {
              corners.append(first &+ column &+ word.trailingZeroBitCount &>> 3)
              word &= word &- 1
            }
          }
        }
      }
    }
    return corners
  }
}
