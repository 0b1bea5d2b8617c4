import PhotoModel
import TextSurface
import ViewModels

/// The batches so far, newest first, and the total since the start.
struct HistoryView: ScreenView {
  let state: HistoryState
  var keys = KeyTable()

  private func list(in rect: Rect) -> Rect {
    let chart = MonthChart.rows(of: state.months, in: rect)
    let top = rect.y + (rect.height >= 14 ? 2 : 1) + (chart > 0 ? chart + 1 : 0)
    return Rect(x: 2, y: top, width: rect.width - 4, height: rect.bottom - 1 - top)
  }

  /// The batches on the screen, of two rows each where one would cut the date.
  private func rows(in list: Rect) -> VisibleRows {
    VisibleRows(in: list, selected: state.selection, of: state.rows.count, rowHeight: list.width < 64 ? 2 : 1)
  }

  func draw(in rect: Rect, theme: Theme, now: Duration, into surface: inout Surface) {
    defer { drawMessage(in: rect, theme: theme, into: &surface) }
    if state.rows.isEmpty, state.isReading {
      surface.put("Reading the history …", x: 2, y: rect.y, style: theme.style(.faint), columns: rect.width - 4)
      return
    }
    guard !state.rows.isEmpty || !state.filter.isEmpty else {
      let notice = Notice(
        glyph: .photo, title: "Nothing moved yet", lines: ["Every batch that goes to the trash is listed here."])
      NoticeView(notice: notice, focusedAction: nil).draw(in: rect, theme: theme, into: &surface)
      return
    }
    let list = list(in: rect)
    let filter = state.filter.isEmpty ? "" : "   / \(SafeText(state.filter).text)"
    let hasSpace = displayWidth(state.summary) + displayWidth(filter) + 10 <= list.width
    surface.put(
      [
        Span("History", theme.style(.strong)),
        Span("\(hasSpace ? "   " : " ")\(hasSpace ? state.summary : state.shortSummary)", theme.style(.text)),
        Span(filter, theme.style(.accent)),
      ], x: list.x, y: rect.y, columns: list.width)
    let chart = MonthChart.rows(of: state.months, in: rect)
    MonthChart(months: state.months).draw(
      in: Rect(x: list.x, y: rect.y + 2, width: list.width, height: chart), theme: theme, into: &surface)
    if state.rows.isEmpty {
      surface.put("No batch matches", x: list.x, y: list.y, style: theme.style(.faint), columns: list.width)
    }
    let rows = rows(in: list)
    let most = state.rows.map(\.bytes.bytes).max() ?? 0
    for index in rows.indices {
      drawRow(index, in: rows.area(of: index, columns: 120), most: most, theme: theme, into: &surface)
    }
    rows.drawScrollbar(theme: theme, into: &surface)
  }

  func hit(in rect: Rect, x: Int, y: Int) -> HitTarget? {
    rows(in: list(in: rect)).hit(x: x, y: y)
  }

  private func drawRow(_ index: Int, in area: Rect, most: Int64, theme: Theme, into surface: inout Surface) {
    let row = state.rows[index]
    let isSelected = index == state.selection
    let selection = theme.style(.selection)
    let strong = isSelected ? selection : theme.style(.text)
    let quiet = isSelected ? selection : theme.style(.faint)
    let (x, y, columns) = (area.x, area.y, area.width)
    if isSelected { surface.highlight(area, theme: theme) }
    let count = row.count
    if area.height == 2 {
      surface.put(row.date, x: x + 2, y: y, style: strong, columns: columns - 13)
      surface.putTrailing(row.bytes.formatted, right: x + columns - 1, y: y, style: quiet, columns: 9)
      surface.put("\(count) · \(row.status)", x: x + 2, y: y + 1, style: quiet, columns: columns - 3)
      return
    }
    func widest(_ text: (HistoryState.Row) -> String) -> Int { state.rows.map { displayWidth(text($0)) }.max() ?? 0 }
    var left = x + 2
    surface.put(row.date, x: left, y: y, style: strong, columns: widest(\.date))
    left += widest(\.date) + 2 + widest(\.count)
    surface.putTrailing(count, right: left, y: y, style: strong, columns: widest(\.count))
    left += 2 + widest(\.bytes.formatted)
    surface.putTrailing(row.bytes.formatted, right: left, y: y, style: quiet, columns: widest(\.bytes.formatted))
    left += 2
    if columns >= 96 {
      let fraction = most > 0 ? Double(max(0, row.bytes.bytes)) / Double(most) : 0
      for step in 0..<filledPieces(fraction, of: 16) {
        let style = isSelected && !theme.blends ? selection : theme.accent(at: Double(step) / 15)
        surface.write("▰", x: left + step, y: y, style: style)
      }
      left += 18
    }
    var right = x + columns - 1
    let hint = "\(keys.restoreLabel) put back"
    // The hint line has the key as well.
    if isSelected, row.canRestore, left + displayWidth(row.status) + 2 + displayWidth(hint) <= right {
      right = surface.putTrailing(hint, right: right, y: y, style: selection, columns: 12) - 2
    }
    surface.put(row.status, x: left, y: y, style: quiet, columns: right - left)
  }

  private func drawMessage(in rect: Rect, theme: Theme, into surface: inout Surface) {
    guard let message = state.message else { return }
    surface.message(message, in: rect.inset(columns: 2, rows: 0), style: theme.style(.accent), theme: theme)
  }
}
