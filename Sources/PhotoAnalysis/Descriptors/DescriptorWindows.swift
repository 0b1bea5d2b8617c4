import Foundation
import PhotoModel

/// Descriptor G of 21 parts of the picture, which match a crop to the picture it was cut from: at 90, 80 and 70 % of
/// the sides, the middle and the four corners; and three quarters of one side alone, as crops to another shape are.
///
/// For finding candidates only: of each value nothing but its sign is kept.
enum DescriptorWindows {
  static let count = 21
  private static let side = 176
  private static let pdqSide = 4
  private static let pdqCells = side / pdqSide

  /// 21 × 64 bytes, one bit for each of the 512 values, of a picture that is not flat.
  static func signs(of trimmed: LumaPlane) -> [UInt8] {
    let smooth = FloatPlane(trimmed.squared(to: side)).smoothed(gaussianKernel(deviation: 0.8))
    let sums = integral(of: DescriptorGrid.directionHistograms(of: smooth, cellSide: pdqSide))
    return areas.flatMap { area -> [UInt8] in
      let histograms = window(of: sums, at: area)
      return signBytes(of: DescriptorGrid.normalised(histograms).map { $0 > 0 })
    }
  }

  /// The bytes as little-endian words of eight bytes each.
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

  /// The 21 windows, in shares of the side.
  private static let areas: [Area] = {
    let alike = [0.9, 0.8, 0.7].flatMap { scale in
      let rest = 1 - scale
      return [(rest / 2, rest / 2), (0, 0), (rest, 0), (0, rest), (rest, rest)].map {
        Area(left: $0.0, top: $0.1, width: scale, height: scale)
      }
    }
    let reshaped = [0, 0.125, 0.25].flatMap { start in
      [Area(left: start, top: 0, width: 0.75, height: 1), Area(left: 0, top: start, width: 1, height: 0.75)]
    }
    return alike + reshaped
  }()

  private struct Area {
    var left: Double
    var top: Double
    var width: Double
    var height: Double
  }

  /// A number for each direction. In lists they are plain numbers, one after the other: a list of these would want
  /// memory of an alignment that leaves gaps.
  private typealias Directions = SIMD8<Double>

  /// Sums of all fields above and to the left, one line and column more than there are fields.
  private static func integral(of histograms: [Float]) -> [Double] {
    let width = pdqCells + 1
    var sums = [Double](repeating: 0, count: width * width * DescriptorGrid.directions)
    histograms.withUnsafeBytes { fields in
      sums.withUnsafeMutableBytes { sums in
        for y in 0..<pdqCells {
          for x in 0..<pdqCells {
            func sum(_ x: Int, _ y: Int) -> Directions { numbers(at: y * width + x, of: UnsafeRawBufferPointer(sums)) }
            let field = fields.loadUnaligned(
              fromByteOffset: (y * pdqCells + x) * MemoryLayout<SIMD8<Float>>.size, as: SIMD8<Float>.self)
            let all = sum(x + 1, y) + sum(x, y + 1) - sum(x, y) + Directions(field)
            sums.storeBytes(of: all, toByteOffset: offset(of: (y + 1) * width + x + 1), as: Directions.self)
          }
        }
      }
    }
    return sums
  }

  private static func offset(of index: Int) -> Int { index &* MemoryLayout<Directions>.size }

  private static func numbers(at index: Int, of list: UnsafeRawBufferPointer) -> Directions {
    list.loadUnaligned(fromByteOffset: offset(of: index), as: Directions.self)
  }

  /// 8 × 8 fields of a window; a field's border may run through a fine one, which then counts in part.
  private static func window(of sums: [Double], at area: Area) -> [Float] {
    let cells = DescriptorGrid.cells
    let full = Double(pdqCells)
    func corner(_ column: Int, _ row: Int, _ sums: UnsafeRawBufferPointer) -> Directions {
      let x = min(full, (area.left + area.width * Double(column) / Double(cells)) * full)
      let y = min(full, (area.top + area.height * Double(row) / Double(cells)) * full)
      let (x0, y0) = (min(pdqCells - 1, Int(x)), min(pdqCells - 1, Int(y)))
      let (shareX, shareY) = (x - Double(x0), y - Double(y0))
      func sum(_ x: Int, _ y: Int) -> Directions { numbers(at: y * (pdqCells + 1) + x, of: sums) }
      let upper = sum(x0, y0) * (1 - shareX) + sum(x0 + 1, y0) * shareX
      let lower = sum(x0, y0 + 1) * (1 - shareX) + sum(x0 + 1, y0 + 1) * shareX
      return upper * (1 - shareY) + lower * shareY
    }
    var histograms: [Float] = []
    histograms.reserveCapacity(DescriptorGrid.count)
    sums.withUnsafeBytes { sums in
      for row in 0..<cells {
        var (above, below) = (corner(0, row, sums), corner(0, row + 1, sums))
        for column in 0..<cells {
          let (nextAbove, nextBelow) = (corner(column + 1, row, sums), corner(column + 1, row + 1, sums))
          let energy = nextBelow - nextAbove - below + above
          let field = energy.replacing(with: 0, where: energy .< 0)
          for direction in 0..<DescriptorGrid.directions { histograms.append(Float(field[direction])) }
          (above, below) = (nextAbove, nextBelow)
        }
      }
    }
    return histograms
  }
}
