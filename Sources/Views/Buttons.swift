import TextSurface

/// The two buttons of a dialog: the safe one first.
struct ButtonPair {
  var safe: String
  var act: String
  var isActFocused: Bool
  /// Else the act does nothing but say why; its words must say that it is not available.
  var isActEnabled = true

  /// One row where both fit side by side, else two.
  func rows(columns: Int) -> Int { fitsSideBySide(columns) ? 1 : 2 }

  func rects(in rect: Rect) -> (safe: Rect, act: Rect) {
    let safeWidth = min(rect.width, width(safe))
    let actWidth = min(rect.width, width(act))
    guard fitsSideBySide(rect.width) else {
      return (
        Rect(x: rect.x + (rect.width - safeWidth) / 2, y: rect.y, width: safeWidth, height: 1),
        Rect(x: rect.x + (rect.width - actWidth) / 2, y: rect.y + 1, width: actWidth, height: 1)
      )
    }
    let gap = min(10, rect.width - safeWidth - actWidth)
    let left = rect.x + (rect.width - safeWidth - actWidth - gap) / 2
    return (
      Rect(x: left, y: rect.y, width: safeWidth, height: 1),
      Rect(x: left + safeWidth + gap, y: rect.y, width: actWidth, height: 1)
    )
  }

  func draw(in rect: Rect, theme: Theme, into surface: inout Surface) {
    let (safeRect, actRect) = rects(in: rect)
    draw(safe, in: safeRect, highlight: isActFocused ? nil : .safeButton, theme: theme, into: &surface)
    draw(
      act, in: actRect, highlight: isActFocused ? (isActEnabled ? .actButton : .safeButton) : nil,
      isEnabled: isActEnabled, theme: theme, into: &surface)
    let focused = isActFocused ? actRect : safeRect
    surface.cursor = Surface.Cursor(x: focused.x + 2, y: focused.y)
  }

  func hit(in rect: Rect, x: Int, y: Int) -> HitTarget? {
    let (safeRect, actRect) = rects(in: rect)
    if safeRect.contains(x: x, y: y) { return .safeButton }
    return actRect.contains(x: x, y: y) ? .actButton : nil
  }

  private func width(_ title: String) -> Int { displayWidth(title) + 6 }

  private func fitsSideBySide(_ columns: Int) -> Bool { width(safe) + width(act) + 2 <= columns }

  /// "[ Not yet ]"; the highlighted one "❯ Not yet ❮", so that it is told by shape too; one that is not available stands
  /// without a frame.
  private func draw(
    _ title: String, in rect: Rect, highlight: Theme.Role?, isEnabled: Bool = true, theme: Theme,
    into surface: inout Surface
  ) {
    let inner = truncated(title, to: max(0, rect.width - 6))
    let words = highlight != nil ? "❯  \(inner)  ❮" : isEnabled ? "[  \(inner)  ]" : "   \(inner)   "
    let style = highlight.map(theme.style) ?? theme.style(isEnabled ? .text : .faint)
    surface.put(words, x: rect.x, y: rect.y, style: style, columns: rect.width)
  }
}
