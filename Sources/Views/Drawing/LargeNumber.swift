import TextSurface

/// A number in large digits, drawn with the lines of frames, which every terminal has.
struct LargeNumber {
  /// Digits, points and spaces.
  let text: String
  /// The rows of a digit, which has as many columns; odd, at least 3.
  let rows: Int

  /// The columns from the first digit to the last.
  var width: Int { max(0, text.reduce(0) { $0 + columns(of: $1) + 1 } - 1) }

  /// Draws the digits from a column on, the colour at a part of the way from left to right.
  ///
  /// - Returns: The column after the last digit.
  @discardableResult
  func draw(x: Int, y: Int, into surface: inout Surface, style: (_ part: Double) -> Style) -> Int {
    let last = Double(max(1, width - 1))
    var left = x
    for character in text {
      for (row, line) in lines(of: character).enumerated() {
        for (column, glyph) in line.enumerated() where glyph != " " {
          let part = Double(left + column - x) / last
          surface.write(String(glyph), x: left + column, y: y + row, style: style(part))
        }
      }
      left += columns(of: character) + 1
    }
    return max(x, left - 1)
  }

  private func columns(of character: Character) -> Int { character.isWholeNumber && character != "1" ? rows : 1 }

  /// The rows of a digit, from the strokes of which each cell has an end.
  private func lines(of character: Character) -> [[Character]] {
    let columns = columns(of: character)
    guard let value = character.wholeNumberValue else {
      return (0..<rows).map { [$0 == rows - 1 ? character : " "] }
    }
    var ends = Array(repeating: Array(repeating: 0, count: columns), count: rows)
    let (right, half) = (columns - 1, rows / 2)
    for (bit, row) in [(Self.top, 0), (Self.middle, half), (Self.bottom, rows - 1)]
    where Self.digits[value] & bit != 0 {
      for column in 0..<right {
        ends[row][column] |= 1
        ends[row][column + 1] |= 2
      }
    }
    for (bit, column, row) in [
      (Self.upperLeft, 0, 0), (Self.upperRight, right, 0), (Self.lowerLeft, 0, half), (Self.lowerRight, right, half),
    ] where Self.digits[value] & bit != 0 {
      for row in row..<row + half {
        ends[row][column] |= 8
        ends[row + 1][column] |= 4
      }
    }
    return ends.map { $0.map { Self.lines[$0] } }
  }

  /// The lines by the ends that a cell has: 1 to the right, 2 to the left, 4 upward, 8 downward.
  private static let lines = Array(" ───│╰╯┴│╭╮┬│├┤┼")

  private static let (top, middle, bottom) = (1, 2, 4)
  private static let (upperLeft, upperRight, lowerLeft, lowerRight) = (8, 16, 32, 64)

  /// The strokes of each digit.
  private static let digits = [
    top | bottom | upperLeft | upperRight | lowerLeft | lowerRight,
    upperRight | lowerRight,
    top | middle | bottom | upperRight | lowerLeft,
    top | middle | bottom | upperRight | lowerRight,
    middle | upperLeft | upperRight | lowerRight,
    top | middle | bottom | upperLeft | lowerRight,
    top | middle | bottom | upperLeft | lowerLeft | lowerRight,
    top | upperRight | lowerRight,
    top | middle | bottom | upperLeft | upperRight | lowerLeft | lowerRight,
    top | middle | bottom | upperLeft | upperRight | lowerRight,
  ]
}
