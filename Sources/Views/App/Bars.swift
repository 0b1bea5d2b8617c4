import TextSurface

extension Surface {
  /// Draws a meter, "▰▰▰▰▱▱▱▱", filled in the accent as far as the fraction goes.
  ///
  /// A fraction above 0 shows at least one full piece, one below 1 at least one empty one.
  mutating func meter(_ fraction: Double, x: Int, y: Int, columns: Int, theme: Theme) {
    guard columns > 0 else { return }
    let filled = filledPieces(fraction, of: columns)
    for index in 0..<columns {
      let part = Double(index) / Double(max(1, columns - 1))
      let style = index < filled ? theme.accent(at: part) : theme.style(.border)
      write(index < filled ? "▰" : "▱", x: x + index, y: y, style: style)
    }
  }

  /// Draws a slider, "━━━━━●─────": a knob on a line.
  mutating func slider(_ position: Double, x: Int, y: Int, columns: Int, theme: Theme) {
    guard columns > 0 else { return }
    let safe = position.isFinite ? min(1, max(0, position)) : 0
    let knob = Int((safe * Double(columns - 1)).rounded())
    for index in 0..<columns {
      let part = Double(index) / Double(max(1, columns - 1))
      let glyph = index == knob ? "●" : index < knob ? "━" : "─"
      write(glyph, x: x + index, y: y, style: index <= knob ? theme.accent(at: part) : theme.style(.border))
    }
  }

  /// Draws a scrollbar at the right edge, only when not all rows are visible.
  mutating func scrollbar(first: Int, visible: Int, total: Int, in rect: Rect, theme: Theme) {
    guard total > visible, visible > 0, rect.height > 1 else { return }
    let length = max(1, rect.height * visible / total)
    let travel = rect.height - length
    let top = rect.y + (travel * first + (total - visible) / 2) / max(1, total - visible)
    for y in rect.y..<rect.bottom {
      let isThumb = y >= top && y < top + length
      write(isThumb ? "┃" : "│", x: rect.right - 1, y: y, style: theme.style(isThumb ? .faint : .border))
    }
  }
}

/// The number of full pieces of a meter.
func filledPieces(_ fraction: Double, of columns: Int) -> Int {
  guard fraction.isFinite, fraction > 0 else { return 0 }
  guard fraction < 1 else { return columns }
  return min(columns - 1, max(1, Int((fraction * Double(columns)).rounded())))
}

/// The first row to show of a list whose rows are of one height, so that the selected one is visible with some rows
/// around it.
func firstVisible(selected: Int, visible: Int, total: Int) -> Int {
  firstVisible(selected: selected..<selected + 1, visible: visible, total: total)
}

/// The first line to show of a list, so that the selected ones are visible with some lines around them.
func firstVisible(selected: Range<Int>, visible: Int, total: Int) -> Int {
  guard total > visible, visible > 0 else { return 0 }
  let middle = (selected.lowerBound + selected.upperBound) / 2
  return min(max(0, middle - visible / 2), total - visible)
}
