import TextSurface
import ViewModels

/// All keys, by heading, over the screen they work in.
struct HelpOverlay {
  let sections: [HelpSection]
  let scroll: Int
  var search: HelpSearch?
  var keys = KeyTable()

  private enum Line {
    case heading(String)
    case hint(Hint)
    case air
  }

  func draw(theme: Theme, into surface: inout Surface) {
    let bounds = surface.bounds
    let room = bounds.width >= 150 ? 3 : bounds.width >= 76 ? 2 : 1
    // A single section that a search has left stands in the first column.
    let columnCount = max(1, min(room, sections.count))
    let box = bounds.centered(width: min(bounds.width - 2, room * 46 + 4), height: bounds.height - 2)
    let inner = box.inset(columns: 3, rows: 2)
    let columns = split(into: columnCount)
    let longest = columns.map(\.count).max() ?? 0
    let height = min(box.height, longest + 4)
    let fitted = bounds.centered(width: box.width, height: height)
    let area = Rect(x: inner.x, y: fitted.y + 2, width: inner.width, height: max(0, fitted.height - 4))
    surface.clearTornWords(around: fitted)
    surface.panel(fitted, theme: theme) { theme.accent(at: $0) }
    surface.legend(title, in: fitted, y: fitted.y, style: theme.style(.strong))
    if sections.isEmpty {
      surface.put("No key has that in its words.", x: area.x, y: area.y, style: theme.style(.text), columns: area.width)
    }
    let first = min(max(0, scroll), max(0, longest - area.height))
    let width = (area.width - 3 * (columnCount - 1)) / columnCount
    let keyColumns = min(
      width / 3, sections.flatMap(\.hints).map { displayWidth($0.key) }.max() ?? 0)
    for (index, column) in columns.enumerated() {
      let x = area.x + index * (width + 3)
      for (row, line) in column.dropFirst(first).prefix(area.height).enumerated() {
        draw(line, x: x, y: area.y + row, columns: width, keyColumns: keyColumns, theme: theme, into: &surface)
      }
    }
    surface.scrollbar(
      first: first, visible: area.height, total: longest,
      in: Rect(x: fitted.x, y: area.y, width: fitted.width - 1, height: area.height), theme: theme)
    let words = words(isScrolled: longest > area.height)
    surface.trailingLegend(
      words, in: fitted, y: fitted.bottom - 1, style: theme.style(.faint), columns: fitted.width - 4)
    surface.cursor = Surface.Cursor(x: fitted.x + 3, y: fitted.y)
    if let search, search.isTyping {
      surface.cursor = Surface.Cursor(x: min(fitted.right - 3, fitted.x + 3 + displayWidth(title)), y: fitted.y)
    }
  }

  private var title: String { search.map { "Keys /\(SafeText($0.entry.text).text)" } ?? "Keys" }

  private func words(isScrolled: Bool) -> String {
    let close = keys.title(of: .back, in: .help)
    if let search {
      return search.isTyping ? "type to search" : "\(close) all keys"
    }
    let scroll = "\(keys.title(of: .up, in: .help))\(keys.title(of: .down, in: .help)) scroll · "
    return "\(isScrolled ? scroll : "")\(keys.title(of: .search, in: .help)) search · \(close) close"
  }

  private func draw(
    _ line: Line, x: Int, y: Int, columns: Int, keyColumns: Int, theme: Theme, into surface: inout Surface
  ) {
    switch line {
    case .air: break
    case .heading(let title): surface.putGradient(title, x: x, y: y, theme: theme, columns: columns)
    case .hint(let hint):
      // Many keys with a short title: the title gives way before either is cut.
      let words = hint.obstacle.map { "\(hint.title) — \($0)" } ?? hint.title
      let keyRoom = max(keyColumns, min(displayWidth(hint.key), columns - displayWidth(hint.title) - 2))
      surface.put(hint.key, x: x, y: y, style: theme.style(.strong), columns: keyRoom)
      surface.put(
        words, x: x + keyRoom + 2, y: y, style: theme.style(hint.obstacle == nil ? .text : .faint),
        columns: columns - keyRoom - 2)
    }
  }

  /// Whole sections, one after the other, so that the columns come out about even.
  private func split(into count: Int) -> [[Line]] {
    let blocks: [[Line]] = sections.map { [.heading($0.title)] + $0.hints.map { .hint($0) } + [.air] }
    let total = blocks.reduce(0) { $0 + $1.count }
    var columns = Array(repeating: [Line](), count: count)
    var used = 0
    for block in blocks {
      // By the middle of the block, so that a long one does not tip over.
      let index = total > 0 ? min(count - 1, (used + block.count / 2) * count / total) : 0
      columns[index] += block
      used += block.count
    }
    return columns.map { lines in
      if case .air = lines.last { return Array(lines.dropLast()) }
      return lines
    }
  }
}

/// A question that must be answered before anything else happens.
struct QuestionOverlay {
  let question: Question

  func draw(theme: Theme, into surface: inout Surface) {
    dialog(in: surface.bounds, theme: theme).draw(in: surface.bounds, theme: theme, into: &surface)
  }

  func hit(in size: Size, x: Int, y: Int) -> HitTarget? {
    dialog(in: Rect(size), theme: Theme(.noColor)).hit(in: Rect(size), x: x, y: y)
  }

  private func dialog(in rect: Rect, theme: Theme) -> Dialog {
    var dialog = Dialog(
      title: question.title, lines: [],
      buttons: ButtonPair(
        safe: question.safeButton, act: question.actButton, isActFocused: question.isActFocused))
    let columns = dialog.columns(in: rect)
    dialog.lines = question.lines.flatMap { line in
      evenlyWrapped(line, columns: columns, limit: 6).map { Dialog.Line(spans: [Span($0, theme.style(.text))]) }
    }
    return dialog
  }
}
