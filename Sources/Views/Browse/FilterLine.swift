import TextSurface
import ViewModels

/// The filter of a list while it is typed: one line above the hints, so that what matches is seen.
struct FilterLine {
  let dialog: EntryDialog

  func draw(theme: Theme, into surface: inout Surface) {
    let row = Rect(x: 0, y: surface.size.rows - 2, width: surface.size.columns, height: 1)
    let style = theme.style(.selection)
    surface.fill(row, style: style)
    let text = SafeText(dialog.entry.text).text
    let note = dialog.note ?? ""
    let space = row.width - 6 - displayWidth(note)
    let isRoomy = space >= max(12, displayWidth(text))
    if isRoomy { surface.putTrailing(note, right: row.right - 2, y: row.y, style: style, columns: displayWidth(note)) }
    surface.put("/", x: 1, y: row.y, style: style, columns: 1)
    // The end of the line is being typed, so it stays visible.
    let end = surface.put(
      text, x: 3, y: row.y, style: style, columns: isRoomy ? space - 1 : row.width - 5, keepingEnd: true)
    surface.caret(x: end, y: row.y, style: style)
    surface.cursor = Surface.Cursor(x: end, y: row.y)
    guard text.isEmpty else { return }
    surface.put(dialog.explanation, x: 5, y: row.y, style: style, columns: isRoomy ? space - 3 : row.width - 7)
  }
}
