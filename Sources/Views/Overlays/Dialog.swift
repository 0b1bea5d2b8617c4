import TextSurface

/// A box in the middle with a title, lines and two buttons: a question that is answered before anything else.
struct Dialog {
  /// A line of a dialog: text at the left, a remark at the right.
  struct Line {
    var spans: [Span] = []
    var trailing: Span?
    /// Whether the line is only space, which is left out first.
    var isAir = false
    /// Whether the line continues the sentence of the line before, so that both are left out together.
    var isContinuation = false
    /// Whether the line is left out only where there is no space for any other.
    var isNeeded = false

    static let air = Line(isAir: true)

    /// The lines of a wrapped sentence.
    static func sentence(_ rows: [String], style: Style, isNeeded: Bool = false) -> [Line] {
      rows.enumerated().map { Line(spans: [Span($1, style)], isContinuation: $0 > 0, isNeeded: isNeeded) }
    }
  }

  /// A text field above the buttons.
  struct Field {
    var prompt: Span
    var text: String
    /// Whether Enter takes the typed text, and not a button.
    var isFocused: Bool
  }

  var title: String
  var lines: [Line]
  /// The text field, which is never left out; nil where there is none.
  var field: Field?
  var buttons: ButtonPair
  /// The columns of the box where there is space.
  var width = 64

  /// The layout of the box and its parts in an area.
  private struct Layout {
    var box: Rect
    var lines: [Line]
    var inner: Rect
    var field: Rect
    var buttons: Rect
    var titleRows: [String]
  }

  private func layout(in rect: Rect) -> Layout {
    let boxWidth = min(width, rect.width - 2)
    let indent = boxWidth >= 50 ? 4 : 2
    let columns = boxWidth - 2 * indent
    let titleRows = evenlyWrapped(title, columns: columns, limit: 2)
    let buttonRows = buttons.rows(columns: columns)
    // Border, title, air, lines, air, buttons; the air of the lines goes first, then the last lines.
    let fixed = 2 + titleRows.count + buttonRows + (field == nil ? 0 : 1)
    var shown = lines
    var air = field == nil ? 4 : 5
    func total() -> Int { fixed + shown.count + air }
    while total() > rect.height, air > 2 { air -= 1 }
    while total() > rect.height, let index = shown.lastIndex(where: \.isAir) { shown.remove(at: index) }
    while total() > rect.height, air > 0 { air -= 1 }
    while total() > rect.height, let last = shown.lastIndex(where: { !$0.isNeeded }) ?? shown.indices.last {
      // Half a sentence would have another meaning.
      let start = shown[...last].lastIndex { !$0.isContinuation } ?? last
      shown.removeSubrange(start...last)
    }
    let box = rect.centered(width: boxWidth, height: min(rect.height, total()))
    let topAir = air >= 3 ? 1 : 0
    let bottomAir = air >= 4 ? 1 : 0
    let inner = Rect(
      x: box.x + indent, y: box.y + 1 + topAir, width: columns, height: box.height - 2 - topAir - bottomAir)
    let fieldAir = air >= 5 ? 1 : 0
    let (above, buttonArea) = inner.split(bottom: buttonRows)
    let fieldArea = above.split(bottom: field == nil ? 0 : 1 + fieldAir).1
    return Layout(
      box: box, lines: shown, inner: inner, field: fieldArea, buttons: buttonArea, titleRows: titleRows)
  }

  func draw(in rect: Rect, theme: Theme, into surface: inout Surface) {
    let layout = layout(in: rect)
    surface.makeSpace(for: layout.box, theme: theme)
    surface.panel(layout.box, theme: theme) { theme.accent(at: $0) }
    var y = layout.inner.y
    for row in layout.titleRows {
      surface.put(row, x: layout.inner.x, y: y, style: theme.style(.strong), columns: layout.inner.width)
      y += 1
    }
    let used = layout.titleRows.count + layout.lines.count + layout.field.height + layout.buttons.height
    if used < layout.inner.height { y += 1 }
    for line in layout.lines {
      draw(line, in: layout.inner, y: y, into: &surface)
      y += 1
    }
    buttons.draw(in: layout.buttons, theme: theme, into: &surface)
    if let field { draw(field, in: layout.field, theme: theme, into: &surface) }
  }

  private func draw(_ field: Field, in area: Rect, theme: Theme, into surface: inout Surface) {
    let space = min(Self.fieldColumns, area.width)
    let prompt = truncated(field.prompt.text, to: max(0, area.width - space - 1))
    let x = area.x + (prompt.isEmpty ? 0 : displayWidth(prompt) + 1)
    surface.put(prompt, x: area.x, y: area.y, style: field.prompt.style, columns: area.width - space)
    let style = theme.style(.selection)
    surface.fill(Rect(x: x, y: area.y, width: space, height: 1), style: style)
    let end = surface.put(field.text, x: x, y: area.y, style: style, columns: space - 1, keepingEnd: true)
    guard field.isFocused else { return }
    surface.caret(x: end, y: area.y, style: style)
    surface.cursor = Surface.Cursor(x: end, y: area.y)
  }

  /// The columns of the field: a number of photos, and the caret behind it.
  private static let fieldColumns = 9

  /// The rows that the box takes in an area.
  func height(in rect: Rect) -> Int { layout(in: rect).box.height }

  func hit(in rect: Rect, x: Int, y: Int) -> HitTarget? { buttons.hit(in: layout(in: rect).buttons, x: x, y: y) }

  /// The columns of lines inside a box in such an area, to which callers wrap.
  func columns(in rect: Rect) -> Int {
    let boxWidth = min(width, rect.width - 2)
    return boxWidth - 2 * (boxWidth >= 50 ? 4 : 2)
  }

  private func draw(_ line: Line, in inner: Rect, y: Int, into surface: inout Surface) {
    var columns = inner.width
    if let trailing = line.trailing {
      let trailingColumns = displayWidth(trailing.text)
      let left = line.spans.reduce(0) { $0 + displayWidth($1.text) }
      // A remark that does not fit beside its line is reduced to its sign.
      let text = left + trailingColumns + 2 <= columns ? trailing.text : String(trailing.text.prefix(1))
      surface.putTrailing(text, right: inner.right, y: y, style: trailing.style, columns: columns)
      columns -= displayWidth(text) + 1
    }
    surface.put(line.spans, x: inner.x, y: y, columns: columns)
  }
}
