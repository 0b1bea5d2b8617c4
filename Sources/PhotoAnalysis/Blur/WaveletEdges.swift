internal import CPixels
import Foundation
import PhotoModel

/// What three levels of Haar wavelets (factor ½) tell of a picture.
struct WaveletEdges {
  /// Share of edges that grow from coarse to fine, as only a sharp picture's do: Tong et al., ICME 2004, their "Per".
  ///
  /// Edge energy by the root of the squares of the three details, the largest of each 8 × 8, 4 × 4 and 2 × 2 block, an
  /// edge where any exceeds 35. 0 without edges.
  private(set) var growingShare = 0.0
  /// Standard deviation of the noise, in gray levels: the median of the finest diagonal details (Donoho 1995).
  private(set) var noise = 0.0

  init(of plane: FloatPlane) {
    let width = plane.width / 16 * 16
    let height = plane.height / 16 * 16
    guard width > 0, height > 0 else { return }
    var approximation = plane.values
    var (levelWidth, levelHeight, stride) = (width, height, plane.width)
    var maxima: [[Float]] = []
    for block in [8, 4, 2] {
      let step = haarStep(approximation, width: levelWidth, height: levelHeight, stride: stride)
      if maxima.isEmpty { noise = Double(step.medianDiagonal) / 0.6745 }
      (levelWidth, levelHeight) = (levelWidth / 2, levelHeight / 2)
      stride = levelWidth
      approximation = step.approximation
      maxima.append(blockMaxima(of: step.energies, width: levelWidth, height: levelHeight, side: block))
    }
    var edges = 0
    var growing = 0
    for index in maxima[0].indices {
      let (fine, middle, coarse) = (maxima[0][index], maxima[1][index], maxima[2][index])
      guard max(fine, max(middle, coarse)) > 35 * 35 else { continue }
      edges += 1
      if fine > middle && middle > coarse { growing += 1 }
    }
    growingShare = edges == 0 ? 0 : Double(growing) / Double(edges)
  }
}

/// Half-size approximation, the sum of the squares of the three details, and the median size of the diagonal one.
private struct HaarStep {
  var approximation: [Float]
  var energies: [Float]
  var medianDiagonal: Float
}

/// - Parameter stride: From one row of `values` to the next, at least `width`.
private func haarStep(_ values: [Float], width: Int, height: Int, stride: Int) -> HaarStep {
  let (halfWidth, halfHeight) = (width / 2, height / 2)
  var approximation = [Float](repeating: 0, count: halfWidth * halfHeight)
  var energies = approximation
  // Of whole gray levels the diagonal is a multiple of ½, at most 255.
  var histogram = [UInt32](repeating: 0, count: Int(PIXELS_DIAGONALS))
  pixels_haar(values, width, height, stride, &approximation, &energies, &histogram)
  return HaarStep(
    approximation: approximation, energies: energies,
    medianDiagonal: median(ofHalfLevels: histogram, count: halfWidth * halfHeight))
}

/// The median of sizes that were rounded to halves, taken as spread evenly around each half.
private func median(ofHalfLevels histogram: [UInt32], count: Int) -> Float {
  var below = 0
  for (bin, number) in histogram.enumerated() where number > 0 {
    if (below + Int(number)) * 2 >= count {
      let part = (Float(count) / 2 - Float(below)) / Float(number)
      return bin == 0 ? part / 4 : Float(bin) / 2 - 0.25 + part / 2
    }
    below += Int(number)
  }
  return 0
}

private func blockMaxima(of values: [Float], width: Int, height: Int, side: Int) -> [Float] {
  var maxima = [Float](repeating: 0, count: (width / side) * (height / side))
  pixels_block_maxima(values, width, height, side, &maxima)
  return maxima
}
