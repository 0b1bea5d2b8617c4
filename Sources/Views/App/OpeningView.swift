package import TextSurface
import ViewModels

/// The screen before there is anything to review: a drive is slow, or does not answer.
package struct OpeningView {
  /// The stall as text, escaped: "Waiting for ~/Pictures/card: no answer for 12 s". Nil as long as there is none.
  package var waiting: String?

  /// Creates the view.
  package init(waiting: String?) { self.waiting = waiting }

  /// Draws the screen on the whole surface.
  package func draw(theme: Theme, into surface: inout Surface) {
    let size = surface.size
    surface.write("◗", x: 1, y: 0, style: theme.accent(at: 0))
    surface.putGradient("Deckle", x: 3, y: 0, theme: theme, columns: max(0, size.columns - 3))
    let area = Rect(x: 0, y: 0, width: size.columns, height: size.rows).centered(
      width: min(size.columns - 4, 64), height: 4)
    surface.put("Opening your photos", x: area.x, y: area.y, style: theme.style(.strong), columns: area.width)
    if let waiting {
      surface.put(
        waiting, x: area.x, y: area.y + 2, style: theme.style(.warning), columns: area.width, keepingEnd: true)
      surface.put(
        "Nothing is lost by leaving, and nothing by waiting.", x: area.x, y: area.y + 3, style: theme.style(.faint),
        columns: area.width)
    }
    HintRow(hints: [Hint(key: "q", title: "Leave")]).draw(y: size.rows - 1, theme: theme, into: &surface)
  }
}
