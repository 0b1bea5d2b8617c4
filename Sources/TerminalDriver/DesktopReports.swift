package import TextSurface

/// The reports that a terminal passes on to its tab and to the desktop, by the name and version that it gives. An
/// unknown terminal gets nothing: some print unknown sequences, and some take progress for a notice.
///
/// Sources: kitty's desktop notifications (OSC 99), rxvt-unicode's (OSC 777), iTerm2's (OSC 9), ConEmu's progress (OSC
/// 9;4).
struct DesktopReports: Equatable {
  /// The form of a notice.
  enum Notice: Equatable { case kitty, rxvt, iterm }

  let notice: Notice?
  let showsProgress: Bool
  /// Whether sequences are wrapped for tmux.
  let isThroughTmux: Bool

  /// - Parameters:
  ///   - name: The name and version that the terminal gives, or the one around tmux.
  ///   - tmux: The terminal around tmux, as tmux reports it; nil outside of tmux.
  init(environment: [String: String], name: String?, tmux: OuterTerminal?) {
    isThroughTmux = isInTmux(environment)
    guard let name = (isThroughTmux ? tmux.flatMap { $0.passesThrough ? $0.name : nil } : name)?.lowercased() else {
      // Windows Terminal gives no name.
      (notice, showsProgress) = (nil, !isThroughTmux && environment["WT_SESSION"]?.isEmpty == false)
      return
    }
    switch name {
    case let name where name.hasPrefix("kitty"):
      (notice, showsProgress) = (.kitty, versionNumbers(name).map { $0 >= (0, 41) } ?? false)
    case let name where name.hasPrefix("ghostty"): (notice, showsProgress) = (.rxvt, true)
    case let name where name.hasPrefix("foot"): (notice, showsProgress) = (.rxvt, false)
    case let name where name.hasPrefix("wezterm"): (notice, showsProgress) = (.rxvt, true)
    case let name where name.hasPrefix("iterm2"): (notice, showsProgress) = (.iterm, false)
    case let name where name.hasPrefix("mintty"): (notice, showsProgress) = (nil, true)
    default: (notice, showsProgress) = (nil, false)
    }
  }

  /// The bytes for a report of progress; nil ends it.
  func bytes(for progress: TabProgress?) -> [UInt8] {
    guard showsProgress else { return [] }
    let state =
      switch progress {
      case nil: "0;0"
      case .unknown: "3;0"
      case .percent(let percent): "1;\(max(0, min(100, percent)))"
      }
    return wrapped("\u{1B}]9;4;\(state)\u{1B}\\")
  }

  /// The bytes for a notice of one sentence.
  func bytes(for sentence: String) -> [UInt8] {
    // A semicolon would end the sentence, and a control character the sequence.
    let text = SafeText(sentence).text.replacing(";", with: ",")
    return switch notice {
    case nil: []
    case .kitty: wrapped("\u{1B}]99;i=deckle:d=0:p=title;Deckle\u{1B}\\\u{1B}]99;i=deckle:p=body;\(text)\u{1B}\\")
    case .rxvt: wrapped("\u{1B}]777;notify;Deckle;\(text)\u{1B}\\")
    case .iterm: wrapped("\u{1B}]9;Deckle: \(text)\u{1B}\\")
    }
  }

  private func wrapped(_ text: String) -> [UInt8] {
    isThroughTmux ? passedThroughTmux(Array(text.utf8)) : Array(text.utf8)
  }
}

/// The first two numbers of the version in "kitty(0.35.2)".
func versionNumbers(_ name: String) -> (Int, Int)? {
  let numbers = name.drop { !$0.isNumber }.split(separator: ".", omittingEmptySubsequences: false).map { part in
    Int(part.prefix { $0.isNumber })
  }
  guard numbers.count > 1, let major = numbers[0], let minor = numbers[1] else { return nil }
  return (major, minor)
}

extension NcursesTerminal {
  /// Tells the terminal's tab how far the work is, where the terminal is known to show it.
  package func showProgress(_ progress: TabProgress?) { send(desktopReports.bytes(for: progress)) }

  /// Sends a desktop notification with a sentence, where the terminal is known to pass it on.
  package func notify(_ sentence: String) { send(desktopReports.bytes(for: sentence)) }
}
