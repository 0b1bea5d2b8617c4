import TextSurface
import ViewModels

/// A question that is answered by typing.
struct EntryOverlay {
  let dialog: EntryDialog
  var keys = KeyTable()

  private static let mostFolders = 8

  /// The frame, the lines below the entry, and the folders below them.
  private func layout(in size: Size) -> (box: Rect, below: [String], folders: VisibleRows) {
    let bounds = HintRow.areaAbove(in: size)
    let width = min(64, bounds.width - 2)
    let below = wrapped(dialog.problem ?? dialog.note ?? dialog.explanation, columns: width - 6, limit: 3)
    let listed = dialog.folders.isEmpty ? 0 : min(dialog.folders.count, Self.mostFolders) + 1
    let height = 6 + below.count
    // The line stays in place while the list below it changes.
    let most = dialog.isPath ? height + Self.mostFolders + 1 : height
    var box = bounds.centered(width: width, height: min(bounds.height, most))
    box.height = min(bounds.height, height + listed)
    let top = box.y + 5 + below.count
    let list = Rect(x: box.x + 3, y: top, width: width - 6, height: max(0, box.bottom - 2 - top))
    return (box, below, VisibleRows(in: list, selected: dialog.choice ?? 0, of: dialog.folders.count))
  }

  /// The folder at a cell, by its index; nil where there is none.
  func hit(in size: Size, x: Int, y: Int) -> HitTarget? {
    guard case .row(let index) = layout(in: size).folders.hit(x: x, y: y) else { return nil }
    return .listedFolder(index)
  }

  func draw(theme: Theme, into surface: inout Surface) {
    let (box, below, folders) = layout(in: surface.size)
    let columns = box.width - 6
    surface.makeSpace(for: box, theme: theme)
    surface.panel(box, theme: theme) { theme.accent(at: $0) }
    surface.legend(dialog.title, in: box, y: box.y, style: theme.style(.strong))
    let x = box.x + 3
    let y = box.y + 2
    surface.fill(Rect(x: x, y: y, width: columns, height: 1), style: theme.style(.selection))
    // The end of the line is being typed, so it stays visible.
    let end = surface.put(
      SafeText(dialog.entry.text).text, x: x, y: y, style: theme.style(.selection), columns: columns - 1,
      keepingEnd: true)
    if !dialog.isChecking { surface.caret(x: end, y: y, style: theme.style(.selection)) }
    surface.cursor = Surface.Cursor(x: end, y: y)
    for (row, line) in below.enumerated() {
      surface.put(
        line, x: x, y: y + 2 + row, style: theme.style(dialog.problem == nil ? .faint : .warning), columns: columns)
    }
    for index in folders.indices {
      let row = folders.area(of: index)
      let isChosen = index == dialog.choice
      if isChosen { surface.write("❯", x: row.x, y: row.y, style: theme.accent(at: 0).with(.bold)) }
      surface.put(
        SafeText(dialog.folders[index]).text, x: row.x + 2, y: row.y, style: theme.style(isChosen ? .strong : .text),
        columns: row.width - 2, keepingEnd: true)
    }
    folders.drawScrollbar(theme: theme, into: &surface)
    let text =
      dialog.isChecking
      ? "looking …"
      : "\(keys.title(of: .confirm, in: .entry)) take it · \(keys.title(of: .decline, in: .entry)) leave it"
    surface.trailingLegend(text, in: box, y: box.bottom - 1, style: theme.style(.faint), columns: box.width - 4)
  }
}
