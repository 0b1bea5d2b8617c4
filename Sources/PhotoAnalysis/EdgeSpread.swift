internal import CPixels
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
  var histogram = [UInt32](repeating: 0, count: Int(PIXELS_ROUGHNESS))
  pixels_roughness(plane.values, width, height, &histogram)
  let count = (width - 2) * (height - 2)
  var below = 0
  for (bin, number) in histogram.enumerated() {
    below += Int(number)
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

/// What stands at two places of the sorted values, without sorting more of them than look alike in 24 bits.
///
/// - Parameter upper: `lower`, or one more.
private func ranked(_ lower: Int, _ upper: Int, of values: [Float]) -> (Float, Float) {
  var (left, below) = (values.map(\.ordered), 0)
  for shift: UInt32 in [20, 8] where left.count > 16 {
    let (bins, before) = binsAround(lower - below, upper - below, of: left, shift)
    left = left.filter { bins.contains(Int($0 &>> shift) & 4095) }
    below += before
    // The lower bits tell an order within one bin only.
    if bins.count > 1 { break }
  }
  left.sort()
  return (Float(ordered: left[lower - below]), Float(ordered: left[upper - below]))
}

/// The bins, 12 bits from `shift` on, from that of one place of the sorted values to that of another, and how many values lie
/// before them.
private func binsAround(
  _ lower: Int, _ upper: Int, of values: [UInt32], _ shift: UInt32
) -> (bins: ClosedRange<Int>, before: Int) {
  var counts = [Int32](repeating: 0, count: 4096)
  for value in values { counts[Int(value &>> shift) & 4095] &+= 1 }
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
  return (first...last, below)
}

extension Float {
  /// Its bits, in the order of the values.
  fileprivate var ordered: UInt32 { sign == .minus ? ~bitPattern : bitPattern | 0x8000_0000 }

  fileprivate init(ordered: UInt32) {
    self.init(bitPattern: ordered >= 0x8000_0000 ? ordered & 0x7FFF_FFFF : ~ordered)
  }
}
