import TextSurface
import ViewModels

/// The details of an app, or advice: headings with lines below them, scrolled where they do not fit.
struct AppPanelView {
  let panel: AppPanel
  let scroll: Int

  private struct Line {
    var text: String
    var style: Theme.Role
    var indent = 0
  }

  /// Draws the panel into an area.
  ///
  /// - Parameter isFramed: Whether a border is drawn, where the panel is beside the list.
  func draw(in rect: Rect, isFramed: Bool, theme: Theme, into surface: inout Surface) {
    guard rect.width > 6, rect.height > 2 else { return }
    var area = Rect(x: rect.x, y: rect.y + 1, width: rect.width, height: rect.height - 1)
    if isFramed {
      surface.border(rect, style: theme.style(.border))
      surface.legend(panel.title, in: rect, y: rect.y, style: theme.style(.strong))
      area = rect.inset(columns: 2, rows: 1)
    } else {
      surface.put(panel.title, x: rect.x, y: rect.y, style: theme.style(.strong), columns: rect.width)
    }
    // The column at the right is the scroll bar's.
    let lines = lines(columns: area.width - 2, hasAir: area.height >= 12)
    let first = min(max(0, scroll), max(0, lines.count - area.height))
    for (row, line) in lines.dropFirst(first).prefix(area.height).enumerated() {
      surface.put(
        line.text, x: area.x + line.indent, y: area.y + row, style: theme.style(line.style),
        columns: area.width - 2 - line.indent)
    }
    surface.scrollbar(first: first, visible: area.height, total: lines.count, in: area, theme: theme)
  }

  private func lines(columns: Int, hasAir: Bool) -> [Line] {
    var lines: [Line] = []
    // Where rows are scarce the command comes first, above the cut.
    let parts =
      hasAir ? panel.parts : panel.parts.filter { $0.kind == .command } + panel.parts.filter { $0.kind != .command }
    for part in parts {
      if hasAir, !lines.isEmpty, !part.heading.isEmpty { lines.append(Line(text: "", style: .text)) }
      lines += wrapped(part.heading, columns: columns).map { Line(text: $0, style: .faint) }
      let style: Theme.Role =
        switch part.kind {
        case .text: .text
        case .warning: .warning
        case .command: .accent
        }
      let sign = part.kind == .warning ? "⚠ " : ""
      for line in part.lines {
        lines += wrapped(sign + line, columns: columns - 2).map { Line(text: $0, style: style, indent: 2) }
      }
    }
    return lines
  }
}
