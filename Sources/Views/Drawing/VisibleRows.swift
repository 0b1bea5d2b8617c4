import TextSurface

/// The rows of a list that an area shows: as many as fit, with the highlighted one among them.
struct VisibleRows {
  let list: Rect
  let rowHeight: Int
  /// The number of all rows.
  let total: Int
  /// The number of rows that fit.
  let capacity: Int
  /// The indices of the rows that are shown.
  let indices: Range<Int>

  /// Places rows of one height.
  ///
  /// - Parameter margin: Rows of cells of the area that stay free.
  init(in list: Rect, selected: Int, of total: Int, rowHeight: Int = 1, margin: Int = 0) {
    (self.list, self.rowHeight, self.total) = (list, rowHeight, total)
    capacity = max(margin > 0 ? 1 : 0, (list.height - margin) / rowHeight)
    let first = firstVisible(selected: selected, visible: capacity, total: total)
    indices = first..<max(first, min(total, first + capacity))
  }

  /// The area of a row, beside the scroll bar where there is one.
  func area(of index: Int, columns most: Int = .max) -> Rect {
    Rect(
      x: list.x, y: list.y + (index - indices.lowerBound) * rowHeight,
      width: min(list.width - (total > capacity ? 2 : 0), most), height: rowHeight)
  }

  /// The row at a cell; nil for none.
  func hit(x: Int, y: Int) -> HitTarget? {
    let index = indices.lowerBound + (y - list.y) / rowHeight
    return list.contains(x: x, y: y) && indices.contains(index) ? .row(index) : nil
  }

  /// Draws the scroll bar, where rows are hidden.
  func drawScrollbar(theme: Theme, into surface: inout Surface) {
    surface.scrollbar(first: indices.lowerBound, visible: capacity, total: total, in: list, theme: theme)
  }
}
