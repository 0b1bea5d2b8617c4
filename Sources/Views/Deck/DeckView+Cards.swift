import PhotoModel
import TextSurface
import ViewModels

extension DeckView {
  /// Draws the card at its position.
  ///
  /// - Parameter reveal: The part of the card that is visible below one that moves, 0…1; nil where none is over it.
  func drawTop(
    _ card: DeckState.Card, reveal: Double?, layout: DeckLayout, stage: Rect, theme: Theme, now: Duration,
    into surface: inout Surface
  ) {
    var face = CardFace(card: card, size: Size(columns: layout.card.width, rows: layout.card.height))
      .surface(tint: nil, theme: theme, now: now)
    // The next card brightens while the one above it leaves.
    if let reveal, reveal < 1 { face.fade(0.55 * (1 - reveal), theme: theme) }
    surface.blend(face, x: layout.card.x, y: layout.card.y, clip: stage)
    surface.cursor = Surface.Cursor(x: layout.card.x + 2, y: layout.card.bottom - 1)
  }

  /// Draws the labels of the two sides into the upper border of the card.
  func drawSides(besides covered: UserDecision?, layout: DeckLayout, theme: Theme, into surface: inout Surface) {
    for (side, text, area) in sides(layout) where side != covered {
      surface.put(text, x: area.x, y: area.y, style: theme.style(.faint), columns: area.width)
    }
  }

  /// The labels of the two sides, each with its key, and their areas; none where the card is too narrow.
  func sides(_ layout: DeckLayout) -> [(side: UserDecision, text: String, area: Rect)] {
    let delete = " \(keys.title(of: .delete, in: .deck)) DELETE "
    let keep = " \(keepText) \(keys.title(of: .keep, in: .deck)) "
    return layout.sides(delete: displayWidth(delete), keep: displayWidth(keep)).map {
      [(.delete, delete, $0.delete), (.keep, keep, $0.keep)]
    } ?? []
  }

  /// The label at the right: in the category of all photos → only marks a photo as seen.
  private var keepText: String { state.category == .browse ? "SEEN" : "KEEP" }

  /// The card that is away from its position now, dragged by the mouse or sliding; nil where none is.
  func flight(size: Size, theme: Theme, now: Duration) -> CardFlight? {
    if let drag = state.drag, let card = state.card {
      return CardFlight(drag, card: card, width: layout(size, of: card).card.width)
    }
    guard !theme.reducedMotion, let motion = state.motion.map({ DeckMotion($0, now: now) }), motion.fraction < 1 else {
      return nil
    }
    let layout = layout(size, of: motion.card)
    return CardFlight(
      motion, travel: { $0 == .keep ? layout.stage.width - layout.card.x : layout.card.right },
      width: layout.card.width)
  }

  /// Draws the card on its way, and the edge it goes under.
  ///
  /// - Parameter stage: The area in which cards slide now, which is that of the card underneath.
  func draw(
    _ flight: CardFlight, layout: DeckLayout, stage: Rect, theme: Theme, now: Duration, into surface: inout Surface
  ) {
    let size = Size(columns: layout.card.width, rows: layout.card.height)
    let role: Theme.Role = flight.side == .keep ? .keep : .delete
    var face = CardFace(card: flight.card, size: size).surface(
      tint: flight.tint > 0.05 ? theme.style(role) : nil, theme: theme, now: now)
    face.dye(theme.style(role), 0.5 * flight.tint, theme: theme)
    let direction = flight.side == .keep ? 1 : -1
    let lean = flight.lean(rows: size.rows)
    let images = face.images.map(\.rect)
    let pixels = (images.map(\.y).min() ?? 0)..<(images.map(\.bottom).max() ?? 0)
    for row in 0..<size.rows {
      // The top moves first. Pixels that lean by whole cells look torn: a card with pixels moves as one.
      let position = pixels.contains(row) ? (pixels.lowerBound + pixels.upperBound) / 2 : row
      let ahead = size.rows > 1 ? lean * (size.rows - 1 - position) / (size.rows - 1) : 0
      let x = layout.card.x + direction * (flight.columns + ahead)
      let line = Rect(x: 0, y: layout.card.y + row, width: stage.width, height: 1)
      surface.blend(face, x: x, y: layout.card.y, clip: line.intersection(stage))
    }
    if flight.glow > 0 { drawGlow(flight, role: role, stage: stage, theme: theme, into: &surface) }
  }

  /// Draws marks into the upper and the lower border where the edge of a dragged card has to be, so that letting go
  /// decides.
  func drawThreshold(_ drag: DeckState.Drag, layout: DeckLayout, theme: Theme, into surface: inout Surface) {
    let columns = Int((Double(layout.card.width) * DeckState.Drag.decidingOffset).rounded(.up))
    let isLeft = drag.offset < 0
    let x = isLeft ? layout.card.right - 1 - columns : layout.card.x + columns
    let style = theme.style(isLeft ? .delete : .keep).on(theme.ground)
    guard layout.stage.contains(x: x, y: layout.card.y) else { return }
    surface.write("▼", x: x, y: layout.card.y, style: style)
    // The badge is whole or not there.
    let y = layout.card.bottom - 1
    if surface[x, y].scalar == "─" { surface.write("▲", x: x, y: y, style: style) }
  }

  /// Draws a band at the side where the card leaves: it grows while the card moves, with a word in its middle.
  private func drawGlow(
    _ flight: CardFlight, role: Theme.Role, stage: Rect, theme: Theme, into surface: inout Surface
  ) {
    let widest = min(16, stage.width / 3)
    let band = max(1, Int((Double(widest) * flight.glow).rounded()))
    let isLeft = flight.side != .keep
    let color = theme.style(role).foreground
    for y in stage.y..<stage.bottom {
      for step in 0..<band {
        let x = isLeft ? step : stage.width - 1 - step
        let nearness = 1 - Double(step) / Double(widest)
        if theme.depth == .direct24, let color {
          var cell = surface[x, y]
          let under = cell.style.background ?? theme.ground ?? RGB(hex: 0)
          let part = 0.8 * nearness * nearness
          cell.style.background = under.mixed(with: color, part).coarse
          cell.style.foreground = cell.style.foreground?.mixed(with: color, part).coarse
          surface[x, y] = cell
        } else {
          let shade = nearness > 0.7 ? "▓" : nearness > 0.4 ? "▒" : "░"
          surface.write(shade, x: x, y: y, style: theme.style(role))
        }
      }
    }
    drawLabel(flight, role: role, stage: stage, theme: theme, into: &surface)
  }

  /// Draws the word and the glyph on the background colour, so that they are readable from the first moment; on their
  /// own colour as soon as letting go decides.
  private func drawLabel(
    _ flight: CardFlight, role: Theme.Role, stage: Rect, theme: Theme, into surface: inout Surface
  ) {
    let isKeep = flight.side == .keep
    let text = isKeep ? " \(keepText) " : " DELETE "
    let width = displayWidth(text)
    guard stage.width >= width else { return }
    let ink = theme.style(role)
    let isFilled = state.drag != nil && flight.isDeciding
    let style =
      !isFilled
      ? ink.on(theme.ground)
      : theme.blends
        ? Style(foreground: theme.ground, background: ink.foreground, attributes: .bold) : ink.with(.reverse)
    let x = isKeep ? stage.width - width - 1 : 1
    let glyphRows = stage.height >= 8 ? width / 2 : 0
    let y = stage.y + (stage.height - glyphRows) / 2
    let glyph = Rect(x: x, y: y, width: width, height: glyphRows)
    surface.fill(glyph, style: style)
    (isKeep ? StrokeArt.bareCheck : .smallTrash).draw(in: glyph, theme: theme, into: &surface) { _ in style }
    surface.write(text, x: x, y: y + glyphRows, style: style)
  }
}

extension RGB {
  /// The colour with 5 bits a channel: a moving card mixes new colours in every frame, and terminals keep tables of
  /// them.
  var coarse: RGB { RGB(red & 0xF8, green & 0xF8, blue & 0xF8) }
}

extension Surface {
  /// Blends a colour into everything, as through coloured glass.
  mutating func dye(_ style: Style, _ part: Double, theme: Theme) {
    guard theme.depth == .direct24, part > 0, let color = style.foreground else { return }
    restyle { cell in
      let under = cell.background ?? theme.ground ?? RGB(hex: 0)
      cell.background = under.mixed(with: color, part * 0.7).coarse
      cell.foreground = cell.foreground?.mixed(with: color, part).coarse
    }
  }

  /// Blends everything towards the background.
  mutating func fade(_ part: Double, theme: Theme) {
    guard theme.depth == .direct24, part > 0, let ground = theme.ground else { return }
    restyle { cell in
      cell.background = cell.background?.mixed(with: ground, part).coarse
      cell.foreground = cell.foreground?.mixed(with: ground, part).coarse
    }
  }

  /// Changes the style of every cell, and no character.
  mutating func restyle(_ change: (inout Style) -> Void) {
    for y in 0..<size.rows {
      for x in 0..<size.columns {
        var cell = self[x, y]
        change(&cell.style)
        self[x, y] = cell
      }
    }
  }
}
