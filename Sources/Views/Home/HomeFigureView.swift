import TextSurface
import ViewModels

/// A number of Home with its label: as text on a line, or in large digits with the label below.
struct HomeFigureView {
  let figure: HomeState.Figure
  /// The key that opens the subject of the number; empty for none.
  let key: String
  /// The columns of the numbers on lines, so that the labels behind them are aligned.
  let numberColumns: Int
  let isFocused: Bool

  func draw(in rect: Rect, digitRows: Int, theme: Theme, into surface: inout Surface) {
    if digitRows > 1 {
      drawLarge(digitRows, in: rect, theme: theme, into: &surface)
    } else {
      drawLine(in: rect, theme: theme, into: &surface)
    }
  }

  private var amount: (digits: String, unit: String) { Self.amount(of: figure) }

  private static func amount(of figure: HomeState.Figure) -> (digits: String, unit: String) {
    let parts = figure.number.split(separator: " ")
    return (parts.dropLast().joined(separator: " "), String(parts.last ?? ""))
  }

  /// The columns of a number in large digits, with its unit.
  static func width(of figure: HomeState.Figure, rows: Int) -> Int {
    let (digits, unit) = amount(of: figure)
    return LargeNumber(text: digits, rows: rows).width + 1 + displayWidth(unit)
  }

  private func numberStyle(_ part: Double, _ theme: Theme) -> Style {
    figure.kind == .toGain ? theme.accent(at: part).with(.bold) : theme.style(.strong)
  }

  private func drawLarge(_ rows: Int, in rect: Rect, theme: Theme, into surface: inout Surface) {
    let (digits, unit) = amount
    let end = LargeNumber(text: digits, rows: rows).draw(x: rect.x, y: rect.y, into: &surface) {
      numberStyle($0, theme)
    }
    surface.put(unit, x: end + 1, y: rect.y + rows - 1, style: numberStyle(1, theme), columns: rect.right - end - 1)
    let y = rect.y + rows
    let x = rect.x + (drawMark(x: rect.x, y: y, theme: theme, into: &surface) ? 2 : 0)
    // One column stays free before the next number; none comes behind that of the space gained.
    let columns = rect.right - x - (figure.kind == .gained ? 0 : 1)
    let isKeyShown = displayWidth(figure.title) + 1 + displayWidth(key) <= columns
    surface.put(
      [
        Span(figure.title, theme.style(isFocused ? .strong : .text)),
        Span(isKeyShown ? " \(key)" : "", theme.style(.faint)),
      ], x: x, y: y, columns: columns)
    let note = displayWidth(figure.note) <= columns ? figure.note : figure.shortNote
    surface.put(note, x: x, y: y + 1, style: theme.style(.faint), columns: columns)
  }

  private func drawLine(in rect: Rect, theme: Theme, into surface: inout Surface) {
    drawMark(x: rect.x, y: rect.y, theme: theme, into: &surface)
    let x = rect.x + 2 + numberColumns - displayWidth(figure.number)
    let space = rect.right - x - (key.isEmpty ? 0 : displayWidth(key) + 1)
    let text = firstFitting(figure.texts, columns: space, rows: 1).first ?? ""
    if isFocused {
      surface.putGradient(text, x: x, y: rect.y, theme: theme, columns: space)
    } else {
      let end = surface.put(figure.number, x: x, y: rect.y, style: numberStyle(0.35, theme), columns: space)
      surface.put(
        String(text.dropFirst(figure.number.count)), x: end, y: rect.y, style: theme.style(.text),
        columns: x + space - end)
    }
    surface.putTrailing(key, right: rect.right, y: rect.y, style: theme.style(.faint), columns: displayWidth(key))
  }

  /// Draws the pointer, or the mark of the number's part of the ring.
  ///
  /// - Returns: Whether there is one.
  @discardableResult
  private func drawMark(x: Int, y: Int, theme: Theme, into surface: inout Surface) -> Bool {
    if isFocused {
      surface.write("❯", x: x, y: y, style: theme.accent(at: 0).with(.bold))
      surface.cursor = Surface.Cursor(x: x, y: y)
      return true
    }
    guard let mark = figure.kind.mark(theme) else { return false }
    surface.write(mark.text, x: x, y: y, style: mark.style)
    return true
  }
}
