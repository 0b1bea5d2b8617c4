import TextSurface

/// The two buttons of a dialog: the safe one first.
struct ButtonPair {
  var safe: String
  /// The label of the button that acts; nil where the user can only go back.
  var act: String?
  var isActFocused: Bool
  /// Whether another control than the buttons has the focus.
  var isUnfocused = false

  /// The rows of the buttons: one where both fit side by side, else two.
  func rows(columns: Int) -> Int { fitsSideBySide(columns) ? 1 : 2 }

  func rects(in rect: Rect) -> (safe: Rect, act: Rect?) {
    let safeWidth = min(rect.width, width(safe))
    let inMiddle = Rect(x: rect.x + (rect.width - safeWidth) / 2, y: rect.y, width: safeWidth, height: 1)
    guard let act else { return (inMiddle, nil) }
    let actWidth = min(rect.width, width(act))
    guard fitsSideBySide(rect.width) else {
      return (inMiddle, Rect(x: rect.x + (rect.width - actWidth) / 2, y: rect.y + 1, width: actWidth, height: 1))
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
    let focused = isUnfocused ? nil : isActFocused ? actRect ?? safeRect : safeRect
    draw(safe, in: safeRect, highlight: focused == safeRect ? .safeButton : nil, theme: theme, into: &surface)
    if let act, let actRect {
      draw(act, in: actRect, highlight: focused == actRect ? .actButton : nil, theme: theme, into: &surface)
    }
    if let focused { surface.cursor = Surface.Cursor(x: focused.x + 2, y: focused.y) }
  }

  func hit(in rect: Rect, x: Int, y: Int) -> HitTarget? {
    let (safeRect, actRect) = rects(in: rect)
    if safeRect.contains(x: x, y: y) { return .safeButton }
    return actRect?.contains(x: x, y: y) == true ? .actButton : nil
  }

  private func width(_ title: String) -> Int { displayWidth(title) + 6 }

  private func fitsSideBySide(_ columns: Int) -> Bool {
    act.map { width(safe) + width($0) + 2 <= columns } ?? true
  }

  /// Draws a button: "[ Not yet ]", or "❯ Not yet ❮" where it is highlighted, so that the highlight is known by shape
  /// too.
  private func draw(
    _ title: String, in rect: Rect, highlight: Theme.Role?, theme: Theme, into surface: inout Surface
  ) {
    let inner = truncated(title, to: max(0, rect.width - 6))
    let text = highlight != nil ? "❯  \(inner)  ❮" : "[  \(inner)  ]"
    let style = theme.style(highlight ?? .text)
    surface.put(text, x: rect.x, y: rect.y, style: style, columns: rect.width)
  }
}
