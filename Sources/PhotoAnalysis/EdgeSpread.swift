import PhotoModel

/// One pixel of an edge: where it is, and the standard deviation, in pixels, of the blur that would make a step so wide.
struct EdgePixel {
  var spread: Float
  var x: Int32
  var y: Int32
}

/// How wide the edges of a picture are.
///
/// Edges along one direction at a time: smoothed along the edge, steps followed both ways while they stay monotone.
/// A step of contrast c blurred by a Gaussian of deviation σ has its steepest slope at c / (σ √(2π)).
struct EdgeSpread {
  let size: PixelSize
  /// Edges that cross a row, and edges that cross a column.
  let horizontal: [EdgePixel]
  let vertical: [EdgePixel]

  /// - Parameter plane: 0…255, stretched.
  init(of plane: FloatPlane) {
    size = PixelSize(width: plane.width, height: plane.height)
    let noise = noiseDeviation(of: plane)
    let kernel = gaussianKernel(deviation: 0.8)
    horizontal = Self.edges(in: plane.smoothedVertically(kernel), noise: noise)
    // The transposed of a picture smoothed along x has its vertical edges along x.
    vertical = Self.edges(in: plane.smoothedHorizontally(kernel).transposed, noise: noise).map {
      EdgePixel(spread: $0.spread, x: $0.y, y: $0.x)
    }
  }

  var count: Int { horizontal.count + vertical.count }

  /// Half of all edges are narrower; 5 without any.
  var median: Double { percentile(0.5, of: horizontal.map(\.spread) + vertical.map(\.spread)) ?? 5 }

  private static func edges(in plane: FloatPlane, noise: Float) -> [EdgePixel] {
    let (width, height) = (plane.width, plane.height)
    guard width > 4, height > 2 else { return [] }
    var edges: [EdgePixel] = []
    let slopeFloor = max(6, 5 * noise)
    let contrastFloor = max(20, 8 * noise)
    plane.values.withUnsafeBufferPointer { pixels in
      for y in 1..<height - 1 {
        let row = y &* width
        inSteepParts(of: 2..<width - 2) { x in
          @inline(__always) func slopes(_ step: Int, at place: Int) -> SIMD8<Float> {
            ((pixels.eight(at: place &+ step) - pixels.eight(at: place &- step)) / 2).magnitudes
          }
          let slope = slopes(1, at: row &+ x)
          let isSteep = (slope .> slopeFloor) .& (slopes(width, at: row &+ x) .< slope)
          let isLargest = (slope .>= slopes(1, at: row &+ x &- 1)) .& (slope .> slopes(1, at: row &+ x &+ 1))
          return isSteep .& isLargest
        } _: { x in
          let index = row &+ x
          let slope = (pixels[index &+ 1] - pixels[index &- 1]) / 2
          guard abs(slope) > slopeFloor else { return }
          let before = abs(pixels[index] - pixels[index &- 2]) / 2
          let after = abs(pixels[index &+ 2] - pixels[index]) / 2
          let across = (pixels[index &+ width] - pixels[index &- width]) / 2
          guard abs(slope) >= before, abs(slope) > after, abs(across) < abs(slope) else { return }
          let contrast = riseAround(x, in: pixels, row: row, width: width, slope: slope)
          guard contrast > contrastFloor else { return }
          let tilt = abs(slope) / (slope * slope + across * across).squareRoot()
          edges.append(
            EdgePixel(
              spread: contrast / (2.5066 * abs(slope)) * tilt, x: Int32(truncatingIfNeeded: x),
              y: Int32(truncatingIfNeeded: y)))
        }
      }
    }
    return edges
  }

  /// The height of the monotone ramp through x, at most 20 steps each way.
  @inline(__always)
  private static func riseAround(
    _ x: Int, in pixels: UnsafeBufferPointer<Float>, row: Int, width: Int, slope: Float
  ) -> Float {
    let sign: Float = slope > 0 ? 1 : -1
    let least = 0.5 + 0.05 * abs(slope)
    var rise: Float = 0
    var position = x
    while position < width - 1, position - x < 20 {
      let step = sign * (pixels[row &+ position &+ 1] - pixels[row &+ position])
      guard step > least else { break }
      rise += step
      position += 1
    }
    position = x
    while position > 0, x - position < 20 {
      let step = sign * (pixels[row &+ position] - pixels[row &+ position &- 1])
      guard step > least else { break }
      rise += step
      position -= 1
    }
    return rise
  }
}

/// Noise of a picture: the median of |second differences in both directions| / 6, scaled to a deviation.
///
/// The mask takes edges and gradients out. Source: Immerkær, CVIU 1996, with the median of Donoho.
func noiseDeviation(of plane: FloatPlane) -> Float {
  let (width, height) = (plane.width, plane.height)
  guard width >= 3, height >= 3 else { return 0 }
  // Quarter gray levels up to 255.75: a histogram is a median without a sort.
  var histogram = [Int](repeating: 0, count: 1024)
  var count = 0
  plane.values.withUnsafeBufferPointer { pixels in
    for y in 1..<height - 1 {
      for x in 1..<width - 1 {
        let index = y &* width &+ x
        let corners =
          pixels[index &- width &- 1] + pixels[index &- width &+ 1] + pixels[index &+ width &- 1]
          + pixels[index &+ width &+ 1]
        let sides =
          pixels[index &- width] + pixels[index &+ width] + pixels[index &- 1] + pixels[index &+ 1]
        let response = abs(corners - 2 * sides + 4 * pixels[index])
        histogram[min(1023, Int(response * 4))] &+= 1
        count &+= 1
      }
    }
  }
  var below = 0
  for (bin, number) in histogram.enumerated() {
    below += number
    if below * 2 >= count { return 1.4826 * (Float(bin) / 4) / 6 }
  }
  return 0
}

/// The value below which this share of all lies; nil of nothing.
func percentile(_ share: Double, of values: [Float]) -> Double? {
  guard !values.isEmpty else { return nil }
  let position = share * Double(values.count - 1)
  let lower = Int(position)
  let upper = min(values.count - 1, lower + 1)
  let (low, high) = ranked(lower, upper, of: values)
  return Double(low) + (position - Double(lower)) * Double(high - low)
}

/// What stands at two places of the sorted values, without sorting more of them than share the bin of one of the two.
///
/// - Parameter upper: `lower`, or one more.
private func ranked(_ lower: Int, _ upper: Int, of values: [Float]) -> (Float, Float) {
  /// The upper 12 bits, in the order of the values: sign, exponent and three bits more.
  @inline(__always) func bin(_ value: Float) -> Int {
    let pattern = value.bitPattern
    return Int((value.sign == .minus ? ~pattern : pattern | 0x8000_0000) &>> 20)
  }
  var counts = [Int32](repeating: 0, count: 4096)
  for value in values { counts[bin(value)] &+= 1 }
  var below = 0
  var first = 0
  while below + Int(counts[first]) <= lower {
    below += Int(counts[first])
    first += 1
  }
  var last = first
  var reached = below + Int(counts[first])
  while reached <= upper {
    last += 1
    reached += Int(counts[last])
  }
  let sorted = values.filter { (first...last).contains(bin($0)) }.sorted()
  return (sorted[lower - below], sorted[upper - below])
}
