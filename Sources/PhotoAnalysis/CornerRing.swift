internal import CPixels

/// The test of FAST-9 on many pixels of a row at once: nine of the sixteen on the circle around a pixel, one after the
/// other, are all brighter than it by more than the threshold, or all darker.
struct CornerRing {
  /// Bresenham's circle of radius 3, clockwise from the top.
  private static let points = [
    (0, -3), (1, -3), (2, -2), (3, -1), (3, 0), (3, 1), (2, 2), (1, 3), (0, 3), (-1, 3), (-2, 2), (-3, 1), (-3, 0),
    (-3, -1), (-2, -2), (-1, -3),
  ]

  private let pixels: UnsafeBufferPointer<UInt8>
  private let offsets: [Int]
  private let threshold: UInt8

  init(_ pixels: UnsafeBufferPointer<UInt8>, width: Int, threshold: UInt8) {
    self.pixels = pixels
    self.threshold = threshold
    offsets = Self.points.map { $0.1 * width + $0.0 }
  }

  /// How far the circles of these pixels stand out, for each that passes, from left to right.
  ///
  /// - Precondition: Four rows lie above and below the row of the range, and none is shorter than 32 bytes.
  func forEachCorner(in places: Range<Int>, _ body: (_ place: Int, _ score: UInt16) -> Void) {
    guard let start = pixels.baseAddress else { return }
    withUnsafeTemporaryAllocation(byteCount: places.count + Int(PIXELS_ROOM), alignment: 1) { marks in
      let bytes = marks.bindMemory(to: UInt8.self)
      pixels_stand_out(start + places.lowerBound, places.count, offsets, threshold, bytes.baseAddress)
      for first in stride(from: 0, to: places.count, by: 8) {
        var word = UInt64(littleEndian: marks.loadUnaligned(fromByteOffset: first, as: UInt64.self))
        while word != 0 {
          let lane = word.trailingZeroBitCount &>> 3
          let place = places.lowerBound &+ first &+ lane
          if place < places.upperBound { body(place, score(place, brighter: bytes[first &+ lane] == 1)) }
          word &= ~(0xFF &<< UInt64(lane &* 8))
        }
      }
    }
  }

  /// 1, and what the circle has beyond the threshold.
  private func score(_ place: Int, brighter: Bool) -> UInt16 {
    let (centre, threshold) = (Int(pixels[place]), Int(threshold))
    return offsets.withUnsafeBufferPointer { offsets in
      var sum = 1
      for offset in offsets {
        let above = Int(pixels[place &+ offset]) &- centre
        sum &+= max(0, (brighter ? above : 0 &- above) &- threshold)
      }
      return UInt16(truncatingIfNeeded: sum)
    }
  }
}
