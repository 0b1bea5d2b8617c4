internal import CPixels

/// Blocks side by side, of which 3 × 3 pixels each are made at once; and as many rows of them as an MCU has.
struct BlockBatch {
  /// Blocks of a row.
  static let blocks = Int(PIXELS_BLOCKS)
  /// Of coefficients that the transform looks at: along the zigzag as far as the last of 3 × 3.
  static let places = 13
  private static let rowCount = 128 * blocks

  /// By row, place along the zigzag, and block; those that are not set are 0.
  private let values: UnsafeMutablePointer<Int16>
  private let quantisation: UnsafePointer<Int32>

  static func count(rows: Int) -> Int { rows * rowCount }

  /// - Parameters:
  ///   - values: `count(rows:)` of them.
  ///   - quantisation: In natural order.
  init(_ values: UnsafeMutablePointer<Int16>, rows: Int, quantisation: UnsafePointer<Int32>) {
    (self.values, self.quantisation) = (values, quantisation)
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
    faults.noteRange(!pixels_three_eighths(values + row &* Self.rowCount, count, quantisation, target, stride))
    clear(row: row)
  }

  @inline(__always)
  private func clear(row: Int) {
    (values + row &* Self.rowCount).update(repeating: 0, count: Self.places &* Self.blocks)
  }
}

/// One block of a batch, empty before it is written.
struct BatchedBlock: CoefficientBlock {
  let values: UnsafeMutablePointer<Int16>

  @inline(__always)
  func clear() {}

  @inline(__always)
  func set(_ place: Int, _ value: Int16) { values[place &* BlockBatch.blocks] = value }
}
