import TextSurface
import ViewModels

/// Small pictures in rows, each with its name and a line of facts, by folder: the bin, and a batch of the history.
struct PictureGridView {
  struct Tile {
    var name: String
    var picture: CardPicture?
    /// The facts below the name; beside a warning only where both fit.
    var facts: String
    var warning: String?
  }

  let grid: PictureGrid
  let space: GridCapacity
  let selection: Int
  /// The heading of the folder of an item.
  let folder: (Int) -> String
  let tile: (Int) -> Tile

  private static let gap = 2
  /// The columns for "90.5 KB · Screenshots" below the name, so that either all tiles show both facts or none.
  static let widthForTwoFacts = 23

  /// The space for the grid on a body of this size; a list where it is small.
  static func space(in area: Rect) -> GridCapacity {
    guard area.width >= 60, area.height >= 12 else { return .list }
    // The number of rows of about this height that fit without a rest; always at least two columns.
    let wanted = area.width >= 150 ? 26 : area.width >= 100 ? 20 : 17
    let columns = max(2, (area.width + gap) / (wanted + gap))
    let width = (area.width - gap * (columns - 1)) / columns
    // Three by four, with a cell twice as high as wide, or a little more or less, so that no rows are left over.
    let air = area.height >= 30 ? 1 : 0
    // Below each picture its name and its size, above it perhaps the name of another folder.
    let text = 3 + air
    let free = area.height + air
    let rows = max(area.height >= 18 ? 2 : 1, Int((Double(free) / Double(width * 3 / 8 + text)).rounded()))
    let height = min(width / 2, free / rows - text)
    return GridCapacity(columns: columns, tile: Size(columns: width, rows: max(2, height)), rows: area.height, air: air)
  }

  func draw(in layout: PictureGridLayout, theme: Theme, now: Duration, into surface: inout Surface) {
    let area = layout.grid
    let visible = grid.visible(around: selection, in: space)
    for (line, y) in visible {
      switch line {
      case .folder(let item):
        surface.put(
          folder(item), x: area.x, y: area.y + y, style: theme.style(.faint), columns: area.width, keepingEnd: true)
      case .tiles(let items):
        for item in items {
          let x = area.x + (item - items.lowerBound) * (space.tile.columns + Self.gap)
          let rect = Rect(x: x, y: area.y + y, width: space.tile.columns, height: space.tileRows)
          draw(tile(item), isSelected: item == selection, in: rect, theme: theme, now: now, into: &surface)
        }
      }
    }
    guard let first = visible.first.flatMap({ grid.lines.firstIndex(of: $0.line) }) else { return }
    surface.scrollbar(
      first: first, visible: visible.count, total: grid.lines.count, in: layout.scrollbar, theme: theme)
  }

  /// The item whose tile is under a cell; nil where there is none.
  func hit(in area: Rect, x: Int, y: Int) -> Int? {
    for (line, top) in grid.visible(around: selection, in: space) {
      guard case .tiles(let items) = line, (area.y + top..<area.y + top + space.tileRows).contains(y) else { continue }
      let step = space.tile.columns + Self.gap
      let column = (x - area.x) / step
      guard x >= area.x, column < items.count, (x - area.x) % step < space.tile.columns else { return nil }
      return items.lowerBound + column
    }
    return nil
  }

  private func draw(
    _ tile: Tile, isSelected: Bool, in rect: Rect, theme: Theme, now: Duration, into surface: inout Surface
  ) {
    let (picture, text) = rect.split(top: space.tile.rows)
    if let shown = tile.picture {
      PictureView(picture: shown).drawSmall(in: picture, theme: theme, now: now, into: &surface)
    } else {
      surface.fill(picture, style: theme.style(.card))
    }
    let selection = theme.style(.selection)
    if isSelected {
      surface.fill(text, style: selection)
      surface.write("❯", x: text.x, y: text.y, style: selection)
      surface.cursor = Surface.Cursor(x: text.x, y: text.y)
    }
    // All names are as wide as the highlighted one, so that no name changes when the highlight comes.
    surface.put(
      tile.name, x: text.x + 2, y: text.y, style: isSelected ? selection : theme.style(.text),
      columns: text.width - 2, keepingEnd: true)
    let quiet = isSelected ? selection : theme.style(.faint)
    guard let warning = tile.warning else {
      surface.put(tile.facts, x: text.x + 2, y: text.y + 1, style: quiet, columns: text.width - 2)
      return
    }
    surface.put(warning, x: text.x, y: text.y + 1, style: theme.style(.warning), columns: text.width)
    let left = text.width - displayWidth(warning) - 1
    guard !tile.facts.isEmpty, displayWidth(tile.facts) <= left else { return }
    surface.putTrailing(tile.facts, right: text.right, y: text.y + 1, style: quiet, columns: left)
  }
}
