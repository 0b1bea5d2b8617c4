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

extension SIMD8<Float> {
  /// Without their signs.
  @inline(__always)
  fileprivate var magnitudes: SIMD8<Float> {
    let bits = unsafeBitCast(self, to: SIMD8<UInt32>.self) & SIMD8<UInt32>(repeating: 0x7FFF_FFFF)
    return unsafeBitCast(bits, to: SIMD8<Float>.self)
  }
}

extension UnsafeBufferPointer<Float> {
  /// - Precondition: `place` and the seven after it lie inside.
  @inline(__always)
  fileprivate func eight(at place: Int) -> SIMD8<Float> {
    UnsafeRawBufferPointer(self).loadUnaligned(fromByteOffset: place &* 4, as: SIMD8<Float>.self)
  }
}
