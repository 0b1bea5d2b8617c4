package import PhotoModel

/// The pixels to leave out at each side.
package struct Margins: Hashable, Sendable {
  /// Columns at the left.
  package var left = 0
  /// Rows at the top.
  package var top = 0
  /// Columns at the right.
  package var right = 0
  /// Rows at the bottom.
  package var bottom = 0

  /// No margin at any side.
  package static let none = Margins()
}

/// The plain bars and frames around a picture: letterbox, border, the background of a story.
///
/// From each side, rows and columns are cut while their standard deviation is under 4 and their mean within 10 of the
/// outermost one's, judged on a copy of at most 256 px. Never more than 45 % from one side, and where two opposite
/// sides would lose more than 75 % together the picture is kept whole: it is flat there, not framed.
///
/// - Returns: The margins in pixels of `luma`; each margin that is not zero takes a little more, so that no blend is
///   left.
package func trimmedMargins(of luma: LumaPlane) -> Margins {
  guard luma.width >= 8, luma.height >= 8 else { return .none }
  let small = luma.size.longSide > 256 ? luma.areaAveraged(to: luma.size.fitted(longSide: 256)) : luma
  let lines = LineStatistics(of: small)
  let (top, bottom) = trims(of: lines.rows)
  let (left, right) = trims(of: lines.columns)
  func scaled(_ trim: Int, _ full: Int, _ reduced: Int) -> Int {
    trim == 0 ? 0 : min(full / 2 - 1, ((trim + 1) * full + reduced - 1) / reduced)
  }
  return Margins(
    left: scaled(left, luma.width, small.width), top: scaled(top, luma.height, small.height),
    right: scaled(right, luma.width, small.width), bottom: scaled(bottom, luma.height, small.height))
}

extension LumaPlane {
  /// The part inside the margins; the whole where they leave nothing.
  package func cropped(to margins: Margins) -> LumaPlane {
    let width = self.width - margins.left - margins.right
    let height = self.height - margins.top - margins.bottom
    guard margins != .none, width > 0, height > 0 else { return self }
    return cropped(to: PixelRect(x: margins.left, y: margins.top, width: width, height: height))
  }

  /// A part of the plane.
  ///
  /// - Precondition: The part lies inside.
  func cropped(to part: PixelRect) -> LumaPlane {
    var inside: [UInt8] = []
    inside.reserveCapacity(part.size.pixels)
    for y in part.y..<part.y + part.height {
      let start = y * width + part.x
      inside += pixels[start..<start + part.width]
    }
    return LumaPlane(width: part.width, height: part.height, pixels: inside)
  }

  /// The plane without plain bars and frames, from which all descriptors are made.
  var trimmed: LumaPlane { cropped(to: trimmedMargins(of: self)) }
}

/// Mean and standard deviation of every row and every column.
private struct LineStatistics {
  typealias Line = (mean: Double, deviation: Double)
  var rows: [Line]
  var columns: [Line]

  init(of luma: LumaPlane) {
    let (width, height) = (luma.width, luma.height)
    var columnSums = [Int](repeating: 0, count: width)
    var columnSquares = [Int](repeating: 0, count: width)
    rows = []
    for y in 0..<height {
      var sum = 0
      var squares = 0
      for x in 0..<width {
        let value = Int(luma.pixels[y * width + x])
        sum += value
        squares += value * value
        columnSums[x] += value
        columnSquares[x] += value * value
      }
      rows.append(Self.line(sum, squares, width))
    }
    columns = (0..<width).map { Self.line(columnSums[$0], columnSquares[$0], height) }
  }

  private static func line(_ sum: Int, _ squares: Int, _ count: Int) -> Line {
    let mean = Double(sum) / Double(count)
    return (mean, max(0, Double(squares) / Double(count) - mean * mean).squareRoot())
  }
}

/// The number of lines to leave out at the start and at the end.
private func trims(of lines: [(mean: Double, deviation: Double)]) -> (Int, Int) {
  let limit = lines.count * 45 / 100
  func trim(_ line: (Int) -> (mean: Double, deviation: Double)) -> Int {
    let outermost = line(0)
    var trimmed = 0
    while trimmed < limit, line(trimmed).deviation < 4, abs(line(trimmed).mean - outermost.mean) < 10 { trimmed += 1 }
    return trimmed
  }
  let first = trim { lines[$0] }
  let last = trim { lines[lines.count - 1 - $0] }
  return (first + last) * 100 > lines.count * 75 ? (0, 0) : (first, last)
}
