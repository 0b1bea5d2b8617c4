import PhotoModel
import TextSurface
import ViewModels

/// The files of a batch, by folder, each with where it is now, and the picture of one of them beside the list.
struct BatchView {
  let batch: HistoryState.Batch
  let message: String?

  /// The cells of the picture on a terminal of this size; 0 × 0 where there is no room for it.
  static func pictureArea(in size: Size) -> Size {
    let picture = layout(in: ScreenFrame(size).body).panel.inset(columns: 1, rows: 1)
    return picture.isEmpty ? .none : Size(columns: picture.width, rows: picture.height)
  }

  private static func layout(in rect: Rect) -> (list: Rect, panel: Rect) {
    let top = rect.y + (rect.height >= 14 ? 2 : 1)
    let rows = rect.bottom - 1 - top
    let columns = rect.width >= 72 && rows >= 10 ? min(rect.width * 2 / 5, 80) : 0
    return (
      Rect(x: 2, y: top, width: rect.width - 4 - (columns > 0 ? columns + 2 : 0), height: rows),
      Rect(x: rect.right - columns - 2, y: top, width: columns, height: columns > 0 ? rows : 0)
    )
  }

  func draw(in rect: Rect, theme: Theme, now: Duration, into surface: inout Surface) {
    let (list, panel) = Self.layout(in: rect)
    surface.put(batch.title, x: list.x, y: rect.y, style: theme.style(.strong), columns: rect.width - 4)
    drawPanel(panel, theme: theme, now: now, into: &surface)
    let first = firstVisible(
      selected: batch.selection..<(batch.selection + 1), visible: list.height, total: batch.files.count)
    let isScrolled = batch.files.count > list.height
    let shown = first..<min(batch.files.count, first + list.height)
    let widths = Widths(
      name: shown.map { displayWidth(batch.files[$0].name) }.max() ?? 0,
      size: shown.map { displayWidth(batch.files[$0].size.formatted) }.max() ?? 0,
      status: shown.map { displayWidth(batch.files[$0].status) }.max() ?? 0)
    for index in shown {
      drawRow(
        index, widths,
        in: Rect(x: list.x, y: list.y + index - first, width: list.width - (isScrolled ? 2 : 0), height: 1),
        theme: theme, into: &surface)
    }
    surface.scrollbar(first: first, visible: list.height, total: batch.files.count, in: list, theme: theme)
    if let message {
      surface.message(message, in: rect.inset(columns: 2, rows: 0), style: theme.style(.accent), theme: theme)
    }
  }

  private func drawPanel(_ panel: Rect, theme: Theme, now: Duration, into surface: inout Surface) {
    guard !panel.isEmpty, batch.files.indices.contains(batch.selection) else { return }
    surface.panel(panel, theme: theme) { _ in theme.style(.border) }
    if let picture = batch.picture {
      PictureView(picture: picture).draw(in: panel.inset(columns: 1, rows: 1), theme: theme, now: now, into: &surface)
    }
    surface.legend(
      batch.files[batch.selection].name, in: panel, y: panel.bottom - 1, style: theme.style(.text), keepingEnd: true)
  }

  /// Columns of the longest of the rows that are shown, so that all parts of a row begin below each other.
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
    surface.put(file.status, x: row.right - 1 - status, y: row.y, style: quiet, columns: status)
    // A name that is cut could be that of its neighbour: the size gives way.
    var right = row.right - 3 - status
    if right - widths.size - row.x - 4 >= min(widths.name, 12) {
      right = surface.putTrailing(file.size.formatted, right: right, y: row.y, style: quiet, columns: 9)
    }
    let whole = min(widths.name, right - row.x - 4)
    let part = min(whole, max(12, row.width / 3))
    // What no folder fits beside is the name's.
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
