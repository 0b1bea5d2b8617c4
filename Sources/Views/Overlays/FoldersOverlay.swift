import TextSurface
import ViewModels

/// Folders to move a photo to, each with its number, over the deck or the bin.
struct FoldersOverlay {
  let chooser: FolderChooser

  private func box(in bounds: Rect) -> Rect {
    bounds.centered(width: min(bounds.width - 2, 60), height: min(bounds.height, chooser.options.count + 5))
  }

  private func row(_ index: Int, in box: Rect) -> Rect {
    Rect(x: box.x + 3, y: box.y + 3 + index, width: box.width - 6, height: 1)
  }

  func draw(theme: Theme, into surface: inout Surface) {
    let box = box(in: HintRow.areaAbove(in: surface.size))
    surface.makeSpace(for: box, theme: theme)
    surface.panel(box, theme: theme) { theme.accent(at: $0) }
    surface.legend("Move to a folder", in: box, y: box.y, style: theme.style(.strong))
    surface.put(chooser.text, x: box.x + 3, y: box.y + 1, style: theme.style(.faint), columns: box.width - 6)
    for (index, option) in chooser.options.enumerated() {
      let rect = row(index, in: box)
      guard rect.bottom < box.bottom else { break }
      let isChosen = index == chooser.selection
      if isChosen {
        surface.write("❯", x: rect.x, y: rect.y, style: theme.accent(at: 0).with(.bold))
        surface.cursor = Surface.Cursor(x: rect.x, y: rect.y)
      }
      surface.put("\(index + 1)", x: rect.x + 2, y: rect.y, style: theme.style(.strong), columns: 1)
      surface.put(
        option.title, x: rect.x + 5, y: rect.y, style: theme.style(isChosen ? .strong : .text),
        columns: rect.width - 5, keepingEnd: true)
    }
  }

  func hit(in size: Size, x: Int, y: Int) -> HitTarget? {
    let box = box(in: HintRow.areaAbove(in: size))
    return chooser.options.indices.first { row($0, in: box).contains(x: x, y: y) }.map { .folder($0) }
  }
}
