import CPixels
import PhotoModel

/// The difference of two pictures of one framing beyond the effects of saving again or another size.
///
/// Both are shrunk to one size of at most 1024 pixels, and the means of 4 × 4 pixels are compared. Compression and
/// scaling move such a mean by up to 4 levels, beside edges by 0.3 of the gradient more, and all over the picture the
/// more the stronger they are. docs/DETECTION.md has the measurements.
///
/// - Returns: `colour` and `region`; other values are not measured.
func difference(of first: RGBPicture, _ second: RGBPicture) -> PairComparison {
  let smaller = PixelSize(width: min(first.width, second.width), height: min(first.height, second.height))
  let size = smaller.fitted(longSide: ComparedPixels.side)
  let (a, b) = (ChromaPicture(first.areaAveraged(to: size)), ChromaPicture(second.areaAveraged(to: size)))
  guard a.size == b.size, a.size.width >= 4, a.size.height >= 4 else {
    return PairComparison(colour: 254, region: 1000)
  }
  return PairComparison(colour: colourDifference(a, b), region: regionDifference(a, b))
}

/// Levels by which luma and chroma may differ, and the share of the gradient that is added.
private let lumaTolerance: Float = 4
private let chromaTolerance: Float = 9
private let gradientShare: Float = 0.30
/// The share of its tolerance by which half of the luma of a well saved picture differs at most, and the limit up to
/// which tolerances rise with more.
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
    (values, gradients) = ([], [])
    values.reserveCapacity(across * down)
    gradients.reserveCapacity(across * down)
    var means = [Float](repeating: 0, count: 5 * across)
    let (rowLength, planeLength) = (a.rowLength, a.planeLength)
    for row in 0..<down {
      let first = a.index(0, 4 * row)
      a.planes.withUnsafeBufferPointer { a in
        b.planes.withUnsafeBufferPointer { b in
          guard let one = a.baseAddress, let other = b.baseAddress else { return }
          pixels_differences(one + first, other + first, rowLength, planeLength, across, &means)
        }
      }
      for cell in stride(from: 0, to: means.count, by: 5) {
        values.append(SIMD4(means[cell], means[cell + 1], means[cell + 2], 0))
        gradients.append(SIMD2(means[cell + 3], means[cell + 4]))
      }
    }
  }

  /// The largest gradients of a cell and its neighbours: an edge nearby may have moved in.
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
  // The differences become shares of the tolerance there.
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
/// twentieth warmer by 4.3 and more. 255 where one picture is gray and the other not, 254 where the colours of one are
/// stronger.
private func colourDifference(_ a: ChromaPicture, _ b: ChromaPicture) -> Double {
  if a.isGray != b.isGray { return 255 }
  let (size, fields) = (a.size, 16)
  let columns = (0..<size.width).map { $0 * fields / size.width }
  // Blue and red of the first, then of the second.
  var sums = [SIMD4<Float>](repeating: .zero, count: fields * fields)
  var counts = [Float](repeating: 0, count: fields * fields)
  let (blue, red) = (a.planeLength, 2 * a.planeLength)
  for y in 0..<size.height {
    let field = y * fields / size.height * fields
    for x in 0..<size.width {
      let index = a.index(x, y)
      sums[field + columns[x]] += SIMD4(
        a.planes[index + blue], a.planes[index + red], b.planes[index + blue], b.planes[index + red])
      counts[field + columns[x]] += 1
    }
  }
  var largest: Float = 0
  var squares = SIMD2<Float>.zero
  for (sum, count) in zip(sums, counts) where count > 0 {
    let mean = sum / count
    let difference = mean.lowHalf - mean.highHalf
    largest = max(largest, (difference * difference).sum().squareRoot())
    squares += SIMD2((mean.lowHalf * mean.lowHalf).sum(), (mean.highHalf * mean.highHalf).sum())
  }
  return hasStrongerColours(squares / Float(sums.count)) ? 254 : Double(min(254, largest))
}

/// Whether the colours of one of two pictures are stronger by 8 %: saving again changes them by less than 7 %.
///
/// - Parameter squares: The mean squares of the chroma of both, in levels; under four levels they are not compared.
private func hasStrongerColours(_ squares: SIMD2<Float>) -> Bool {
  squares.min() >= 16 && squares.max() > squares.min() * 1.08 * 1.08
}

/// A picture as luma and chroma of BT.601, in levels.
private struct ChromaPicture {
  let size: PixelSize
  /// Luma, blue and red, one plane after the other. Around each stand the outermost pixels once more, and each row is
  /// so long that 16 values can be read from any pixel on.
  let planes: [Float]
  /// The values from a pixel to the one below.
  let rowLength: Int
  /// Whether nothing has a visible colour.
  let isGray: Bool

  init(_ picture: RGBPicture) {
    size = picture.size
    let (width, height) = (picture.width, picture.height)
    rowLength = (width + 15) / 16 * 16 + 2
    let (rowLength, plane) = (rowLength, rowLength * (height + 2))
    var coloured = 0
    planes = [Float](unsafeUninitializedCapacity: 3 * plane) { planes, initialised in
      planes.initialize(repeating: 0)
      initialised = 3 * plane
      picture.pixels.withUnsafeBufferPointer { pixels in
        guard let target = planes.baseAddress, let source = pixels.baseAddress else { return }
        for y in 0..<height {
          let row = target + (y + 1) * rowLength + 1
          coloured += pixels_chroma(source + 3 * y * width, width, row, row + plane, row + 2 * plane)
        }
      }
      for first in stride(from: 0, to: 3 * plane, by: plane) {
        for row in 1...height {
          let left = first + row * rowLength
          (planes[left], planes[left + width + 1]) = (planes[left + 1], planes[left + width])
        }
        for x in first..<first + rowLength {
          planes[x] = planes[x + rowLength]
          planes[x + (height + 1) * rowLength] = planes[x + height * rowLength]
        }
      }
    }
    isGray = coloured * 1000 <= size.pixels
  }

  /// The values from one plane to the next.
  var planeLength: Int { rowLength * (size.height + 2) }

  /// The index of the luma of a pixel in `planes`.
  func index(_ x: Int, _ y: Int) -> Int { (y + 1) * rowLength + x + 1 }
}
