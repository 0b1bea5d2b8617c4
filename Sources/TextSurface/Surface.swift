/// One character cell.
package struct Cell: Hashable, Sendable {
  /// The scalar drawn here; nil in the right half of a wide one.
  package var scalar: Unicode.Scalar?
  /// A mark that sits on it, if any.
  package var mark: Unicode.Scalar?
  package var style: Style

  package init(_ scalar: Unicode.Scalar? = " ", mark: Unicode.Scalar? = nil, style: Style = .plain) {
    self.scalar = scalar
    self.mark = mark
    self.style = style
  }

  package static let blank = Cell()
}

/// A grid of cells that views draw into. Drawing outside is clipped, never an error.
package struct Surface: Equatable, Sendable {
  package let size: Size
  /// Row-major, `size.columns * size.rows` cells.
  package private(set) var cells: [Cell]
  package var cursor: Cursor?

  /// Where the terminal's own cursor stands, for screen readers and magnifiers.
  package struct Cursor: Hashable, Sendable {
    package var x: Int
    package var y: Int
    package init(x: Int, y: Int) {
      self.x = x
      self.y = y
    }
  }

  package init(_ size: Size, background: RGB? = nil) {
    self.size = Size(columns: max(0, size.columns), rows: max(0, size.rows))
    cells = Array(
      repeating: Cell(style: Style(background: background)), count: self.size.columns * self.size.rows)
  }

  package var bounds: Rect { Rect(size) }

  package subscript(x: Int, y: Int) -> Cell {
    get { bounds.contains(x: x, y: y) ? cells[y * size.columns + x] : .blank }
    set {
      guard bounds.contains(x: x, y: y) else { return }
      splitWide(x: x, y: y)
      cells[y * size.columns + x] = newValue
    }
  }

  /// Draws text on one row, from `x`, and clips it to `limit` columns and to the grid.
  ///
  /// A nil background lets what is already there shine through. Control characters have no width and draw nothing.
  /// - Returns: The column after the last one drawn.
  @discardableResult
  package mutating func write(
    _ text: String, x: Int, y: Int, style: Style = .plain, limit: Int = .max
  ) -> Int {
    var column = x
    let end = limit == .max ? size.columns : min(size.columns, x + limit)
    guard y >= 0, y < size.rows else { return x }
    for scalar in text.unicodeScalars {
      let width = displayWidth(scalar)
      if width == 0 {
        if scalar.value >= 0x300, column > x, bounds.contains(x: column - 1, y: y) {
          let at = y * size.columns + column - 1
          let owner = cells[at].scalar == nil ? at - 1 : at
          if cells[owner].mark == nil { cells[owner].mark = scalar }
        }
        continue
      }
      if column + width > end { break }
      if column >= 0 {
        let through = style.background == nil ? style.on(self[column, y].style.background) : style
        self[column, y] = Cell(scalar, style: through)
        if width == 2 { self[column + 1, y] = Cell(nil, style: through) }
      }
      column += width
    }
    return column
  }

  /// Fills a rectangle with one scalar.
  package mutating func fill(_ rect: Rect, _ scalar: Unicode.Scalar = " ", style: Style) {
    let area = rect.intersection(bounds)
    for y in area.y..<area.bottom { for x in area.x..<area.right { self[x, y] = Cell(scalar, style: style) } }
  }

  /// Copies another grid so that its top left corner comes to `x`, `y`; clipped to `clip`.
  package mutating func blend(_ other: Surface, x: Int, y: Int, clip: Rect? = nil) {
    let area = Rect(x: x, y: y, width: other.size.columns, height: other.size.rows)
      .intersection(clip ?? bounds).intersection(bounds)
    for row in area.y..<area.bottom {
      for column in area.x..<area.right { self[column, row] = other[column - x, row - y] }
    }
  }

  /// The characters without their styles, rows parted by newlines, trailing spaces removed: what goldens hold.
  package var text: String {
    (0..<size.rows).map { row in
      var line = String.UnicodeScalarView()
      for column in 0..<size.columns {
        let cell = cells[row * size.columns + column]
        guard let scalar = cell.scalar else { continue }
        line.append(scalar)
        if let mark = cell.mark { line.append(mark) }
      }
      while line.last == " " { line.removeLast() }
      return String(line)
    }.joined(separator: "\n")
  }

  /// Writing over one half of a wide scalar blanks the other, as a terminal does.
  private mutating func splitWide(x: Int, y: Int) {
    let at = y * size.columns + x
    if cells[at].scalar == nil, x > 0 { cells[at - 1].scalar = " " }
    if x + 1 < size.columns, cells[at + 1].scalar == nil, let scalar = cells[at].scalar, displayWidth(scalar) == 2 {
      cells[at + 1].scalar = " "
    }
  }
}
