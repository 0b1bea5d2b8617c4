import Glibc
import TextSurface

/// Folders that the terminal opens at a click of its own, mostly with Ctrl (OSC 8). A terminal that is not known to
/// have them gets none: some print unknown sequences.
///
/// Source: "Hyperlinks in Terminal Emulators" by Egmont Koblinger.
struct Hyperlinks: Equatable {
  /// Whether the terminal is known to have them.
  let isSupported: Bool
  /// The beginning of the URL of a folder of this machine: the terminal may run on another one.
  let base: String

  /// - Parameters:
  ///   - name: The name and version that the terminal gives; within tmux that of tmux, which keeps links itself.
  ///   - host: The name of this machine.
  init(environment: [String: String], name: String?, host: String = Hyperlinks.host) {
    base = "file://\(host)"
    let name = name?.lowercased() ?? ""
    if isInTmux(environment) {
      isSupported = name.hasPrefix("tmux") && versionNumbers(name).map { $0 >= (3, 4) } ?? false
    } else {
      isSupported = Self.known.contains { name.hasPrefix($0) } || environment["WT_SESSION"]?.isEmpty == false
    }
  }

  private static let known = ["kitty", "ghostty", "foot", "wezterm", "iterm2", "mintty", "vte", "konsole", "contour"]

  private static var host: String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "" }
    let bytes = name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
    // Control characters, which could end the sequence, are removed.
    return String(decoding: bytes.filter { $0 > 0x20 && $0 < 0x7F }, as: UTF8.self)
  }

  /// The bytes that begin a link to a folder; those that end one for nil.
  func bytes(to path: String?) -> String { "\u{1B}]8;;\(path.map { base + $0 } ?? "")\u{1B}\\" }
}

extension NcursesTerminal {
  /// The bytes that write the linked cells of all changed rows once more, with their links: curses has no links, and
  /// removes them where it writes.
  func linkBytes(for surface: Surface, since old: Surface?) -> [UInt8] {
    guard hyperlinks.isSupported, !surface.links.isEmpty || old?.links.isEmpty == false else { return [] }
    let isOther = old?.links != surface.links
    let before = old?.size == surface.size ? old : nil
    let columns = min(surface.size.columns, size.columns)
    // A removed link is taken from cells that otherwise look as before.
    func isLinked(_ x: Int, _ y: Int) -> Bool {
      surface.link(x: x, y: y) != nil || before?.link(x: x, y: y) != nil
    }
    var text = ""
    for y in 0..<min(surface.size.rows, size.rows) where isOther || changedRows.contains(y) {
      var x = 0
      while x < columns {
        guard isLinked(x, y) else {
          x += 1
          continue
        }
        let path = surface.link(x: x, y: y)
        text += "\u{1B}[\(y + 1);\(x + 1)H" + (path == nil ? "" : hyperlinks.bytes(to: path))
        var style: Style?
        repeat {
          let cell = surface[x, y]
          if cell.style != style {
            style = cell.style
            text += rendition(cell.style)
          }
          if let scalar = cell.scalar {
            text.unicodeScalars.append(likeness(of: scalar, in: glyphs))
            if glyphs != .ascii, let mark = cell.mark { text.unicodeScalars.append(mark) }
          }
          x += 1
        } while x < columns && isLinked(x, y) && surface.link(x: x, y: y) == path
        if path != nil { text += hyperlinks.bytes(to: nil) }
      }
    }
    return text.isEmpty ? [] : Array("\(text)\u{1B}[0m".utf8) + cursorBytes(of: surface)
  }

  /// The sequence that switches to a style (SGR), in the colours of this terminal.
  private func rendition(_ style: Style) -> String {
    var codes = ["0"]
    for (attribute, code) in [(Style.Attributes.bold, "1"), (.dim, "2"), (.underline, "4"), (.reverse, "7")]
    where style.attributes.contains(attribute) { codes.append(code) }
    func add(_ color: RGB?, _ base: Int) {
      guard let color, colorDepth != .none else { return }
      let number = Int(colorNumber(color))
      switch colorDepth {
      case .none: break
      case .ansi16: codes.append("\(number < 8 ? base + number : base + 52 + number)")
      case .indexed256: codes.append("\(base + 8);5;\(number)")
      case .direct24: codes.append("\(base + 8);2;\(color.red);\(color.green);\(color.blue)")
      }
    }
    add(style.foreground, 30)
    add(style.background, 40)
    return "\u{1B}[\(codes.joined(separator: ";"))m"
  }
}
