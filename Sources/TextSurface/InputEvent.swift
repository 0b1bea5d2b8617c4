/// An event from the terminal.
package enum InputEvent: Hashable, Sendable {
  case key(Key)
  /// A key that is still pressed; only some terminals distinguish it from a key that is pressed again.
  case keyRepeat(Key)
  case keyUp(Key)
  case mouse(Mouse)
  /// The first line of a text that was pasted, without control characters.
  case paste(String)
  case resized(Size)
  /// The program runs again after a suspension (Ctrl-Z and `fg`): everything must be drawn again.
  case resumed
  /// The terminal's window gained or lost the focus.
  case focus(Bool)
  /// The terminal's background became light, or dark.
  case background(isLight: Bool)
  /// SIGINT, SIGTERM or SIGHUP: leave safely, now. The number gives the exit code.
  case terminate(signal: Int32)
}

/// A key as the user sees it.
package struct Key: Hashable, Sendable {
  /// A key without its modifiers.
  package enum Code: Hashable, Sendable {
    /// A printable character, as typed (so "D" is Shift and d).
    case character(Unicode.Scalar)
    case left, right, up, down, enter, escape, tab, backTab, backspace, deleteForward
    case home, end, pageUp, pageDown
    case function(Int)
  }

  /// The key without its modifiers.
  package var code: Code
  /// Whether Ctrl is pressed with the key. Shift is part of the character and not distinguished.
  package var control: Bool
  /// Whether Alt is pressed with the key.
  package var alt: Bool

  /// Creates a key.
  package init(_ code: Code, control: Bool = false, alt: Bool = false) {
    self.code = code
    self.control = control
    self.alt = alt
  }

  /// Creates the key of a character: `Key("d")`.
  package init(_ character: Unicode.Scalar) { self.init(.character(character)) }

  /// The key of Ctrl and a letter: `Key.control("r")`.
  package static func control(_ character: Unicode.Scalar) -> Key { Key(.character(character), control: true) }

  /// The name in the hint line and the help: "←", "Ctrl-R", "Space".
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
  /// The kind of a mouse event.
  package enum Kind: Hashable, Sendable {
    case press, drag, release, wheelUp, wheelDown
  }

  /// The kind of the event.
  package var kind: Kind
  /// The column, from 0.
  package var x: Int
  /// The row, from 0.
  package var y: Int

  /// Creates an event at a cell.
  package init(_ kind: Kind, x: Int, y: Int) {
    self.kind = kind
    self.x = x
    self.y = y
  }
}
