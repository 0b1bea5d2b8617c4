/// The terminal around tmux, as tmux reports it.
package struct OuterTerminal: Hashable, Sendable {
  /// The name and the version that the terminal gives ("kitty(0.35.2)"), else the name of its entry.
  package var name: String
  /// Whether tmux passes on wrapped sequences: its option `allow-passthrough`.
  package var passesThrough: Bool

  /// Creates an answer.
  package init(name: String, passesThrough: Bool) {
    self.name = name
    self.passesThrough = passesThrough
  }

  /// Whether the terminal supports pictures by placeholder characters, the only way that works within tmux: kitty from
  /// 0.28 on, and Ghostty.
  var supportsPlaceholders: Bool {
    let name = name.lowercased()
    if name.hasPrefix("ghostty") { return true }
    guard name.hasPrefix("kitty("), let version = versionNumbers(name) else { return false }
    return version >= (0, 28)
  }
}

/// The bytes wrapped so that tmux passes them to the terminal around it (`allow-passthrough`): each Escape is doubled.
func passedThroughTmux(_ bytes: [UInt8]) -> [UInt8] {
  var wrapped = Array("\u{1B}Ptmux;".utf8)
  for byte in bytes {
    if byte == 0x1B { wrapped.append(byte) }
    wrapped.append(byte)
  }
  return wrapped + [0x1B, UInt8(ascii: "\\")]
}
