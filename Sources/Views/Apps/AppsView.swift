import TextSurface
import ViewModels

/// The installed apps: name, size, last use and score, below the highlighted one a line with the reason, and beside the
/// list (over it on a narrow screen) the details of one.
struct AppsView: ScreenView {
  let state: AppsState

  /// The columns from which on the list and the panel are side by side.
  private static let wide = 100

  private var isListCovered: Bool { state.panel != nil }
  /// The rows at the bottom that are kept free for the message, so that nothing moves when it comes.
  private static let messageRows = 1

  private func panelArea(in rect: Rect) -> Rect? {
    guard state.panel != nil else { return nil }
    guard rect.width >= Self.wide else {
      // The area begins at the top, so that nothing in it moves either.
      let height = rect.height - (state.message == nil ? 0 : Self.messageRows)
      return Rect(x: 2, y: rect.y, width: rect.width - 4, height: height)
    }
    let height = rect.height - Self.messageRows
    let left = rect.x + rect.width / 2
    return Rect(x: left, y: rect.y, width: min(rect.right - 2 - left, 84), height: height)
  }

  /// The area of the list; nil where the panel covers it.
  private func list(in rect: Rect) -> Rect? {
    if isListCovered, rect.width < Self.wide { return nil }
    let top = rect.y + (rect.height >= 14 ? 2 : 1)
    let right = isListCovered ? rect.x + rect.width / 2 - 2 : rect.right - 2
    return Rect(x: 2, y: top, width: right - 2, height: rect.bottom - top - Self.messageRows)
  }

  /// The apps on the screen, of two rows each where one would cut the name; one row is kept for the reason.
  private func rows(in list: Rect) -> VisibleRows {
    VisibleRows(
      in: list, selected: state.selection, of: state.rows.count, rowHeight: list.width < 60 ? 2 : 1, margin: 1)
  }

  /// The areas of the apps on the screen, that of the highlighted one with its reason.
  private func areas(in list: Rect) -> [(index: Int, area: Rect)] {
    let rows = rows(in: list)
    return rows.indices.map { index in
      var area = rows.area(of: index, columns: 120)
      if index == state.selection { area.height += 1 }
      if index > state.selection, rows.indices.contains(state.selection) { area.y += 1 }
      return (index, area)
    }
  }

  func draw(in rect: Rect, theme: Theme, now: Duration, into surface: inout Surface) {
    defer {
      if let message = state.message {
        surface.message(message, in: rect.inset(columns: 2, rows: 0), style: theme.style(.accent), theme: theme)
      }
    }
    if let since = state.loadingSince {
      guard now >= since + Shimmer.delay else { return }
      let y = rect.y + rect.height / 2
      surface.writeCentered("Looking at what is installed …", in: rect, y: y, style: theme.style(.text))
      return
    }
    if let notice = state.notice {
      return NoticeView(notice: notice, focusedAction: nil).draw(in: rect, theme: theme, into: &surface)
    }
    guard !state.rows.isEmpty else { return }
    if let list = list(in: rect) {
      surface.put(
        [
          Span("Apps", theme.style(.strong)),
          Span("   " + facts("\(state.order.title) · \(state.title)", columns: list.width - 7), theme.style(.text)),
        ], x: list.x, y: rect.y, columns: list.width)
      for (index, area) in areas(in: list) { drawRow(index, in: area, theme: theme, into: &surface) }
      rows(in: list).drawScrollbar(theme: theme, into: &surface)
    }
    if let panel = state.panel, let area = panelArea(in: rect) {
      AppPanelView(panel: panel, scroll: state.panelScroll).draw(
        in: area, isFramed: rect.width >= Self.wide, theme: theme, into: &surface)
    }
  }

  /// The text while the list is being read does not move: one frame is due when it appears.
  func timeToNextFrame(now: Duration, theme: Theme) -> Duration? {
    guard let since = state.loadingSince, now < since + Shimmer.delay else { return nil }
    return since + Shimmer.delay - now
  }

  func hit(in rect: Rect, x: Int, y: Int) -> HitTarget? {
    if state.loadingSince != nil { return nil }
    if let notice = state.notice { return NoticeView(notice: notice).hit(in: rect, x: x, y: y) }
    guard let list = list(in: rect) else { return nil }
    return areas(in: list).first { $0.area.contains(x: x, y: y) }.map { .row($0.index) }
  }

  private func drawRow(_ index: Int, in area: Rect, theme: Theme, into surface: inout Surface) {
    let row = state.rows[index]
    let isSelected = index == state.selection
    let selection = theme.style(.selection)
    let strong = isSelected ? selection : theme.style(.text)
    let quiet = isSelected ? selection : theme.style(.faint)
    let (x, right) = (area.x + 2, area.right - 1)
    if isSelected {
      surface.highlight(area, theme: theme)
      surface.put(row.reason, x: x, y: area.bottom - 1, style: quiet, columns: right - x)
    }
    let isNarrow = area.height - (isSelected ? 1 : 0) == 2
    let pieces = area.width < 40 ? 5 : 7
    // Beside a panel and on a narrow screen the facts have a row of their own.
    let y = isNarrow ? area.y + 1 : area.y
    var left = isNarrow ? x : max(x, right - 44)
    if isNarrow {
      surface.put(row.lastUse, x: x, y: y, style: quiet, columns: right - pieces - 8 - x)
      surface.putTrailing(row.size, right: right, y: area.y, style: quiet, columns: 9)
      surface.put(row.name, x: x, y: area.y, style: strong, columns: right - 11 - x)
    } else {
      surface.put(row.name, x: x, y: y, style: strong, columns: left - 1 - x)
      surface.putTrailing(row.size, right: left + 9, y: y, style: quiet, columns: 9)
      left += 11
      surface.put(row.lastUse, x: left, y: y, style: quiet, columns: right - pieces - 8 - left)
    }
    drawScore(
      row, pieces: pieces, isSelected: isSelected, right: right, y: y, style: quiet, theme: theme, into: &surface)
  }

  /// "▰▰▰▰▰▰▱  0.84".
  private func drawScore(
    _ row: AppsState.Row, pieces: Int, isSelected: Bool, right: Int, y: Int, style: Style, theme: Theme,
    into surface: inout Surface
  ) {
    guard !row.isProtected else {
      surface.putTrailing("stays", right: right, y: y, style: style, columns: 13)
      return
    }
    surface.putTrailing(row.score, right: right, y: y, style: style, columns: 5)
    // A score that reads 0.00 has no piece: the bar of something small is another one.
    let filled = row.fraction < 0.005 ? 0 : filledPieces(row.fraction, of: pieces)
    for step in 0..<pieces {
      let accent = isSelected && !theme.blends ? style : theme.accent(at: Double(step) / Double(pieces - 1))
      surface.write(
        step < filled ? "▰" : "▱", x: right - pieces - 6 + step, y: y, style: step < filled ? accent : style)
    }
  }
}
