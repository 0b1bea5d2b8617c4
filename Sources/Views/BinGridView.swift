import PhotoModel
import TextSurface
import ViewModels

/// The bin as a grid of small pictures with name and size, by folder.
struct BinGridView {
  let state: BinState

  private static let gap = 2
  /// Room for "90.5 KB · Screenshots" below the name, so that either all tiles say the category or none.
  static let widthWithCategory = 23

  /// The room for the grid on a body of this size; a list where it is small.
  static func room(in area: Rect) -> BinRoom {
    guard area.width >= 60, area.height >= 12 else { return .list }
    // As many rows of about these as fit without a rest; at least two beside each other in every case.
    let wanted = area.width >= 150 ? 26 : area.width >= 100 ? 20 : 17
    let columns = max(2, (area.width + gap) / (wanted + gap))
    let width = (area.width - gap * (columns - 1)) / columns
    // Three by four, with a cell twice as high as wide, or a little more or less, so that no rows are left over.
    let air = area.height >= 30 ? 1 : 0
    // Below each picture its name and its size, above it perhaps the name of another folder.
    let words = 3 + air
    let free = area.height + air
    let rows = max(area.height >= 18 ? 2 : 1, Int((Double(free) / Double(width * 3 / 8 + words)).rounded()))
    let height = min(width / 2, free / rows - words)
    return BinRoom(columns: columns, tile: Size(columns: width, rows: max(2, height)), rows: area.height, air: air)
  }

  func draw(in area: Rect, theme: Theme, now: Duration, into surface: inout Surface) {
    let room = state.room
    for (line, y) in state.grid.visible(around: state.selection, in: room) {
      switch line {
      case .folder(let item):
        surface.put(
          state.items[item].folder, x: area.x, y: area.y + y, style: theme.style(.faint), columns: area.width,
          keepingEnd: true)
      case .tiles(let items):
        for item in items {
          let x = area.x + (item - items.lowerBound) * (room.tile.columns + Self.gap)
          let rect = Rect(x: x, y: area.y + y, width: room.tile.columns, height: room.tileRows)
          drawTile(item, in: rect, theme: theme, now: now, into: &surface)
        }
      }
    }
  }

  func drawScrollbar(in area: Rect, theme: Theme, into surface: inout Surface) {
    let shown = state.grid.visible(around: state.selection, in: state.room).map(\.line)
    guard let first = shown.first.flatMap({ state.grid.lines.firstIndex(of: $0) }) else { return }
    surface.scrollbar(first: first, visible: shown.count, total: state.grid.lines.count, in: area, theme: theme)
  }

  func hit(in area: Rect, x: Int, y: Int) -> HitTarget? {
    for (line, top) in state.grid.visible(around: state.selection, in: state.room) {
      guard case .tiles(let items) = line, (area.y + top..<area.y + top + state.room.tileRows).contains(y) else {
        continue
      }
      let step = state.room.tile.columns + Self.gap
      let column = (x - area.x) / step
      guard x >= area.x, column < items.count, (x - area.x) % step < state.room.tile.columns else { return nil }
      return .binRow(items.lowerBound + column)
    }
    return nil
  }

  private func drawTile(
    _ index: Int, in rect: Rect, theme: Theme, now: Duration, into surface: inout Surface
  ) {
    let item = state.items[index]
    let isSelected = index == state.selection
    let (picture, words) = rect.split(top: state.room.tile.rows)
    if let shown = state.pictures[item.path] {
      PictureView(picture: shown).drawSmall(in: picture, theme: theme, now: now, into: &surface)
    } else {
      surface.fill(picture, style: theme.style(.card))
    }
    let selection = theme.style(.selection)
    if isSelected {
      surface.fill(words, style: selection)
      surface.write("❯", x: words.x, y: words.y, style: selection)
      surface.cursor = Surface.Cursor(x: words.x, y: words.y)
    }
    // All as wide as the one under the highlight, so that no name changes when the highlight comes.
    surface.put(
      item.name, x: words.x + 2, y: words.y, style: isSelected ? selection : theme.style(.text),
      columns: words.width - 2, keepingEnd: true)
    let warning = item.problem.map { "⚠ \($0)" } ?? item.mark
    if let warning {
      surface.put(warning, x: words.x, y: words.y + 1, style: theme.style(.warning), columns: words.width)
      guard item.problem == nil else { return }
      let left = words.width - displayWidth(warning) - 1
      let size = item.size.formatted
      guard displayWidth(size) <= left else { return }
      surface.putTrailing(
        size, right: words.right, y: words.y + 1, style: isSelected ? selection : theme.style(.faint), columns: left)
    } else {
      let facts = item.size.formatted + (words.width >= Self.widthWithCategory ? " · \(item.category.title)" : "")
      surface.put(
        facts, x: words.x + 2, y: words.y + 1, style: isSelected ? selection : theme.style(.faint),
        columns: words.width - 2)
    }
  }
}
