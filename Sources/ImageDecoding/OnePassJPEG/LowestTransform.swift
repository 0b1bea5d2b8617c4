/// The inverse DCT of libjpeg that makes one pixel of a block (`jidctred.c`).
struct LowestTransform {
  /// Natural order; of at most 15 bits.
  let quantisation: UnsafePointer<Int32>

  /// Makes one pixel for a block, from the DC coefficient alone.
  @inline(__always)
  func one(_ dc: Int, to target: UnsafeMutablePointer<UInt8>, _ faults: inout BlockFaults) {
    // The product may have 30 bits; that of a valid picture fits 13.
    let sample = (dc &* Int(quantisation[0]) &+ 4) &>> 3
    faults.noteSample(sample)
    // −128…127 to 0…255, cut off.
    target[0] = UInt8(truncatingIfNeeded: max(0, min(255, sample &+ 128)))
  }
}
