import Foundation
package import PhotoModel

/// Descriptor G of 21 parts of the picture, so that a crop finds the picture it was cut from: at 90, 80 and 70 % of the
/// sides, the middle and the four corners; and three quarters of one side alone, as crops to another shape are.
///
/// Good for finding candidates only: of each value nothing but its sign is kept.
///
/// - Returns: 21 × 64 bytes, one bit for each of the 512 values; empty where the picture is too flat.
package func windowSigns(of luma: LumaPlane) -> [UInt8] {
  let trimmed = luma.trimmed
  return isFlat(trimmed) ? [] : DescriptorWindows.signs(of: trimmed)
}

enum DescriptorWindows {
  static let count = 21
  private static let side = 176
  private static let fineSide = 4
  private static let fineCells = side / fineSide

  static func signs(of trimmed: LumaPlane) -> [UInt8] {
    let smooth = FloatPlane(trimmed.squared(to: side)).smoothed(gaussianKernel(deviation: 0.8))
    let sums = integral(of: DescriptorGrid.directionHistograms(of: smooth, cellSide: fineSide))
    return places.flatMap { place -> [UInt8] in
      let histograms = window(of: sums, at: place)
      return signBytes(of: DescriptorGrid.normalised(histograms).map { $0 > 0 })
    }
  }

  /// Little-endian words of eight bytes each.
  static func words(of bytes: [UInt8]) -> [UInt64] {
    (0..<bytes.count / 8).map { word in
      (0..<8).reduce(0) { $0 | UInt64(bytes[word * 8 + $1]) << UInt64(8 * $1) }
    }
  }

  private static func signBytes(of signs: [Bool]) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: signs.count / 8)
    for (index, isPositive) in signs.enumerated() where isPositive { bytes[index / 8] |= 1 << UInt8(index % 8) }
    return bytes
  }

  /// In shares of the side.
  private static let places: [Place] = {
    let alike = [0.9, 0.8, 0.7].flatMap { scale in
      let rest = 1 - scale
      return [(rest / 2, rest / 2), (0, 0), (rest, 0), (0, rest), (rest, rest)].map {
        Place(left: $0.0, top: $0.1, width: scale, height: scale)
      }
    }
    let reshaped = [0, 0.125, 0.25].flatMap { start in
      [Place(left: start, top: 0, width: 0.75, height: 1), Place(left: 0, top: start, width: 1, height: 0.75)]
    }
    return alike + reshaped
  }()

  private struct Place {
    var left: Double
    var top: Double
    var width: Double
    var height: Double
  }

  /// Sums of all fields above and to the left, one line and column more than there are fields.
  private static func integral(of histograms: [Float]) -> [Double] {
    let directions = DescriptorGrid.directions
    let width = fineCells + 1
    var sums = [Double](repeating: 0, count: width * width * directions)
    for y in 0..<fineCells {
      for x in 0..<fineCells {
        for direction in 0..<directions {
          let above = sums[(y * width + x + 1) * directions + direction]
          let left = sums[((y + 1) * width + x) * directions + direction]
          let both = sums[(y * width + x) * directions + direction]
          sums[((y + 1) * width + x + 1) * directions + direction] =
            above + left - both + Double(histograms[(y * fineCells + x) * directions + direction])
        }
      }
    }
    return sums
  }

  /// 8 × 8 fields of a window; a field's border may run through a fine one, which then counts in part.
  private static func window(of sums: [Double], at place: Place) -> [Float] {
    let directions = DescriptorGrid.directions
    let cells = DescriptorGrid.cells
    let width = fineCells + 1
    let full = Double(fineCells)
    func corner(_ column: Int, _ row: Int, _ direction: Int) -> Double {
      let x = min(full, (place.left + place.width * Double(column) / Double(cells)) * full)
      let y = min(full, (place.top + place.height * Double(row) / Double(cells)) * full)
      let (x0, y0) = (min(fineCells - 1, Int(x)), min(fineCells - 1, Int(y)))
      let (shareX, shareY) = (x - Double(x0), y - Double(y0))
      func sum(_ x: Int, _ y: Int) -> Double { sums[(y * width + x) * directions + direction] }
      let upper = sum(x0, y0) * (1 - shareX) + sum(x0 + 1, y0) * shareX
      let lower = sum(x0, y0 + 1) * (1 - shareX) + sum(x0 + 1, y0 + 1) * shareX
      return upper * (1 - shareY) + lower * shareY
    }
    var corners = [Double](repeating: 0, count: (cells + 1) * (cells + 1) * directions)
    for index in corners.indices {
      let (row, column) = (index / directions / (cells + 1), index / directions % (cells + 1))
      corners[index] = corner(column, row, index % directions)
    }
    return (0..<DescriptorGrid.count).map { index in
      let (row, column, direction) = (index / 64, index / 8 % 8, index % 8)
      func at(_ row: Int, _ column: Int) -> Double { corners[(row * (cells + 1) + column) * directions + direction] }
      return Float(max(0, at(row + 1, column + 1) - at(row, column + 1) - at(row + 1, column) + at(row, column)))
    }
  }
}
