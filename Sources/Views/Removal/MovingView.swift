import TextSurface
import ViewModels

/// The move to the trash, or the way back, as it goes on.
struct MovingView: ScreenView {
  let state: MovingState

  /// The time until the next frame: the time without an answer of a disk is shown in seconds.
  func timeToNextFrame(now: Duration, theme: Theme) -> Duration? { .seconds(1) }

  func draw(in rect: Rect, theme: Theme, now: Duration, into surface: inout Surface) {
    let area = rect.centered(width: min(rect.width - 4, 56), height: 7)
    surface.put(state.title, x: area.x, y: area.y, style: theme.style(.strong), columns: area.width)
    let fraction = state.total > 0 ? Double(state.done) / Double(state.total) : 0
    surface.meter(fraction, x: area.x, y: area.y + 2, columns: area.width, theme: theme)
    surface.put(state.text, x: area.x, y: area.y + 3, style: theme.style(.text), columns: area.width)
    if let waiting = state.waiting {
      surface.put(
        waiting, x: area.x, y: area.y + 5, style: theme.style(.warning), columns: area.width, keepingEnd: true)
      surface.put(
        "Ctrl-C leaves; the next start puts things in order.", x: area.x, y: area.y + 6,
        style: theme.style(.faint), columns: area.width)
      return
    }
    surface.put(
      state.currentName, x: area.x, y: area.y + 5, style: theme.style(.faint), columns: area.width, keepingEnd: true)
  }
}
