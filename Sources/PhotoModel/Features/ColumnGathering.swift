internal import CPixels

/// The columns of `AreaAverager`, eight at once: each row is summed up to the columns of the result before rows are
/// weighed. The same whole numbers in another order.
struct ColumnGathering: Sendable {
  /// Columns of the result, in eights.
  let count: Int

  private let indices: [Int32]
  private let taken: [UInt8]
  private let weights: [Int16]
  private let steps: Int
  /// Half of the area; (sum + half) · factor / 2^shift is the mean.
  private let half: UInt32
  private let factor: UInt32
  private let shift: Int32

  /// The number of source pixels that four columns may cover.
  private static let window = 16

  /// Creates the gathering; nil where the processor has no such instructions, where four columns cover too many pixels,
  /// and where sums or quotients need more bits.
  init?(_ spans: [AreaAverager.Span], of width: Int, area: Int) {
    guard pixels_can_gather(), width >= Self.window, spans.count <= Int(Int16.max), (2..<1 << 22).contains(area),
      let quotient = Self.quotient(by: UInt64(area))
    else { return nil }
    let full = spans.count
    let most = spans.reduce(0) { max($0, $1.last - $1.first + 1) }
    guard most < Self.window else { return nil }
    let steps = (most + 1) / 2
    count = (full + 7) & ~7
    var indices = [Int32](repeating: 0, count: count / 4)
    var taken = [UInt8](repeating: 128, count: count * steps * 4)
    var weights = [Int16](repeating: 0, count: count * steps * 2)
    for (column, span) in spans.enumerated() {
      let index = min(spans[column & ~3].first, width - Self.window)
      guard span.last - index < Self.window else { return nil }
      indices[column / 4] = Int32(index)
      for (tap, pixel) in (span.first...span.last).enumerated() {
        let pair = ((column / 8 * steps + tap / 2) * 8 + column % 8) * 2 + tap % 2
        taken[pair * 2] = UInt8(pixel - index)
        let isLast = pixel == span.last && tap > 0
        weights[pair] = Int16(truncatingIfNeeded: tap == 0 ? span.firstWeight : isLast ? span.lastWeight : UInt64(full))
      }
    }
    (self.indices, self.taken, self.weights, self.steps) = (indices, taken, weights, steps)
    (half, factor, shift) = (UInt32(area / 2), quotient.factor, quotient.shift)
  }

  /// The factor and shift that divide whole numbers below 256 · area by the area, exactly: the factor is 2^shift /
  /// area, rounded up by less than 1, and the error must stay under 1 / area. Nil where there are none.
  private static func quotient(by area: UInt64) -> (factor: UInt32, shift: Int32)? {
    let shift = 31 + UInt64(63 - area.leadingZeroBitCount)
    let factor = ((1 << shift) + area - 1) / area
    let excess = factor * area - 1 << shift
    guard 256 * area * excess < 1 << shift else { return nil }
    return (UInt32(factor), Int32(shift))
  }

  /// Sums up one row of the source.
  ///
  /// - Parameters:
  ///   - row: The row of the source.
  ///   - sums: The sums by column of the result, `count` of them.
  func gather(_ row: UnsafeBufferPointer<UInt8>, into sums: inout [UInt32]) {
    precondition(sums.count == count)
    indices.withUnsafeBufferPointer { indices in
      taken.withUnsafeBufferPointer { taken in
        weights.withUnsafeBufferPointer { weights in
          let columns = pixels_columns(
            indices: indices.baseAddress, taken: taken.baseAddress, weights: weights.baseAddress, count: count,
            steps: steps)
          pixels_gather(row.baseAddress, columns, &sums)
        }
      }
    }
  }

  func divide(_ sums: [UInt32], count: Int, to bytes: UnsafeMutablePointer<UInt8>) {
    pixels_divide(sums, count, half, factor, shift, bytes)
  }
}
