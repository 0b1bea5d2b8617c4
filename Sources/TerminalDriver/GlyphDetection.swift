package import TextSurface

/// The glyph set of a terminal.
///
/// - Parameters:
///   - environment: The process environment, or a test's.
///   - name: The name that the terminal reports, or the one around tmux; nil without one.
package func glyphSet(environment: [String: String], name: String?) -> GlyphSet {
  guard showsUnicode(environment: environment) else { return .ascii }
  let entry = environment["TERM"] ?? ""
  if [entry, name ?? ""].contains(where: { $0 == "linux" || $0.hasPrefix("linux-") }) { return .console }
  let entryName = entry.hasPrefix("xterm-") ? String(entry.dropFirst("xterm-".count)) : entry
  let isKnown = [name, entryName].contains { stated in
    stated.map { stated in terminalsThatDrawBlocks.contains { stated.lowercased().hasPrefix($0) } } ?? false
  }
  if isKnown { return .full }
  let hasBitmapFont = entry.hasPrefix("rxvt") || name?.lowercased().hasPrefix("xterm") == true
  return hasBitmapFont ? .bitmap : .common
}

/// The terminals that draw the 2 × 3 blocks without a font. Terminals without a name are unknown.
private let terminalsThatDrawBlocks = [
  "kitty", "wezterm", "foot", "ghostty", "contour", "rio", "iterm2", "konsole", "vte",
]
