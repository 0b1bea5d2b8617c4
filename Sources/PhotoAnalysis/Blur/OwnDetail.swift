internal import CPixels
import Foundation
import PhotoModel

/// The detail of the larger of two pictures against that of the smaller one enlarged to its size.
///
/// Each is shrunk to the size of the smaller one and enlarged again; the loss, in the tenth of 16 × 16 blocks with the
/// strongest gradients and divided by these, is the detail that the smaller size cannot hold. An enlargement loses as
/// little as the smaller picture enlarged here, and so does a soft original; but an enlargement is nearer to the
/// smaller picture enlarged, by one of the usual kernels, than to itself without the detail lost in the smaller size.
///
/// - Returns: Up to `mostOfEnlargement` for an enlargement: the distance to the nearest enlargement of the smaller
///   picture, in shares of the loss of the larger one; of originals that is 0.75 and more. Else the quotient of both
///   losses, at least 1: mostly 1.6 to 2.8 for originals at a half and less, but as much for pictures that were
///   sharpened or grained after they were enlarged. Nil where there is too little detail.
func ownDetail(of larger: ComparedPixels, beside smaller: ComparedPixels) -> Double? {
  let factor = Double(smaller.fullSize.longSide) / Double(max(1, larger.fullSize.longSide))
  guard factor > 0.02, factor < 1 else { return nil }
  // The part of the scene that both parts have.
  let shared = larger.part.size
  let size = PixelSize(
    width: Int((Double(shared.width) * factor).rounded()), height: Int((Double(shared.height) * factor).rounded()))
  guard size.width >= 24, size.height >= 24, let own = loss(of: larger.part, at: size) else { return nil }
  // Pixels that are repeated have steps that no shrinking keeps, and would pass for detail. Measured on 16 photos: up
  // to two thirds of the size, repeated pixels, saved at 75 and better, have at most 0.84 and originals 0.97 and more;
  // of nearly the same size 1.2 and 0.62.
  let mostOfRepetition = factor <= 2.0 / 3 ? 0.9 : 0.55
  if let repeated = enlargementError(of: larger, from: smaller, by: [.nearest]), repeated <= mostOfRepetition * own {
    return own > 0 ? repeated / own : nil
  }
  let inside = PixelSize(width: min(size.width, smaller.part.width), height: min(size.height, smaller.part.height))
  let cut = smaller.part.cropped(to: inside)
  let enlarged = cut.resampled(
    to: PixelSize(
      width: Int((Double(inside.width) / factor).rounded()), height: Int((Double(inside.height) / factor).rounded())))
  guard let other = loss(of: enlarged, at: inside), other > 1e-6 else { return nil }
  let quotient = own / other
  if let error = enlargementError(of: larger, from: smaller, by: [.linear, .cubic, .lanczos]),
    error <= mostOfEnlargement * own
  {
    return error / own
  }
  // In a picture with hardly any detail most of it comes from compression.
  return own >= 0.12 ? min(100, max(1, quotient)) : nil
}

/// The greatest value of `ownDetail` that an enlargement has.
let mostOfEnlargement = 0.65

/// The distance of a picture from the smaller one enlarged, by the kernel that comes nearest, in shares of the
/// gradient, where that is strongest. Nil of fewer than ten blocks.
private func enlargementError(
  of larger: ComparedPixels, from smaller: ComparedPixels, by kernels: [ResamplingKernel]
) -> Double? {
  let across = Double(smaller.fullSize.width) / Double(larger.fullSize.width)
  let down = Double(smaller.fullSize.height) / Double(larger.fullSize.height)
  return kernels.compactMap { kernel in
    let again = smaller.part.transposed
      .stretched(
        to: larger.part.width, by: kernel, step: across,
        offset: Double(larger.area.x) * across - Double(smaller.area.x)
      ).transposed
      .stretched(
        to: larger.part.height, by: kernel, step: down, offset: Double(larger.area.y) * down - Double(smaller.area.y))
    return error(of: again, for: larger.part)
  }.min()
}

/// The loss by shrinking to a size and enlarging again, in shares of the gradient. Nil for fewer than ten blocks.
private func loss(of plane: LumaPlane, at size: PixelSize) -> Double? {
  error(of: plane.resampled(to: size).resampled(to: plane.size), for: plane)
}

/// Mean difference of two planes in the tenth of blocks of the second with the strongest gradients, in shares of these.
/// Nil of fewer than ten blocks.
private func error(of again: LumaPlane, for plane: LumaPlane) -> Double? {
  let (across, down) = (plane.width / 16, plane.height / 16)
  guard across * down >= 10 else { return nil }
  var blocks: [(gradient: Double, error: Double)] = []
  for row in 0..<down {
    for column in 0..<across {
      var (gradient, error) = (0.0, 0.0)
      for y in row * 16..<row * 16 + 15 {
        for x in column * 16..<column * 16 + 15 {
          let index = y * plane.width + x
          let here = Double(plane.pixels[index])
          gradient +=
            abs(Double(plane.pixels[index + 1]) - here) + abs(Double(plane.pixels[index + plane.width]) - here)
          error += abs(Double(again.pixels[index]) - here)
        }
      }
      blocks.append((gradient, error))
    }
  }
  blocks.sort { $0.gradient > $1.gradient }
  let strongest = blocks.prefix(max(1, blocks.count / 10))
  let gradients = strongest.reduce(0) { $0 + $1.gradient }
  return gradients > 0 ? strongest.reduce(0) { $0 + $1.error } / gradients : nil
}

extension LumaPlane {
  /// The middle of it.
  fileprivate func cropped(to size: PixelSize) -> LumaPlane {
    guard size != self.size else { return self }
    let (left, top) = ((width - size.width) / 2, (height - size.height) / 2)
    var cut: [UInt8] = []
    cut.reserveCapacity(size.pixels)
    for row in top..<top + size.height { cut += pixels[row * width + left..<row * width + left + size.width] }
    return LumaPlane(width: size.width, height: size.height, pixels: cut)
  }

  /// Enlarged or shrunk by cubic interpolation, a side after the other. Shrinking, the kernel is as much wider, so that
  /// nothing is passed over.
  func resampled(to size: PixelSize) -> LumaPlane {
    guard width > 0, height > 0, size.width > 0, size.height > 0 else { return self }
    let wide =
      size.width == width
      ? self
      : transposed.stretched(to: size.width, by: .cubic, step: Double(width) / Double(size.width)).transposed
    return size.height == height
      ? wide : wide.stretched(to: size.height, by: .cubic, step: Double(height) / Double(size.height))
  }

  /// The columns as rows.
  fileprivate var transposed: LumaPlane {
    precondition(pixels.count == width * height)
    let columns = [UInt8](unsafeUninitializedCapacity: pixels.count) { columns, count in
      pixels_transpose(pixels, width, height, columns.baseAddress)
      count = pixels.count
    }
    return LumaPlane(width: height, height: width, pixels: columns)
  }

  /// The plane with other rows, interpolated from top to bottom.
  ///
  /// - Parameters:
  ///   - step: The distance of two new rows, in rows of this plane.
  ///   - offset: The upper edge of the first new row, in rows of this plane. Beyond the edges the last row is repeated.
  fileprivate func stretched(
    to rows: Int, by kernel: ResamplingKernel, step: Double, offset: Double = 0
  ) -> LumaPlane {
    let reach = max(1, step)
    let stretched = [UInt8](unsafeUninitializedCapacity: width * rows) { stretched, count in
      pixels.withUnsafeBufferPointer { source in
        for row in 0..<rows {
          let middle = (Double(row) + 0.5) * step - 0.5 + offset
          let least = (middle - kernel.support * reach).rounded(.up)
          let taps = Int(least)...max(Int(least), Int((middle + kernel.support * reach).rounded(.down)))
          let weights = taps.map { kernel.weight((Double($0) - middle) / reach) }
          let sum = weights.reduce(0, +)
          let sources = taps.map { tap in source.baseAddress.map { $0 + min(max(0, tap), height - 1) * width } }
          pixels_blend(
            sources, weights.map { Float($0 / sum) }, weights.count, width,
            stretched.baseAddress.map { $0 + row * width })
        }
      }
      count = width * rows
    }
    return LumaPlane(width: width, height: rows, pixels: stretched)
  }
}
