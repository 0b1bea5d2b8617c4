import PhotoModel
import TextSurface
import ViewModels

/// The review deck: one photo at a time, left to delete, right to keep.
struct DeckView: ScreenView {
  let state: DeckState
  var keys = KeyTable()
  var hints: [Hint] = []
  var isReadOnly = false

  /// The cells that a card's picture may take on a terminal of this size.
  static func pictureArea(in size: Size, hasSets: Bool) -> Size {
    let picture = DeckLayout(size, hasSets: hasSets).picture
    return Size(columns: picture.width, rows: picture.height)
  }

  /// The columns by which a picture is narrower beside the details.
  static func columnsForDetails(in size: Size) -> Int {
    DeckLayout(size).picture.width - DeckLayout(size, hasDetails: true).picture.width
  }

  /// The notice at the end of the deck: "All reviewed!" with a check, the contents of the bin, and the way to the
  /// confirmation.
  private var end: NoticeView { NoticeView(notice: state.endNotice(keys)) }

  private func layout(_ size: Size) -> DeckLayout {
    DeckLayout(size, hasSets: state.category.isGrouped, hasDetails: state.details != nil)
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
    let flight = flight(layout: layout, theme: theme, now: now)
    drawStage(flight, isReadOnly: isReadOnly, layout: layout, theme: theme, now: now, into: &surface)
    if let card = state.card { drawFacts(card, layout: layout, theme: theme, now: now, into: &surface) }
    drawMessage(layout: layout, theme: theme, into: &surface)
    if let details = state.details {
      DeckDetailsView(details: details, scroll: state.detailsScroll, closingKey: keys.detailsLabel).draw(
        in: layout.details, theme: theme, into: &surface)
    }
    HintRow(hints: hints).draw(y: layout.hintsY, theme: theme, into: &surface)
  }

  /// Draws the card at its position, and over it the one that moves.
  private func drawStage(
    _ flight: CardFlight?, isReadOnly: Bool, layout: DeckLayout, theme: Theme, now: Duration,
    into surface: inout Surface
  ) {
    let top = state.drag.map(\.below) ?? state.card
    if let top {
      drawTop(top, reveal: flight?.reveal, layout: layout, theme: theme, now: now, into: &surface)
    } else if state.drag == nil {
      end.draw(in: layout.end, theme: theme, into: &surface)
    }
    if state.card != nil, !isReadOnly {
      // The edge that a card goes under has the word itself, and a card that comes back would stand over a part of it.
      drawSides(
        besides: flight.flatMap { $0.columns > 0 || $0.glow > 0 ? $0.side : nil }, layout: layout, theme: theme,
        into: &surface)
    }
    if let flight { draw(flight, layout: layout, theme: theme, now: now, into: &surface) }
  }

  func hit(in rect: Rect, x: Int, y: Int) -> HitTarget? {
    let layout = layout(Size(columns: rect.width, rows: rect.height))
    if y == 0, x >= rect.width - displayWidth(binText) - 2 { return .bin }
    guard state.card != nil else { return end.hit(in: layout.end, x: x, y: y) }
    if let details = state.details {
      let panel = DeckDetailsView(details: details, scroll: 0, closingKey: keys.detailsLabel)
      if panel.covers(x: x, y: y, in: layout.details) { return nil }
    }
    if layout.card.contains(x: x, y: y) { return .card }
    guard layout.hasSides, layout.stage.contains(x: x, y: y) else { return nil }
    return x < layout.card.x ? .deleteSide : .keepSide
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

  // MARK: Below the card

  private func drawFacts(
    _ card: DeckState.Card, layout: DeckLayout, theme: Theme, now: Duration, into surface: inout Surface
  ) {
    let left = 2
    let columns = surface.size.columns - 4
    let x = drawName(card, layout: layout, x: left, columns: columns, theme: theme, into: &surface)
    if layout.factsRows == 2 {
      putFacts(card.facts, x: left, y: layout.factsY + 1, columns: columns, theme: theme, into: &surface)
    } else {
      putFacts(card.facts, x: x, y: layout.factsY, columns: columns - (x - left), theme: theme, into: &surface)
    }
    drawReasons(card.issue, x: left, columns: columns, layout: layout, theme: theme, into: &surface)
    let hasPictures = !layout.thumbnails.isEmpty && state.filmstrip.contains { $0.picture != nil }
    let filmstrip = FilmstripView(items: state.filmstrip, title: state.setTitle, hasPictures: hasPictures)
    filmstrip.drawPictures(in: layout.thumbnails, theme: theme, now: now, into: &surface)
    let filmstripColumns = message(theme).map { columns - displayWidth($0) - 3 } ?? columns
    filmstrip.draw(x: left, y: layout.filmstripY, columns: filmstripColumns, theme: theme, into: &surface)
  }

  /// Draws the name and the folder, on every card at the same position: the facts of the camera give way to them.
  ///
  /// - Returns: The column at which the next fact would begin.
  private func drawName(
    _ card: DeckState.Card, layout: DeckLayout, x: Int, columns: Int, theme: Theme, into surface: inout Surface
  ) -> Int {
    let isAlone = layout.factsRows == 2
    let facts = isAlone ? 0 : min(2, card.facts.count)
    let measures = card.facts.prefix(facts).map { displayWidth($0) + 3 }.reduce(0, +)
    // A name is cut so that its extension stays, and leaves room for a folder.
    let nameColumns = min(displayWidth(card.name), isAlone ? columns - Self.leastFolder - 3 : columns / 2)
    let space = columns - nameColumns - 3
    let title = card.distinguishingFolder.map { folderTitle(card.folder, from: $0, columns: columns / 2) }
    let widest = isAlone ? space : max(Self.leastFolder, space - measures)
    let folder = title.map { truncated($0, to: widest) } ?? folderEnd(card.folder, columns: widest)
    let end =
      surface.put(
        card.name, x: x, y: layout.factsY, style: theme.style(.strong), columns: nameColumns, keepingEnd: true) + 3
    guard !folder.isEmpty else { return end }
    return surface.put(
      folder, x: end, y: layout.factsY, style: theme.style(title == nil ? .faint : .text),
      columns: columns - (end - x)) + 3
  }

  /// The columns of a folder on the smallest card, as many as its last part mostly needs.
  private static let leastFolder = 14

  private func drawReasons(
    _ issue: PhotoIssue, x: Int, columns: Int, layout: DeckLayout, theme: Theme, into surface: inout Surface
  ) {
    guard !issue.why.isEmpty else { return }
    let isWarning = state.isWithoutKeeper
    let isReason = issue.category != .browse
    surface.put(
      !isReason ? "" : isWarning ? "why ⚠" : "why", x: x, y: layout.whyY, style: theme.style(.faint), columns: 5)
    let left = x + (!isReason ? 0 : isWarning ? 6 : 5)
    let space = x + columns - left
    let lines = reasons(issue.whyText, columns: space, rows: layout.whyRows)
    for (row, line) in lines.enumerated() {
      surface.put(
        line, x: left, y: layout.whyY + row, style: theme.style(isWarning && row == 0 ? .warning : .text),
        columns: space
      )
    }
    let figures = "figures: \(keys.detailsLabel)"
    if issue.why != issue.whyText, displayWidth(lines.first ?? "") + displayWidth(figures) + 3 <= space {
      surface.putTrailing(
        figures, right: x + columns, y: layout.whyY, style: theme.style(.faint), columns: displayWidth(figures))
    }
  }

  /// Draws those facts that fit whole: half a date is worse than none.
  private func putFacts(
    _ facts: [String], x: Int, y: Int, columns: Int, theme: Theme, into surface: inout Surface
  ) {
    var column = x
    for fact in facts {
      let space = x + columns - column
      guard displayWidth(fact) <= space else { break }
      column = surface.put(fact, x: column, y: y, style: theme.style(.text), columns: space) + 3
    }
  }

  private func drawMessage(layout: DeckLayout, theme: Theme, into surface: inout Surface) {
    guard let message = message(theme) else { return }
    let top = layout.thumbnails.isEmpty ? layout.factsY : layout.filmstripY
    let area = Rect(x: 2, y: top, width: surface.size.columns - 4, height: layout.filmstripY + 1 - top)
    surface.message(message, in: area, style: theme.style(.accent), theme: theme, isTrailing: true)
  }

  /// The message and the state of accepting, in the row of the filmstrip, which has the rest of the row; nil where
  /// there is neither.
  private func message(_ theme: Theme) -> String? {
    let message = state.message ?? (theme.reducedMotion ? state.decisionMessage : nil)
    guard case .sampling = state.acceptance, let text = acceptanceText else { return message ?? acceptanceText }
    return message.map { "\($0) · \(text)" } ?? text
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
