/// Columns and rows of character cells.
package struct Size: Hashable, Sendable {
  package var columns: Int
  package var rows: Int

  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }
}

extension Size {
  /// No room at all.
  package static let none = Size(columns: 0, rows: 0)
}

/// A rectangle of cells; `x` counts columns from the left, `y` rows from the top. Width and height are never negative.
package struct Rect: Hashable, Sendable {
  package var x: Int
  package var y: Int
  package var width: Int
  package var height: Int

  package init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = max(0, width)
    self.height = max(0, height)
  }

  package init(_ size: Size) { self.init(x: 0, y: 0, width: size.columns, height: size.rows) }

  package var right: Int { x + width }
  package var bottom: Int { y + height }
  package var isEmpty: Bool { width == 0 || height == 0 }

  package func contains(x column: Int, y row: Int) -> Bool {
    column >= x && column < right && row >= y && row < bottom
  }

  package func intersection(_ other: Rect) -> Rect {
    let left = max(x, other.x)
    let top = max(y, other.y)
    return Rect(
      x: left, y: top, width: min(right, other.right) - left, height: min(bottom, other.bottom) - top)
  }

  /// Smaller by so many columns on both sides and rows at top and bottom.
  package func inset(columns: Int, rows: Int) -> Rect {
    Rect(x: x + columns, y: y + rows, width: width - 2 * columns, height: height - 2 * rows)
  }

  /// Of the given size, in the middle; never larger than this one.
  package func centered(width: Int, height: Int) -> Rect {
    let w = min(width, self.width)
    let h = min(height, self.height)
    return Rect(x: x + (self.width - w) / 2, y: y + (self.height - h) / 2, width: w, height: h)
  }

  /// The top rows and the rest.
  package func split(top rows: Int) -> (top: Rect, rest: Rect) {
    let cut = min(max(0, rows), height)
    return (
      Rect(x: x, y: y, width: width, height: cut), Rect(x: x, y: y + cut, width: width, height: height - cut)
    )
  }

  /// The bottom rows and the rest.
  package func split(bottom rows: Int) -> (rest: Rect, bottom: Rect) {
    let (rest, bottom) = split(top: height - min(max(0, rows), height))
    return (rest, bottom)
  }
}
