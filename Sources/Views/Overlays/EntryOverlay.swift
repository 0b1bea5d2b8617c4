import TextSurface
import ViewModels

/// A question that is answered by typing.
struct EntryOverlay {
  let dialog: EntryDialog
  var keys = KeyTable()

  func draw(theme: Theme, into surface: inout Surface) {
    let bounds = HintRow.areaAbove(in: surface.size)
    let width = min(64, bounds.width - 2)
    let columns = width - 6
    let below = wrapped(dialog.problem ?? dialog.note ?? dialog.explanation, columns: columns, limit: 3)
    let box = bounds.centered(width: width, height: min(bounds.height, 6 + below.count))
    surface.makeSpace(for: box, theme: theme)
    surface.panel(box, theme: theme) { theme.accent(at: $0) }
    surface.legend(dialog.title, in: box, y: box.y, style: theme.style(.strong))
    let x = box.x + 3
    let y = box.y + 2
    surface.fill(Rect(x: x, y: y, width: columns, height: 1), style: theme.style(.selection))
    // The end is what is being typed.
    let end = surface.put(
      SafeText(dialog.entry.text).text, x: x, y: y, style: theme.style(.selection), columns: columns - 1,
      keepingEnd: true)
    if !dialog.isChecking { surface.caret(x: end, y: y, style: theme.style(.selection)) }
    surface.cursor = Surface.Cursor(x: end, y: y)
    for (row, line) in below.enumerated() {
      surface.put(
        line, x: x, y: y + 2 + row, style: theme.style(dialog.problem == nil ? .faint : .warning), columns: columns)
    }
    let text =
      dialog.isChecking
      ? "looking …"
      : "\(keys.title(of: .confirm, in: .entry)) take it · \(keys.title(of: .decline, in: .entry)) leave it"
    surface.trailingLegend(text, in: box, y: box.bottom - 1, style: theme.style(.faint), columns: box.width - 4)
  }
}
