/// What reaches the shell from the terminal.
package enum InputEvent: Hashable, Sendable {
  case key(Key)
  /// The key is still held down; only some terminals tell it from a key that is pressed again.
  case keyRepeat(Key)
  case keyUp(Key)
  case mouse(Mouse)
  case resized(Size)
  /// Back from a suspension (Ctrl-Z and `fg`): everything must be drawn again.
  case resumed
  /// The terminal's window gained or lost the focus.
  case focus(Bool)
  /// SIGINT, SIGTERM or SIGHUP: leave safely, now. The number gives the exit code.
  case terminate(signal: Int32)
}

/// A key as the user sees it.
package struct Key: Hashable, Sendable {
  package enum Code: Hashable, Sendable {
    /// A printable character, as typed (so "D" is Shift and d).
    case character(Unicode.Scalar)
    case left, right, up, down, enter, escape, tab, backTab, backspace, deleteForward
    case home, end, pageUp, pageDown
    case function(Int)
  }

  package var code: Code
  /// Held with it. Shift is part of the character and not told apart.
  package var control: Bool
  package var alt: Bool

  package init(_ code: Code, control: Bool = false, alt: Bool = false) {
    self.code = code
    self.control = control
    self.alt = alt
  }

  /// `Key("d")`.
  package init(_ character: Unicode.Scalar) { self.init(.character(character)) }

  /// Ctrl and a letter: `Key.control("r")`.
  package static func control(_ character: Unicode.Scalar) -> Key { Key(.character(character), control: true) }

  /// "←", "Ctrl-R", "Space": what the hint line and the help call it.
  package var title: String {
    let name =
      switch code {
      case .character(" "): "Space"
      case .character(let scalar): control ? String(scalar).uppercased() : String(scalar)
      case .left: "←"
      case .right: "→"
      case .up: "↑"
      case .down: "↓"
      case .enter: "Enter"
      case .escape: "Esc"
      case .tab: "Tab"
      case .backTab: "Shift-Tab"
      case .backspace: "Backspace"
      case .deleteForward: "Del"
      case .home: "Home"
      case .end: "End"
      case .pageUp: "PgUp"
      case .pageDown: "PgDn"
      case .function(let number): "F\(number)"
      }
    return (control ? "Ctrl-" : "") + (alt ? "Alt-" : "") + name
  }
}

/// A mouse event, in cells.
package struct Mouse: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case press, drag, release, wheelUp, wheelDown
  }

  package var kind: Kind
  package var x: Int
  package var y: Int

  package init(_ kind: Kind, x: Int, y: Int) {
    self.kind = kind
    self.x = x
    self.y = y
  }
}
