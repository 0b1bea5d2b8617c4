import TextSurface
import ViewModels

/// The picture of a card or of a row; without one a shimmer, or the reason.
struct PictureView {
  let picture: CardPicture

  func draw(in rect: Rect, theme: Theme, now: Duration, into surface: inout Surface) {
    switch picture {
    case .ready(let cells):
      surface.blend(
        cells, x: rect.x + (rect.width - cells.size.columns) / 2, y: rect.y + (rect.height - cells.size.rows) / 2,
        clip: rect)
    case .loading(let since):
      Shimmer(since: since).draw(in: rect, theme: theme, now: now, into: &surface)
    case .unavailable(let reason), .gone(let reason):
      drawUnavailable(reason, in: rect, theme: theme, into: &surface)
    }
  }

  /// Draws the picture where a reason does not fit.
  func drawSmall(in rect: Rect, theme: Theme, now: Duration, into surface: inout Surface) {
    guard picture.reason != nil else { return draw(in: rect, theme: theme, now: now, into: &surface) }
    surface.fill(rect, style: theme.style(.card))
    let (above, text) = rect.split(top: rect.height >= 4 ? max(3, rect.height * 2 / 3) : 0)
    if !above.isEmpty {
      StrokeArt.photo.draw(in: above, theme: theme, into: &surface) { _ in
        theme.style(.faint)
      }
    }
    surface.writeCentered(
      "no picture", in: text, y: above.isEmpty ? rect.y + rect.height / 2 : text.y, style: theme.style(.faint))
  }

  private func drawUnavailable(_ reason: String, in rect: Rect, theme: Theme, into surface: inout Surface) {
    let columns = min(rect.width - 2, 56)
    let text = wrapped(reason, columns: columns, limit: max(1, rect.height - 2))
    let glyphRows = rect.height - text.count - 3 >= 5 ? min(7, rect.height - text.count - 3) : 0
    let total = text.count + 1 + (glyphRows > 0 ? glyphRows + 1 : 0)
    var y = rect.y + max(0, (rect.height - total) / 2)
    if glyphRows > 0 {
      StrokeArt.photo.draw(
        in: Rect(x: rect.x, y: y, width: rect.width, height: glyphRows), theme: theme, into: &surface
      ) { _ in theme.style(.faint) }
      y += glyphRows + 1
    }
    surface.writeCentered("This picture cannot be shown", in: rect, y: y, style: theme.style(.strong))
    for (row, line) in text.enumerated() where y + 1 + row < rect.bottom {
      surface.writeCentered(line, in: rect, y: y + 1 + row, style: theme.style(.text))
    }
  }
}

/// The shimmer in place of a picture that is being decoded, but only when that takes longer than 150 ms.
struct Shimmer {
  /// The time at which the decoding began, on the shell's clock.
  let since: Duration

  /// The delay before the shimmer: a picture that comes sooner never shows one.
  static let delay: Duration = .milliseconds(150)
  /// The time of a gleam from corner to corner.
  private static let period: Duration = .milliseconds(1400)

  /// The time until the next frame: the end of the delay, and after it one only while something gleams.
  static func timeToNextFrame(_ picture: CardPicture, now: Duration, theme: Theme) -> Duration? {
    guard case .loading(let since) = picture else { return nil }
    if now < since + delay { return since + delay - now }
    return gleams(theme) ? .milliseconds(40) : nil
  }

  private static func gleams(_ theme: Theme) -> Bool { !theme.reducedMotion && theme.depth == .direct24 }

  func draw(in rect: Rect, theme: Theme, now: Duration, into surface: inout Surface) {
    guard now >= since + Self.delay, !rect.isEmpty else { return }
    if Self.gleams(theme), let ground = theme.style(.card).background, let light = theme.style(.border).foreground {
      let turns = (now - since - Self.delay) / Self.period
      let position = turns - turns.rounded(.down)
      let reach = Double(rect.width + rect.height * 2)
      for y in rect.y..<rect.bottom {
        for x in rect.x..<rect.right {
          let along = Double(x - rect.x + (y - rect.y) * 2) / max(1, reach)
          // The gleam comes in from before the corner and leaves behind the other.
          let distance = abs(along - (position * 1.6 - 0.3)) / 0.22
          let glow = 0.18 + 0.42 * max(0, 1 - distance)
          surface[x, y] = Cell(style: Style(background: ground.mixed(with: light, glow)))
        }
      }
    }
    // Half a word would be useless.
    guard rect.width >= 24 else { return }
    surface.writeCentered("reading the picture …", in: rect, y: rect.y + rect.height / 2, style: theme.style(.faint))
  }
}
