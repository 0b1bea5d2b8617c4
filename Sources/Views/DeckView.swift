import PhotoModel
import TextSurface
import ViewModels

/// The review deck: one photo at a time, left to delete, right to keep.
struct DeckView {
  let state: DeckState
  var keys = KeyTable()

  /// The cells that a card's picture may take on a terminal of this size.
  static func pictureArea(in size: Size) -> Size {
    let picture = DeckLayout(size).picture
    return Size(columns: picture.width, rows: picture.height)
  }

  static func timeToNextFrame(_ state: DeckState, now: Duration, theme: Theme) -> Duration? {
    if let motion = state.motion, !theme.reducedMotion, DeckMotion(motion, now: now).fraction < 1 {
      return AppView.smooth
    }
    return state.card.flatMap { Shimmer.timeToNextFrame($0.picture, now: now, theme: theme) }
  }

  func draw(hints: [Hint], isReadOnly: Bool, theme: Theme, now: Duration, into surface: inout Surface) {
    let layout = DeckLayout(surface.size)
    drawProgress(isReadOnly: isReadOnly, theme: theme, into: &surface)
    let motion = theme.reducedMotion ? nil : state.motion.map { DeckMotion($0, now: now) }
    if let card = state.card {
      drawTop(card, motion: motion, layout: layout, theme: theme, now: now, into: &surface)
      drawFacts(card, layout: layout, theme: theme, into: &surface)
    } else {
      DeckEndView(state: state, keys: keys).draw(in: layout.stage, theme: theme, into: &surface)
    }
    if let motion, motion.fraction < 1 {
      drawMotion(motion, layout: layout, theme: theme, now: now, into: &surface)
    }
    drawMessage(layout: layout, theme: theme, into: &surface)
    if let details = state.details {
      DeckDetailsView(details: details).draw(in: layout.stage, theme: theme, into: &surface)
    }
    HintRow(hints: hints).draw(y: layout.hintsY, theme: theme, into: &surface)
  }

  func hit(in size: Size, x: Int, y: Int) -> HitTarget? {
    let layout = DeckLayout(size)
    if y == 0, x >= size.columns - displayWidth(binWords) - 2 { return .bin }
    guard state.card != nil else { return nil }
    if let details = state.details, DeckDetailsView(details: details).covers(x: x, y: y, in: layout.stage) {
      return nil
    }
    if layout.card.contains(x: x, y: y) { return .card }
    guard layout.card.x > 0, layout.stage.contains(x: x, y: y) else { return nil }
    return x < layout.card.x ? .deleteSide : .keepSide
  }

  // MARK: The progress row

  private var binWords: String {
    state.binCount > 0 ? "bin \(groupedDigits(state.binCount)) · \(state.binBytes.formatted)" : "bin empty"
  }

  private func drawProgress(isReadOnly: Bool, theme: Theme, into surface: inout Surface) {
    let columns = surface.size.columns
    var left = surface.write(state.category.title, x: 1, y: 0, style: theme.style(.strong))
    var place = "  \(groupedDigits(state.position)) of \(groupedDigits(state.total))"
    if state.isProvisional { place += " so far" }
    left = surface.put(place, x: left, y: 0, style: theme.style(.text), columns: columns / 2)
    var right = columns - 1
    right = surface.putTrailing(
      binWords, right: right, y: 0, style: theme.style(state.binCount > 0 ? .text : .faint),
      columns: max(0, right - left - 2))
    if isReadOnly, right - left > 16 {
      right = surface.putTrailing("⚠ read only", right: right - 2, y: 0, style: theme.style(.warning), columns: 11)
    }
    let room = right - left - 4
    guard room >= 6, state.total > 0 else { return }
    let fraction = Double(state.decided) / Double(state.total)
    surface.meter(fraction, x: left + 2, y: 0, columns: min(room, 60), theme: theme)
  }

  // MARK: Below the card

  private func drawFacts(_ card: DeckState.Card, layout: DeckLayout, theme: Theme, into surface: inout Surface) {
    let left = 2
    let columns = surface.size.columns - 4
    let facts = card.facts.joined(separator: "   ")
    // Half of a crowded row at most goes to the name, cut so that its extension stays.
    let nameColumns =
      layout.factsRows == 2 || facts.isEmpty ? columns : max(columns - displayWidth(facts) - 3, columns / 2)
    let x = surface.put(
      card.name, x: left, y: layout.factsY, style: theme.style(.strong), columns: nameColumns, keepingEnd: true)
    if layout.factsRows == 2 {
      if columns - (x - left) > 8 {
        surface.put(
          card.folder, x: x + 3, y: layout.factsY, style: theme.style(.faint), columns: columns - (x + 3 - left),
          keepingEnd: true)
      }
      putFacts(card.facts, x: left, y: layout.factsY + 1, columns: columns, theme: theme, into: &surface)
    } else {
      putFacts(
        card.facts, x: x + 3, y: layout.factsY, columns: columns - (x + 3 - left), theme: theme, into: &surface)
    }
    if !card.issue.why.isEmpty {
      surface.put("why", x: left, y: layout.whyY, style: theme.style(.faint), columns: 3)
      for (row, line) in wrapped(card.issue.why, columns: columns - 5, limit: layout.whyRows).enumerated() {
        surface.put(line, x: left + 5, y: layout.whyY + row, style: theme.style(.text), columns: columns - 5)
      }
    }
    DeckStripView(items: state.strip, title: state.setTitle).draw(
      x: left, y: layout.stripY, columns: state.message == nil ? columns : columns / 3, theme: theme, into: &surface)
  }

  /// Whole facts only: half a date is worse than none.
  private func putFacts(
    _ facts: [String], x: Int, y: Int, columns: Int, theme: Theme, into surface: inout Surface
  ) {
    var column = x
    for (index, fact) in facts.enumerated() {
      let room = x + columns - column
      guard index == 0 || displayWidth(fact) <= room else { break }
      column = surface.put(fact, x: column, y: y, style: theme.style(.text), columns: room) + 3
    }
  }

  private func drawMessage(layout: DeckLayout, theme: Theme, into surface: inout Surface) {
    guard let message = state.message else { return }
    // Without a strip the whole row is free.
    let columns = state.strip.isEmpty ? surface.size.columns - 4 : surface.size.columns * 2 / 3 - 2
    surface.putTrailing(
      message, right: surface.size.columns - 2, y: layout.stripY, style: theme.style(.accent), columns: columns)
  }
}
