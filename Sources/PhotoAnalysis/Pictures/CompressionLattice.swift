import Foundation
import PhotoModel

/// The fit of a picture's values to the JPEG compression of another of the same size.
///
/// The 8 × 8 DCT of its luma on the other's block grid, divided by the other's quantisation steps. Only steps of 3 and
/// more, of which its own are at most half, and blocks that are neither flat nor clipped count.
struct LatticeFit {
  /// The certainty that the picture was made from the other: values of a picture that was once compressed so lie near
  /// whole numbers, also after it was saved again more finely (double compression; Bianchi and Piva, IEEE TIFS 2012;
  /// Thai and Cogranne, IEEE TIFS 2017). 1 − mean distance to the nearest whole number ÷ 0.25 of values above 0.6, as
  /// the median over the first 15 frequencies: 0 for values unrelated to the lattice, 1 for values on it. Nil where
  /// there are too few values.
  var share: Double?
  /// Whether the other was made from the picture: its compression rounds each value of the picture to its own. An
  /// edited or more coarsely saved JPEG is not taken for the original. False also where there are too few values.
  var rounds = false

  /// Measures the fit. Both values are absent where the pictures differ by more than saving again in a region of two
  /// blocks and more: one is an edit of the other. Measured on 13 photos: of re-saves 1 of 26 has such a spot, of those
  /// with a healed spot of 8 pixels radius 21, with 2 % more contrast 19, sharpened all.
  init(of picture: ComparedPixels, on other: ComparedPixels) {
    guard other.steps.count == 64, picture.area == other.area, picture.part.size == other.part.size else { return }
    let steps = uprightSteps(other).map(Double.init)
    let own = picture.steps.count == 64 ? uprightSteps(picture).map(Double.init) : nil
    let terms = firstFrequencies.filter { term in steps[term] >= 3 && own.map { $0[term] * 2 <= steps[term] } ?? true }
    guard terms.count >= 3 else { return }
    var distances = [Double](repeating: 0, count: 64)
    var counts = [Int](repeating: 0, count: 64)
    var errors = RoundingErrors()
    var spots: Set<BlockCorner> = []
    for corner in blockCorners(in: picture.area, grid: other) {
      guard let mine = block(of: picture.part, corner).map(transformed),
        let its = block(of: other.part, corner).map(transformed)
      else { continue }
      var beyond = 0
      for term in terms {
        let value = mine[term] / steps[term]
        if abs(value) > 0.6 {
          distances[term] += abs(value - value.rounded())
          counts[term] += 1
        }
        errors.add(mine[term], roundedTo: its[term], step: steps[term], term: term)
        let error = abs(value - (its[term] / steps[term]).rounded())
        if RoundingErrors.isBeyond(error, step: steps[term]) { beyond += 1 }
      }
      if beyond >= 2 { spots.insert(corner) }
    }
    guard !spots.contains(where: { $0.neighboursBehind.contains(where: spots.contains) }) else { return }
    rounds = errors.areOfRounding
    let shares = terms.filter { counts[$0] >= 30 }.map { 1 - distances[$0] / Double(counts[$0]) / 0.25 }.sorted()
    if shares.count >= 3 { share = min(1, max(0, shares[shares.count / 2])) }
  }
}

/// The distances of values from their quantised values in a JPEG, in quantisation steps.
///
/// Only values that the JPEG has at one step or more count: all smaller ones are zero in it.
struct RoundingErrors {
  private var counts = [Int](repeating: 0, count: 64)
  private var inner = 0
  private var outer = 0
  private var beyond = 0

  /// - Parameters:
  ///   - value: The value in gray levels.
  ///   - rounded: The same value in the JPEG, near a multiple of the step.
  mutating func add(_ value: Double, roundedTo rounded: Double, step: Double, term: Int) {
    let level = (rounded / step).rounded()
    guard abs(level) >= 1 else { return }
    let error = abs(value / step - level)
    counts[term] += 1
    if error <= 0.25 { inner += 1 } else if error <= 0.5 { outer += 1 }
    if Self.isBeyond(error, step: step) { beyond += 1 }
  }

  /// Whether an error in steps is more than rounding makes, to the step and to a whole gray level.
  static func isBeyond(_ error: Double, step: Double) -> Bool { error > 0.5 + 1 / step }

  /// Whether the distances are those of rounding: of 1 000 and more in three frequencies and more at most 0.3 % are
  /// over half a step, but for rounding to whole gray levels, and they fill the step evenly, which noise does not: its
  /// outer half has at least three quarters as many as its inner one. Measured on 49 photos: noise that has so few
  /// beyond half a step has at most half as many there.
  var areOfRounding: Bool {
    let count = counts.reduce(0, +)
    return counts.count { $0 >= 30 } >= 3 && count >= 1000 && beyond * 1000 <= count * 3 && outer * 4 >= inner * 3
  }
}

/// The first frequencies in JPEG's zigzag order, without the mean.
let firstFrequencies = [1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5]

/// The steps as the upright picture has them: of a picture lying on its side rows and columns are exchanged.
func uprightSteps(_ picture: ComparedPixels) -> [Int] {
  guard picture.orientation.exchangesSides else { return picture.steps }
  return (0..<64).map { picture.steps[$0 % 8 * 8 + $0 / 8] }
}

/// The upper left corner of a block in a part of a picture.
struct BlockCorner: Hashable {
  var x: Int
  var y: Int

  /// The corners of those four of the eight neighbours that come later, row by row.
  var neighboursBehind: [BlockCorner] {
    [(8, 0), (-8, 8), (0, 8), (8, 8)].map { BlockCorner(x: x + $0.0, y: y + $0.1) }
  }
}

/// The blocks of a JPEG that lie in an area of it, counted from the corner of that.
func blockCorners(in area: PixelRect, grid: ComparedPixels) -> [BlockCorner] {
  // Blocks are counted from the corner that the file begins with.
  let isFromRight = [.upMirrored, .down, .right, .rightMirrored].contains(grid.orientation)
  let isFromBottom = [.down, .downMirrored, .rightMirrored, .left].contains(grid.orientation)
  func start(_ isReversed: Bool, _ length: Int, _ offset: Int) -> Int {
    let first = isReversed ? length % 8 : 0
    return ((first - offset) % 8 + 8) % 8
  }
  let left = start(isFromRight, grid.fullSize.width, area.x)
  let top = start(isFromBottom, grid.fullSize.height, area.y)
  return stride(from: top, through: area.height - 8, by: 8).flatMap { y in
    stride(from: left, through: area.width - 8, by: 8).map { BlockCorner(x: $0, y: y) }
  }
}

/// Some of the elements, about `count` at most, evenly from begin to end.
func spread<Element>(_ elements: [Element], over count: Int) -> [Element] {
  stride(from: 0, to: elements.count, by: max(1, elements.count / count)).map { elements[$0] }
}

/// The 64 gray levels from a corner on, less 128; nil where they are flat or clipped.
func block(of part: LumaPlane, _ corner: BlockCorner) -> [Double]? {
  var block = [Double](repeating: 0, count: 64)
  var (least, most): (UInt8, UInt8) = (255, 0)
  for row in 0..<8 {
    for column in 0..<8 {
      let value = part.pixels[(corner.y + row) * part.width + corner.x + column]
      (least, most) = (min(least, value), max(most, value))
      block[row * 8 + column] = Double(value) - 128
    }
  }
  return least > 0 && most < 255 && most - least >= 6 ? block : nil
}

/// The 8 × 8 DCT-II as JPEG defines it (ITU-T T.81, A.3.3).
func transformed(_ block: [Double]) -> [Double] {
  let rows = (0..<8).map { SIMD8(block[$0 * 8..<$0 * 8 + 8]) }
  var result: [Double] = []
  result.reserveCapacity(64)
  for v in 0..<8 {
    var sum = SIMD8<Double>.zero
    for y in 0..<8 { sum += rows[y] * blockCosines[v][y] }
    for u in 0..<8 { result.append((sum * blockCosines[u]).sum()) }
  }
  return result
}

/// The cosines of the DCT of a frequency, 0…7.
let blockCosines: [SIMD8<Double>] = (0..<8).map { u in
  SIMD8(
    (0..<8).map { x in
      (u == 0 ? 0.125.squareRoot() : 0.5) * cos((2 * Double(x) + 1) * Double(u) * .pi / 16)
    })
}
