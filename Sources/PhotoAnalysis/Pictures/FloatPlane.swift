import Foundation
import PhotoModel

/// A gray picture in floating point, row-major, for filters.
struct FloatPlane {
  let width: Int
  let height: Int
  var values: [Float]
}

extension FloatPlane {
  init(_ luma: LumaPlane) {
    let values = luma.pixels.withUnsafeBufferPointer { pixels in
      [Float](unsafeUninitializedCapacity: pixels.count) { target, count in
        for index in 0..<pixels.count { target[index] = Float(pixels[index]) }
        count = pixels.count
      }
    }
    self.init(width: luma.width, height: luma.height, values: values)
  }

  /// Standard deviation around the mean.
  var deviation: Double {
    var sum = 0.0
    var squares = 0.0
    for value in values {
      sum += Double(value)
      squares += Double(value) * Double(value)
    }
    let count = Double(max(1, values.count))
    return max(0, squares / count - (sum / count) * (sum / count)).squareRoot()
  }

  /// The plane smoothed along x by a symmetric kernel; the border pixel is repeated outside.
  ///
  /// - Parameter kernel: The weights from the centre outwards: kernel[0] is the centre's.
  func smoothedHorizontally(_ kernel: [Float]) -> FloatPlane {
    var result = values
    let last = width - 1
    values.withUnsafeBufferPointer { source in
      result.withUnsafeMutableBufferPointer { target in
        for y in 0..<height {
          let row = y &* width
          for index in row..<row &+ width { target[index] = kernel[0] * source[index] }
          for (step, weight) in kernel.enumerated().dropFirst() {
            // The middle needs no clamping, so the compiler makes vectors of it.
            let inside = min(step, width)..<max(min(step, width), width &- step)
            for x in inside {
              target[row &+ x] += weight * (source[row &+ x &- step] + source[row &+ x &+ step])
            }
            for border in [0..<inside.lowerBound, inside.upperBound..<width] {
              for x in border {
                target[row &+ x] += weight * (source[row &+ max(0, x &- step)] + source[row &+ min(last, x &+ step)])
              }
            }
          }
        }
      }
    }
    return FloatPlane(width: width, height: height, values: result)
  }

  /// Rows and columns exchanged, in tiles that fit the cache.
  var transposed: FloatPlane {
    let tile = 16
    var result = values
    values.withUnsafeBufferPointer { source in
      result.withUnsafeMutableBufferPointer { target in
        for top in stride(from: 0, to: height, by: tile) {
          for left in stride(from: 0, to: width, by: tile) {
            for y in top..<min(height, top &+ tile) {
              for x in left..<min(width, left &+ tile) { target[x &* height &+ y] = source[y &* width &+ x] }
            }
          }
        }
      }
    }
    return FloatPlane(width: height, height: width, values: result)
  }

  /// The plane smoothed along y: bit for bit the result of `smoothedHorizontally` for the transposed plane.
  func smoothedVertically(_ kernel: [Float]) -> FloatPlane {
    let last = height - 1
    let smooth = values.withUnsafeBufferPointer { source in
      [Float](unsafeUninitializedCapacity: source.count) { target, count in
        for y in 0..<height {
          let row = y &* width
          for x in 0..<width { target[row &+ x] = kernel[0] * source[row &+ x] }
          for (step, weight) in kernel.enumerated().dropFirst() {
            let (above, below) = (max(0, y &- step) &* width, min(last, y &+ step) &* width)
            for x in 0..<width { target[row &+ x] += weight * (source[above &+ x] + source[below &+ x]) }
          }
        }
        count = source.count
      }
    }
    return FloatPlane(width: width, height: height, values: smooth)
  }

  /// Smoothed along both axes.
  func smoothed(_ kernel: [Float]) -> FloatPlane { smoothedHorizontally(kernel).smoothedVertically(kernel) }
}

/// The half of a Gaussian from its centre outwards, up to four deviations; the whole sums to 1.
func gaussianKernel(deviation: Double) -> [Float] {
  let radius = Int((4 * deviation).rounded(.up))
  let weights = (0...radius).map { exp(-Double($0 * $0) / (2 * deviation * deviation)) }
  let total = weights[0] + 2 * weights.dropFirst().reduce(0, +)
  return weights.map { Float($0 / total) }
}
