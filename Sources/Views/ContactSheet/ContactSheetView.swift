import PhotoModel
import TextSurface
import ViewModels

/// The contact sheet: the photos of a set beside each other, each with whether it stays or goes.
struct ContactSheetView: ScreenView {
  let state: ContactSheetState

  var pictures: [CardPicture] { state.grid.tiles.values.compactMap(\.picture) }

  /// The space for the grid below the title, and above the line for messages.
  static func grid(in body: Rect) -> Rect {
    let top = body.y + (body.height >= 14 ? 2 : 1)
    return Rect(x: 2, y: top, width: body.width - 5, height: body.bottom - 1 - top)
  }

  func draw(in rect: Rect, theme: Theme, now: Duration, into surface: inout Surface) {
    let going = state.going > 0 ? ", \(state.bytes.formatted)" : ""
    surface.put(
      [
        Span(state.title, theme.style(.strong)),
        Span("   ✓ \(groupedDigits(state.staying)) \(state.staying == 1 ? "stays" : "stay")", theme.style(.keep)),
        Span("   ✕ \(groupedDigits(state.going)) to the bin\(going)", theme.style(.delete)),
        Span("   \(state.category)", theme.style(.faint)),
      ], x: 2, y: rect.y, columns: rect.width - 4)
    PhotoGridView(grid: state.grid).draw(in: Self.grid(in: rect), theme: theme, now: now, into: &surface)
    if let message = state.message {
      surface.message(message, in: rect.inset(columns: 2, rows: 0), style: theme.style(.accent), theme: theme)
    }
  }

  func hit(in rect: Rect, x: Int, y: Int) -> HitTarget? {
    PhotoGridView(grid: state.grid).hit(in: Self.grid(in: rect), x: x, y: y).map { .photo($0) }
  }
}
