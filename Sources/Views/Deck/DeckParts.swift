import PhotoModel
import TextSurface
import ViewModels

/// The group of the top card as a row of signs: ★ keeper, ☆ a keeper that is marked, ■ this one, ▢ others, ✕ marked,
/// ✓ kept, ✦ not there when others were kept.
struct FilmstripView {
  let items: [DeckState.FilmstripItem]
  /// The title of the set, before the signs are explained; nil where it has none.
  var title: String?

  /// Draws the signs, and their explanation after them or, where there are more rows, below them.
  ///
  /// - Parameter hasPictures: Whether the signs are drawn below small pictures already.
  func drawSigns(in rect: Rect, hasPictures: Bool, theme: Theme, into surface: inout Surface) {
    guard !items.isEmpty, rect.width > 8, rect.height > 0 else { return }
    let column = hasPictures ? rect.x - Self.legendGap : drawRow(in: rect, theme: theme, into: &surface)
    guard rect.height > 1 else { return drawLegend(x: column, in: rect, theme: theme, into: &surface) }
    let area = rect.split(top: hasPictures ? 0 : 1).rest
    for (row, line) in legendLines(columns: area.width).prefix(area.height).enumerated() {
      surface.put(line, x: area.x, y: area.y + row, style: theme.style(.faint), columns: area.width)
    }
  }

  /// Draws the signs of the members around the current one.
  ///
  /// - Returns: The column behind them.
  private func drawRow(in rect: Rect, theme: Theme, into surface: inout Surface) -> Int {
    let shown = signs(in: rect)
    var column = rect.x
    if let first = shown.first, first > 0 {
      column = surface.write("… ", x: column, y: rect.y, style: theme.style(.faint))
    }
    for item in items[shown] {
      let (glyph, style) = sign(of: item, theme: theme)
      column = surface.write(glyph, x: column, y: rect.y, style: style) + 1
    }
    if shown.upperBound < items.count {
      column = surface.write("…", x: column, y: rect.y, style: theme.style(.faint)) + 1
    }
    return column
  }

  /// The members whose signs have space in a row.
  private func signs(in rect: Rect) -> Range<Int> {
    let space = min(24, max(1, (rect.width - 2) / 2))
    let first = firstVisible(selected: current, visible: space, total: items.count)
    return first..<min(items.count, first + space)
  }

  private var current: Int { items.firstIndex(where: \.isCurrent) ?? 0 }

  private func drawLegend(x: Int, in rect: Rect, theme: Theme, into surface: inout Surface) {
    var column = x
    for text in (title.map { [$0] } ?? []) + legend {
      guard column + Self.legendGap + displayWidth(text) <= rect.right else { break }
      column = surface.write(text, x: column + Self.legendGap, y: rect.y, style: theme.style(.faint))
    }
  }

  /// The title and the explanations in lines of a column.
  private func legendLines(columns: Int) -> [String] {
    var lines = title.map { wrapped($0, columns: columns, limit: 2) } ?? []
    var line = ""
    for text in legend {
      let joined = line.isEmpty ? text : line + String(repeating: " ", count: Self.legendGap) + text
      if displayWidth(joined) > columns, !line.isEmpty {
        lines.append(line)
        line = text
      } else {
        line = joined
      }
    }
    return lines + (line.isEmpty ? [] : [line])
  }

  /// The columns before an explanation.
  private static let legendGap = 2

  // MARK: Small pictures

  /// The members whose small pictures fit into an area, each with its cells, from left to right and row by row.
  ///
  /// - Parameter isColumn: Whether the area is a column, which has the number of further members in the row above.
  private func slots(in rect: Rect, isColumn: Bool) -> [(index: Int, area: Rect)] {
    guard !rect.isEmpty else { return [] }
    let size = DeckLayout.thumbnail
    let step = size.columns + 1
    let rows = isColumn ? max(1, rect.height / DeckLayout.filmstripRows) : 1
    let isCut = (rect.width + 1) / step * rows < items.count
    let left = rect.x + (isCut && !isColumn ? Self.restColumns : 0)
    let perRow = max(1, (rect.width + 1 - 2 * (left - rect.x)) / step)
    let first = firstVisible(selected: current, visible: perRow * rows, total: items.count)
    return (first..<min(items.count, first + perRow * rows)).map { index in
      let (row, column) = (index - first).quotientAndRemainder(dividingBy: perRow)
      return (
        index,
        Rect(
          x: left + column * step, y: rect.y + row * DeckLayout.filmstripRows, width: size.columns, height: size.rows)
      )
    }
  }

  /// Whether a member has a small picture.
  var hasPictures: Bool { items.contains { $0.picture != nil } }

  /// The index of the member whose small picture or sign is under a cell; nil where there is none.
  func member(at x: Int, _ y: Int, layout: DeckLayout) -> Int? {
    if !layout.thumbnails.isEmpty, hasPictures {
      return slots(in: layout.thumbnails, isColumn: layout.form == .beside).first { slot in
        Rect(x: slot.area.x, y: slot.area.y, width: slot.area.width, height: slot.area.height + 1).contains(x: x, y: y)
      }?.index
    }
    let shown = signs(in: layout.signs)
    let column = x - layout.signs.x - (shown.lowerBound > 0 ? 2 : 0)
    guard y == layout.signs.y, !layout.signs.isEmpty, column >= 0, shown.contains(shown.lowerBound + column / 2) else {
      return nil
    }
    return shown.lowerBound + column / 2
  }

  /// The columns of the small pictures in a row, with the numbers of further ones.
  func width(in rect: Rect) -> Int {
    let slots = slots(in: rect, isColumn: false)
    let isCut = slots.count < items.count
    return isCut ? rect.width : (slots.last?.area.right ?? rect.x) - rect.x + Self.legendGap
  }

  /// Draws the members as small pictures, each with its sign below, between bars for the current one. Nothing is drawn
  /// on a picture: a terminal that takes pixels shows whole pictures only.
  func drawPictures(in rect: Rect, isColumn: Bool, theme: Theme, into surface: inout Surface) {
    let slots = slots(in: rect, isColumn: isColumn)
    guard let first = slots.first, let last = slots.last else { return }
    let y = isColumn ? rect.y - 1 : rect.y + DeckLayout.thumbnail.rows / 2
    if first.index > 0 { surface.put("‹ +\(first.index)", x: rect.x, y: y, style: theme.style(.faint), columns: 6) }
    let rest = items.count - 1 - last.index
    if rest > 0 {
      let text = "+\(rest) ›"
      let x = isColumn ? rect.right - displayWidth(text) : last.area.right + 1
      surface.put(text, x: x, y: y, style: theme.style(.faint), columns: 6)
    }
    for (index, area) in slots {
      drawPicture(of: items[index], in: area, clip: rect, theme: theme, into: &surface)
    }
  }

  private func drawPicture(
    of item: DeckState.FilmstripItem, in area: Rect, clip: Rect, theme: Theme, into surface: inout Surface
  ) {
    var face = Surface(Size(columns: area.width, rows: area.height))
    face.fill(face.bounds, style: theme.style(.card))
    if let picture = item.picture, case .ready(let cells) = picture {
      face.blend(cells, x: (area.width - cells.size.columns) / 2, y: (area.height - cells.size.rows) / 2)
    }
    if !item.isCurrent { face.fade(item.decision == .delete ? 0.75 : 0.4, theme: theme) }
    surface.blend(face, x: area.x, y: area.y, clip: clip)
    let (glyph, style) = sign(of: item, theme: theme)
    let center = area.x + area.width / 2
    if item.isCurrent {
      let bar = String(repeating: "━", count: area.width / 2 - 1)
      surface.write(bar, x: area.x, y: area.bottom, style: theme.accent(at: 0))
      surface.write(bar, x: center + 2, y: area.bottom, style: theme.accent(at: 1))
    }
    surface.write(glyph, x: center, y: area.bottom, style: style)
  }

  /// The columns beside the pictures for the number of further members.
  private static let restColumns = 7

  /// The explanations of the signs that are on the screen; whole texts or none.
  private var legend: [String] {
    var parts: [String] = []
    if items.contains(where: \.isLeavingKeeper) {
      parts.append("☆ keeper, in the bin")
    } else if items.contains(where: \.isKeeper) {
      parts.append("★ keeper")
    }
    if items.contains(where: { $0.isCurrent && !$0.isKeeper }) { parts.append("■ this one") }
    if items.contains(where: { $0.decision == .delete && !$0.isCurrent && !$0.isKeeper }) {
      parts.append("✕ in the bin")
    }
    if items.contains(where: { $0.isNew && $0.decision == .pending && !$0.isCurrent && !$0.isKeeper }) {
      parts.append("✦ new")
    }
    if items.contains(where: { $0.decision == .keep && !$0.isCurrent && !$0.isKeeper }) { parts.append("✓ kept") }
    if items.contains(where: { $0.decision == .pending && !$0.isNew && !$0.isCurrent && !$0.isKeeper }) {
      parts.append("▢ undecided")
    }
    return parts
  }

  private func sign(of item: DeckState.FilmstripItem, theme: Theme) -> (String, Style) {
    let focus: Style.Attributes = item.isCurrent ? [.bold, .underline] : []
    if item.isLeavingKeeper { return ("☆", theme.style(.delete).with(focus)) }
    if item.decision == .delete, !item.isCurrent { return ("✕", theme.style(.delete)) }
    if item.isKeeper { return ("★", theme.accent(at: 0).with(focus)) }
    if item.isCurrent { return ("■", theme.style(.strong)) }
    if item.decision == .keep { return ("✓", theme.style(.keep)) }
    if item.isNew { return ("✦", theme.style(.warning)) }
    return ("▢", theme.style(.faint))
  }
}

/// The details of the top card, in a box beside it, or over it.
struct DeckDetailsView {
  let details: [Detail]
  /// The lines that are scrolled away at the top; a larger number stops at the last line.
  let scroll: Int
  /// The name of the key that closes the details.
  let closingKey: String

  /// A line of the details: a label, in the first line of its value only, and a part of the value.
  private struct Line {
    var label: String?
    var value: String
  }

  private struct Layout {
    var box: Rect
    var labelColumns: Int
    var lines: [Line]
  }

  private func layout(in space: Rect) -> Layout {
    let width = space.width
    let widest = details.map { displayWidth($0.label) }.max() ?? 0
    let labelColumns = min(widest, max(12, (width - 4) / 3))
    let lines = details.flatMap { detail in
      // Whole, because the card may have cut it; a comment in a file may be a book.
      let parts = wrapped(detail.value, columns: width - 6 - labelColumns, limit: 12)
      return (parts.isEmpty ? [""] : parts).enumerated().map { index, part in
        Line(label: index == 0 ? detail.label : nil, value: part)
      }
    }
    // In the space of the card the panel takes all of it: the card's edges would look like a second border.
    let height = space.x == 0 ? space.height : min(space.height, max(1, lines.count) + 2)
    return Layout(
      box: Rect(x: space.x, y: space.y, width: width, height: height), labelColumns: labelColumns, lines: lines)
  }

  func covers(x: Int, y: Int, in space: Rect) -> Bool { layout(in: space).box.contains(x: x, y: y) }

  func draw(in space: Rect, theme: Theme, into surface: inout Surface) {
    let layout = layout(in: space)
    surface.panel(layout.box, theme: theme) { theme.accent(at: $0) }
    surface.legend("Details", in: layout.box, y: layout.box.y, style: theme.style(.strong))
    let inner = layout.box.inset(columns: 2, rows: 1)
    let first = min(max(0, scroll), max(0, layout.lines.count - inner.height))
    let values = inner.x + layout.labelColumns + 2
    // Where details cover the card, the cursor goes to them.
    if let cursor = surface.cursor, layout.box.contains(x: cursor.x, y: cursor.y) {
      surface.cursor = Surface.Cursor(x: inner.x, y: inner.y)
    }
    for (row, line) in layout.lines.dropFirst(first).prefix(inner.height).enumerated() {
      let y = inner.y + row
      surface.put(line.label ?? "", x: inner.x, y: y, style: theme.style(.faint), columns: layout.labelColumns)
      surface.put(line.value, x: values, y: y, style: theme.style(.text), columns: inner.right - values)
    }
    let isScrolled = layout.lines.count > inner.height
    surface.trailingLegend(
      (isScrolled ? "PgUp PgDn · " : "") + "\(closingKey) closes", in: layout.box, y: layout.box.bottom - 1,
      style: theme.style(.faint), columns: layout.box.width - 4)
    guard isScrolled else { return }
    surface.scrollbar(
      first: first, visible: inner.height, total: layout.lines.count,
      in: Rect(x: layout.box.x, y: inner.y, width: layout.box.width - 1, height: inner.height), theme: theme)
  }
}
