import TextSurface
import ViewModels

/// A file of a batch as large as the screen allows, with where it is now.
struct BatchPhotoView: ScreenView {
  let batch: HistoryState.Batch
  let message: String?

  /// The cells that the picture may take on a terminal of this size.
  static func pictureArea(in size: Size) -> Size {
    let picture = picture(in: PictureGridLayout(size))
    return Size(columns: picture.width, rows: picture.height)
  }

  /// The area of the picture: between the title and the row of the message, with a free row below it where there is
  /// space.
  private static func picture(in layout: PictureGridLayout) -> Rect {
    let air = layout.grid.height >= 12 ? 1 : 0
    return Rect(
      x: layout.grid.x, y: layout.grid.y, width: layout.grid.width, height: max(0, layout.grid.height - air))
  }

  var pictures: [CardPicture] { [batch.picture].compactMap(\.self) }

  func draw(in rect: Rect, theme: Theme, now: Duration, into surface: inout Surface) {
    let layout = PictureGridLayout(in: rect)
    guard let file = batch.selected else { return }
    layout.drawTitle(
      [Span(file.name, theme.style(.strong)), Span("   \(file.folder)", theme.style(.faint))],
      item: batch.selection, of: batch.files.count, theme: theme, into: &surface)
    if let picture = batch.picture {
      PictureView(picture: picture).draw(in: Self.picture(in: layout), theme: theme, now: now, into: &surface)
    }
    guard message == nil else {
      return layout.drawMessage(message, in: rect, theme: theme, into: &surface)
    }
    surface.put(
      file.facts, x: layout.title.x, y: layout.messageY, style: theme.style(.text), columns: layout.title.width)
  }
}
