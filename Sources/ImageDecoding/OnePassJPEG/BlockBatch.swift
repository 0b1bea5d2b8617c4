internal import CPixels

/// Blocks side by side, of which 2 × 2 to 7 × 7 pixels each are made at once; and as many rows of them as an MCU has.
struct BlockBatch {
  /// Blocks of a row.
  static let blocks = Int(PIXELS_BLOCKS)
  private static let rowCount = 128 * blocks

  /// The coefficients by row, zigzag index, and block; those before `end` that are not set are 0.
  private let values: UnsafeMutablePointer<Int16>
  private let quantisation: UnsafePointer<Int32>
  /// The side of a block, in pixels.
  let side: Int
  /// The zigzag index from which on coefficients do not matter for blocks of `side` pixels; see `end(_:)`.
  let end: Int

  /// The zigzag indices of the coefficients that the transform to this many pixels a side uses.
  static func indices(_ side: Int) -> [Int] {
    (0..<64).filter { index in
      let (row, column) = ScanTables.naturalOrder[index].quotientAndRemainder(dividingBy: 8)
      return pixels_takes(Int32(side), Int32(row)) && pixels_takes(Int32(side), Int32(column))
    }
  }

  /// The zigzag index from which on coefficients are not used for this many pixels a side.
  static func end(_ side: Int) -> Int { indices(side).reduce(0, max) + 1 }

  static func count(rows: Int) -> Int { rows * rowCount }

  /// - Parameters:
  ///   - values: Memory for `count(rows:)` values.
  ///   - side: The number of pixels of a block on each side, 2…7.
  ///   - end: The value of `end(side)`, computed once a file and not for each of its segments.
  ///   - quantisation: The quantisation table in natural order.
  init(_ values: UnsafeMutablePointer<Int16>, rows: Int, side: Int, end: Int, quantisation: UnsafePointer<Int32>) {
    (self.values, self.quantisation, self.side, self.end) = (values, quantisation, side, end)
    for row in 0..<rows { clear(row: row) }
  }

  @inline(__always)
  func block(_ number: Int, row: Int) -> BatchedBlock {
    BatchedBlock(values: values + (row &* Self.rowCount &+ number))
  }

  /// Makes the pixels of the first `count` blocks, and empties the row.
  @inline(__always)
  func transform(
    row: Int, _ count: Int, to target: UnsafeMutablePointer<UInt8>, _ stride: Int, _ faults: inout BlockFaults
  ) {
    faults.noteRange(!pixels_reduced(Int32(side), values + row &* Self.rowCount, count, quantisation, target, stride))
    clear(row: row)
  }

  @inline(__always)
  private func clear(row: Int) {
    (values + row &* Self.rowCount).update(repeating: 0, count: end &* Self.blocks)
  }
}

/// One block of a batch, empty before it is written. Indices go to 127; those from the end of the batch on are never
/// read.
struct BatchedBlock {
  let values: UnsafeMutablePointer<Int16>

  @inline(__always)
  func set(_ index: Int, _ value: Int16) { values[index &* BlockBatch.blocks] = value }
}
