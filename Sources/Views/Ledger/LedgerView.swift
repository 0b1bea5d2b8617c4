import PhotoModel
import TextSurface
import ViewModels

/// The remembered decisions: two rows each, the decision and where the photo was seen last.
struct LedgerView: ScreenView {
  let state: LedgerState

  private static let rowHeight = 2

  private func list(in rect: Rect) -> Rect {
    let top = rect.y + (rect.height >= 14 ? 2 : 1)
    return Rect(x: 2, y: top, width: rect.width - 4, height: rect.bottom - 1 - top)
  }

  private func first(in list: Rect) -> Int {
    firstVisible(
      selected: state.selection..<(state.selection + 1), visible: list.height / Self.rowHeight, total: state.rows.count)
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
    let list = list(in: rect)
    surface.put(
      [Span("Remembered decisions", theme.style(.strong)), Span("   \(state.title)", theme.style(.text))],
      x: list.x, y: rect.y, columns: list.width)
    let first = first(in: list)
    let visible = list.height / Self.rowHeight
    let columns = min(list.width - (state.rows.count > visible ? 2 : 0), 120)
    for index in first..<min(state.rows.count, first + visible) {
      let area = Rect(
        x: list.x, y: list.y + (index - first) * Self.rowHeight, width: columns, height: Self.rowHeight)
      drawRow(state.rows[index], isSelected: index == state.selection, in: area, theme: theme, into: &surface)
    }
    surface.scrollbar(first: first, visible: visible, total: state.rows.count, in: list, theme: theme)
  }

  func hit(in rect: Rect, x: Int, y: Int) -> HitTarget? {
    let list = list(in: rect)
    guard list.contains(x: x, y: y), (y - list.y) / Self.rowHeight < list.height / Self.rowHeight else { return nil }
    let index = first(in: list) + (y - list.y) / Self.rowHeight
    return state.rows.indices.contains(index) ? .row(index) : nil
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
    // What was decided first: a long folder may lose its beginning.
    let end = surface.put(row.text, x: area.x + 2, y: area.y + 1, style: quiet, columns: area.width - 4)
    let space = area.right - 1 - (end + 3)
    if space > 8 {
      surface.put(row.folder, x: end + 3, y: area.y + 1, style: quiet, columns: space, keepingEnd: true)
    }
  }
}
