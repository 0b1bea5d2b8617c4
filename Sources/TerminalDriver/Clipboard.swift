import CNcurses
import Foundation

/// A way to the clipboard of the machine that the terminal runs on: with the sequence OSC 52 of xterm, which goes
/// through SSH, too.
enum ClipboardRoute: Hashable, Sendable {
  case direct
  /// Inside of tmux: tmux sets the clipboard where `set-clipboard` is on; else the text is passed through to the
  /// terminal around it where `allow-passthrough` is on.
  case tmux
  /// Inside of GNU screen, which passes on wrapped sequences.
  case screen
  case none

  init(environment: [String: String]) {
    let name = environment["TERM"] ?? ""
    if let tmux = environment["TMUX"], !tmux.isEmpty {
      self = .tmux
    } else if name.hasPrefix("screen") {
      self = .screen
    } else if ["", "dumb", "linux"].contains(name) || name.hasPrefix("vt") {
      // The console of the kernel has no clipboard, and would print an unknown sequence.
      self = .none
    } else {
      self = .direct
    }
  }

  /// Commands are short; some terminals drop a sequence that is much longer.
  private static let mostBytes = 4096
  /// GNU screen cuts a wrapped sequence off there.
  private static let mostWrappedBytes = 700

  /// The bytes sent for a text; nil where nothing is sent.
  func sequence(for text: String) -> String? {
    guard !text.isEmpty, text.utf8.count <= Self.mostBytes else { return nil }
    let sequence = "\u{1B}]52;c;\(Data(text.utf8).base64EncodedString())\u{07}"
    switch self {
    case .direct: return sequence
    case .tmux:
      return sequence + "\u{1B}Ptmux;" + sequence.replacing("\u{1B}", with: "\u{1B}\u{1B}") + "\u{1B}\\"
    case .screen: return sequence.utf8.count <= Self.mostWrappedBytes ? "\u{1B}P\(sequence)\u{1B}\\" : nil
    case .none: return nil
    }
  }
}

extension NcursesTerminal {
  /// Sends the text by OSC 52.
  ///
  /// - Returns: False while the screen is not up, and where nothing was sent: the text is too long, or the terminal
  ///   has no clipboard.
  package func copy(_ text: String) -> Bool {
    guard isUp, let sequence = clipboard.sequence(for: text) else { return false }
    send(Array(sequence.utf8))
    return true
  }
}
