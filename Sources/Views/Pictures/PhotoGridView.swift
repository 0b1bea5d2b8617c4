import TextSurface
import ViewModels

/// Photos in rows of small pictures, each with its name, its state and some facts; in lines of text where there is no
/// space for pictures.
struct PhotoGridView {
  let grid: PhotoGrid
  /// Whether keys go to the grid, so that the cursor is highlighted.
  var isFocused = true

  private static let gap = 2

  /// The space for a grid in an area; for lines of text where it is small. Few photos have tiles as large as the area
  /// allows for all of them.
  ///
  /// - Parameter count: The number of photos; as many as there are where it is not given.
  static func capacity(in area: Rect, of count: Int = .max) -> GridCapacity {
    guard area.width >= 34, area.height >= 7 else {
      return GridCapacity(columns: 1, tile: .none, rows: max(0, area.height))
    }
    let wanted = area.width >= 120 ? 26 : area.width >= 80 ? 20 : 15
    let columns = max(2, (area.width + gap) / (wanted + gap))
    let air = area.height >= 30 ? 1 : 0
    let free = area.height + air
    func grid(_ columns: Int, rows: Int? = nil) -> GridCapacity {
      let width = (area.width - gap * (columns - 1)) / columns
      // Three by four, with a cell twice as high as wide, or a little more or less, so that no rows are left over.
      let rows = rows ?? max(1, Int((Double(free) / Double(width * 3 / 8 + 2 + air)).rounded()))
      let height = max(2, min(width / 2, free / rows - 2 - air))
      return GridCapacity(columns: columns, tile: Size(columns: width, rows: height), rows: area.height, air: air)
    }
    let all = grid(columns)
    guard count > 0, count <= columns * (free / (all.tileRows + air)) else { return all }
    // The size of a picture of three by four in a tile.
    func picture(_ grid: GridCapacity) -> Int { min(grid.tile.columns * 3, grid.tile.rows * 8) }
    return (1...columns).map { grid($0, rows: (count + $0 - 1) / $0) }.max { picture($0) < picture($1) } ?? all
  }

  /// - Parameter area: The area that the capacity was made for; the scrollbar is right of it.
  func draw(in area: Rect, theme: Theme, now: Duration, into surface: inout Surface) {
    for photo in grid.visible {
      guard let tile = grid.tiles[photo] else { continue }
      let rect = self.rect(of: photo, in: area)
      if grid.rowHeight == 1 {
        drawLine(tile, photo, in: rect, theme: theme, into: &surface)
      } else {
        draw(tile, photo, in: rect, theme: theme, now: now, into: &surface)
      }
    }
    surface.scrollbar(
      first: grid.visibleRows.lowerBound, visible: grid.visibleRows.count, total: grid.rows,
      in: Rect(x: area.right, y: area.y, width: 2, height: area.height), theme: theme)
  }

  /// The photo under a cell; nil where there is none.
  func hit(in area: Rect, x: Int, y: Int) -> Int? {
    grid.visible.first { rect(of: $0, in: area).contains(x: x, y: y) }
  }

  private func rect(of photo: Int, in area: Rect) -> Rect {
    let (row, column) = (photo / grid.columns - grid.visibleRows.lowerBound, photo % grid.columns)
    guard grid.rowHeight > 1 else { return Rect(x: area.x, y: area.y + row, width: area.width, height: 1) }
    let width = grid.capacity.tile.columns
    return Rect(
      x: area.x + column * (width + Self.gap), y: area.y + row * grid.rowHeight, width: width,
      height: grid.capacity.tileRows)
  }

  private func draw(
    _ tile: PhotoGrid.Tile, _ photo: Int, in rect: Rect, theme: Theme, now: Duration, into surface: inout Surface
  ) {
    let (picture, text) = rect.split(top: grid.capacity.tile.rows)
    if let shown = tile.picture {
      PictureView(picture: shown).drawSmall(in: picture, theme: theme, now: now, into: &surface)
    } else {
      surface.fill(picture, style: theme.style(.card))
    }
    let isSelected = drawCursor(photo, in: text, theme: theme, into: &surface)
    let selection = theme.style(.selection)
    surface.put(
      tile.name, x: text.x + 2, y: text.y, style: isSelected ? selection : theme.style(.text),
      columns: text.width - 2, keepingEnd: true)
    drawFacts(
      tile, x: text.x + 2, y: text.y + 1, columns: text.width - 2, isSelected: isSelected, theme: theme,
      into: &surface)
  }

  private func drawLine(
    _ tile: PhotoGrid.Tile, _ photo: Int, in row: Rect, theme: Theme, into surface: inout Surface
  ) {
    let isSelected = drawCursor(photo, in: row, theme: theme, into: &surface)
    let caption = caption(tile, columns: row.width / 2)
    let facts = min(row.width / 2, displayWidth(caption.mark + caption.facts) + 1)
    surface.put(
      tile.name, x: row.x + 2, y: row.y, style: theme.style(isSelected ? .selection : .text),
      columns: row.width - facts - 4, keepingEnd: true)
    drawFacts(
      tile, x: row.right - facts - 1, y: row.y, columns: facts, isSelected: isSelected, theme: theme, into: &surface)
  }

  /// Draws the cursor, or the mark of a chosen photo, before its name.
  ///
  /// - Returns: Whether the cursor is here.
  private func drawCursor(_ photo: Int, in text: Rect, theme: Theme, into surface: inout Surface) -> Bool {
    let isSelected = isFocused && photo == grid.cursor
    if isSelected {
      surface.fill(text, style: theme.style(.selection))
      surface.cursor = Surface.Cursor(x: text.x, y: text.y)
    }
    let glyph = grid.chosen.contains(photo) ? "●" : isSelected ? "❯" : ""
    surface.write(glyph, x: text.x, y: text.y, style: theme.style(isSelected ? .selection : .accent))
    return isSelected
  }

  private func drawFacts(
    _ tile: PhotoGrid.Tile, x: Int, y: Int, columns: Int, isSelected: Bool, theme: Theme,
    into surface: inout Surface
  ) {
    let caption = caption(tile, columns: columns)
    let role: Theme.Role =
      switch tile.mark {
      case .inBin, .going: .delete
      case .kept, .staying: .keep
      case .viewed, .moving, .none: .accent
      }
    let end = surface.put(
      caption.mark, x: x, y: y, style: theme.style(isSelected ? .selection : role), columns: columns)
    surface.put(
      caption.facts, x: end, y: y, style: theme.style(isSelected ? .selection : .faint), columns: x + columns - end)
  }

  /// The mark of a photo, and those of its facts that stand whole behind it: a part of a size or of some stars would be
  /// another one.
  private func caption(_ tile: PhotoGrid.Tile, columns: Int) -> (mark: String, facts: String) {
    let (mark, separator) =
      switch tile.mark {
      case .inBin: ("✕ bin", " · ")
      case .moving: ("→ folder", " · ")
      case .kept: ("✓ kept", " · ")
      case .viewed, .staying: ("✓", " ")
      case .going: ("✕", " ")
      case .none: ("", "")
      }
    var facts = tile.facts
    while let last = facts.indices.last {
      let caption = (mark: mark + separator, facts: facts.joined(separator: " · "))
      if displayWidth(caption.mark + caption.facts) <= columns { return caption }
      facts.remove(at: facts.firstIndex(of: tile.size) ?? last)
    }
    return (mark, "")
  }
}
