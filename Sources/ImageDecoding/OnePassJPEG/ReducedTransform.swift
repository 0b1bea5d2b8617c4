/// The inverse DCTs of libjpeg that make 1 × 1 to 3 × 3 pixels of a block, in whole numbers as there: `jidctred.c` (1 and
/// 2) and `jidctint.c` (3), after Loeffler, Ligtenberg and Moschytz, ICASSP 1989.
///
/// In 13-bit fractions; the first pass, over the columns, leaves two bits of them. libjpeg-turbo does some of these in 16
/// bits with saturation and some without; the two agree as long as every value fits, which `BlockFaults` notes.
struct ReducedTransform {
  /// Natural order; 64 values of at most 15 bits.
  let quantisation: UnsafePointer<Int32>

  /// From the DC coefficient alone.
  @inline(__always)
  func one(_ dc: Int, to target: UnsafeMutablePointer<UInt8>, _ faults: inout BlockFaults) {
    // The product may have 30 bits; what a picture gives fits 13.
    let value = dc &* Int(quantisation[0])
    target[0] = Self.sample((value &+ 4) &>> 3, &faults)
  }

  /// A block of which only the DC coefficient is not 0.
  @inline(__always)
  func flat(
    _ dc: Int, side: Int, to target: UnsafeMutablePointer<UInt8>, _ stride: Int, _ faults: inout BlockFaults
  ) {
    let value = dc &* Int(quantisation[0]) &<< 2
    faults.note(value)
    let sample = Self.sample((value &+ 16) &>> 5, &faults)
    for y in 0..<side {
      for x in 0..<side { target[y &* stride &+ x] = sample }
    }
  }

  @inline(__always)
  func two(
    _ block: UnsafePointer<Int16>, to target: UnsafeMutablePointer<UInt8>, _ stride: Int, _ faults: inout BlockFaults
  ) {
    let details = Self.details(block)
    @inline(__always)
    func column(_ x: Int) -> (Int, Int) {
      let first = value(block, x, &faults)
      guard details[x] != 0 else {
        faults.note(first &<< 2)
        return (first &<< 2, first &<< 2)
      }
      let odd = Self.oddOfTwo(
        value(block, 8 &+ x, &faults), value(block, 24 &+ x, &faults), value(block, 40 &+ x, &faults),
        value(block, 56 &+ x, &faults))
      return (Self.descaled(first &<< 15 &+ odd, 13, &faults), Self.descaled(first &<< 15 &- odd, 13, &faults))
    }
    let (c0, c1, c3, c5, c7) = (column(0), column(1), column(3), column(5), column(7))
    @inline(__always)
    func row(_ v0: Int, _ v1: Int, _ v3: Int, _ v5: Int, _ v7: Int, _ out: UnsafeMutablePointer<UInt8>) {
      let odd = Self.oddOfTwo(v1, v3, v5, v7)
      out[0] = Self.sample((v0 &<< 15 &+ odd &+ 1 &<< 19) &>> 20, &faults)
      out[1] = Self.sample((v0 &<< 15 &- odd &+ 1 &<< 19) &>> 20, &faults)
    }
    row(c0.0, c1.0, c3.0, c5.0, c7.0, target)
    row(c0.1, c1.1, c3.1, c5.1, c7.1, target + stride)
  }

  /// Of each column, not 0 where one of the odd rows is not 0 there.
  @inline(__always)
  private static func details(_ block: UnsafePointer<Int16>) -> SIMD8<Int16> {
    @inline(__always)
    func row(_ y: Int) -> SIMD8<Int16> { UnsafeRawPointer(block + 8 &* y).loadUnaligned(as: SIMD8<Int16>.self) }
    return row(1) | row(3) | row(5) | row(7)
  }

  @inline(__always)
  private func value(_ block: UnsafePointer<Int16>, _ place: Int, _ faults: inout BlockFaults) -> Int {
    let value = Int(block[place]) &* Int(quantisation[place])
    faults.note(value)
    return value
  }

  /// √2 · (c1, c3, c5 and c7 with their signs), 13 bits.
  @inline(__always)
  private static func oddOfTwo(_ v1: Int, _ v3: Int, _ v5: Int, _ v7: Int) -> Int {
    v1 &* 29_692 &- v3 &* 10_426 &+ v5 &* 6_967 &- v7 &* 5_906
  }

  @inline(__always)
  private static func descaled(_ value: Int, _ bits: Int, _ faults: inout BlockFaults) -> Int {
    let result = (value &+ 1 &<< (bits &- 1)) &>> bits
    faults.note(result)
    return result
  }

  /// −128…127 to 0…255, cut off.
  @inline(__always)
  private static func sample(_ value: Int, _ faults: inout BlockFaults) -> UInt8 {
    faults.noteSample(value)
    return UInt8(truncatingIfNeeded: max(0, min(255, value &+ 128)))
  }
}
