import PhotoModel
import TextSurface
import ViewModels

/// The layout of a screen full of photos: a title, and below it a grid of small pictures, or where that does not fit a
/// list with a panel for one picture.
struct PictureGridLayout {
  let title: Rect
  /// The area of the grid, or of the list with its panel.
  let grid: Rect
  let list: Rect
  /// The panel with its border; empty where there is no space.
  let panel: Rect
  let messageY: Int

  init(in body: Rect) {
    title = Rect(x: 2, y: body.y, width: body.width - 4, height: 1)
    let top = body.y + (body.height >= 14 ? 2 : 1)
    let rows = body.bottom - 1 - top
    messageY = body.bottom - 1
    grid = Rect(x: 2, y: top, width: body.width - 4, height: rows)
    let panelWidth = body.width >= 72 && rows >= 10 ? min(body.width * 9 / 20, 90) : 0
    list = Rect(x: 2, y: top, width: body.width - 4 - (panelWidth > 0 ? panelWidth + 1 : 0), height: rows)
    panel = Rect(x: body.right - panelWidth - 2, y: top, width: panelWidth, height: panelWidth > 0 ? rows : 0)
  }

  init(_ size: Size) { self.init(in: ScreenFrame(size).body) }

  /// The area of the picture: inside the border, above the row with its name.
  var picture: Rect {
    panel.isEmpty ? Rect(x: 0, y: 0, width: 0, height: 0) : panel.inset(columns: 1, rows: 1)
  }

  /// The cells of the picture beside the list; 0 × 0 where there is no space for it, or space for a whole grid.
  var pictureArea: Size {
    PictureGridView.space(in: grid).columns > 0 ? .none : Size(columns: picture.width, rows: picture.height)
  }

  /// The area of the scrollbar, in the margin of the grid, so that tiles do not move when it comes.
  var scrollbar: Rect { Rect(x: grid.right, y: grid.y, width: 2, height: grid.height) }

  /// Draws the title: "Bin   84 photos · 12.1 MB                                     12 of 84".
  func drawTitle(
    _ text: [Span], item: Int, of count: Int, theme: Theme, into surface: inout Surface
  ) {
    let position = "\(groupedDigits(item + 1)) of \(groupedDigits(count))"
    let wide = text.reduce(0) { $0 + displayWidth($1.text) }
    surface.put(text, x: title.x, y: title.y, columns: title.width)
    guard wide + 2 + displayWidth(position) <= title.width else { return }
    surface.putTrailing(position, right: title.right, y: title.y, style: theme.style(.faint), columns: title.width / 2)
  }

  /// Draws the picture beside the list, with its name on the border.
  func drawPanel(
    _ shown: CardPicture?, name: String, theme: Theme, now: Duration, into surface: inout Surface
  ) {
    guard !panel.isEmpty else { return }
    surface.panel(panel, theme: theme) { _ in theme.style(.border) }
    if let shown { PictureView(picture: shown).draw(in: picture, theme: theme, now: now, into: &surface) }
    surface.legend(name, in: panel, y: panel.bottom - 1, style: theme.style(.text), keepingEnd: true)
  }

  /// Draws the message about the last key, above the hints.
  func drawMessage(_ message: String?, in body: Rect, theme: Theme, into surface: inout Surface) {
    guard let message else { return }
    surface.message(message, in: body.inset(columns: 2, rows: 0), style: theme.style(.accent), theme: theme)
  }
}
