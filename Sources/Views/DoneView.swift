import PhotoModel
import TextSurface
import ViewModels

/// What became of a batch.
struct DoneView {
  let state: DoneState

  /// How long the check takes to draw itself.
  static let drawing: Duration = .milliseconds(600)

  static func isMoving(_ state: DoneState, now: Duration, theme: Theme) -> Bool {
    !theme.reducedMotion && state.wentWell && part(of: drawing, since: state.shownAt, now: now) < 1
  }

  func draw(in rect: Rect, theme: Theme, now: Duration, into surface: inout Surface) {
    let columns = min(72, rect.width - 4)
    let lines = lines(columns: columns, rows: rect.height - 3, isTight: rect.height < 14, theme: theme)
    let words = 1 + (lines.isEmpty ? 0 : lines.count + 1)
    let free = rect.height - words - 2
    let glyphRows = free >= 5 ? min(free, max(7, min(14, rect.height * 2 / 5))) : 0
    let total = words + (glyphRows > 0 ? glyphRows + 1 : 0)
    var y = rect.y + max(0, (rect.height - total) / 2)
    if glyphRows > 0 {
      drawGlyph(
        in: Rect(x: rect.x, y: y, width: rect.width, height: glyphRows), theme: theme, now: now, into: &surface)
      y += glyphRows + 1
    }
    surface.writeCentered(title, in: rect.inset(columns: 2, rows: 0), y: y, style: theme.style(.strong))
    y += 2
    for line in lines where y < rect.bottom {
      surface.putCentered(line, in: rect.inset(columns: 2, rows: 0), y: y)
      y += 1
    }
  }

  private var title: String {
    guard let restored = state.restored else {
      return state.moved > 0 ? "\(countedPhotos(state.moved, files: state.files)) moved" : "Nothing was moved"
    }
    if restored == 0 { return "Nothing was put back" }
    // The message, where there is one, says how many and what was in the way.
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
    // Half the time for the ring and half for the check, which is much shorter but what is looked at.
    let ring = StrokeArt.checkRingShare
    let shown = eased < 0.5 ? eased * 2 * ring : ring + (eased * 2 - 1) * (1 - ring)
    StrokeArt.check.draw(in: rect, shown: shown, theme: theme, into: &surface) { theme.accent(at: $0) }
  }

  /// What is said below the title. Where room is scarce, what was refused comes before where the others went.
  private func lines(columns: Int, rows: Int, isTight: Bool, theme: Theme) -> [[Span]] {
    var parts: [[[Span]]] = []
    if state.restored == nil {
      let (freed, places) = (freed(columns, theme), places(columns, theme))
      let left = rows - freed.count - (isTight ? 0 : places.count + 2)
      let refusals = refusalLines(columns: columns, rows: left, theme: theme)
      parts = isTight ? [freed, refusals, places] : [freed + places, refusals]
    }
    if let message = state.message {
      parts.append(wrapped(message, columns: columns, limit: 4).map { [Span($0, theme.style(.accent))] })
    }
    let filled = parts.filter { !$0.isEmpty }
    return Array(filled.joined(separator: isTight ? [] : [[]]))
  }

  private func freed(_ columns: Int, _ theme: Theme) -> [[Span]] {
    guard state.moved > 0 else { return [] }
    let words = "\(state.bytes.formatted) will be free once the trash is emptied"
    return evenlyWrapped(words, columns: columns).map { [Span($0, theme.style(.text))] }
  }

  private func places(_ columns: Int, _ theme: Theme) -> [[Span]] {
    guard state.moved > 0 else { return [] }
    let faint = theme.style(.faint)
    let shown = state.places.count <= 4 ? state.places.count : 3
    var lines = state.places.prefix(shown).map { place in
      [Span("→ \(truncated(place, to: max(0, columns - 2), keepingEnd: true))", faint)]
    }
    if state.places.count > shown { lines.append([Span("and \(state.places.count - shown) more places", faint)]) }
    return lines
  }

  private func refusalLines(columns: Int, rows: Int, theme: Theme) -> [[Span]] {
    guard !state.refused.isEmpty else { return [] }
    let words = "⚠ \(counted(state.refused.count, "photo")) \(state.refused.count == 1 ? "stays" : "stay") in the bin"
    return [[Span(words, theme.style(.warning))]]
      + RefusalLines(refusals: state.refused, indent: "").lines(columns: columns, rows: rows - 1, theme: theme)
  }
}

extension DoneState {
  /// Something was moved or put back.
  fileprivate var wentWell: Bool { restored.map { $0 > 0 } ?? (moved > 0) }
}
