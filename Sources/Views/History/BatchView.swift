import PhotoModel
import TextSurface
import ViewModels

/// The files of a batch as small pictures by folder, each with its status; a list where there is no space for them.
struct BatchView: ScreenView {
  let batch: HistoryState.Batch
  let message: String?

  /// The small pictures; without columns the batch is a list.
  private var grid: PictureGridView {
    PictureGridView(
      grid: batch.grid, space: batch.capacity, selection: batch.selection, folder: { batch.files[$0].folder },
      tile: tile)
  }

  private func tile(_ index: Int) -> PictureGridView.Tile {
    let file = batch.files[index]
    let isWide = batch.capacity.tile.columns >= PictureGridView.widthForTwoFacts
    return PictureGridView.Tile(
      name: file.name, picture: file.now == nil ? .unavailable(file.status) : batch.pictures[index],
      facts: (isWide ? "\(file.size.formatted) · " : "") + file.shortStatus, warning: nil)
  }

  var pictures: [CardPicture] { [batch.picture].compactMap(\.self) + batch.pictures.values }

  func draw(in rect: Rect, theme: Theme, now: Duration, into surface: inout Surface) {
    let layout = PictureGridLayout(in: rect)
    layout.drawTitle(
      [
        Span(batch.title, theme.style(.strong)),
        Span(batch.filter.isEmpty ? "" : "   / \(SafeText(batch.filter).text)", theme.style(.accent)),
      ], item: batch.selection, of: batch.files.count, theme: theme,
      into: &surface)
    if batch.files.isEmpty {
      surface.put(
        "No photo matches", x: layout.list.x, y: layout.list.y, style: theme.style(.faint), columns: layout.list.width)
    } else if batch.capacity.columns > 0 {
      grid.draw(in: layout, theme: theme, now: now, into: &surface)
    } else {
      drawList(in: layout.list, theme: theme, into: &surface)
      layout.drawPanel(batch.picture, name: batch.selected?.name ?? "", theme: theme, now: now, into: &surface)
    }
    drawRemark(layout, theme: theme, into: &surface)
    layout.drawMessage(message, in: rect, theme: theme, into: &surface)
  }

  func hit(in rect: Rect, x: Int, y: Int) -> HitTarget? {
    let layout = PictureGridLayout(in: rect)
    if batch.capacity.columns > 0 { return grid.hit(in: layout.grid, x: x, y: y).map(HitTarget.row) }
    return rows(in: layout.list).hit(x: x, y: y)
  }

  /// Draws the facts that do not fit into a tile or a row: the whole name, and the whole status.
  private func drawRemark(_ layout: PictureGridLayout, theme: Theme, into surface: inout Surface) {
    guard message == nil, let file = batch.selected else { return }
    surface.put(
      "\(file.name) · \(file.facts)", x: layout.title.x, y: layout.messageY, style: theme.style(.faint),
      columns: layout.title.width)
  }

  private func rows(in list: Rect) -> VisibleRows {
    VisibleRows(in: list, selected: batch.selection, of: batch.files.count)
  }

  private func drawList(in list: Rect, theme: Theme, into surface: inout Surface) {
    let rows = rows(in: list)
    let shown = batch.files[rows.indices]
    let widths = Widths(
      name: shown.map { displayWidth($0.name) }.max() ?? 0,
      size: shown.map { displayWidth($0.size.formatted) }.max() ?? 0,
      status: shown.map { displayWidth($0.shortStatus) }.max() ?? 0)
    for index in rows.indices {
      drawRow(index, widths, in: rows.area(of: index), theme: theme, into: &surface)
    }
    rows.drawScrollbar(theme: theme, into: &surface)
  }

  /// The columns of the longest texts of the rows that are shown, so that all parts of a row begin below each other.
  private struct Widths {
    var name: Int
    var size: Int
    var status: Int
  }

  private func drawRow(_ index: Int, _ widths: Widths, in row: Rect, theme: Theme, into surface: inout Surface) {
    let file = batch.files[index]
    let isSelected = index == batch.selection
    let selection = theme.style(.selection)
    let quiet = isSelected ? selection : theme.style(.faint)
    if isSelected { surface.highlight(row, theme: theme) }
    let status = min(widths.status, 22, row.width / 2)
    surface.put(file.shortStatus, x: row.right - 1 - status, y: row.y, style: quiet, columns: status)
    // A name that is cut could be that of its neighbour: the size gives way.
    var right = row.right - 3 - status
    if right - widths.size - row.x - 4 >= min(widths.name, 12) {
      right = surface.putTrailing(file.size.formatted, right: right, y: row.y, style: quiet, columns: 9)
    }
    let whole = min(widths.name, right - row.x - 4)
    let part = min(whole, max(12, row.width / 3))
    // The columns that no folder needs go to the name.
    let columns = right - part - row.x - 6 > 8 ? part : whole
    surface.put(
      file.name, x: row.x + 2, y: row.y, style: isSelected ? selection : theme.style(.text), columns: columns,
      keepingEnd: true)
    let left = row.x + 2 + columns + 2
    if right - 2 - left > 8 {
      surface.put(file.folder, x: left, y: row.y, style: quiet, columns: right - 2 - left, keepingEnd: true)
    }
  }
}
