import PhotoModel
import TextSurface
import ViewModels

/// The outcome of a batch.
struct DoneView: ScreenView {
  let state: DoneState

  /// The time that the check mark takes to draw itself.
  static let drawing: Duration = .milliseconds(600)

  /// The space for small pictures; less or none where there is much text.
  static func thumbnails(in rect: Rect) -> PictureRow {
    guard rect.width >= 72, rect.height >= 18 else { return .none }
    let tile =
      rect.height >= 50
      ? Size(columns: 20, rows: 8)
      : rect.height >= 32 ? Size(columns: 16, rows: 6) : Size(columns: 13, rows: 4)
    return ThumbnailRow.space(of: tile, in: rect.width)
  }

  func timeToNextFrame(now: Duration, theme: Theme) -> Duration? {
    Self.isMoving(state, now: now, theme: theme) ? AppView.smooth : timeToNextPicture(now: now, theme: theme)
  }

  static func isMoving(_ state: DoneState, now: Duration, theme: Theme) -> Bool {
    !theme.reducedMotion && state.wentWell && part(of: drawing, since: state.shownAt, now: now) < 1
  }

  var pictures: [CardPicture] { state.thumbnails.map(\.picture) }

  func draw(in rect: Rect, theme: Theme, now: Duration, into surface: inout Surface) {
    let columns = min(72, rect.width - 4)
    let lines = lines(columns: columns, rows: rect.height - 3, isTight: rect.height < 14, theme: theme)
    let text = 1 + (lines.isEmpty ? 0 : lines.count + 1)
    let thumbnails = ThumbnailRow(thumbnails: state.thumbnails, space: Self.thumbnails(in: rect))
    // A row above them, and a check that is still large enough to be one.
    let hasThumbnails = thumbnails.height > 0 && rect.height - text - 2 - thumbnails.height - 1 >= Self.leastGlyph
    let pictures = hasThumbnails ? thumbnails.height + 1 : 0
    let free = rect.height - text - 2 - pictures
    let most = min(14, hasThumbnails ? rect.height / 3 : rect.height * 2 / 5)
    let glyphRows = free >= Self.leastGlyph ? min(free, max(7, most)) : 0
    let total = text + pictures + (glyphRows > 0 ? glyphRows + 1 : 0)
    var y = rect.y + max(0, (rect.height - total) / 2)
    if glyphRows > 0 {
      drawGlyph(
        in: Rect(x: rect.x, y: y, width: rect.width, height: glyphRows), theme: theme, now: now, into: &surface)
      y += glyphRows + 1
    }
    surface.writeCentered(title, in: rect.inset(columns: 2, rows: 0), y: y, style: theme.style(.strong))
    y += 2
    if hasThumbnails {
      let row = Rect(x: rect.x, y: y, width: rect.width, height: thumbnails.height)
      thumbnails.draw(in: row, theme: theme, now: now, into: &surface)
      y += pictures
    }
    for line in lines where y < rect.bottom {
      surface.putCentered(line, in: rect.inset(columns: 2, rows: 0), y: y)
      y += 1
    }
  }

  private static let leastGlyph = 5

  private var title: String {
    guard let restored = state.restored else {
      return state.movedTitle
    }
    if restored == 0 {
      return state.unknown > 0 ? "\(counted(state.unknown, "file")) may be back" : "Nothing was put back"
    }
    // The message, where there is one, has the number and the obstacles.
    return state.message == nil ? "\(counted(restored, "photo")) put back" : "Put back"
  }

  private func drawGlyph(in rect: Rect, theme: Theme, now: Duration, into surface: inout Surface) {
    guard state.wentWell else {
      StrokeArt.warning.draw(in: rect, theme: theme, into: &surface) { _ in theme.style(.warning) }
      return
    }
    let time = theme.reducedMotion ? 1 : part(of: Self.drawing, since: state.shownAt, now: now)
    // Soft at both ends: 3f² - 2f³.
    let eased = time * time * (3 - 2 * time)
    // Half the time is for the ring and half for the check mark, which is much shorter but more important.
    let ring = StrokeArt.checkRingShare
    let shown = eased < 0.5 ? eased * 2 * ring : ring + (eased * 2 - 1) * (1 - ring)
    StrokeArt.check.draw(in: rect, shown: shown, theme: theme, into: &surface) { theme.accent(at: $0) }
  }

  /// The lines below the title. Where space is scarce, refused photos come before the folders of the others.
  private func lines(columns: Int, rows: Int, isTight: Bool, theme: Theme) -> [[Span]] {
    var parts: [[[Span]]] = []
    if state.restored == nil {
      let freed = freed(columns, theme) + sidecars(columns, theme)
      let (free, folders) = (free(columns, theme), folders(columns, theme))
      let left = rows - freed.count - (isTight ? 0 : free.count + folders.count + 2)
      let refusals = refusalLines(columns: columns, rows: left, theme: theme)
      // Whole sentences or none.
      let hasSpace = freed.count + refusals.count + free.count <= rows
      parts = isTight ? [freed, refusals, hasSpace ? free : [], folders] : [freed + free + folders, refusals]
    }
    if let message = state.message {
      parts.append(wrapped(message, columns: columns, limit: 4).map { [Span($0, theme.style(.accent))] })
    }
    let filled = parts.filter { !$0.isEmpty }
    return Array(filled.joined(separator: isTight ? [] : [[]]))
  }

  private func freed(_ columns: Int, _ theme: Theme) -> [[Span]] {
    guard state.moved > 0, state.freesSomething else { return [] }
    let text = "\(state.bytes.formatted) will be free once the trash is emptied"
    return evenlyWrapped(text, columns: columns).map { [Span($0, theme.style(.text))] }
  }

  private func sidecars(_ columns: Int, _ theme: Theme) -> [[Span]] {
    guard let text = state.sidecarsText else { return [] }
    return evenlyWrapped(text, columns: columns).map { [Span($0, theme.style(.text))] }
  }

  private func free(_ columns: Int, _ theme: Theme) -> [[Span]] {
    guard let text = state.freeText else { return [] }
    return evenlyWrapped(text, columns: columns).map { [Span($0, theme.style(.text))] }
  }

  private func folders(_ columns: Int, _ theme: Theme) -> [[Span]] {
    guard state.moved > 0 else { return [] }
    let faint = theme.style(.faint)
    let shown = state.locations.count <= 4 ? state.locations.count : 3
    var lines = zip(state.locationTitles, state.locations).prefix(shown).map { title, location in
      [
        Span("→ ", faint),
        Span(truncated(title, to: max(0, columns - 2), keepingEnd: true), faint, folder: location.path),
      ]
    }
    if state.locations.count > shown { lines.append([Span("and \(state.locations.count - shown) more places", faint)]) }
    return lines
  }

  private func refusalLines(columns: Int, rows: Int, theme: Theme) -> [[Span]] {
    guard !state.refused.isEmpty else { return [] }
    let text = state.isShrinking ? state.refusedTitle : "⚠ \(state.refusedTitle)"
    return [[Span(text, theme.style(state.isShrinking ? .faint : .warning))]]
      + RefusalLines(refusals: state.refused, indent: "").lines(columns: columns, rows: rows - 1, theme: theme)
  }
}

extension DoneState {
  /// Whether something was moved or put back.
  fileprivate var wentWell: Bool { restored.map { $0 > 0 } ?? (moved > 0) }
}
