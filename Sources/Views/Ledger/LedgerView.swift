import TextSurface
import ViewModels

/// The remembered decisions: two rows each, the decision and where the photo was seen last.
struct LedgerView: ScreenView {
  let state: LedgerState

  private func list(in rect: Rect) -> Rect {
    let top = rect.y + (rect.height >= 14 ? 2 : 1)
    return Rect(x: 2, y: top, width: rect.width - 4, height: rect.bottom - 1 - top)
  }

  private func rows(in rect: Rect) -> VisibleRows {
    VisibleRows(in: list(in: rect), selected: state.selection, of: state.rows.count, rowHeight: 2)
  }

  func draw(in rect: Rect, theme: Theme, now: Duration, into surface: inout Surface) {
    defer {
      if let message = state.message {
        surface.message(message, in: rect.inset(columns: 2, rows: 0), style: theme.style(.accent), theme: theme)
      }
    }
    guard !state.rows.isEmpty else {
      let notice = Notice(
        glyph: .photo, title: "Nothing is remembered yet",
        lines: ["Photos that you keep, and photos that are not the same, do not come back at the next scan."])
      let area = Rect(x: rect.x, y: rect.y, width: rect.width, height: rect.height - 1)
      NoticeView(notice: notice, focusedAction: nil).draw(in: area, theme: theme, into: &surface)
      return
    }
    let rows = rows(in: rect)
    surface.put(
      [Span("Remembered decisions", theme.style(.strong)), Span("   \(state.title)", theme.style(.text))],
      x: rows.list.x, y: rect.y, columns: rows.list.width)
    for index in rows.indices {
      let area = rows.area(of: index, columns: 120)
      drawRow(state.rows[index], isSelected: index == state.selection, in: area, theme: theme, into: &surface)
    }
    rows.drawScrollbar(theme: theme, into: &surface)
  }

  func hit(in rect: Rect, x: Int, y: Int) -> HitTarget? {
    rows(in: rect).hit(x: x, y: y)
  }

  private func drawRow(
    _ row: LedgerState.Row, isSelected: Bool, in area: Rect, theme: Theme, into surface: inout Surface
  ) {
    let selection = theme.style(.selection)
    let strong = isSelected ? selection : theme.style(.text)
    let quiet = isSelected ? selection : theme.style(.faint)
    if isSelected { surface.highlight(area, theme: theme) }
    let right = surface.putTrailing(
      row.date, right: area.right - 1, y: area.y, style: quiet, columns: min(20, area.width / 3))
    surface.put(
      row.name, x: area.x + 2, y: area.y, style: strong, columns: right - area.x - 4, keepingEnd: true)
    // The photo is more important: a long folder may lose its beginning.
    let end = surface.put(row.text, x: area.x + 2, y: area.y + 1, style: quiet, columns: area.width - 4)
    let space = area.right - 1 - (end + 3)
    if space > 8 {
      surface.put(row.folder, x: end + 3, y: area.y + 1, style: quiet, columns: space, keepingEnd: true)
    }
  }
}
