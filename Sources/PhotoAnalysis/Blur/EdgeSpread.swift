internal import CPixels
import PhotoModel

/// One pixel of an edge: its position, and the standard deviation, in pixels, of the blur that would make a step so
/// wide.
struct EdgePixel {
  var spread: Float
  var x: Int32
  var y: Int32
}

/// The widths of the edges of a picture.
///
/// Measured along one direction at a time: smoothed along the edge, steps followed both ways while they stay monotone.
/// A step of contrast c blurred by a Gaussian of deviation σ has its steepest slope at c / (σ √(2π)).
struct EdgeSpread {
  let size: PixelSize
  /// Edges that cross a row, and edges that cross a column.
  let horizontal: [EdgePixel]
  let vertical: [EdgePixel]

  /// - Parameter plane: Gray levels 0…255, stretched.
  init(of plane: FloatPlane) {
    size = PixelSize(width: plane.width, height: plane.height)
    let noise = noiseDeviation(of: plane)
    let kernel = gaussianKernel(deviation: 0.8)
    horizontal = Self.edges(in: plane.smoothedVertically(kernel), noise: noise, isTransposed: false)
    // The transposed of a picture smoothed along x has its vertical edges along x.
    vertical = Self.edges(in: plane.smoothedHorizontally(kernel).transposed, noise: noise, isTransposed: true)
  }

  var count: Int { horizontal.count + vertical.count }

  /// The spread below which a share of all edges lies; nil without any.
  func percentile(_ share: Double) -> Double? {
    PhotoAnalysis.percentile(share, of: horizontal.map(\.spread) + vertical.map(\.spread))
  }

  /// Edges a pixel of the picture.
  var density: Double { Double(count) / Double(max(1, size.pixels)) }

  /// - Parameter isTransposed: Whether the rows of the plane are columns of the picture.
  private static func edges(in plane: FloatPlane, noise: Float, isTransposed: Bool) -> [EdgePixel] {
    let (width, height) = (plane.width, plane.height)
    guard width > 4, height > 2 else { return [] }
    let slopeFloor = max(6, 5 * noise)
    let contrastFloor = max(20, 8 * noise)
    var marks = [UInt8](repeating: 0, count: width)
    var columns = [Int32](repeating: 0, count: width)
    var spreads = [Float](repeating: 0, count: width)
    var edges: [EdgePixel] = []
    plane.values.withUnsafeBufferPointer { pixels in
      guard let first = pixels.baseAddress else { return }
      for y in 1..<height - 1 {
        let count = pixels_edge_spreads(
          first + y * width, width, slopeFloor, contrastFloor, &marks, &columns, &spreads)
        let row = Int32(truncatingIfNeeded: y)
        for index in 0..<count {
          let (x, y) = isTransposed ? (row, columns[index]) : (columns[index], row)
          edges.append(EdgePixel(spread: spreads[index], x: x, y: y))
        }
      }
    }
    return edges
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

/// The value below which a share of all values lies; nil for no values.
func percentile(_ share: Double, of values: [Float]) -> Double? {
  guard !values.isEmpty else { return nil }
  let position = share * Double(values.count - 1)
  let lower = Int(position)
  let upper = min(values.count - 1, lower + 1)
  let (low, high) = ranked(lower, upper, of: values)
  return Double(low) + (position - Double(lower)) * Double(high - low)
}

/// The values of two ranks in sorted order, without sorting more of them than agree in 24 bits.
///
/// - Parameter upper: The rank `lower`, or one more.
private func ranked(_ lower: Int, _ upper: Int, of values: [Float]) -> (Float, Float) {
  var (left, below) = (values.map(\.ordered), 0)
  for shift: UInt32 in [20, 8] where left.count > 16 {
    let (bins, before) = binsAround(lower - below, upper - below, of: left, shift)
    left = left.filter { bins.contains(Int($0 &>> shift) & 4095) }
    below += before
    // The lower bits give an order within one bin only.
    if bins.count > 1 { break }
  }
  left.sort()
  return (Float(ordered: left[lower - below]), Float(ordered: left[upper - below]))
}

/// The bins, 12 bits from `shift` on, from that of one rank of the sorted values to that of another, and the number of
/// values before them.
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
  /// The bit pattern as a number in the order of the values.
  fileprivate var ordered: UInt32 { sign == .minus ? ~bitPattern : bitPattern | 0x8000_0000 }

  fileprivate init(ordered: UInt32) {
    self.init(bitPattern: ordered >= 0x8000_0000 ? ordered & 0x7FFF_FFFF : ~ordered)
  }
}
