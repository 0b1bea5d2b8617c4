/// The mean of the magnitudes: sums of eight places at once, so that no sum waits for the one before.
func meanMagnitude(of values: [Float]) -> Float {
  var sums = SIMD8<Float>.zero
  var rest: Float = 0
  values.withUnsafeBufferPointer { values in
    var index = 0
    while index &+ 8 <= values.count {
      sums += values.eight(at: index).magnitudes
      index = index &+ 8
    }
    while index < values.count {
      rest += abs(values[index])
      index = index &+ 1
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
  /// - Precondition: `index` and the seven after it lie inside.
  @inline(__always)
  fileprivate func eight(at index: Int) -> SIMD8<Float> {
    UnsafeRawBufferPointer(self).loadUnaligned(fromByteOffset: index &* 4, as: SIMD8<Float>.self)
  }
}
