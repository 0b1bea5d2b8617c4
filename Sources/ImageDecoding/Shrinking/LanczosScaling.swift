internal import CPixels
import Glibc
import PhotoModel

/// The weights of a Lanczos filter (a = 3) from one length to a smaller one.
private struct LanczosWeights {
  let taps: Int
  /// The first pixel of each target pixel.
  var starts: [UInt32] = []
  /// `taps` of each target pixel, together 1.
  var weights: [Float] = []

  init(from length: Int, to target: Int) {
    let step = Double(length) / Double(target)
    let reach = 3 * max(1, step)
    let taps = min(length, Int((2 * reach).rounded(.up)) + 1)
    self.taps = taps
    for pixel in 0..<target {
      let center = (Double(pixel) + 0.5) * step - 0.5
      let first = min(max(0, Int((center - reach).rounded(.up))), length - taps)
      let values = (0..<taps).map { Self.value(of: (Double(first + $0) - center) / max(1, step)) }
      let sum = values.reduce(0, +)
      starts.append(UInt32(first))
      weights += values.map { Float($0 / sum) }
    }
  }

  private static func value(of distance: Double) -> Double {
    guard abs(distance) < 3 else { return 0 }
    guard abs(distance) > 1e-9 else { return 1 }
    let angle = distance * .pi
    return 3 * sin(angle) * sin(angle / 3) / (angle * angle)
  }
}

/// A JPEG's picture as stored, scaled by Lanczos to a size that is nowhere larger; in the values of the file, whatever
/// its colour profile.
///
/// - Throws: The error of any damage.
/// - Complexity: Holds a few rows of the original, and the scaled picture.
func scaledJPEG(_ bytes: [UInt8], to size: PixelSize) throws(DecodingError) -> StoredPicture {
  try bytes.withUnsafeBufferPointer { buffer throws(DecodingError) in
    let source = try JPEGSource(buffer)
    let layout = try source.startLibrary(eighths: 8, prefersLuma: false)
    let rowBytes = layout.rowBytes
    let (down, across) = (
      LanczosWeights(from: layout.size.height, to: size.height), LanczosWeights(from: layout.size.width, to: size.width)
    )
    let bufferBytes = (down.taps + bandRows) * rowBytes
    try DecodingLimits.checkMemory(for: size.pixels * layout.channels + bufferBytes + bandRows * rowBytes)
    var scaled = StoredPicture(size: size, channels: layout.channels, pixels: [])
    scaled.pixels.reserveCapacity(size.pixels * layout.channels)
    var window = RowWindow(rowBytes: rowBytes)
    var next = 0
    try forEachBand(of: source, layout, channels: layout.channels) { band, _, rows in
      window.append(UnsafeBufferPointer(start: band, count: rows * rowBytes))
      while next < size.height, Int(down.starts[next]) + down.taps <= window.end {
        window.drop(before: Int(down.starts[next]))
        let weights = Array(down.weights[next * down.taps..<(next + 1) * down.taps])
        let row = window.blended(from: Int(down.starts[next]), weights)
        scaled.pixels += [UInt8](unsafeUninitializedCapacity: size.width * layout.channels) { target, count in
          if let target = target.baseAddress {
            pixels_gather_across(
              row, layout.channels, across.starts, across.weights, across.taps, size.width, target)
          }
          count = size.width * layout.channels
        }
        next += 1
      }
    }
    try source.finish()
    if source.warnings > 0 { throw .corrupt("") }
    return scaled
  }
}

/// The rows of a picture that are still needed, by their numbers.
private struct RowWindow {
  let rowBytes: Int
  private var first = 0
  private var bytes: [UInt8] = []

  init(rowBytes: Int) { self.rowBytes = rowBytes }

  /// The number behind the last row.
  var end: Int { first + bytes.count / rowBytes }

  mutating func append(_ rows: UnsafeBufferPointer<UInt8>) { bytes.append(contentsOf: rows) }

  /// Forgets rows, some at a time.
  mutating func drop(before row: Int) {
    guard row - first >= bandRows else { return }
    bytes.removeFirst((row - first) * rowBytes)
    first = row
  }

  /// The weighted sum of the rows from one on.
  func blended(from row: Int, _ weights: [Float]) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: rowBytes) { target, count in
      bytes.withUnsafeBufferPointer { buffer in
        guard let base = buffer.baseAddress, let target = target.baseAddress else { return }
        let rows: [UnsafePointer<UInt8>?] = weights.indices.map { base + (row - first + $0) * rowBytes }
        pixels_blend(rows, weights, weights.count, rowBytes, target)
      }
      count = rowBytes
    }
  }
}

/// The structural similarity of two pictures of one size, by their luma. 1 where they are equal.
func similarity(of one: [UInt8], and other: [UInt8], _ size: PixelSize) -> Double {
  one == other ? 1 : pixels_similarity(one, other, size.width, size.height)
}
