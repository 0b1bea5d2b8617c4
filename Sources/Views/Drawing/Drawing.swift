import PhotoModel
import SystemPackage
import TextSurface

/// A piece of a line with its own style.
struct Span {
  var text: String
  var style: Style
  /// The folder that the piece leads to, where the terminal can open one.
  var folder: FilePath?

  init(_ text: String, _ style: Style, folder: FilePath? = nil) {
    self.text = text
    self.style = style
    self.folder = folder
  }
}

extension Surface {
  /// Draws text cut to a number of columns, with an ellipsis where something is left out.
  @discardableResult
  mutating func put(
    _ text: String, x: Int, y: Int, style: Style, columns: Int, keepingEnd: Bool = false
  ) -> Int {
    guard columns > 0 else { return x }
    return write(
      truncated(text, to: columns, keepingEnd: keepingEnd), x: x, y: y, style: style, limit: columns)
  }

  /// Links drawn text to a folder, where the terminal can open one.
  mutating func link(_ columns: Range<Int>, y: Int, to folder: FilePath) {
    link(columns, y: y, to: folder.bytes.percentEscaped)
  }

  /// Draws spans one after the other; the one that does not fit is cut, and those after it are left out.
  @discardableResult
  mutating func put(_ spans: [Span], x: Int, y: Int, columns: Int) -> Int {
    var column = x
    for span in spans {
      let space = x + columns - column
      guard space > 0 else { break }
      let fits = displayWidth(span.text) <= space
      let start = column
      column = put(span.text, x: column, y: y, style: span.style, columns: space)
      if let folder = span.folder { link(start..<column, y: y, to: folder) }
      if !fits { break }
    }
    return column
  }

  /// Draws the message about the last key: whole, at the bottom of an area, over other content where one row is too
  /// short.
  ///
  /// - Parameters:
  ///   - limit: The most rows; two thirds of the area where it is nil, and three at least.
  ///   - isTrailing: Whether lines end at the right edge of the area.
  mutating func message(
    _ text: String, in rect: Rect, style: Style, theme: Theme, limit: Int? = nil, isTrailing: Bool = false
  ) {
    let lines = wrapped(text, columns: rect.width, limit: min(limit ?? max(3, rect.height * 2 / 3), rect.height))
    let top = rect.bottom - lines.count
    if lines.count > 1 || !isTrailing {
      fill(Rect(x: rect.x, y: top, width: rect.width, height: lines.count), style: theme.style(.ground))
    }
    for (row, line) in lines.enumerated() {
      if isTrailing {
        putTrailing(line, right: rect.right, y: top + row, style: style, columns: rect.width)
      } else {
        put(line, x: rect.x, y: top + row, style: style, columns: rect.width)
      }
    }
  }

  /// Draws a caret where the next letter comes: the terminal's own cursor is only placed, not shown.
  mutating func caret(x: Int, y: Int, style: Style) { write("▏", x: x, y: y, style: style) }

  mutating func writeCentered(_ text: String, in rect: Rect, y: Int, style: Style) {
    let shown = truncated(text, to: rect.width)
    put(shown, x: rect.x + (rect.width - displayWidth(shown)) / 2, y: y, style: style, columns: rect.width)
  }

  mutating func putCentered(_ spans: [Span], in rect: Rect, y: Int) {
    let width = min(rect.width, spans.reduce(0) { $0 + displayWidth($1.text) })
    put(spans, x: rect.x + (rect.width - width) / 2, y: y, columns: width)
  }

  /// Draws text that ends before the column `right`.
  ///
  /// - Returns: The column where it begins.
  @discardableResult
  mutating func putTrailing(_ text: String, right: Int, y: Int, style: Style, columns: Int) -> Int {
    let shown = truncated(text, to: max(0, columns))
    let x = right - displayWidth(shown)
    put(shown, x: x, y: y, style: style, columns: max(0, columns))
    return x
  }

  /// Draws text in the accent, from purple to blue over its length.
  @discardableResult
  mutating func putGradient(_ text: String, x: Int, y: Int, theme: Theme, columns: Int) -> Int {
    let shown = truncated(text, to: max(0, columns))
    let last = Double(max(1, displayWidth(shown) - 1))
    var column = x
    for scalar in shown.unicodeScalars {
      let style = theme.accent(at: Double(column - x) / last).with(.bold)
      column = write(String(scalar), x: column, y: y, style: style)
    }
    return column
  }

  /// Draws a border with rounded corners; the content inside stays.
  mutating func border(_ rect: Rect, style: (_ part: Double) -> Style) {
    guard rect.width >= 2, rect.height >= 2 else { return }
    let right = rect.right - 1
    let bottom = rect.bottom - 1
    for x in rect.x...right {
      let part = Double(x - rect.x) / Double(rect.width - 1)
      write(x == rect.x ? "╭" : x == right ? "╮" : "─", x: x, y: rect.y, style: style(part))
      write(x == rect.x ? "╰" : x == right ? "╯" : "─", x: x, y: bottom, style: style(part))
    }
    for y in (rect.y + 1)..<max(rect.y + 1, bottom) {
      write("│", x: rect.x, y: y, style: style(0))
      write("│", x: right, y: y, style: style(1))
    }
  }

  mutating func border(_ rect: Rect, style: Style) { border(rect) { _ in style } }

  /// Draws an area with a rounded border. The border has the background's colour: the area's colour below it would make
  /// its corners square.
  mutating func panel(_ rect: Rect, theme: Theme, border style: (_ part: Double) -> Style) {
    fill(rect, style: theme.style(.ground))
    fill(rect.inset(columns: 1, rows: 1), style: theme.style(.card))
    border(rect, style: style)
  }

  /// Draws text in a border line: "╭─ Similar ──".
  mutating func legend(_ text: String, in rect: Rect, y: Int, style: Style, keepingEnd: Bool = false) {
    guard !text.isEmpty, rect.width > 6 else { return }
    let shown = truncated(text, to: rect.width - 6, keepingEnd: keepingEnd)
    put(" \(shown) ", x: rect.x + 2, y: y, style: style, columns: rect.width - 4)
  }

  /// Draws text in a border line at its right end: "── 96 % match ─╯".
  mutating func trailingLegend(_ text: String, in rect: Rect, y: Int, style: Style, columns: Int) {
    guard !text.isEmpty, columns > 2 else { return }
    putTrailing(" \(truncated(text, to: columns - 2)) ", right: rect.right - 2, y: y, style: style, columns: columns)
  }

  /// Dims everything drawn so far, so that an overlay is prominent. Pixels cannot be dimmed: pictures become
  /// characters.
  mutating func recede(theme: Theme) {
    detachImages()
    for y in 0..<size.rows {
      for x in 0..<size.columns {
        var cell = self[x, y]
        cell.style = receded(cell.style, theme: theme)
        self[x, y] = cell
      }
    }
  }

  /// Draws the highlighted row of a list: its background, the pointer before it, and the cursor there.
  mutating func highlight(_ row: Rect, theme: Theme) {
    let selection = theme.style(.selection)
    fill(row, style: selection)
    write("❯", x: row.x, y: row.y, style: theme.blends ? theme.accent(at: 0).with(.bold) : selection)
    cursor = Cursor(x: row.x, y: row.y)
  }

  /// Clears the cells around a box that is drawn next, and sentences that it would partly cover, because a part of one
  /// would have another meaning.
  mutating func makeSpace(for box: Rect, theme: Theme) {
    let space = Rect(x: box.x - 2, y: box.y, width: box.width + 4, height: box.height).intersection(bounds)
    for y in space.y..<space.bottom {
      clearSentence(from: space.x, by: -1, y: y)
      clearSentence(from: space.right - 1, by: 1, y: y)
      clearKey(after: space.right, y: y)
    }
    fill(space, style: theme.style(.ground))
  }

  /// Clears words with single blanks between them, from a column outside of the box outward.
  private mutating func clearSentence(from inside: Int, by step: Int, y: Int) {
    func isInSentence(_ x: Int) -> Bool {
      self[x, y].isInText || self[x, y].scalar == " " && self[x - 1, y].isInText && self[x + 1, y].isInText
    }
    guard isInSentence(inside) else { return }
    var end = inside + step
    while isInSentence(end) { end += step }
    // A text in a border is replaced by the line of the border.
    let isInBorder = self[end + step, y].scalar == "─"
    let filling = isInBorder ? self[end + step, y] : Cell(style: self[inside + step, y].style)
    let cleared = step < 0 ? end + 1..<inside : inside + 1..<end
    for x in isInBorder ? min(inside, end)..<max(inside, end) + 1 : cleared { self[x, y] = filling }
  }

  /// Clears a key alone at the end of a row: its text is under the box.
  private mutating func clearKey(after x: Int, y: Int) {
    let rest = (min(x, size.columns)..<size.columns).filter { self[$0, y].scalar != " " }
    guard let first = rest.first, let last = rest.last, last - first < 3, rest.allSatisfy({ self[$0, y].isInText })
    else { return }
    for x in first...last { self[x, y] = Cell(style: self[x, y].style) }
  }

  private func receded(_ style: Style, theme: Theme) -> Style {
    guard theme.depth == .direct24, let ground = theme.ground else {
      let isFaint = theme.name != .highContrast
      return Style(
        foreground: style.foreground, background: style.background,
        attributes: style.attributes.subtracting([.bold, .reverse]).union(isFaint ? .dim : []))
    }
    // In high contrast the dimmed background stays legible.
    let part = theme.name == .highContrast ? 0.3 : 0.62
    return Style(
      foreground: style.foreground?.mixed(with: ground, part), background: style.background?.mixed(with: ground, part),
      attributes: style.attributes.subtracting(.bold))
  }
}

extension Surface {
  /// The one background of all cells of a rectangle; nil where they differ, or a picture is there.
  func evenBackground(of rect: Rect) -> RGB? {
    guard let background = self[rect.x, rect.y].style.background else { return nil }
    for y in rect.y..<rect.bottom {
      for x in rect.x..<rect.right {
        let cell = self[x, y]
        if cell.style.background != background || cell.tile != nil { return nil }
      }
    }
    return background
  }

  /// Shows the pixels of a drawing over its characters, where the terminal shows pixels.
  ///
  /// - Parameter hole: The cells that keep their characters, for text.
  mutating func attach(_ drawing: Drawing, in rect: Rect, around hole: Rect? = nil, on background: RGB, theme: Theme) {
    guard let drawings = theme.drawings, theme.blends else { return }
    let shown = theme.depth == .direct24 ? background : paletteColor(paletteIndex(nearest: background))
    drawings.attach(drawing, in: rect, around: hole, cell: theme.cell, on: shown, to: &self)
  }
}

extension Cell {
  /// Whether the cell has a letter, a digit, a mark, or the right half of a wide letter, and no part of a line or a
  /// picture.
  fileprivate var isInText: Bool {
    guard let scalar else { return true }
    return scalar.properties.isAlphabetic || scalar.properties.numericType != nil
      || scalar.isASCII && scalar != " " || "…·×ƒ–—’‘“”⚠★☆←→↑↓".unicodeScalars.contains(scalar)
  }
}
