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
  let (a, b) = (ChromaPicture(first.areaAveraged(to: size)), ChromaPicture(second.areaAveraged(to: size)))
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
  /// Luma, blue and red.
  var values: [SIMD4<Float>]
  /// Lengths of the larger gradient of the two, of luma and of chroma, in levels a pixel.
  private var gradients: [SIMD2<Float>]

  init(_ a: ChromaPicture, _ b: ChromaPicture) {
    (across, down) = (a.size.width / 4, a.size.height / 4)
    values = [SIMD4<Float>](repeating: .zero, count: across * down)
    gradients = [SIMD2<Float>](repeating: .zero, count: across * down)
    for row in 0..<down {
      for column in 0..<across {
        var (value, gradient) = (SIMD4<Float>.zero, SIMD2<Float>.zero)
        for line in 4 * row..<4 * row + 4 {
          for x in 4 * column..<4 * column + 4 {
            let index = line &* a.size.width &+ x
            value += (a.pixels[index] - b.pixels[index]) / 16
            let squares = pointwiseMax(a.gradientSquares(x, line), b.gradientSquares(x, line))
            gradient += squares.squareRoot() / 16
          }
        }
        values[row * across + column] = value
        gradients[row * across + column] = gradient
      }
    }
  }

  /// The largest gradients of a cell and those around it: an edge nearby may have moved in.
  func largestGradients(around row: Int, _ column: Int) -> SIMD2<Float> {
    var largest = SIMD2<Float>.zero
    for line in max(0, row - 1)...min(down - 1, row + 1) {
      for x in max(0, column - 1)...min(across - 1, column + 1) {
        largest = pointwiseMax(largest, gradients[line * across + x])
      }
    }
    return largest
  }

  /// Half of the cells differ in luma from the second cell beside them by less than this: the noise of saving does,
  /// another tone or one other place does not.
  var noise: Float {
    var steps: [Float] = []
    for row in stride(from: 0, to: down, by: 2) {
      for column in 2..<max(2, across) {
        steps.append(abs(values[row * across + column][0] - values[row * across + column - 2][0]))
      }
    }
    steps.sort()
    return steps.isEmpty ? 0 : steps[steps.count / 2] / Float(2).squareRoot()
  }
}

private func regionDifference(_ a: ChromaPicture, _ b: ChromaPicture) -> Double {
  var cells = DifferenceCells(a, b)
  // Into shares of what is tolerated there.
  for row in 0..<cells.down {
    for column in 0..<cells.across {
      let margins = gradientShare * cells.largestGradients(around: row, column)
      let ofChroma = chromaTolerance + 1.5 * margins[0] + margins[1]
      cells.values[row * cells.across + column] /= SIMD4(lumaTolerance + margins[0], ofChroma, ofChroma, 1)
    }
  }
  let largest = cells.values.reduce(Float(0)) { largest, cell in
    max(largest, abs(cell[0]), (cell[1] * cell[1] + cell[2] * cell[2]).squareRoot())
  }
  let rise = min(largestRise, max(1, cells.noise / smallNoise))
  return Double(min(1000, largest / rise))
}

/// The largest distance between the mean chroma of 16 × 16 fields. Saving again moves it by up to 2.5, white balance a
/// twentieth warmer by 4.3 and more.
private func colourDifference(_ a: ChromaPicture, _ b: ChromaPicture) -> Double {
  if a.isGray != b.isGray { return 255 }
  let fields = 16
  var sums = [(first: SIMD4<Float>, second: SIMD4<Float>)](repeating: (.zero, .zero), count: fields * fields)
  var counts = [Float](repeating: 0, count: fields * fields)
  for y in 0..<a.size.height {
    for x in 0..<a.size.width {
      let field = y * fields / a.size.height * fields + x * fields / a.size.width
      let index = y * a.size.width + x
      sums[field].first += a.pixels[index]
      sums[field].second += b.pixels[index]
      counts[field] += 1
    }
  }
  var largest: Float = 0
  for (sum, count) in zip(sums, counts) where count > 0 {
    let difference = (sum.first - sum.second) / count
    largest = max(largest, (difference[1] * difference[1] + difference[2] * difference[2]).squareRoot())
  }
  return Double(min(255, largest))
}

/// A picture as luma and chroma of BT.601, in levels.
private struct ChromaPicture {
  let size: PixelSize
  /// Luma, blue and red of each pixel.
  let pixels: [SIMD4<Float>]
  /// Nothing has a colour that could be seen.
  let isGray: Bool

  init(_ picture: RGBPicture) {
    size = picture.size
    let count = size.pixels
    var coloured = 0
    pixels = [SIMD4<Float>](unsafeUninitializedCapacity: count) { values, initialised in
      picture.pixels.withUnsafeBufferPointer { pixels in
        for index in 0..<count {
          let (r, g, b) = (Float(pixels[3 &* index]), Float(pixels[3 &* index &+ 1]), Float(pixels[3 &* index &+ 2]))
          let y = 0.299 * r + 0.587 * g + 0.114 * b
          let (blue, red) = ((b - y) * 0.564, (r - y) * 0.713)
          values[index] = SIMD4(y, blue, red, 0)
          if abs(blue) > 3 || abs(red) > 3 { coloured &+= 1 }
        }
      }
      initialised = count
    }
    isGray = coloured * 1000 <= count
  }

  /// Squares of the lengths of the gradients of luma and of both channels of chroma, in levels a pixel.
  @inline(__always)
  func gradientSquares(_ x: Int, _ y: Int) -> SIMD2<Float> {
    let (left, right) = (max(x &- 1, 0), min(x &+ 1, size.width &- 1))
    let (above, below) = (max(y &- 1, 0), min(y &+ 1, size.height &- 1))
    let across = (pixels[y &* size.width &+ right] - pixels[y &* size.width &+ left]) / 2
    let down = (pixels[below &* size.width &+ x] - pixels[above &* size.width &+ x]) / 2
    let squares = across * across + down * down
    return SIMD2(squares[0], squares[1] + squares[2])
  }
}
