/// Where the coefficients of a block are written. Places go to 127; those from 64 on are never read.
protocol CoefficientBlock {
  func clear()
  func set(_ place: Int, _ value: Int16)
}

/// Row by row.
struct NaturalBlock: CoefficientBlock {
  /// 72 of them.
  let values: UnsafeMutablePointer<Int16>
  /// From places along the zigzag, 128 of them, to those of natural order.
  let order: UnsafePointer<UInt8>

  @inline(__always)
  func clear() { values.update(repeating: 0, count: 64) }

  @inline(__always)
  func set(_ place: Int, _ value: Int16) { values[Int(order[place])] = value }
}
