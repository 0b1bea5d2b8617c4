import TextSurface
import ViewModels

/// The one form of every empty, error and access state: a large drawn glyph, a title, a sentence, one or two actions.
struct NoticeView {
  let notice: Notice
  /// The action that Enter does; nil where Enter does none of them.
  var focusedAction: Int? = 0

  /// The layout of a notice: where space is scarce, the glyph is left out first, then the last lines.
  private struct Layout {
    var glyph: Rect
    var titleY: Int
    var lines: [String]
    var linesY: Int
    var actions: [Rect]
  }

  func draw(in rect: Rect, theme: Theme, into surface: inout Surface) {
    let layout = layout(in: rect)
    if !layout.glyph.isEmpty {
      let amber = notice.glyph == .warning || notice.glyph == .lock
      StrokeArt.art(for: notice.glyph).draw(in: layout.glyph, theme: theme, into: &surface) { part in
        amber ? theme.style(.warning) : theme.accent(at: part)
      }
    }
    surface.writeCentered(
      notice.title, in: rect.inset(columns: 2, rows: 0), y: layout.titleY, style: theme.style(.strong))
    for (row, line) in layout.lines.enumerated() {
      surface.writeCentered(line, in: rect, y: layout.linesY + row, style: theme.style(.text))
    }
    for (index, action) in layout.actions.enumerated() {
      draw(
        notice.actions[index], in: action, isFocused: index == focusedAction, theme: theme, into: &surface)
    }
  }

  func hit(in rect: Rect, x: Int, y: Int) -> HitTarget? {
    layout(in: rect).actions.firstIndex { $0.contains(x: x, y: y) }.map { .noticeAction($0) }
  }

  private func draw(
    _ action: Hint, in rect: Rect, isFocused: Bool, theme: Theme, into surface: inout Surface
  ) {
    var x = surface.write(isFocused ? "❯ " : "  ", x: rect.x, y: rect.y, style: theme.accent(at: 0))
    let space = rect.right - x
    let keyColumns = min(displayWidth(action.key) + 2, space)
    if isFocused {
      surface.cursor = Surface.Cursor(x: rect.x, y: rect.y)
      x = surface.putGradient(
        truncated(action.title, to: space - keyColumns), x: x, y: rect.y, theme: theme, columns: space)
    } else {
      x = surface.put(action.title, x: x, y: rect.y, style: theme.style(.text), columns: space - keyColumns)
    }
    surface.putTrailing(action.key, right: rect.right, y: rect.y, style: theme.style(.faint), columns: keyColumns)
  }

  private func layout(in rect: Rect) -> Layout {
    let columns = min(64, rect.width - 4)
    var lines = notice.lines.flatMap { evenlyWrapped($0, columns: columns) }
    // The rows between title, lines and actions go before a line does: a line may be the command that helps.
    let gap = 1 + lines.count + notice.actions.count + 2 > rect.height ? 0 : 1
    let actionRows = notice.actions.isEmpty ? 0 : notice.actions.count + gap
    let spaceForLines = max(0, rect.height - 1 - gap - actionRows)
    if lines.count > spaceForLines { lines = Array(lines.prefix(spaceForLines)) }
    let text = 1 + (lines.isEmpty ? 0 : lines.count + gap) + actionRows
    // A glyph with less than four rows is not recognisable.
    let free = rect.height - text - 1
    let glyphRows = free >= 4 ? min(free, max(6, min(12, rect.height / 3))) : 0
    let total = text + (glyphRows > 0 ? glyphRows + 1 : 0)
    var y = rect.y + max(0, (rect.height - total) / 2)
    let glyph = Rect(x: rect.x, y: y, width: rect.width, height: glyphRows)
    if glyphRows > 0 { y += glyphRows + 1 }
    let titleY = y
    y += 1 + gap
    let linesY = y
    if !lines.isEmpty { y += lines.count + gap }
    let wanted = notice.actions.map { displayWidth($0.title) + displayWidth($0.key) + 6 }.max() ?? 0
    let width = min(columns, max(24, wanted))
    let actions = notice.actions.indices.map { index in
      Rect(x: rect.x + (rect.width - width) / 2, y: y + index, width: width, height: 1)
    }
    return Layout(glyph: glyph, titleY: titleY, lines: lines, linesY: linesY, actions: actions)
  }
}
