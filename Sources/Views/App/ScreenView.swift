import TextSurface
import ViewModels

/// A screen, drawn from its state, the theme and the time alone. A new one is registered in `AppView.screen(of:)`.
protocol ScreenView {
  /// Whether the view covers the terminal; any other is drawn between the tabs and the hint line.
  var isWhole: Bool { get }
  /// The pictures on the screen: while one is awaited, something moves.
  var pictures: [CardPicture] { get }
  func draw(in rect: Rect, theme: Theme, now: Duration, into surface: inout Surface)
  /// The target under a cell; nil where nothing can be clicked.
  func hit(in rect: Rect, x: Int, y: Int) -> HitTarget?
  /// The time until another frame is worth drawing; nil while nothing moves.
  func timeToNextFrame(now: Duration, theme: Theme) -> Duration?
}

extension ScreenView {
  var isWhole: Bool { false }
  var pictures: [CardPicture] { [] }
  func hit(in rect: Rect, x: Int, y: Int) -> HitTarget? { nil }
  func timeToNextFrame(now: Duration, theme: Theme) -> Duration? { timeToNextPicture(now: now, theme: theme) }

  func timeToNextPicture(now: Duration, theme: Theme) -> Duration? {
    pictures.compactMap { Shimmer.timeToNextFrame($0, now: now, theme: theme) }.min()
  }
}
