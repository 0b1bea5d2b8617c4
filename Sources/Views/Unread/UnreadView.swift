import TextSurface
import ViewModels

/// The files that could not be judged and the folders that could not be opened: a row each, and the whole reason of the
/// one under the highlight below them.
struct UnreadView: ScreenView {
  let state: UnreadState

  private func areas(in rect: Rect) -> (list: Rect, reason: Rect) {
    let top = rect.y + (rect.height >= 14 ? 2 : 1)
    let reasonRows = rect.height >= 14 ? 4 : 3
    return (
      Rect(x: 2, y: top, width: rect.width - 4, height: max(1, rect.bottom - reasonRows - top)),
      Rect(x: 4, y: rect.bottom - reasonRows + 1, width: min(rect.width - 6, 96), height: reasonRows - 1)
    )
  }

  private func rows(in list: Rect) -> VisibleRows {
    VisibleRows(in: list, selected: state.selection, of: state.rows.count)
  }

  func draw(in rect: Rect, theme: Theme, now: Duration, into surface: inout Surface) {
    guard !state.rows.isEmpty else {
      let notice = Notice(
        glyph: .check, title: "Every file could be read", lines: ["Nothing was left out of the last scan."])
      return NoticeView(notice: notice, focusedAction: nil).draw(in: rect, theme: theme, into: &surface)
    }
    let (list, reason) = areas(in: rect)
    surface.put(
      [
        Span("Not read", theme.style(.strong)),
        Span("   \(facts(state.title, columns: list.width - 11))", theme.style(.text)),
      ], x: list.x, y: rect.y, columns: list.width)
    let rows = rows(in: list)
    let names = rows.indices.map { displayWidth(state.rows[$0].name) }.max() ?? 0
    for index in rows.indices {
      drawRow(index, names: names, in: rows.area(of: index, columns: 160), theme: theme, into: &surface)
    }
    rows.drawScrollbar(theme: theme, into: &surface)
    if let message = state.message {
      surface.message(
        message, in: rect.inset(columns: 4, rows: 0), style: theme.style(.accent), theme: theme)
      return
    }
    guard state.rows.indices.contains(state.selection) else { return }
    let lines = wrapped(state.rows[state.selection].reason, columns: reason.width, limit: reason.height)
    for (line, text) in lines.enumerated() {
      surface.put(text, x: reason.x, y: reason.y + line, style: theme.style(.warning), columns: reason.width)
    }
  }

  func hit(in rect: Rect, x: Int, y: Int) -> HitTarget? {
    rows(in: areas(in: rect).list).hit(x: x, y: y)
  }

  /// Draws the name, the folder and the beginning of the reason; the folder only where all three fit.
  private func drawRow(_ index: Int, names: Int, in row: Rect, theme: Theme, into surface: inout Surface) {
    let file = state.rows[index]
    let isSelected = index == state.selection
    let selection = theme.style(.selection)
    let quiet = isSelected ? selection : theme.style(.faint)
    if isSelected { surface.highlight(row, theme: theme) }
    let names = min(names, row.width / 3)
    var x = row.x + 2
    surface.put(
      file.name, x: x, y: row.y, style: isSelected ? selection : theme.style(.text), columns: names, keepingEnd: true)
    x += names + 2
    let folders = row.right - x >= 70 ? (row.right - x) / 3 : row.right - x - 1
    surface.put(file.folder, x: x, y: row.y, style: quiet, columns: folders, keepingEnd: true)
    x += folders + 2
    surface.put(file.reason, x: x, y: row.y, style: quiet, columns: row.right - 1 - x)
  }
}
