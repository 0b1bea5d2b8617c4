/// One character cell.
package struct Cell: Hashable, Sendable {
  /// The character of the cell; nil in the right half of a wide one.
  package var scalar: Unicode.Scalar?
  /// A combining mark on the character; nil for none.
  package var mark: Unicode.Scalar?
  /// The colours and attributes of the cell.
  package var style: Style
  /// The piece of a picture that the character stands for, where the terminal can show its pixels instead. Drawing
  /// over the cell removes it.
  package var tile: ImageTile?
  /// The number of the folder that a click of the terminal opens, from 1 on: an index into the surface's `links`, plus
  /// one. Drawing over the cell removes it.
  fileprivate(set) var link: UInt8 = 0

  /// Creates a cell without a piece of a picture.
  package init(_ scalar: Unicode.Scalar? = " ", mark: Unicode.Scalar? = nil, style: Style = .plain) {
    self.scalar = scalar
    self.mark = mark
    self.style = style
  }

  /// A space in the colours of the terminal.
  package static let blank = Cell()
}

/// A grid of cells that views draw into. Drawing outside is clipped, never an error.
package struct Surface: Equatable, Sendable {
  /// The size in cells.
  package let size: Size
  /// Row-major, `size.columns * size.rows` cells.
  package private(set) var cells: [Cell]
  /// The folders that cells lead to, each as the escaped path of a URL (`percentEscaped`).
  package private(set) var links: [String] = []
  /// The position of the terminal's cursor, which is never visible; nil for the top left corner.
  package var cursor: Cursor?

  /// The position of the terminal's cursor, for screen readers and magnifiers.
  package struct Cursor: Hashable, Sendable {
    /// The column, from 0.
    package var x: Int
    /// The row, from 0.
    package var y: Int
    /// Creates a position.
    package init(x: Int, y: Int) {
      self.x = x
      self.y = y
    }
  }

  /// Creates a surface of blank cells; a negative side becomes 0.
  package init(_ size: Size, background: RGB? = nil) {
    self.size = Size(columns: max(0, size.columns), rows: max(0, size.rows))
    cells = Array(
      repeating: Cell(style: Style(background: background)), count: self.size.columns * self.size.rows)
  }

  /// The rectangle of all cells.
  package var bounds: Rect { Rect(size) }

  /// The cell at a column and a row; blank outside.
  ///
  /// Both halves of a wide character always stand side by side: setting one writes its right half too, setting
  /// something over a half blanks the other, and where only one half would fit a blank is set instead.
  package subscript(x: Int, y: Int) -> Cell {
    get { bounds.contains(x: x, y: y) ? cells[y * size.columns + x] : .blank }
    set {
      guard bounds.contains(x: x, y: y) else { return }
      put(newValue, x: x, y: y)
    }
  }

  /// Draws text on one row, from `x`, and clips it to `limit` columns and to the grid.
  ///
  /// A nil background keeps the background that is already there. Control characters have no width and draw nothing.
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
      } else if column + width > 0 {
        // The visible half of a wide scalar that the left edge cuts.
        self[0, y] = Cell(" ", style: style.background == nil ? style.on(self[0, y].style.background) : style)
      }
      column += width
    }
    return column
  }

  /// Links cells of a row to a folder, where the terminal can open one.
  ///
  /// - Parameter path: The escaped path of a URL.
  package mutating func link(_ columns: Range<Int>, y: Int, to path: String) {
    guard y >= 0, y < size.rows, links.count < UInt8.max else { return }
    let number = links.firstIndex(of: path) ?? links.count
    if number == links.count { links.append(path) }
    for x in columns.clamped(to: 0..<size.columns) { cells[y * size.columns + x].link = UInt8(number + 1) }
  }

  /// The folder that a cell leads to; nil for none.
  package func link(x: Int, y: Int) -> String? {
    let number = Int(self[x, y].link)
    return number > 0 && number <= links.count ? links[number - 1] : nil
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
      for column in area.x..<area.right {
        var cell = other[column - x, row - y]
        // The number is one of the other surface's.
        cell.link = 0
        // A wide scalar cut by an edge of the area leaves a blank.
        let isRightHalfOnly = cell.scalar == nil && column == area.x
        let isLeftHalfOnly = column == area.right - 1 && cell.scalar.map { displayWidth($0) == 2 } ?? false
        if isRightHalfOnly || isLeftHalfOnly { cell = Cell(" ", style: cell.style) }
        self[column, row] = cell
      }
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

  /// Sets the tile of every cell to the given one, and changes nothing else.
  mutating func changeTiles(_ tile: (Cell, _ x: Int, _ y: Int) -> ImageTile?) {
    for index in cells.indices {
      cells[index].tile = tile(cells[index], index % size.columns, index / size.columns)
    }
  }

  /// The surface with blank cells under the pixels of these pictures.
  package func blank(under images: Set<ImageID>) -> Surface { replacing(under: images) { _ in Cell(" ") } }

  /// The surface with other cells under the pixels of these pictures; nil leaves the characters.
  package func replacing(under images: Set<ImageID>, with cell: (ImageTile) -> Cell?) -> Surface {
    guard !images.isEmpty else { return self }
    var surface = self
    for index in cells.indices {
      if let tile = cells[index].tile, images.contains(tile.image), let cell = cell(tile) {
        surface.cells[index] = cell
        surface.cells[index].tile = tile
      }
    }
    return surface
  }

  private mutating func put(_ cell: Cell, x: Int, y: Int) {
    let at = y * size.columns + x
    guard let scalar = cell.scalar else {
      // A right half: there already, when its left half was set before it.
      if cells[at].scalar == nil { cells[at].style = cell.style } else { put(Cell(" ", style: cell.style), x: x, y: y) }
      return
    }
    splitWide(x: x, y: y)
    guard displayWidth(scalar) == 2 else {
      cells[at] = cell
      return
    }
    guard x + 1 < size.columns else {
      cells[at] = Cell(" ", style: cell.style)
      return
    }
    splitWide(x: x + 1, y: y)
    cells[at] = cell
    cells[at + 1] = Cell(nil, style: cell.style)
  }

  /// Writing over one half of a wide scalar blanks the other, as a terminal does.
  private mutating func splitWide(x: Int, y: Int) {
    let at = y * size.columns + x
    if cells[at].scalar == nil {
      cells[at].scalar = " "
      if x > 0 { cells[at - 1] = Cell(" ", style: cells[at - 1].style) }
    } else if x + 1 < size.columns, cells[at + 1].scalar == nil {
      cells[at + 1].scalar = " "
    }
  }
}
