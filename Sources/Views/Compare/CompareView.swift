import PhotoModel
import TextSurface
import ViewModels

/// The keeper and the card side by side, a table of their differences, and a map of them.
struct CompareView: ScreenView {
  let state: CompareState
  var keys = KeyTable()
  var hints: [Hint] = []
  var isReadOnly = false

  var isWhole: Bool { true }
  var pictures: [CardPicture] { [state.left, state.right].compactMap { $0?.picture } }

  func draw(in rect: Rect, theme: Theme, now: Duration, into surface: inout Surface) {
    let layout = CompareLayout(surface.size, form: state.form)
    drawTitle(isReadOnly: isReadOnly, theme: theme, into: &surface)
    drawPictures(layout, theme: theme, now: now, into: &surface)
    if let details = state.details {
      let height = max(layout.table.height, min(8, layout.lineY - 1))
      DeckDetailsView(details: details, scroll: state.detailsScroll, closingKey: keys.detailsLabel).draw(
        in: Rect(
          x: layout.table.x, y: layout.table.bottom - height, width: layout.table.width, height: height),
        theme: theme, into: &surface)
    } else {
      ComparedRows(state: state).draw(
        in: layout.table, isNarrow: surface.size.columns < 72 || layout.table.width < 60, theme: theme, into: &surface)
    }
    let line = state.message ?? (isMapLineInPanel(layout) || state.details != nil ? "" : state.mapLine)
    surface.message(
      line, in: Rect(x: 2, y: 0, width: surface.size.columns - 4, height: layout.lineY + 1),
      style: theme.style(state.message == nil ? .faint : .accent), theme: theme)
    HintRow(hints: hints).draw(y: layout.hintsY, theme: theme, into: &surface)
  }

  func hit(in rect: Rect, x: Int, y: Int) -> HitTarget? {
    let layout = CompareLayout(Size(columns: rect.width, rows: rect.height), form: state.form)
    return layout.left.contains(x: x, y: y) || layout.right.contains(x: x, y: y) ? .loupe : nil
  }

  /// Whether the reason why there is no map is drawn in the area of the map.
  private func isMapLineInPanel(_ layout: CompareLayout) -> Bool {
    (state.view == .map || !layout.map.isEmpty) && !canDrawMap
  }

  private var canDrawMap: Bool {
    if state.map != nil, case .ready? = state.right?.picture { true } else { false }
  }

  private func drawTitle(isReadOnly: Bool, theme: Theme, into surface: inout Surface) {
    let x = surface.put("Compare", x: 1, y: 0, style: theme.style(.strong), columns: 8)
    surface.put(
      "  \(state.category.title) · \(state.position)", x: x, y: 0, style: theme.style(.text),
      columns: surface.size.columns - x - (isReadOnly ? 14 : 1))
    if isReadOnly {
      surface.putTrailing(
        "⚠ read only", right: surface.size.columns - 1, y: 0, style: theme.style(.warning), columns: 11)
    }
  }

  private func drawPictures(_ layout: CompareLayout, theme: Theme, now: Duration, into surface: inout Surface) {
    if layout.form == .alone {
      switch state.view {
      case .pictures: drawRight(in: layout.right, theme: theme, now: now, into: &surface)
      case .keeperAlone: drawLeft(in: layout.left, theme: theme, now: now, into: &surface)
      case .map: drawMap(in: layout.right, theme: theme, now: now, into: &surface)
      }
      return
    }
    drawLeft(in: layout.left, theme: theme, now: now, into: &surface)
    if state.view == .map, layout.map.isEmpty {
      drawMap(in: layout.right, theme: theme, now: now, into: &surface)
    } else {
      drawRight(in: layout.right, theme: theme, now: now, into: &surface)
    }
    if !layout.map.isEmpty { drawMap(in: layout.map, theme: theme, now: now, into: &surface) }
  }

  private func drawLeft(in rect: Rect, theme: Theme, now: Duration, into surface: inout Surface) {
    let sign = state.left?.decision == .delete ? "☆" : "★"
    draw(
      state.left, legend: "\(sign) keeper", in: rect, border: theme.style(.border), theme: theme, now: now,
      into: &surface)
  }

  private func drawRight(in rect: Rect, theme: Theme, now: Duration, into surface: inout Surface) {
    draw(
      state.right, legend: "■ this one", in: rect, border: theme.accent(at: 0.5), theme: theme, now: now, into: &surface
    )
    surface.cursor = Surface.Cursor(x: rect.x + 2, y: rect.y)
  }

  private func draw(
    _ side: CompareState.Side?, legend: String, in rect: Rect, border: Style, theme: Theme, now: Duration,
    into surface: inout Surface
  ) {
    surface.panel(rect, theme: theme) { _ in border }
    guard let side else { return }
    PictureView(picture: side.picture).draw(
      in: rect.inset(columns: 1, rows: 1), theme: theme, now: now, into: &surface)
    surface.legend(legend, in: rect, y: rect.y, style: theme.style(.strong))
    switch side.decision {
    case .pending: break
    case .keep:
      surface.trailingLegend("✓ kept", in: rect, y: rect.y, style: theme.style(.keep), columns: rect.width / 2)
    case .delete:
      surface.trailingLegend("✕ in the bin", in: rect, y: rect.y, style: theme.style(.delete), columns: rect.width / 2)
    }
    surface.legend(
      index(of: side, columns: rect.width - 6), in: rect, y: rect.bottom - 1, style: theme.style(.text),
      keepingEnd: true)
  }

  /// The name of a side, with its folder where only that distinguishes the two.
  private func index(of side: CompareState.Side, columns: Int) -> String {
    if let distinguishing = side.distinguishingFolder {
      let folder = folderTitle(side.folder, from: distinguishing, columns: columns / 2)
      let name = truncated(side.name, to: columns - displayWidth(folder) - 3, keepingEnd: true)
      return "\(name) · \(folder)"
    }
    let left = columns - displayWidth(side.name) - 3
    guard let keeper = state.left, let other = state.right, keeper.folder != other.folder, left >= 8 else {
      return side.name
    }
    return "\(side.name) · \(truncated(side.folder, to: left, keepingEnd: true))"
  }

  /// Draws the right picture, dimmed, and over it the fields that differ: by shades, denser for larger differences.
  private func drawMap(in rect: Rect, theme: Theme, now: Duration, into surface: inout Surface) {
    surface.panel(rect, theme: theme) { _ in theme.style(.border) }
    let inner = rect.inset(columns: 1, rows: 1)
    surface.legend("where they differ", in: rect, y: rect.y, style: theme.style(.strong))
    guard let map = state.map, let side = state.right, case .ready(let cells) = side.picture else {
      let rows = wrapped(state.mapLine, columns: max(1, inner.width - 2), limit: inner.height)
      for (row, line) in rows.enumerated() {
        surface.writeCentered(
          line, in: inner, y: inner.y + max(0, (inner.height - rows.count) / 2) + row, style: theme.style(.faint))
      }
      return
    }
    var picture = cells
    picture.fade(0.6, theme: theme)
    picture.mark(map, theme: theme)
    PictureView(picture: .ready(picture)).draw(in: inner, theme: theme, now: now, into: &surface)
  }
}

extension Surface {
  /// Marks the fields of a map over a picture that fills the grid; the picture is drawn in characters, because pixels
  /// would cover the map.
  mutating func mark(_ map: DifferenceMap, theme: Theme) {
    guard size.columns > 0, size.rows > 0 else { return }
    let style = theme.style(.warning)
    for y in 0..<size.rows {
      for x in 0..<size.columns {
        let column = x * DifferenceMap.side / size.columns
        let row = y * DifferenceMap.side / size.rows
        let strength = map.strengths[row * DifferenceMap.side + column]
        self[x, y].tile = nil
        guard strength > 0.1 else { continue }
        if theme.depth == .direct24, let color = style.foreground {
          var cell = self[x, y]
          cell.style.background = (cell.style.background ?? theme.ground ?? RGB(hex: 0)).mixed(
            with: color, strength * 0.8)
          cell.style.foreground = cell.style.foreground?.mixed(with: color, strength * 0.8)
          self[x, y] = cell
        } else {
          let shade: Unicode.Scalar = strength > 0.66 ? "▓" : strength > 0.33 ? "▒" : "░"
          self[x, y] = Cell(shade, style: style)
        }
      }
    }
  }
}

/// The table of differences: the better value with a mark and a text.
struct ComparedRows {
  let state: CompareState

  func draw(in rect: Rect, isNarrow: Bool, theme: Theme, into surface: inout Surface) {
    guard rect.height > 0 else { return }
    let labelColumns = isNarrow ? 10 : 12
    let valueColumns = max(4, (rect.width - labelColumns - 3) / 2)
    var y = rect.y
    func put(_ text: String, _ index: Int, style: Style) {
      let x = rect.x + 1 + labelColumns + index * (valueColumns + 1)
      surface.put(text, x: x, y: y, style: style, columns: min(valueColumns, rect.right - x))
    }
    if rect.height > 5 || isNarrow {
      put("  keeper", 0, style: theme.style(.faint))
      put("  this one", 1, style: theme.style(.faint))
      y += 1
    }
    let space = rect.bottom - y
    let hasSpaceForAll = !isNarrow && state.rows.count + state.same.count <= space
    let sameLine = hasSpaceForAll ? nil : state.sameLine
    for row in state.rows.prefix(space - (sameLine != nil && state.rows.count < space ? 1 : 0)) {
      surface.put(row.label, x: rect.x + 1, y: y, style: theme.style(.faint), columns: labelColumns - 1)
      put(
        text(row.left, row, is: .left, columns: valueColumns), 0,
        style: theme.style(row.better == .left ? .strong : .text))
      put(
        text(row.right, row, is: .right, columns: valueColumns), 1,
        style: theme.style(row.better == .right ? .strong : .text))
      y += 1
    }
    if hasSpaceForAll {
      for fact in state.same {
        surface.put(fact.label, x: rect.x + 1, y: y, style: theme.style(.faint), columns: labelColumns - 1)
        for index in 0...1 { put("  \(fact.value)", index, style: theme.style(.faint)) }
        y += 1
      }
    }
    guard let sameLine else { return }
    for (row, line) in wrapped(sameLine, columns: rect.width - 2, limit: rect.bottom - y).enumerated() {
      surface.put(line, x: rect.x + 1, y: y + row, style: theme.style(.faint), columns: rect.width - 2)
    }
  }

  /// The text beside the mark; left out where only a part of it would fit.
  private func text(
    _ value: String, _ row: CompareState.Row, is side: CompareState.Row.Better, columns: Int
  ) -> String {
    guard row.better == side else { return "  \(value)" }
    let whole = "● \(value) · \(row.advantage)"
    return row.advantage.isEmpty || displayWidth(whole) > columns ? "● \(value)" : whole
  }
}
