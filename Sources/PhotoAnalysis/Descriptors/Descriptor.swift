import CPixels
package import PhotoModel

/// Descriptor G: which way the edges run in each of 8 × 8 fields of the picture, freed of light and contrast.
///
/// Margins off, 128 × 128 gray (the aspect ratio does not count), Gaussian σ 0.8, Sobel; the magnitudes of each field
/// of 16 px in eight directions modulo π; divided by the energy around the field, square root, the mean taken off.
/// Two pictures compare by `cosineSimilarity`; layout (row, column, direction), direction fastest.
///
/// - Returns: 512 signed bytes with the largest at ±127: the cosine of two of them is within 0.003 of the exact one.
///   Empty where the picture is too flat for any descriptor to be trusted.
package func descriptor(of luma: LumaPlane) -> [Int8] {
  let trimmed = luma.trimmed
  return isFlat(trimmed) ? [] : DescriptorGrid.quantised(DescriptorGrid.vector(of: trimmed))
}

/// Numbers of descriptor G, and the steps that make it.
enum DescriptorGrid {
  static let cells = 8
  static let directions = 8
  static let count = cells * cells * directions
  private static let side = 128

  /// Unit length, unless the picture has no edge at all: then all zero.
  static func vector(of trimmed: LumaPlane) -> [Float] {
    let small = trimmed.squared(to: side)
    let smooth = FloatPlane(small).smoothed(gaussianKernel(deviation: 0.8))
    return normalised(directionHistograms(of: smooth, cellSide: side / cells))
  }

  /// The vector of 8 × 8 fields of gradient energy by direction: unit length, or all zero without any edge.
  static func normalised(_ histograms: [Float]) -> [Float] {
    var vector = lightFree(histograms)
    let mean = vector.reduce(0, +) / Float(count)
    var squares: Float = 0
    for index in vector.indices {
      vector[index] -= mean
      squares += vector[index] * vector[index]
    }
    guard squares > 0 else { return vector }
    let scale = 1 / squares.squareRoot()
    return vector.map { $0 * scale }
  }

  static func quantised(_ vector: [Float]) -> [Int8] {
    let largest = vector.reduce(0) { max($0, abs($1)) }
    guard largest > 0 else { return [] }
    return vector.map { Int8(($0 * 127 / largest).rounded()) }
  }

  /// Gradient magnitude by field and direction, each split linearly between the two nearest directions.
  ///
  /// - Parameters:
  ///   - plane: A square plane.
  ///   - cellSide: The side of a field, in pixels.
  static func directionHistograms(of plane: FloatPlane, cellSide: Int) -> [Float] {
    let side = plane.width
    let cells = side / cellSide
    var histograms = [Float](repeating: 0, count: cells * cells * directions)
    var magnitudes = [Float](repeating: 0, count: side)
    var positions = magnitudes
    for y in 0..<side {
      plane.values.withUnsafeBufferPointer { pixels in
        guard let first = pixels.baseAddress else { return }
        let (above, below) = (max(0, y - 1), min(side - 1, y + 1))
        pixels_directions(
          first + above * side, first + y * side, first + below * side, side, &magnitudes, &positions)
      }
      let row = (y / cellSide) * cells * directions
      histograms.withUnsafeMutableBufferPointer { histograms in
        for x in 0..<side where magnitudes[x] > 0 {
          let bin = Int(positions[x])
          let fraction = positions[x] - Float(bin)
          let cell = row &+ (x / cellSide) &* directions
          histograms[cell &+ bin & 7] += magnitudes[x] * (1 - fraction)
          histograms[cell &+ (bin &+ 1) & 7] += magnitudes[x] * fraction
        }
      }
    }
    return histograms
  }

  /// Square root of each field's share of the energy around it.
  private static func lightFree(_ histograms: [Float]) -> [Float] {
    let energies = (0..<cells * cells).map { cell in
      histograms[cell * directions..<(cell + 1) * directions].reduce(0, +)
    }
    let mean = energies.reduce(0, +) / Float(energies.count)
    var result = histograms
    for row in 0..<cells {
      for column in 0..<cells {
        var around: Float = 0
        for dy in -1...1 {
          for dx in -1...1 {
            let nearRow = min(cells - 1, max(0, row + dy))
            let nearColumn = min(cells - 1, max(0, column + dx))
            around += energies[nearRow * cells + nearColumn] / 9
          }
        }
        let cell = row * cells + column
        for index in cell * directions..<(cell + 1) * directions {
          result[index] = (histograms[index] / (around + 0.15 * mean + 1e-3)).squareRoot()
        }
      }
    }
    return result
  }
}
