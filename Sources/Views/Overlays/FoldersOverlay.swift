import TextSurface
import ViewModels

/// Folders to move a photo to, each with its number, over the deck or the bin.
struct FoldersOverlay {
  let chooser: FolderChooser

  private var box: ChoiceBox {
    ChoiceBox(
      title: "Move to a folder", text: chooser.text, width: max(60, chooser.message.map { displayWidth($0) + 6 } ?? 0),
      options: chooser.options.count, selection: chooser.selection)
  }

  func draw(theme: Theme, into surface: inout Surface) {
    box.draw(theme: theme, into: &surface) { index, row, style, surface in
      surface.put("\(index + 1)", x: row.x, y: row.y, style: theme.style(.strong), columns: 1)
      surface.put(
        chooser.options[index].title, x: row.x + 3, y: row.y, style: style, columns: row.width - 3, keepingEnd: true)
    }
  }

  func hit(in size: Size, x: Int, y: Int) -> HitTarget? { box.option(in: size, x: x, y: y).map { .folder($0) } }
}
