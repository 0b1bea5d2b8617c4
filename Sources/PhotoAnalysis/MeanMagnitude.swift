/// Calls `body` for the places that may be steep, in rising order: those of eight neighbours that `isSteep` says, and the last
/// few of the range. Most of a picture is not, and is passed over eight places at once.
///
/// - Parameter isSteep: Of a place and the seven after it.
@inline(__always)
func inSteepParts(
  of range: Range<Int>, _ isSteep: (Int) -> SIMDMask<SIMD8<Int32>>, _ body: (Int) -> Void
) {
  var place = range.lowerBound
  while place &+ 8 <= range.upperBound {
    let pairs = unsafeBitCast(isSteep(place), to: SIMD4<UInt64>.self)
    if pairs[0] | pairs[1] | pairs[2] | pairs[3] != 0 {
      for pair in 0..<4 where pairs[pair] != 0 {
        if UInt32(truncatingIfNeeded: pairs[pair]) != 0 { body(place &+ 2 &* pair) }
        if pairs[pair] &>> 32 != 0 { body(place &+ 2 &* pair &+ 1) }
      }
    }
    place = place &+ 8
  }
  while place < range.upperBound {
    body(place)
    place = place &+ 1
  }
}

extension SIMD8<Float> {
  /// Without their signs.
  @inline(__always)
  var magnitudes: SIMD8<Float> {
    let bits = unsafeBitCast(self, to: SIMD8<UInt32>.self) & SIMD8<UInt32>(repeating: 0x7FFF_FFFF)
    return unsafeBitCast(bits, to: SIMD8<Float>.self)
  }
}

extension UnsafeBufferPointer<Float> {
  /// - Precondition: `place` and the seven after it lie inside.
  @inline(__always)
  func eight(at place: Int) -> SIMD8<Float> {
    UnsafeRawBufferPointer(self).loadUnaligned(fromByteOffset: place &* 4, as: SIMD8<Float>.self)
  }
}

/// The mean of the magnitudes: sums of eight places at once, so that no sum waits for the one before.
func meanMagnitude(of values: [Float]) -> Float {
  var sums = SIMD8<Float>.zero
  var rest: Float = 0
  values.withUnsafeBufferPointer { values in
    var place = 0
    while place &+ 8 <= values.count {
      sums += values.eight(at: place).magnitudes
      place = place &+ 8
    }
    while place < values.count {
      rest += abs(values[place])
      place = place &+ 1
    }
  }
  return (sums.sum() + rest) / Float(max(1, values.count))
}
