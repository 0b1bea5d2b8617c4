import PhotoModel
import TextSurface
import ViewModels

/// A photo beside its smaller version; on a narrow screen one of the two.
struct LargePhotoView: ScreenView {
  let state: LargeState

  /// The areas of the title and of both pictures with their borders.
  private struct Layout {
    let title: Rect
    let left: Rect
    let right: Rect
    let isNarrow: Bool

    init(in rect: Rect) {
      isNarrow = rect.width < 72
      title = Rect(x: 2, y: rect.y, width: rect.width - 4, height: 1)
      let height = max(3, rect.height - (rect.height >= 14 ? 3 : 2))
      let top = rect.y + (rect.height >= 14 ? 2 : 1)
      let width = isNarrow ? rect.width - 2 : (rect.width - 3) / 2
      left = Rect(x: 1, y: top, width: width, height: height)
      right = isNarrow ? left : Rect(x: left.right + 1, y: top, width: width, height: height)
    }
  }

  /// The cells for each picture.
  static func pictureArea(in size: Size) -> Size {
    let inner = Layout(in: ScreenFrame(size).body).left.inset(columns: 1, rows: 1)
    return Size(columns: max(0, inner.width), rows: max(0, inner.height))
  }

  /// Whether both pictures are shown.
  static func hasBoth(in size: Size) -> Bool { !Layout(in: ScreenFrame(size).body).isNarrow }

  var pictures: [CardPicture] { [state.photo?.original.picture, state.photo?.smaller.picture].compactMap(\.self) }

  func draw(in rect: Rect, theme: Theme, now: Duration, into surface: inout Surface) {
    guard let photo = state.photo, let row = state.selected else { return }
    let layout = Layout(in: rect)
    let part = photo.isDetail ? ", 1:1" : ""
    drawTitle(row, in: layout.title, theme: theme, into: &surface)
    if !layout.isNarrow || photo.showsOriginal {
      draw(
        photo.original, "now\(part)", border: theme.style(.border), in: layout.left, theme: theme, now: now,
        into: &surface)
    }
    if !layout.isNarrow || !photo.showsOriginal {
      draw(
        photo.smaller, "smaller\(part)", border: theme.accent(at: 0.5), in: layout.right, theme: theme, now: now,
        into: &surface)
    }
    if let message = state.message {
      surface.message(message, in: rect.inset(columns: 2, rows: 0), style: theme.style(.accent), theme: theme)
    }
  }

  private func drawTitle(_ row: LargeState.Row, in area: Rect, theme: Theme, into surface: inout Surface) {
    let position = "\(groupedDigits(state.selection + 1)) of \(groupedDigits(state.rows.count))"
    let right = surface.putTrailing(
      position, right: area.right, y: area.y, style: theme.style(.faint), columns: area.width)
    let mark = row.mark == .chosen ? "● chosen · " : ""
    surface.put(
      [
        Span(row.name, theme.style(.strong)), Span("   \(mark)", theme.style(.accent)),
        Span("\(row.gain.formatted) less, \(state.way.title)", theme.style(.text)),
      ], x: area.x, y: area.y, columns: right - area.x - 2)
    surface.cursor = Surface.Cursor(x: area.x, y: area.y)
  }

  private func draw(
    _ side: LargeState.Side, _ legend: String, border: Style, in rect: Rect, theme: Theme, now: Duration,
    into surface: inout Surface
  ) {
    surface.panel(rect, theme: theme) { _ in border }
    if let picture = side.picture {
      PictureView(picture: picture).draw(in: rect.inset(columns: 1, rows: 1), theme: theme, now: now, into: &surface)
    }
    surface.legend(legend, in: rect, y: rect.y, style: theme.style(.strong))
    surface.legend(side.facts, in: rect, y: rect.bottom - 1, style: theme.style(.text))
  }
}
