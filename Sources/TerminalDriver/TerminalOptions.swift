package import TextSurface

/// The choices of the user or the command line about the terminal.
package struct TerminalOptions: Hashable, Sendable {
  /// The number of colours in place of that of the environment and terminfo (`--color`); nil asks these.
  package var colorDepth: ColorDepth?
  /// Whether the terminal is asked for mouse events.
  package var usesMouse: Bool
  /// The image protocol in place of the one that the terminal answers with, and the reason; nil asks the terminal.
  package var pictures: PictureDecision?
  /// The terminal around tmux, as tmux reports it; nil outside of tmux.
  package var tmux: OuterTerminal?
  /// An open file descriptor that standard error is sent to while the screen is up, because output of a library would
  /// garble the screen; nil leaves it alone. The caller closes it.
  package var logDescriptor: Int32?

  /// Creates options; nil leaves a choice to the terminal.
  package init(
    colorDepth: ColorDepth? = nil, usesMouse: Bool = true, pictures: PictureDecision? = nil,
    tmux: OuterTerminal? = nil, logDescriptor: Int32? = nil
  ) {
    self.tmux = tmux
    self.colorDepth = colorDepth
    self.usesMouse = usesMouse
    self.pictures = pictures
    self.logDescriptor = logDescriptor
  }
}

/// Why there can be no full-screen interface here.
package enum TerminalError: Error, Hashable, Sendable {
  /// Standard input or output is a file or a pipe.
  case notATerminal
  /// `TERM` is not set.
  case noTerminalName
  /// terminfo does not know this `TERM`, nor do we.
  case unknownTerminal(name: String)
  /// A terminal that cannot place the cursor, such as "dumb".
  case tooSimple(name: String)
  /// ncurses refused to start.
  case cannotStart(name: String)

  /// The error as a sentence for the user: the problem and what helps.
  package var sentence: String {
    switch self {
    case .notATerminal:
      "The interface needs a terminal for both input and output; use --plain or a command such as scan elsewhere."
    case .noTerminalName:
      "TERM is not set, so the terminal's abilities are unknown; set it, for example TERM=xterm-256color."
    case .unknownTerminal(let name):
      "No terminal type “\(SafeText(name))” is known here; set TERM to one that is, for example xterm-256color."
    case .tooSimple(let name):
      "The terminal type “\(SafeText(name))” cannot place the cursor, so there can be no full screen; use --plain."
    case .cannotStart(let name):
      "The screen could not be started on terminal type “\(SafeText(name))”; use --plain."
    }
  }
}
