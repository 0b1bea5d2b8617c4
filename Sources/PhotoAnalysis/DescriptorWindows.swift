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

  /// A number for each direction.
  private typealias Directions = SIMD8<Double>

  /// Sums of all fields above and to the left, one line and column more than there are fields.
  private static func integral(of histograms: [Float]) -> [Directions] {
    let width = fineCells + 1
    var sums = [Directions](repeating: .zero, count: width * width)
    histograms.withUnsafeBytes { bytes in
      let fields = bytes.bindMemory(to: SIMD8<Float>.self)
      for y in 0..<fineCells {
        for x in 0..<fineCells {
          let (above, left, both) = (sums[y * width + x + 1], sums[(y + 1) * width + x], sums[y * width + x])
          sums[(y + 1) * width + x + 1] = above + left - both + Directions(fields[y * fineCells + x])
        }
      }
    }
    return sums
  }

  /// 8 × 8 fields of a window; a field's border may run through a fine one, which then counts in part.
  private static func window(of sums: [Directions], at place: Place) -> [Float] {
    let cells = DescriptorGrid.cells
    let width = fineCells + 1
    let full = Double(fineCells)
    func corner(_ column: Int, _ row: Int) -> Directions {
      let x = min(full, (place.left + place.width * Double(column) / Double(cells)) * full)
      let y = min(full, (place.top + place.height * Double(row) / Double(cells)) * full)
      let (x0, y0) = (min(fineCells - 1, Int(x)), min(fineCells - 1, Int(y)))
      let (shareX, shareY) = (x - Double(x0), y - Double(y0))
      let first = y0 * width + x0
      let upper = sums[first] * (1 - shareX) + sums[first + 1] * shareX
      let lower = sums[first + width] * (1 - shareX) + sums[first + width + 1] * shareX
      return upper * (1 - shareY) + lower * shareY
    }
    let corners = (0...cells).map { row in (0...cells).map { column in corner(column, row) } }
    var histograms: [Float] = []
    histograms.reserveCapacity(DescriptorGrid.count)
    for row in 0..<cells {
      let (upper, lower) = (corners[row], corners[row + 1])
      for column in 0..<cells {
        let energy = lower[column + 1] - upper[column + 1] - lower[column] + upper[column]
        let field = energy.replacing(with: 0, where: energy .< 0)
        for direction in 0..<DescriptorGrid.directions { histograms.append(Float(field[direction])) }
      }
    }
    return histograms
  }
}
