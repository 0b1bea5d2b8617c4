/// The key table as pages: the source of docs/KEYS.md and of the section of the manual.
extension KeyTable {
  /// All keys by context, with the names that config.toml knows them by, in Markdown.
  package var markdown: String {
    var lines = [
      "# Keys", "",
      "Written by `scripts/make-docs` from the key table: change the table, not this page.", "",
      "A screen's own keys come before those that count everywhere. In config.toml the keys of an action are set below",
      "the place it belongs to, by the names in the last column:", "",
      "```toml", "[keys.deck]", "delete = [\"x\", \"left\"]", "keep = \"k\"", "previousInGroup = \"up\"", "```", "",
      "A key is one character (`D` is Shift and d), `space`, `enter`, `esc`, `tab`, `shift-tab`, `backspace`, `delete`,",
      "`left`, `right`, `up`, `down`, `home`, `end`, `page-up`, `page-down`, `f1` to `f12`, or `ctrl-` and a letter other than",
      "c, h, i, j and m, which a terminal has for something else. A key that would mean two things in one place is",
      "refused, with both names, and so is one that is typed there: a character in a text, a digit for a folder or a number.",
    ]
    for context in Self.order {
      let bindings = bindings.filter { $0.context == context }
      guard !bindings.isEmpty else { continue }
      lines += ["", "## \(context.title)", "", "| keys | what they do | name |", "|---|---|---|"]
      lines += bindings.map { binding in
        let keys = binding.keys.map { "`\($0.title)`" }.joined(separator: " ")
        return "| \(keys) | \(binding.title) | `\(binding.name)` |"
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// All keys by context for man(7): from the heading KEYS up to the next section.
  package var manual: String {
    var lines = [".SH KEYS"]
    for context in Self.order {
      let bindings = bindings.filter { $0.context == context }
      guard !bindings.isEmpty else { continue }
      lines.append(".SS \(context.title)")
      for binding in bindings {
        lines += [".TP", ".B \(Self.roff(binding.keysTitle))", Self.roff(binding.title)]
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The contexts, each once: `.everywhere`, the screens in their order, and the overlays.
  private static let order: [KeyContext] = standard.reduce(into: [.everywhere]) { order, binding in
    if !order.contains(binding.context) { order.append(binding.context) }
  }

  /// Backslashes and hyphens are commands to roff, and so is a dot at the start of a line.
  private static func roff(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
    return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
  }
}
