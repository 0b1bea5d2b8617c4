internal import CPixels
import Foundation
import PhotoModel

/// How much more detail the larger of two pictures has than the smaller one enlarged to its size.
///
/// Each is shrunk to the size of the smaller one and enlarged again; what that loses, in the tenth of 16 × 16 blocks
/// with the strongest gradients and divided by these, is what the smaller size cannot hold. An enlargement loses as
/// little as the smaller picture enlarged here.
///
/// - Returns: The quotient of both losses. Measured on 28 photos saved at 80 to 95: at a half and less originals have
///   1.6 to 2.8 (one 1.5), enlargements 0.9 to 1.53; from 0.6 on enlargements reach 2.0. Nil where there is too little
///   to tell by.
func ownDetail(of larger: ComparedPixels, beside smaller: ComparedPixels) -> Double? {
  let factor = Double(smaller.fullSize.longSide) / Double(max(1, larger.fullSize.longSide))
  guard factor > 0.02, factor < 1 else { return nil }
  // The same part in both, as much of it as both parts have.
  let shared = larger.part.size
  let size = PixelSize(
    width: Int((Double(shared.width) * factor).rounded()), height: Int((Double(shared.height) * factor).rounded()))
  guard size.width >= 24, size.height >= 24 else { return nil }
  let own = loss(of: larger.part, at: size)
  let inside = PixelSize(width: min(size.width, smaller.part.width), height: min(size.height, smaller.part.height))
  let cut = smaller.part.cropped(to: inside)
  let enlarged = cut.resampled(
    to: PixelSize(
      width: Int((Double(inside.width) / factor).rounded()), height: Int((Double(inside.height) / factor).rounded())))
  // Pixels that are repeated have steps that no shrinking keeps, and would pass for detail: they explain more than any
  // curve.
  if let own, let repeated = repetitionError(of: larger, from: smaller, factor), repeated < own { return 0.5 }
  // In a picture with hardly any detail compression makes most of it.
  guard let own, own >= 0.12, let other = loss(of: enlarged, at: inside), other > 1e-6 else { return nil }
  return min(100, own / other)
}

/// How far a picture is from the smaller one with each pixel repeated, in shares of the gradient, where that is
/// strongest.
private func repetitionError(of larger: ComparedPixels, from smaller: ComparedPixels, _ factor: Double) -> Double? {
  let (plane, other) = (larger.part, smaller.part)
  let columns = (0..<plane.width).map { Int((Double($0 + larger.area.x) + 0.5) * factor) - smaller.area.x }
  let repeated = (0..<plane.height).flatMap { y -> [UInt8] in
    let row = min(max(0, Int((Double(y + larger.area.y) + 0.5) * factor) - smaller.area.y), other.height - 1)
    return columns.map { other.pixels[row * other.width + min(max(0, $0), other.width - 1)] }
  }
  let again = LumaPlane(width: plane.width, height: plane.height, pixels: repeated)
  return error(of: again, for: plane)
}

/// What shrinking to a size and enlarging again loses, in shares of the gradient. Nil of fewer than ten blocks.
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

  /// Enlarged or shrunk by cubic interpolation (Keys, IEEE TASSP 1981, a = −0.5), a side after the other. Shrinking,
  /// the kernel is as much wider, so that nothing is passed over.
  func resampled(to size: PixelSize) -> LumaPlane {
    let wide = transposed.stretched(to: size.width).transposed
    return wide.stretched(to: size.height)
  }

  /// The columns as rows.
  private var transposed: LumaPlane {
    precondition(pixels.count == width * height)
    let columns = [UInt8](unsafeUninitializedCapacity: pixels.count) { columns, count in
      pixels_transpose(pixels, width, height, columns.baseAddress)
      count = pixels.count
    }
    return LumaPlane(width: height, height: width, pixels: columns)
  }

  /// The plane with another number of rows.
  private func stretched(to rows: Int) -> LumaPlane {
    guard rows != height, width > 0, height > 0, rows > 0 else { return self }
    let step = Double(height) / Double(rows)
    let reach = max(1, step)
    let stretched = [UInt8](unsafeUninitializedCapacity: width * rows) { stretched, count in
      pixels.withUnsafeBufferPointer { source in
        for row in 0..<rows {
          let middle = (Double(row) + 0.5) * step - 0.5
          let taps = Int((middle - 2 * reach).rounded(.up))...Int((middle + 2 * reach).rounded(.down))
          let weights = taps.map { cubic(abs(Double($0) - middle) / reach) }
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

private func cubic(_ x: Double) -> Double {
  if x >= 2 { return 0 }
  return x < 1 ? (1.5 * x - 2.5) * x * x + 1 : ((-0.5 * x + 2.5) * x - 4) * x + 2
}
