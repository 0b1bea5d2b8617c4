internal import CPixels
import Foundation

/// The fineness of the edges of a picture, by three levels of Haar wavelets (factor ½).
struct WaveletEdges {
  /// ln of the amplitude of edges at the finest level against that at the next: the value that a tenth of the stronger
  /// half of the edges exceeds. NaN with fewer than ten edges.
  ///
  /// An edge is a field of 16 × 16 pixels where the energy, the sum of the squares of the three details, exceeds 35² at
  /// any level; the largest in the field counts. Blur takes the finest level first. Tong et al., ICME 2004, count the
  /// fields in which energy grows towards the finest level, which of a small picture are none or three.
  private(set) var fineAgainstMiddle = Double.nan
  /// ln of the mean square of the finest details against the square of their mean: high for sharp edges in a calm
  /// picture, low where all is alike, as blur makes it.
  private(set) var sparseness = 0.0
  /// Standard deviation of the noise, in gray levels, as each of the levels has it: the median of the diagonal details
  /// (Donoho 1995). Noise has the same at all levels, texture grows towards the coarser ones.
  private(set) var noise: [Double] = []
  /// Two gray levels of noise, and at the next level hardly more.
  var isNoisy: Bool { noise.count == 3 && noise[0] >= 2 && noise[1] <= 1.5 * noise[0] }

  init(of plane: FloatPlane) {
    let width = plane.width / 16 * 16
    let height = plane.height / 16 * 16
    guard width > 0, height > 0 else { return }
    var approximation = plane.values
    var (levelWidth, levelHeight, stride) = (width, height, plane.width)
    var maxima: [[Float]] = []
    for block in [8, 4, 2] {
      let step = haarStep(approximation, width: levelWidth, height: levelHeight, stride: stride)
      noise.append(Double(step.medianDiagonal) / 0.6745)
      if maxima.isEmpty { sparseness = Self.sparseness(of: step.energies) }
      (levelWidth, levelHeight) = (levelWidth / 2, levelHeight / 2)
      stride = levelWidth
      approximation = step.approximation
      maxima.append(blockMaxima(of: step.energies, width: levelWidth, height: levelHeight, side: block))
    }
    let edges = maxima[0].indices.filter { max(maxima[0][$0], maxima[1][$0], maxima[2][$0]) > 35 * 35 }
    guard edges.count >= 10, let middle = percentile(0.5, of: edges.map { maxima[2][$0] }) else { return }
    // Four is the square of two gray levels: less is no detail.
    let ratios = edges.filter { Double(maxima[2][$0]) >= middle }.map {
      0.5 * log((maxima[0][$0] + 4) / (maxima[1][$0] + 4))
    }
    fineAgainstMiddle = percentile(0.9, of: ratios) ?? .nan
  }

  private static func sparseness(of energies: [Float]) -> Double {
    var squares = 0.0
    var sizes = 0.0
    for energy in energies {
      squares += Double(energy)
      sizes += Double(energy.squareRoot())
    }
    let count = Double(max(1, energies.count))
    // Half a level, that nothing is divided by nothing.
    return log(squares / count + 0.5) - 2 * log(sizes / count + 0.3)
  }
}

/// Half-size approximation, the sum of the squares of the three details, and the median size of the diagonal one.
private struct HaarStep {
  var approximation: [Float]
  var energies: [Float]
  var medianDiagonal: Float
}

/// - Parameter stride: The distance from one row of `values` to the next, at least `width`.
private func haarStep(_ values: [Float], width: Int, height: Int, stride: Int) -> HaarStep {
  let (halfWidth, halfHeight) = (width / 2, height / 2)
  var approximation = [Float](repeating: 0, count: halfWidth * halfHeight)
  var energies = approximation
  // With whole gray levels the diagonal is a multiple of ½, at most 255.
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
