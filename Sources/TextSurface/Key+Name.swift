extension Key {
  /// The name of the key in a file: "x", "left", "ctrl-r", "f1", "space".
  package var name: String {
    let name =
      switch code {
      case .character(" "): "space"
      case .character(let scalar): String(scalar)
      case .function(let number): "f\(number)"
      default: Self.names.first { $0.code == code }?.name ?? ""
      }
    return (control ? "ctrl-" : "") + (alt ? "alt-" : "") + name
  }

  /// The key of a name; nil where there is none. Capitals make a difference for single letters only: "D" is Shift and
  /// d.
  package init?(named text: String) {
    var rest = Substring(text)
    var control = false
    var alt = false
    func cut(_ prefix: String) -> Bool {
      guard rest.count > prefix.count, rest.lowercased().hasPrefix(prefix) else { return false }
      rest = rest.dropFirst(prefix.count)
      return true
    }
    while true {
      if cut("ctrl-") { control = true } else if cut("alt-") { alt = true } else { break }
    }
    let scalars = rest.unicodeScalars
    if scalars.count == 1, let scalar = scalars.first {
      // A terminal sends the same byte for Ctrl with a small and a capital letter.
      guard displayWidth(scalar) > 0, scalar != " " else { return nil }
      let typed = control ? String(scalar).lowercased().unicodeScalars.first ?? scalar : scalar
      if control, !("a"..."z").contains(typed) || Self.otherwiseControlled.contains(typed) { return nil }
      self.init(.character(typed), control: control, alt: alt)
      return
    }
    let text = rest.lowercased()
    let code: Code
    if text == "space" {
      code = .character(" ")
    } else if let named = Self.names.first(where: { $0.name == text }) {
      code = named.code
    } else if text.hasPrefix("f"), let number = Int(text.dropFirst()), (1...12).contains(number) {
      code = .function(number)
    } else {
      return nil
    }
    guard !control else { return nil }
    self.init(code, alt: alt)
  }

  /// The letters that with Ctrl are the interrupt, Backspace, Tab and the two forms of Enter: programs receive the same
  /// bytes for both.
  private static let otherwiseControlled: Set<Unicode.Scalar> = ["c", "h", "i", "j", "m"]

  private static let names: [(name: String, code: Code)] = [
    ("left", .left), ("right", .right), ("up", .up), ("down", .down), ("enter", .enter), ("esc", .escape),
    ("tab", .tab), ("shift-tab", .backTab), ("backspace", .backspace), ("delete", .deleteForward), ("home", .home),
    ("end", .end), ("page-up", .pageUp), ("page-down", .pageDown),
  ]
}
