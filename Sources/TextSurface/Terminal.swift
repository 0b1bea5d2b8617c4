/// The terminal as the shell needs it. The real one is ncurses (`TerminalDriver`), tests have one in memory.
@MainActor
package protocol Terminal: AnyObject {
  /// The size in cells.
  var size: Size { get }
  /// The number of colours that can be shown.
  var colorDepth: ColorDepth { get }
  /// The terminal's default background colour; nil where it did not tell.
  var ground: RGB? { get }
  /// The size of a cell, as far as the terminal tells.
  var cell: CellPixels { get }

  /// Shows the grid: only what differs from the last one is sent.
  ///
  /// - Returns: False when the terminal takes nothing now: the frame is left out, and a later one has to be shown.
  @discardableResult
  func present(_ surface: Surface) -> Bool

  /// The next present sends everything again (Ctrl-L).
  func redrawAll()

  /// Waits for input, for work on the main actor, or for the deadline, whichever comes first.
  ///
  /// Jobs of the main actor run inside this call. May return nothing.
  /// - Parameter timeout: The longest time to wait; nil waits for ever.
  func nextEvents(timeout: Duration?) -> [InputEvent]

  /// Rings the bell, and lights the screen up for a moment.
  func alert(bell: Bool, flash: Bool)

  /// Tells the terminal's tab how far the work is; nil where none is under way. Does nothing where the
  /// terminal is not known to show it.
  func showProgress(_ progress: TabProgress?)

  /// Sends a desktop notification with a sentence. Does nothing where the terminal is not known to pass it on.
  func notify(_ sentence: String)

  /// Gives the terminal back to the shell that started us, stops, and returns when continued.
  func suspend()

  /// Sends a text to the clipboard of the machine that the terminal runs on. Terminals do not report success.
  ///
  /// - Returns: False where it was not even sent: it is too long, or this terminal is known to have no clipboard.
  func copy(_ text: String) -> Bool

  /// Gives the terminal to another program while `body` runs, and takes it again after it.
  func lend(to body: () -> Void)
}

/// The progress of work as a terminal shows it in its tab.
package enum TabProgress: Hashable, Sendable {
  /// The amount of work is unknown.
  case unknown
  /// The percentage that is done.
  case percent(Int)
}

/// The number of colours of a terminal, by the bits of a colour.
package enum ColorDepth: Int, Hashable, Sendable, Comparable {
  case none = 0
  case ansi16 = 4
  case indexed256 = 8
  case direct24 = 24

  /// Compares by the number of colours.
  package static func < (left: ColorDepth, right: ColorDepth) -> Bool { left.rawValue < right.rawValue }
}
