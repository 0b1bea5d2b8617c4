import TextSurface
import ViewModels

/// The keys by heading, over the screen: all of them, or those that a search finds.
struct HelpOverlay {
  let sections: [HelpSection]
  let search: HelpSearch
  var keys = KeyTable()

  private enum Line {
    case heading(String)
    case hint(Hint)
    /// The reason why the key above would do nothing now.
    case reason(String)
    case air
  }

  private struct Layout {
    var box: Rect
    var area: Rect
    var columns: [[Line]]
    var columnWidth: Int
    var keyColumns: Int
    /// The first row on the screen, and the number of rows.
    var first: Int
    var rows: Int
  }

  func draw(theme: Theme, into surface: inout Surface) {
    let layout = layout(in: HintRow.areaAbove(in: surface.size))
    let (box, area) = (layout.box, layout.area)
    surface.makeSpace(for: box, theme: theme)
    surface.panel(box, theme: theme) { theme.accent(at: $0) }
    surface.legend(title, in: box, y: box.y, style: theme.style(.strong))
    for (index, column) in layout.columns.enumerated() {
      let x = area.x + index * (layout.columnWidth + Self.gap)
      for (row, line) in column.dropFirst(layout.first).prefix(area.height).enumerated() {
        let rect = Rect(x: x, y: area.y + row, width: layout.columnWidth, height: 1)
        draw(line, in: rect, keyColumns: layout.keyColumns, theme: theme, into: &surface)
      }
    }
    surface.scrollbar(
      first: layout.first, visible: area.height, total: layout.rows,
      in: Rect(x: box.x, y: area.y, width: box.width - 1, height: area.height), theme: theme)
    surface.trailingLegend(
      text, in: box, y: box.bottom - 1, style: theme.style(.faint),
      columns: box.width - 4)
    let x = min(box.right - 3, box.x + 3 + displayWidth(title))
    surface.caret(x: x, y: box.y, style: theme.style(.strong))
    surface.cursor = Surface.Cursor(x: x, y: box.y)
  }

  // MARK: Private

  private static let gap = 3

  private var isSearching: Bool { !search.entry.text.isEmpty }
  private var title: String { isSearching ? "Keys /\(SafeText(search.entry.text).text)" : "Keys /" }

  private var text: String {
    let close = keys.title(of: .back, in: .help)
    let arrows = "\(keys.title(of: .up, in: .help))\(keys.title(of: .down, in: .help))"
    let found = sections.reduce(0) { $0 + $1.hints.count }
    if isSearching, found == 0 { return "no key has that in its words · \(close) all keys" }
    let act = sections.performable == nil ? "" : " · \(keys.title(of: .open, in: .help)) does it"
    return isSearching
      ? "\(found) found\(act) · \(close) all keys" : "type to search · \(arrows) choose\(act) · \(close) close"
  }

  private func layout(in bounds: Rect) -> Layout {
    let count = bounds.width >= 150 ? 3 : bounds.width >= 76 ? 2 : 1
    let widest = bounds.centered(width: min(bounds.width - 2, count * 46 + 4), height: bounds.height - 1)
    let inner = widest.inset(columns: 3, rows: 2)
    let width = (inner.width - Self.gap * (count - 1)) / count
    let keyColumns = min(width / 3, sections.flatMap(\.hints).map { displayWidth($0.key) }.max() ?? 0)
    let columns = split(lines(columns: width, keyColumns: keyColumns), into: count)
    let rows = columns.map(\.count).max() ?? 0
    let box = bounds.centered(width: widest.width, height: min(widest.height, rows + 4))
    let area = Rect(x: inner.x, y: box.y + 2, width: inner.width, height: max(0, box.height - 4))
    let chosen = columns.compactMap { $0.firstIndex(where: isChosen) }.first ?? 0
    let first = chosen < area.height ? 0 : min(max(0, chosen - area.height / 2), max(0, rows - area.height))
    return Layout(
      box: box, area: area, columns: columns, columnWidth: width, keyColumns: keyColumns, first: first, rows: rows)
  }

  private func isChosen(_ line: Line) -> Bool {
    if case .hint(let hint) = line { hint.isChosen } else { false }
  }

  /// The lines of each section. Below a key of another screen its reason stands only where the key is chosen.
  private func lines(columns: Int, keyColumns: Int) -> [[Line]] {
    sections.map { section in
      var lines = [Line.heading(section.title)]
      for hint in section.hints {
        lines.append(.hint(hint))
        let reason = section.isHere || hint.isChosen ? hint.obstacle ?? "" : ""
        lines += wrapped(reason, columns: columns - keyColumns - 2, limit: 3).map { .reason($0) }
      }
      return lines + [.air]
    }
  }

  private func draw(_ line: Line, in row: Rect, keyColumns: Int, theme: Theme, into surface: inout Surface) {
    switch line {
    case .air: break
    case .heading(let title): surface.putGradient(title, x: row.x, y: row.y, theme: theme, columns: row.width)
    case .reason(let text):
      surface.put(
        text, x: row.x + keyColumns + 2, y: row.y, style: theme.style(.faint), columns: row.width - keyColumns - 2)
    case .hint(let hint):
      if hint.isChosen {
        surface.highlight(Rect(x: row.x - 2, y: row.y, width: row.width + 2, height: 1), theme: theme)
      }
      func style(_ role: Theme.Role) -> Style { theme.style(hint.isChosen ? .selection : role) }
      // Many keys with a short title: the title gives way before either is cut.
      let keySpace = max(keyColumns, min(displayWidth(hint.key), row.width - displayWidth(hint.title) - 2))
      surface.put(hint.key, x: row.x, y: row.y, style: style(.strong), columns: keySpace)
      surface.put(
        hint.title, x: row.x + keySpace + 2, y: row.y, style: style(hint.obstacle != nil ? .faint : .text),
        columns: row.width - keySpace - 2)
    }
  }

  /// The sections divided into columns, in their order, so that the columns are about equally long.
  private func split(_ blocks: [[Line]], into count: Int) -> [[Line]] {
    let total = blocks.reduce(0) { $0 + $1.count }
    var columns = Array(repeating: [Line](), count: count)
    var used = 0
    for block in blocks {
      // Sections are assigned to columns by their middle, so that a long one does not overflow.
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
