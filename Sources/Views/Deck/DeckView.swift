import PhotoModel
import TextSurface
import ViewModels

/// The review deck: one photo at a time, left to delete, right to keep.
struct DeckView: ScreenView {
  let state: DeckState
  var keys = KeyTable()
  var hints: [Hint] = []
  var isReadOnly = false

  /// The notice at the end of the deck: "All reviewed!" with a check, the contents of the bin, and the way to the
  /// confirmation.
  private var end: NoticeView { NoticeView(notice: state.endNotice(keys)) }

  /// The layout for the top card.
  func layout(_ size: Size) -> DeckLayout { layout(size, of: state.card) }

  /// The layout for a card; at the end of the deck that of the notice.
  func layout(_ size: Size, of card: DeckState.Card?) -> DeckLayout {
    DeckLayout(
      size, form: card?.form ?? .below, hasSets: (card?.issue.category ?? state.category).isGrouped,
      hasDetails: state.details != nil)
  }

  func timeToNextFrame(now: Duration, theme: Theme) -> Duration? {
    if let motion = state.motion, !theme.reducedMotion, DeckMotion(motion, now: now).fraction < 1 {
      return AppView.smooth
    }
    return timeToNextPicture(now: now, theme: theme)
  }

  var isWhole: Bool { true }
  var pictures: [CardPicture] { [state.card?.picture].compactMap(\.self) }

  func draw(in rect: Rect, theme: Theme, now: Duration, into surface: inout Surface) {
    let layout = layout(surface.size)
    drawProgress(isReadOnly: isReadOnly, theme: theme, into: &surface)
    drawStage(layout, theme: theme, now: now, into: &surface)
    if let card = state.card { drawTexts(card, layout: layout, theme: theme, now: now, into: &surface) }
    drawMessage(layout: layout, theme: theme, into: &surface)
    if let details = state.details {
      DeckDetailsView(details: details, scroll: state.detailsScroll, closingKey: keys.detailsLabel).draw(
        in: layout.details, theme: theme, into: &surface)
    }
    HintRow(hints: hints).draw(y: layout.hintsY, theme: theme, into: &surface)
  }

  /// Draws the card at its position, and over it the one that moves.
  private func drawStage(_ layout: DeckLayout, theme: Theme, now: Duration, into surface: inout Surface) {
    let flight = flight(size: surface.size, theme: theme, now: now)
    if let top = state.drag.map(\.below) ?? state.card {
      let own = self.layout(surface.size, of: top)
      drawTop(
        top, reveal: flight?.reveal, layout: own, stage: layout.stage, theme: theme, now: now, into: &surface)
    } else if state.drag == nil {
      end.draw(in: layout.end, theme: theme, into: &surface)
    }
    if state.card != nil, !isReadOnly {
      // The edge that a card goes under has the word itself, and a card that comes back would stand over a part of it.
      drawSides(
        besides: flight.flatMap { $0.columns > 0 || $0.glow > 0 ? $0.side : nil }, layout: layout, theme: theme,
        into: &surface)
    }
    if let flight {
      draw(
        flight, layout: self.layout(surface.size, of: flight.card), stage: layout.stage, theme: theme, now: now,
        into: &surface)
    }
    if let drag = state.drag, state.card != nil { drawThreshold(drag, layout: layout, theme: theme, into: &surface) }
  }

  func hit(in rect: Rect, x: Int, y: Int) -> HitTarget? {
    let layout = layout(Size(columns: rect.width, rows: rect.height))
    if y == 0, x >= rect.width - displayWidth(binText) - 2 { return .bin }
    guard state.card != nil else { return end.hit(in: layout.end, x: x, y: y) }
    if let details = state.details {
      let panel = DeckDetailsView(details: details, scroll: 0, closingKey: keys.detailsLabel)
      if panel.covers(x: x, y: y, in: layout.details) { return nil }
    }
    if let member = filmstrip.member(at: x, y, layout: layout) { return .member(member) }
    if let side = sides(layout).first(where: { $0.area.contains(x: x, y: y) })?.side {
      return side == .delete ? .deleteSide : .keepSide
    }
    return layout.card.contains(x: x, y: y) ? .card : nil
  }

  // MARK: The progress row

  private var binText: String {
    state.binCount > 0 ? "bin \(groupedDigits(state.binCount)) · \(state.binBytes.formatted)" : "bin empty"
  }

  private func drawProgress(isReadOnly: Bool, theme: Theme, into surface: inout Surface) {
    let columns = surface.size.columns
    var left = surface.put(
      state.goal?.title ?? state.category.title, x: 1, y: 0, style: theme.style(.strong), columns: columns / 3)
    var index = "  \(groupedDigits(state.position)) of \(groupedDigits(state.total))"
    if state.isProvisional { index += " so far" }
    left = surface.put(index, x: left, y: 0, style: theme.style(.text), columns: columns / 2)
    if columns >= 72 {
      let remark = state.goal?.progress ?? state.order.title
      left = surface.put("  \(remark)", x: left, y: 0, style: theme.style(.faint), columns: max(0, columns / 2 - 4))
    }
    var right = columns - 1
    // A figure that is cut is another one.
    let text = displayWidth(binText) <= right - left - 2 ? binText : "bin \(groupedDigits(state.binCount))"
    right = surface.putTrailing(
      text, right: right, y: 0, style: theme.style(state.binCount > 0 ? .text : .faint),
      columns: max(0, right - left - 2))
    if isReadOnly, right - left > 16 {
      right = surface.putTrailing("⚠ read only", right: right - 2, y: 0, style: theme.style(.warning), columns: 11)
    }
    let space = right - left - 4
    guard space >= 6, state.total > 0 else { return }
    let fraction = state.goal?.fraction ?? Double(state.decided) / Double(state.total)
    surface.meter(fraction, x: left + 2, y: 0, columns: min(space, 60), theme: theme)
  }

  // MARK: The texts

  private var filmstrip: FilmstripView { FilmstripView(items: state.filmstrip, title: state.setTitle) }

  private func drawTexts(
    _ card: DeckState.Card, layout: DeckLayout, theme: Theme, now: Duration, into surface: inout Surface
  ) {
    let facts = DeckFactsView(card: card, isWithoutKeeper: state.isWithoutKeeper, detailsLabel: keys.detailsLabel)
    let filmstrip = self.filmstrip
    let hasPictures = !layout.thumbnails.isEmpty && filmstrip.hasPictures
    if hasPictures {
      filmstrip.drawPictures(
        in: layout.thumbnails, isColumn: layout.form == .beside, theme: theme, into: &surface)
    }
    switch layout.form {
    case .below:
      // The message shares the last row with what is there.
      let lastColumns = layout.message.width - (message(theme).map { displayWidth($0) + 3 } ?? 0)
      facts.drawBelow(
        in: layout.facts, lastColumns: layout.signs.isEmpty ? lastColumns : layout.facts.width, theme: theme,
        into: &surface)
      let taken = hasPictures ? filmstrip.width(in: layout.thumbnails) : 0
      let signs = Rect(
        x: layout.signs.x + taken, y: layout.signs.y, width: lastColumns - taken, height: layout.signs.height)
      filmstrip.drawSigns(in: signs, hasPictures: hasPictures, theme: theme, into: &surface)
    case .beside:
      // The details take their place.
      if state.details == nil { facts.drawBeside(in: layout.facts, theme: theme, into: &surface) }
      filmstrip.drawSigns(in: layout.signs, hasPictures: hasPictures, theme: theme, into: &surface)
    }
  }

  /// Draws the message: in the form below at the right of the last row, over other rows where it is long, but over no
  /// small picture; beside the card at the bottom of the column.
  private func drawMessage(layout: DeckLayout, theme: Theme, into surface: inout Surface) {
    guard let message = message(theme) else { return }
    let isBelow = layout.form == .below
    let top = !layout.thumbnails.isEmpty ? (isBelow ? layout.message.y : layout.signs.y) : layout.facts.y
    let area = Rect(x: layout.message.x, y: top, width: layout.message.width, height: layout.message.bottom - top)
    surface.message(
      message, in: area, style: theme.style(.accent), theme: theme, limit: isBelow ? 3 : 7, isTrailing: isBelow)
  }

  /// The message and the state of accepting; nil where there is neither.
  private func message(_ theme: Theme) -> String? {
    if let drag = state.drag { return text(of: drag) }
    let message = state.message ?? (theme.reducedMotion ? state.decisionMessage : nil)
    guard case .sampling = state.acceptance, let text = acceptanceText else { return message ?? acceptanceText }
    return message.map { "\($0) · \(text)" } ?? text
  }

  /// The text about the outcome of a release: the mark at the border shows how far the card has to be dragged.
  private func text(of drag: DeckState.Drag) -> String {
    let outcome = drag.offset < 0 ? "delete" : state.category == .browse ? "say it is looked at" : "keep"
    return drag.decision == .pending ? "let go beyond ▼ to \(outcome)" : "let go to \(outcome)"
  }

  private var acceptanceText: String? {
    switch state.acceptance {
    case nil: nil
    case .offered(let remaining, let margin):
      "\(keys.acceptLabel): accept the remaining \(groupedDigits(remaining)), \(marginText(margin))"
    case .sampling(let agreed, let count, let remaining):
      "sample \(agreed + 1) of \(count), then \(groupedDigits(remaining)) more at once · \(keys.backLabel) leaves"
    }
  }
}
