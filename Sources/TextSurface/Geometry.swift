/// Columns and rows of character cells.
package struct Size: Hashable, Sendable {
  /// The width in cells.
  package var columns: Int
  /// The height in cells.
  package var rows: Int

  /// Creates a size; nothing is checked.
  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }
}

extension Size {
  /// The size without a cell.
  package static let none = Size(columns: 0, rows: 0)

  /// The number of cells.
  package var cells: Int { columns * rows }

  /// The largest size of a shape within this one: at least one cell in each direction; nothing where there is no space.
  ///
  /// - Parameter columnsPerRow: The columns that the shape needs for each row, over 0.
  package func fitting(columnsPerRow: Double) -> Size {
    guard columns > 0, rows > 0, columnsPerRow > 0, columnsPerRow.isFinite else { return .none }
    let columnsAtFullHeight = Double(rows) * columnsPerRow
    if columnsAtFullHeight <= Double(columns) {
      return Size(columns: min(columns, max(1, Int(columnsAtFullHeight.rounded()))), rows: rows)
    }
    let rowsAtFullWidth = Double(columns) / columnsPerRow
    return Size(columns: columns, rows: min(rows, max(1, Int(rowsAtFullWidth.rounded()))))
  }
}

/// A rectangle of cells; `x` counts columns from the left, `y` rows from the top. Width and height are never negative.
package struct Rect: Hashable, Sendable {
  /// The leftmost column.
  package var x: Int
  /// The topmost row.
  package var y: Int
  /// The width in columns.
  package var width: Int
  /// The height in rows.
  package var height: Int

  /// Creates a rectangle; a negative width or height becomes 0.
  package init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = max(0, width)
    self.height = max(0, height)
  }

  /// The rectangle of a whole surface, from (0, 0).
  package init(_ size: Size) { self.init(x: 0, y: 0, width: size.columns, height: size.rows) }

  /// The column behind the rightmost one.
  package var right: Int { x + width }
  /// The row below the lowest one.
  package var bottom: Int { y + height }
  /// Whether the rectangle has no cell.
  package var isEmpty: Bool { width == 0 || height == 0 }

  /// Whether the cell at a column and a row lies inside.
  package func contains(x column: Int, y row: Int) -> Bool {
    column >= x && column < right && row >= y && row < bottom
  }

  /// The cells that lie in both; empty where there are none.
  package func intersection(_ other: Rect) -> Rect {
    let left = max(x, other.x)
    let top = max(y, other.y)
    return Rect(
      x: left, y: top, width: min(right, other.right) - left, height: min(bottom, other.bottom) - top)
  }

  /// The rectangle made smaller by a number of columns on both sides and of rows at top and bottom.
  package func inset(columns: Int, rows: Int) -> Rect {
    Rect(x: x + columns, y: y + rows, width: width - 2 * columns, height: height - 2 * rows)
  }

  /// The rectangle of the given size in the middle of this one; never larger than this one.
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
