import PhotoModel
import TextSurface
import ViewModels

/// The first steps: the number of the step, a drawn picture, its promises, the button, and the findings of its check.
struct OnboardingView: ScreenView {
  let state: OnboardingState
  var keys = KeyTable()

  /// A line below the promises.
  private struct Line {
    var spans: [Span]
    /// The index of the folder that a click on the line chooses; nil for other lines.
    var folder: Int?
    var isFocused = false
  }

  private struct Layout {
    var glyph: Rect
    var titleY: Int
    var promises: [[Span]]
    var promisesY: Int
    var button: Rect
    var lines: [Line]
    var linesY: Int
    var columns: Rect
  }

  func draw(in rect: Rect, theme: Theme, now: Duration, into surface: inout Surface) {
    let layout = layout(in: rect, theme: theme)
    let progress = min(24, rect.width / 2)
    surface.meter(
      Double(state.step.number) / 3, x: rect.x + 2, y: rect.y, columns: progress, theme: theme)
    surface.write(
      "\(state.step.number) of \(OnboardingState.Step.allCases.count)", x: rect.x + progress + 4, y: rect.y,
      style: theme.style(.faint))
    if !layout.glyph.isEmpty {
      art.draw(in: layout.glyph, theme: theme, into: &surface) { theme.accent(at: $0) }
    }
    surface.writeCentered(
      state.step.title, in: rect.inset(columns: 2, rows: 0), y: layout.titleY, style: theme.style(.strong))
    for (row, promise) in layout.promises.enumerated() {
      surface.put(promise, x: layout.columns.x, y: layout.promisesY + row, columns: layout.columns.width)
    }
    drawButton(in: layout.button, theme: theme, into: &surface)
    for (row, line) in layout.lines.enumerated() where layout.linesY + row < rect.bottom {
      surface.put(line.spans, x: layout.columns.x, y: layout.linesY + row, columns: layout.columns.width)
      if line.isFocused { surface.cursor = Surface.Cursor(x: layout.columns.x, y: layout.linesY + row) }
    }
  }

  func hit(in rect: Rect, x: Int, y: Int) -> HitTarget? {
    let layout = layout(in: rect, theme: Theme(.noColor))
    if layout.button.contains(x: x, y: y) { return .onboardingButton }
    let row = y - layout.linesY
    guard layout.lines.indices.contains(row), (layout.columns.x..<layout.columns.right).contains(x) else { return nil }
    return layout.lines[row].folder.map { .row($0) }
  }

  private var art: StrokeArt {
    switch state.step {
    case .folder: .photo
    case .trash: .trash
    case .apps: .apps
    }
  }

  private func drawButton(in rect: Rect, theme: Theme, into surface: inout Surface) {
    let enter = keys.title(of: .open, in: .onboarding)
    let text = state.isChecking ? "looking …" : "❯  \(state.button)  ❮"
    surface.put(
      text, x: rect.x, y: rect.y, style: theme.style(state.isChecking ? .faint : .safeButton), columns: rect.width)
    if !state.isChecking, rect.width < surface.size.columns - displayWidth(enter) - 8 {
      surface.write("  \(enter)", x: rect.right, y: rect.y, style: theme.style(.faint))
    }
    surface.cursor = Surface.Cursor(x: rect.x, y: rect.y)
  }

  private func layout(in rect: Rect, theme: Theme) -> Layout {
    let width = min(64, rect.width - 4)
    let columns = Rect(x: rect.x + (rect.width - width) / 2, y: rect.y, width: width, height: rect.height)
    let isTight = rect.height < 15
    let isNarrow = state.step.promises.contains { displayWidth($0) + 2 > width }
    // The results of the check replace the promises where both do not fit: these were read before.
    let shown = isTight && state.results != nil ? [] : isNarrow ? state.step.shortPromises : state.step.promises
    let promises =
      shown.map { promise in
        // The colour is not green, which is reserved for photos that stay.
        [Span("✓ ", theme.style(.accent)), Span(promise, theme.style(.text))]
      } + (isTight ? [] : [state.step.tip(keys)].compactMap(\.self).map { [Span("  \($0)", theme.style(.faint))] })
    let gap = isTight ? 0 : 1
    let lines = lines(
      theme: theme, columns: width, most: max(1, rect.height - promises.count - (isTight ? 3 : 7)))
    // Space for the result of a check, so that nothing moves when it comes.
    let below = state.step == .folder || isTight ? lines.count : max(lines.count, 2)
    let text = 1 + gap + promises.count + gap + 1 + gap + below
    let free = rect.height - 2 - text - 2
    let glyphRows = free >= 5 ? min(free, max(6, min(12, rect.height / 3))) : 0
    var y = rect.y + 1 + max(0, (rect.height - 1 - text - (glyphRows > 0 ? glyphRows + 1 : 0)) / 2)
    let glyph = Rect(x: rect.x, y: y, width: rect.width, height: glyphRows)
    if glyphRows > 0 { y += glyphRows + 1 }
    let titleY = y
    y += 1 + gap
    let promisesY = y
    y += promises.count + gap
    let buttonWidth = min(width, displayWidth(state.isChecking ? "looking …" : state.button) + 6)
    let button = Rect(x: rect.x + (rect.width - buttonWidth) / 2, y: y, width: buttonWidth, height: 1)
    return Layout(
      glyph: glyph, titleY: titleY, promises: promises, promisesY: promisesY, button: button, lines: lines,
      linesY: y + 1 + gap, columns: columns)
  }

  private func lines(theme: Theme, columns: Int, most: Int) -> [Line] {
    var lines = wrapped(state.note ?? "", columns: columns, limit: 2).filter { !$0.isEmpty }
      .map { Line(spans: [Span($0, theme.style(.warning))]) }
    if state.step == .folder { lines += folderLines(theme: theme, most: most - lines.count) }
    for result in state.results ?? [] {
      for (row, text) in wrapped(result.text, columns: columns - 2, limit: 3).enumerated() {
        let sign = row > 0 ? "  " : result.isGood ? "✓ " : "⚠ "
        lines.append(
          Line(spans: [
            Span(sign, theme.style(result.isGood ? .accent : .warning)), Span(text, theme.style(.text)),
          ]))
      }
    }
    return Array(lines.prefix(most))
  }

  private func folderLines(theme: Theme, most: Int) -> [Line] {
    if state.folders.isEmpty {
      return [Line(spans: [Span(state.isSearching ? "looking for photo folders …" : "", theme.style(.faint))])]
    }
    let first = firstVisible(
      selected: state.selection, visible: max(1, most), total: state.folders.count)
    return state.folders.enumerated().dropFirst(first).prefix(max(1, most)).map { index, folder in
      let isChosen = index == state.selection
      return Line(
        spans: [
          Span(isChosen ? "❯ " : "  ", theme.accent(at: 0)),
          Span(truncated(folder.title, to: 34, keepingEnd: true), theme.style(isChosen ? .strong : .text)),
          Span("  \(folder.count?.text ?? "counting …")", theme.style(.faint)),
        ], folder: index, isFocused: isChosen)
    }
  }
}
