import TextSurface
import ViewModels

/// The settings: headings, rows with their values, and below a row its explanation.
struct SettingsView: ScreenView {
  let state: SettingsState
  var keys = KeyTable()

  private func explanation(of row: SettingsState.Row) -> String {
    row.explanation { keys.title(of: $0, in: .settings) }
  }

  private enum Line: Hashable {
    case air
    case heading(String)
    case row(Int)
    case explanation(Int, part: Int)
  }

  private struct Layout {
    var area: Rect
    var lines: [Line]
    var first: Int
    /// The explanations below their rows, by row.
    var text: [Int: [String]]
    /// The area of the explanation of the selected row at the bottom, where explanations do not fit below their rows:
    /// so no row moves while the highlight does. Nil where they fit.
    var foot: Rect?
  }

  private func layout(in rect: Rect) -> Layout {
    let crossings = CrossingsLayout(in: rect)
    let isWide = crossings.form == .beside
    let width = isWide ? 72 : min(rect.width - 4, 96)
    var area = Rect(
      x: isWide ? rect.x + (rect.width - CrossingsLayout.wide) / 2 + 2 : rect.x + max(2, (rect.width - 96) / 2),
      y: rect.y, width: width, height: rect.height - 1 - crossings.rowsBelow)
    var chosen = lines(isExplained: true, columns: area.width - 4)
    var foot: Rect?
    if chosen.lines.count > area.height {
      chosen = lines(isExplained: false, columns: area.width - 4)
      let (rest, bottom) = area.split(bottom: crossings.form == .line ? 2 : 3)
      (area, foot) = (rest, bottom)
    }
    let selected = chosen.lines.firstIndex(of: .row(state.selection)) ?? 0
    return Layout(
      area: area, lines: chosen.lines,
      first: firstVisible(selected: selected, visible: area.height, total: chosen.lines.count),
      text: chosen.text, foot: foot)
  }

  private func lines(isExplained: Bool, columns: Int) -> (lines: [Line], text: [Int: [String]]) {
    var lines: [Line] = []
    var text: [Int: [String]] = [:]
    var index = 0
    for section in state.sections {
      if !lines.isEmpty { lines.append(.air) }
      lines.append(.heading(section.title))
      for row in section.rows {
        lines.append(.row(index))
        let explanation = isExplained ? explanation(of: row) : ""
        if !explanation.isEmpty {
          let parts = wrapped(explanation, columns: columns, limit: 2)
          text[index] = parts
          lines += parts.indices.map { .explanation(index, part: $0) }
        }
        index += 1
      }
    }
    return (lines, text)
  }

  var pictures: [CardPicture] { state.crossings.flatMap(\.pictures) }

  func draw(in rect: Rect, theme: Theme, now: Duration, into surface: inout Surface) {
    let layout = layout(in: rect)
    let area = layout.area
    let rows = state.rows
    for (offset, line) in layout.lines.dropFirst(layout.first).prefix(area.height).enumerated() {
      let y = area.y + offset
      switch line {
      case .air: break
      case .heading(let title):
        surface.put(title, x: area.x, y: y, style: theme.style(.accent).with(.bold), columns: area.width)
      case .row(let index):
        drawRow(rows[index], isSelected: index == state.selection, in: area, y: y, theme: theme, into: &surface)
      case .explanation(let index, let part):
        surface.put(
          layout.text[index]?[part] ?? "", x: area.x + 2, y: y, style: theme.style(.faint), columns: area.width - 4)
      }
    }
    surface.scrollbar(
      first: layout.first, visible: area.height, total: layout.lines.count,
      in: Rect(x: area.x, y: area.y, width: area.width + 2, height: area.height), theme: theme)
    if let foot = layout.foot { drawFoot(in: foot, theme: theme, into: &surface) }
    drawStep(CrossingsLayout(in: rect), theme: theme, now: now, into: &surface)
    if let message = state.message {
      let row = Rect(x: area.x, y: rect.y, width: area.width, height: rect.height)
      surface.message(message, in: row, style: theme.style(.accent), theme: theme)
    }
  }

  func hit(in rect: Rect, x: Int, y: Int) -> HitTarget? {
    let layout = layout(in: rect)
    let index = layout.first + y - layout.area.y
    guard layout.area.contains(x: x, y: y), layout.lines.indices.contains(index) else { return nil }
    return switch layout.lines[index] {
    case .air, .heading: nil
    case .row(let row), .explanation(let row, _): .row(row)
    }
  }

  private func drawFoot(in rect: Rect, theme: Theme, into surface: inout Surface) {
    guard let row = state.selectedRow else { return }
    let text = wrapped(explanation(of: row), columns: rect.width - 4, limit: 2)
    // The text keeps a distance from the list where it can, or it would look like a row of it.
    let top = rect.height > 2 ? rect.y + 1 : rect.bottom - text.count
    for (row, line) in text.enumerated() {
      surface.put(line, x: rect.x + 2, y: top + row, style: theme.style(.faint), columns: rect.width - 4)
    }
  }

  /// Draws the effect of the last step. A message takes the only row there may be for it.
  private func drawStep(_ layout: CrossingsLayout, theme: Theme, now: Duration, into surface: inout Surface) {
    if layout.form == .line, state.step == nil || state.message != nil { return }
    let area = layout.area
    guard let sentence = stepSentence else {
      return CrossingsView(crossings: state.crossings, layout: layout).draw(theme: theme, now: now, into: &surface)
    }
    let isBeside = layout.form == .beside
    for (row, line) in wrapped(sentence, columns: area.width, limit: isBeside ? 3 : 1).enumerated() {
      surface.put(
        line, x: area.x, y: area.y + (isBeside ? 1 : 0) + row, style: theme.style(.faint), columns: area.width)
    }
  }

  /// The sentence about a slider where no photo is shown: none crossed the line, or the slider has not moved; else nil.
  private var stepSentence: String? {
    switch state.step {
    case nil:
      state.selectedRow?.isSlider == true ? "Photos that cross the line while a slider moves show here." : nil
    case .counted([]): "No photo crossed the line."
    case .open, .counted: nil
    }
  }

  private func drawRow(
    _ row: SettingsState.Row, isSelected: Bool, in area: Rect, y: Int, theme: Theme, into surface: inout Surface
  ) {
    let selection = theme.style(.selection)
    let style = isSelected ? selection : theme.style(.text)
    if isSelected { surface.highlight(Rect(x: area.x, y: y, width: area.width, height: 1), theme: theme) }
    let controlColumns = max(12, area.width / 2 - 2)
    let left = area.right - 1 - controlColumns
    let rank = row.rank.map { $0 > 0 ? "\($0)  " : "–  " } ?? ""
    // A row without a value is all name.
    let right = row.control == .text("") ? area.right : left
    surface.put(rank + row.title, x: area.x + 2, y: y, style: style, columns: right - area.x - 3)
    switch row.control {
    case .slider(let position, let value):
      let valueColumns = min(6, max(4, displayWidth(value)))
      surface.slider(position, x: left, y: y, columns: min(32, controlColumns - valueColumns - 2), theme: theme)
      surface.putTrailing(value, right: area.right - 1, y: y, style: style, columns: valueColumns)
    case .choice(let value):
      // Arrows at both sides: a choice is turned with ← and →; a rule is moved by them.
      let text = isSelected && row.rank == nil ? "← \(truncated(value, to: controlColumns - 4)) →" : value
      surface.putTrailing(text, right: area.right - 1, y: y, style: style, columns: controlColumns)
    case .text(let value):
      surface.putTrailing(value, right: area.right - 1, y: y, style: style, columns: controlColumns)
    }
  }
}
