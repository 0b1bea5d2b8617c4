import PhotoModel
import TextSurface
import ViewModels

extension DeckView {
  /// The top card, the edge of the next one behind it, and the words at the sides.
  func drawTop(
    _ card: DeckState.Card, motion: DeckMotion?, layout: DeckLayout, theme: Theme, now: Duration,
    into surface: inout Surface
  ) {
    if layout.hasEdge { drawEdge(layout, theme: theme, into: &surface) }
    let face = CardFace(card: card, size: Size(columns: layout.card.width, rows: layout.card.height))
    surface.blend(
      face.surface(tint: nil, theme: theme, now: now), x: layout.card.x, y: layout.card.y, clip: layout.stage)
    surface.cursor = Surface.Cursor(x: layout.card.x + 2, y: layout.card.bottom - 1)
    let heading = motion.flatMap { $0.fraction < 1 ? $0.decision : nil }
    let deleteSide = layout.deleteSide
    surface.put(
      "← DELETE", x: deleteSide.x, y: deleteSide.y, style: sideStyle(.delete, heading: heading, theme: theme),
      columns: deleteSide.width)
    let keepSide = layout.keepSide
    surface.put(
      "KEEP →", x: keepSide.x, y: keepSide.y, style: sideStyle(.keep, heading: heading, theme: theme),
      columns: keepSide.width)
  }

  private func sideStyle(_ side: UserDecision, heading: UserDecision?, theme: Theme) -> Style {
    guard heading != side else { return theme.style(side == .keep ? .keep : .delete) }
    return theme.style(.faint)
  }

  /// The right and bottom border of the card behind.
  private func drawEdge(_ layout: DeckLayout, theme: Theme, into surface: inout Surface) {
    guard state.position < state.total || state.isProvisional else { return }
    let card = layout.card
    let style = theme.style(.border)
    surface.write("╮", x: card.right, y: card.y + 1, style: style)
    for y in (card.y + 2)..<card.bottom { surface.write("│", x: card.right, y: y, style: style) }
    surface.write("╰", x: card.x + 2, y: card.bottom, style: style)
    for x in (card.x + 3)..<card.right { surface.write("─", x: x, y: card.bottom, style: style) }
    surface.write("╯", x: card.right, y: card.bottom, style: style)
  }

  /// The card on its way, and the edge it goes under.
  func drawMotion(
    _ motion: DeckMotion, layout: DeckLayout, theme: Theme, now: Duration, into surface: inout Surface
  ) {
    let face = CardFace(card: motion.card, size: Size(columns: layout.card.width, rows: layout.card.height))
    let role: Theme.Role = motion.decision == .keep ? .keep : .delete
    let travel = motion.decision == .keep ? layout.stage.width - layout.card.x : layout.card.right
    let offset = Int((motion.offset * Double(travel)).rounded())
    let x = layout.card.x + (motion.decision == .keep ? offset : -offset)
    surface.blend(
      face.surface(tint: theme.style(role), theme: theme, now: now), x: x, y: layout.card.y, clip: layout.stage)
    if motion.isLeaving {
      drawGlow(motion, role: role, stage: layout.stage, theme: theme, into: &surface)
    }
  }

  /// A band at the side the card leaves by: grows while it goes, with the word in its middle.
  private func drawGlow(
    _ motion: DeckMotion, role: Theme.Role, stage: Rect, theme: Theme, into surface: inout Surface
  ) {
    let words = motion.decision == .keep ? "KEEP ✓" : "✕ DELETE"
    let widest = min(16, stage.width / 3)
    let band = max(1, Int((Double(widest) * motion.growth).rounded()))
    let isLeft = motion.decision != .keep
    let color = theme.style(role).foreground
    for y in stage.y..<stage.bottom {
      for step in 0..<band {
        let x = isLeft ? step : stage.width - 1 - step
        let nearness = 1 - Double(step) / Double(widest)
        if theme.depth == .direct24, let color {
          var cell = surface[x, y]
          let under = cell.style.background ?? theme.ground ?? RGB(hex: 0)
          cell.style.background = under.mixed(with: color, 0.75 * nearness)
          cell.style.foreground = cell.style.foreground?.mixed(with: color, 0.75 * nearness)
          surface[x, y] = cell
        } else {
          let shade = nearness > 0.7 ? "▓" : nearness > 0.4 ? "▒" : "░"
          surface.write(shade, x: x, y: y, style: theme.style(role))
        }
      }
    }
    let y = stage.y + stage.height / 2
    let ink = theme.style(role)
    let width = displayWidth(words) + 2
    guard stage.width >= width else { return }
    let x = isLeft ? 1 : stage.width - width - 1
    // The word stands on the ground colour, so that it is readable from the first moment.
    surface.write(" \(words) ", x: x, y: y, style: ink.on(theme.ground))
  }
}
