/// Calls `body` for the places that may be steep, in rising order: all of eight neighbours where one of them is steeper than
/// the floor, and the last few of the range. Most of a picture is not, and is passed over eight places at once.
///
/// - Parameter slopes: Of a place and the seven after it.
@inline(__always)
func inSteepParts(of range: Range<Int>, floor: Float, slopes: (Int) -> SIMD8<Float>, _ body: (Int) -> Void) {
  let bound = SIMD8<Float>(repeating: floor)
  var place = range.lowerBound
  while place &+ 8 <= range.upperBound {
    let slopes = slopes(place)
    let steep = unsafeBitCast((slopes .> bound) .| (slopes .< -bound), to: SIMD4<UInt64>.self)
    if steep[0] | steep[1] | steep[2] | steep[3] != 0 {
      for step in 0..<8 { body(place &+ step) }
    }
    place = place &+ 8
  }
  while place < range.upperBound {
    body(place)
    place = place &+ 1
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
      let eight = values.eight(at: place)
      sums += eight.replacing(with: -eight, where: eight .< 0)
      place = place &+ 8
    }
    while place < values.count {
      rest += abs(values[place])
      place = place &+ 1
    }
  }
  return (sums.sum() + rest) / Float(max(1, values.count))
}
