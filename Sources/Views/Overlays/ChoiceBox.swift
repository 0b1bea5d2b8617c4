import TextSurface

/// The frame of an overlay with options to choose from: a heading, a sentence, and one row an option.
struct ChoiceBox {
  let title: String
  let text: String
  let width: Int
  let options: Int
  let selection: Int

  private func box(in bounds: Rect) -> Rect {
    bounds.centered(width: min(bounds.width - 2, width), height: min(bounds.height, options + 5))
  }

  private func row(_ index: Int, in box: Rect) -> Rect {
    Rect(x: box.x + 3, y: box.y + 3 + index, width: box.width - 6, height: 1)
  }

  /// Draws the frame, and each option that fits.
  ///
  /// - Parameter option: Draws an option, by its index, into its row behind the two columns of the pointer.
  func draw(theme: Theme, into surface: inout Surface, option: (Int, Rect, _ style: Style, inout Surface) -> Void) {
    let box = box(in: HintRow.areaAbove(in: surface.size))
    surface.makeSpace(for: box, theme: theme)
    surface.panel(box, theme: theme) { theme.accent(at: $0) }
    surface.legend(title, in: box, y: box.y, style: theme.style(.strong))
    surface.put(text, x: box.x + 3, y: box.y + 1, style: theme.style(.faint), columns: box.width - 6)
    for index in 0..<options {
      let rect = row(index, in: box)
      guard rect.bottom < box.bottom else { break }
      let isChosen = index == selection
      if isChosen {
        surface.write("❯", x: rect.x, y: rect.y, style: theme.accent(at: 0).with(.bold))
        surface.cursor = Surface.Cursor(x: rect.x, y: rect.y)
      }
      let behind = Rect(x: rect.x + 2, y: rect.y, width: rect.width - 2, height: 1)
      option(index, behind, theme.style(isChosen ? .strong : .text), &surface)
    }
  }

  /// The index of the option at a cell; nil where there is none.
  func option(in size: Size, x: Int, y: Int) -> Int? {
    let box = box(in: HintRow.areaAbove(in: size))
    return (0..<options).first { row($0, in: box).contains(x: x, y: y) }
  }
}
