import PhotoModel

/// The difference of two pictures of one framing beyond what saving again or another size explains.
///
/// Both are shrunk to one size of at most 1024 pixels, and the means of 4 × 4 pixels are held against each other.
/// Compression and scaling move such a mean by up to 4 levels, beside edges by 0.3 of the gradient more, and all over
/// the picture the more the stronger they are. docs/DETECTION.md has what was measured.
///
/// - Returns: `colour` and `region`; nothing else is known.
func difference(of first: RGBPicture, _ second: RGBPicture) -> PairComparison {
  let smaller = PixelSize(width: min(first.width, second.width), height: min(first.height, second.height))
  let size = smaller.fitted(longSide: ComparedPixels.side)
  let (a, b) = (ChromaPlanes(first.areaAveraged(to: size)), ChromaPlanes(second.areaAveraged(to: size)))
  guard a.size == b.size, a.size.width >= 4, a.size.height >= 4 else {
    return PairComparison(colour: 255, region: 1000)
  }
  return PairComparison(colour: colourDifference(a, b), region: regionDifference(a, b))
}

/// Levels by which luma and chroma may differ, and the share of the gradient that is added.
private let lumaTolerance: Float = 4
private let chromaTolerance: Float = 9
private let gradientShare: Float = 0.30
/// How much of its tolerance half of the luma of a picture differs at most that was saved well, and how far the
/// tolerances rise with more.
private let smallNoise: Float = 0.06
private let largestRise: Float = 2.5

/// Means of 4 × 4 pixels: how two pictures differ there, in levels.
private struct DifferenceCells {
  let across: Int
  let down: Int
  var luma: [Float]
  var blue: [Float]
  var red: [Float]
  /// Length of the larger gradient of the two, in levels a pixel.
  var lumaGradient: [Float]
  var chromaGradient: [Float]

  init(_ a: ChromaPlanes, _ b: ChromaPlanes) {
    (across, down) = (a.size.width / 4, a.size.height / 4)
    luma = [Float](repeating: 0, count: across * down)
    (blue, red, lumaGradient, chromaGradient) = (luma, luma, luma, luma)
    for line in 0..<down * 4 {
      for x in 0..<across * 4 {
        let (index, cell) = (line * a.size.width + x, line / 4 * across + x / 4)
        luma[cell] += (a.luma[index] - b.luma[index]) / 16
        blue[cell] += (a.blue[index] - b.blue[index]) / 16
        red[cell] += (a.red[index] - b.red[index]) / 16
        lumaGradient[cell] += max(a.lumaGradient(x, line), b.lumaGradient(x, line)) / 16
        chromaGradient[cell] += max(a.chromaGradient(x, line), b.chromaGradient(x, line)) / 16
      }
    }
  }

  /// The largest of a cell and those around it: an edge nearby may have moved in.
  func largestAround(_ values: [Float], _ row: Int, _ column: Int) -> Float {
    var largest: Float = 0
    for line in max(0, row - 1)...min(down - 1, row + 1) {
      for x in max(0, column - 1)...min(across - 1, column + 1) { largest = max(largest, values[line * across + x]) }
    }
    return largest
  }

  /// Half of the cells differ from the second cell beside them by less than this: the noise of saving does, another
  /// tone or one other place does not.
  func noise(of values: [Float]) -> Float {
    var steps: [Float] = []
    for row in stride(from: 0, to: down, by: 2) {
      for column in 2..<max(2, across) {
        steps.append(abs(values[row * across + column] - values[row * across + column - 2]))
      }
    }
    steps.sort()
    return steps.isEmpty ? 0 : steps[steps.count / 2] / Float(2).squareRoot()
  }
}

private func regionDifference(_ a: ChromaPlanes, _ b: ChromaPlanes) -> Double {
  var cells = DifferenceCells(a, b)
  // Into shares of what is tolerated there.
  for row in 0..<cells.down {
    for column in 0..<cells.across {
      let cell = row * cells.across + column
      let lumaMargin = gradientShare * cells.largestAround(cells.lumaGradient, row, column)
      let chromaMargin = gradientShare * cells.largestAround(cells.chromaGradient, row, column)
      cells.luma[cell] /= lumaTolerance + lumaMargin
      cells.blue[cell] /= chromaTolerance + 1.5 * lumaMargin + chromaMargin
      cells.red[cell] /= chromaTolerance + 1.5 * lumaMargin + chromaMargin
    }
  }
  let largest = cells.luma.indices.reduce(Float(0)) { largest, cell in
    let (blue, red) = (cells.blue[cell], cells.red[cell])
    return max(largest, abs(cells.luma[cell]), (blue * blue + red * red).squareRoot())
  }
  let rise = min(largestRise, max(1, cells.noise(of: cells.luma) / smallNoise))
  return Double(min(1000, largest / rise))
}

/// The largest distance between the mean chroma of 16 × 16 fields. Saving again moves it by up to 2.5, white balance a
/// twentieth warmer by 4.3 and more.
private func colourDifference(_ a: ChromaPlanes, _ b: ChromaPlanes) -> Double {
  if a.isGray != b.isGray { return 255 }
  let fields = 16
  var sums = [SIMD4<Float>](repeating: .zero, count: fields * fields)
  var counts = [Float](repeating: 0, count: fields * fields)
  for y in 0..<a.size.height {
    for x in 0..<a.size.width {
      let field = y * fields / a.size.height * fields + x * fields / a.size.width
      let index = y * a.size.width + x
      sums[field] += SIMD4(a.blue[index], a.red[index], b.blue[index], b.red[index])
      counts[field] += 1
    }
  }
  var largest: Float = 0
  for (sum, count) in zip(sums, counts) where count > 0 {
    let (blue, red) = ((sum[0] - sum[2]) / count, (sum[1] - sum[3]) / count)
    largest = max(largest, (blue * blue + red * red).squareRoot())
  }
  return Double(min(255, largest))
}

/// A picture as luma and chroma of BT.601, in levels.
private struct ChromaPlanes {
  let size: PixelSize
  var luma: [Float]
  var blue: [Float]
  var red: [Float]
  /// Nothing has a colour that could be seen.
  var isGray = true

  init(_ picture: RGBPicture) {
    size = picture.size
    let count = size.pixels
    luma = [Float](repeating: 0, count: count)
    blue = luma
    red = luma
    var coloured = 0
    picture.pixels.withUnsafeBufferPointer { pixels in
      for index in 0..<count {
        let (r, g, b) = (Float(pixels[3 &* index]), Float(pixels[3 &* index &+ 1]), Float(pixels[3 &* index &+ 2]))
        let y = 0.299 * r + 0.587 * g + 0.114 * b
        luma[index] = y
        blue[index] = (b - y) * 0.564
        red[index] = (r - y) * 0.713
        if abs(blue[index]) > 3 || abs(red[index]) > 3 { coloured &+= 1 }
      }
    }
    isGray = coloured * 1000 <= count
  }

  /// Length of the gradient of luma, in levels a pixel.
  func lumaGradient(_ x: Int, _ y: Int) -> Float { gradientSquare(of: luma, x, y).squareRoot() }

  /// Length of the gradient of both channels of chroma, in levels a pixel.
  func chromaGradient(_ x: Int, _ y: Int) -> Float {
    (gradientSquare(of: blue, x, y) + gradientSquare(of: red, x, y)).squareRoot()
  }

  private func gradientSquare(of plane: [Float], _ x: Int, _ y: Int) -> Float {
    let (left, right) = (max(x - 1, 0), min(x + 1, size.width - 1))
    let (above, below) = (max(y - 1, 0), min(y + 1, size.height - 1))
    let across = (plane[y * size.width + right] - plane[y * size.width + left]) / 2
    let down = (plane[below * size.width + x] - plane[above * size.width + x]) / 2
    return across * across + down * down
  }
}
