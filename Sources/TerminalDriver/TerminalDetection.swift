package import TextSurface

/// The facts of terminfo about colours.
package struct TerminfoColors: Hashable, Sendable {
  /// `colors`; 0 where there are none.
  package var count: Int
  /// The extended flags `Tc` or `RGB`.
  package var claimsDirectColor = false
}

/// The number of colours to use.
///
/// The first of these that is set wins: the user's choice, `NO_COLOR` (no-color.org: set and not empty), GNU screen,
/// which swallows 24-bit colours whatever the terminal around it supports, `COLORTERM`, known terminal names, terminfo.
/// - Parameter environment: The process environment, or a test's.
package func detectColorDepth(
  environment: [String: String], terminfo: TerminfoColors, choice: ColorDepth? = nil
) -> ColorDepth {
  if let choice { return choice }
  if let refusal = environment["NO_COLOR"], !refusal.isEmpty { return .none }
  let indexed: ColorDepth = terminfo.count >= 256 ? .indexed256 : terminfo.count >= 8 ? .ansi16 : .none
  if environment["STY"]?.isEmpty == false, environment["TMUX"] == nil { return indexed }
  let name = environment["TERM"] ?? ""
  let program = environment["TERM_PROGRAM"] ?? ""
  let isDirect =
    ["truecolor", "24bit"].contains(environment["COLORTERM"] ?? "")
    || name.hasSuffix("-direct") || name.contains("kitty")
    || ["iTerm.app", "WezTerm", "ghostty"].contains(program)
    || terminfo.claimsDirectColor
  return isDirect ? .direct24 : indexed
}

/// The colour depth of a `--color` argument: `24bit`, `256`, `16` or `none`; nil for any other word.
package func colorDepth(named name: String) -> ColorDepth? {
  switch name {
  case "24bit": .direct24
  case "256": .indexed256
  case "16": .ansi16
  case "none": ColorDepth.none
  default: nil
  }
}

/// Whether the terminal can be expected to show more than ASCII.
///
/// False only where the locale names another encoding than UTF-8 (`de_DE.ISO-8859-1`). Containers and remote shells
/// have a locale without an encoding, such as "C"; the terminal in front of the user still knows Unicode.
package func showsUnicode(environment: [String: String]) -> Bool {
  let names = ["LC_ALL", "LC_CTYPE", "LANG"]
  let locale = names.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
  guard let dot = locale.firstIndex(of: ".") else { return true }
  let encoding = locale[dot...].dropFirst().prefix { $0 != "@" }.lowercased()
  return encoding == "utf-8" || encoding == "utf8"
}

/// The terminfo entries to try for a `TERM`, best first.
///
/// Newer terminals bring an entry that the machine at the other end of an ssh connection lacks. All of these speak
/// what xterm (or, within tmux, screen) speaks.
package func terminfoNames(for name: String) -> [String] {
  if name.hasPrefix("tmux") { return [name, "screen-256color", "screen"] }
  let families = [
    "xterm", "alacritty", "foot", "ghostty", "kitty", "wezterm", "rio", "contour", "konsole", "vte", "gnome", "iterm2",
  ]
  guard families.contains(where: name.contains) else { return [name] }
  return [name, "xterm-256color", "xterm"]
}
