import Foundation
package import PhotoModel

/// PDQ: 256 bits, one for each of the 16 × 16 lowest DCT frequencies of 64 × 64 gray that is above their median.
///
/// Finer than the 64-bit hash: unrelated pictures differ in about 128 bits, copies in fewer than 31. The picture is
/// smoothed by Jarosz filters (two box filters an axis) and sampled. Source: Meta, "The TMK+PDQF Video-Hashing
/// Algorithm and the PDQ Image-Hashing Algorithm", 2019.
///
/// - Returns: 32 bytes, or none where the picture without its margins is too flat for any hash to be trusted.
package func frequencyHash256(of luma: LumaPlane) -> [UInt8] {
  let trimmed = luma.trimmed
  return isFlat(trimmed) ? [] : pdqFrequencyHash(of: trimmed)
}

func pdqFrequencyHash(of trimmed: LumaPlane) -> [UInt8] {
  let side = 64
  let kept = 16
  let small = jaroszSampled(trimmed.areaAveraged(to: trimmed.size.fitted(longSide: 512)), side: side)
  let waves = PDQHashTables.waves
  // Rows of frequencies by columns of pixels, then frequencies by frequencies.
  var half = [Double](repeating: 0, count: kept * side)
  for frequency in 0..<kept {
    for y in 0..<side {
      let wave = waves[frequency * side + y]
      for x in 0..<side { half[frequency * side + x] += wave * small[y * side + x] }
    }
  }
  var coefficients = [Double](repeating: 0, count: kept * kept)
  for vertical in 0..<kept {
    for horizontal in 0..<kept {
      var sum = 0.0
      for x in 0..<side { sum += half[vertical * side + x] * waves[horizontal * side + x] }
      coefficients[vertical * kept + horizontal] = sum
    }
  }
  let median = coefficients.sorted()[kept * kept / 2 - 1]
  var hash = [UInt8](repeating: 0, count: kept * kept / 8)
  for (index, coefficient) in coefficients.enumerated() where coefficient > median {
    hash[index / 8] |= 1 << UInt8(index % 8)
  }
  return hash
}

private enum PDQHashTables {
  /// cos(π/128 · (frequency + 1) · (2 · place + 1)), frequency by frequency.
  static let waves: [Double] = (0..<16 * 64).map { index in
    let frequency = Double(index / 64 + 1)
    let position = Double(2 * (index % 64) + 1)
    return cos(Double.pi / 128 * frequency * position)
  }
}

/// Twice a box filter along each axis, then the middle of each of `side` × `side` fields: the second time only there.
func jaroszSampled(_ luma: LumaPlane, side: Int) -> [Double] {
  func box(_ length: Int) -> Int { (length + 2 * side - 1) / (2 * side) }
  func middles(_ length: Int) -> [Int] { (0..<side).map { min(length - 1, (2 * $0 + 1) * length / (2 * side)) } }
  let (across, down) = (box(luma.width), box(luma.height))
  // One plane at a time: each is released as the next is made.
  var plane = FloatPlane(luma).transposed
  plane = plane.boxFiltered(height: across).transposed
  plane = plane.boxFiltered(height: down).transposed
  plane = plane.boxFiltered(height: across, rows: middles(luma.width)).transposed
  return plane.boxFiltered(height: down, rows: middles(luma.height)).values.map(Double.init)
}

extension FloatPlane {
  /// The mean of `box` neighbours along y, of fewer at the border. All columns are computed at once, so that the
  /// compiler can vectorise.
  ///
  /// - Parameter wanted: The rows to compute, in order; nil for all.
  fileprivate func boxFiltered(height box: Int, rows wanted: [Int]? = nil) -> FloatPlane {
    if box < 2, wanted == nil { return self }
    let wanted = wanted ?? Array(0..<height)
    guard box > 1 else {
      return FloatPlane(
        width: width, height: wanted.count, values: wanted.flatMap { values[$0 * width..<($0 + 1) * width] })
    }
    let before = (box - 1) / 2
    var sums = [Float](repeating: 0, count: width)
    let means = values.withUnsafeBufferPointer { source in
      sums.withUnsafeMutableBufferPointer { sums in
        [Float](unsafeUninitializedCapacity: wanted.count * width) { target, count in
          var summed: Float = 0
          func add(_ row: Int) {
            for x in 0..<width { sums[x] += source[row &* width &+ x] }
            summed += 1
          }
          for y in 0..<min(height, box - before - 1) { add(y) }
          var next = 0
          for y in 0..<height {
            if y + box - before - 1 < height { add(y + box - before - 1) }
            if y - before - 1 >= 0 {
              for x in 0..<width { sums[x] -= source[(y &- before &- 1) &* width &+ x] }
              summed -= 1
            }
            while next < wanted.count, wanted[next] == y {
              for x in 0..<width { target[next &* width &+ x] = sums[x] / summed }
              next += 1
            }
          }
          count = wanted.count * width
        }
      }
    }
    return FloatPlane(width: width, height: wanted.count, values: means)
  }
}
