package import TextSurface
package import Views

/// The screen while the drives are read for a review, so that none of them can block the screen.
///
/// Keys decide about nothing yet: only those to leave are obeyed, and all others are kept for the first screen.
@MainActor
package struct Opening {
  /// The end of the opening.
  package enum Ending: Hashable, Sendable {
    /// The drives have answered; meanwhile these events came.
    case over(typed: [InputEvent])
    /// The user has left.
    case left
    case terminated(signal: Int32)
  }

  private let terminal: any Terminal
  private let theme: Theme

  /// Creates the screen.
  ///
  /// - Parameter terminal: The terminal, which is started.
  package init(terminal: any Terminal, theme: Theme) {
    self.terminal = terminal
    self.theme = theme
  }

  /// The time between two checks: short, because the photos are shown only after the next one.
  private static let pause = Duration.milliseconds(30)

  /// Shows the screen until the drives have answered, or the user leaves.
  ///
  /// - Parameters:
  ///   - isOver: Whether the drives have answered.
  ///   - waiting: The text about a drive that does not answer; escaped. Nil where there is none.
  package func run(isOver: () -> Bool, waiting: () -> String?) -> Ending {
    var shown: Surface?
    var typed: [InputEvent] = []
    while !isOver() {
      let frame = frame(waiting())
      if frame != shown, terminal.present(frame) { shown = frame }
      for event in terminal.nextEvents(timeout: Self.pause) {
        switch event {
        case .terminate(let signal): return .terminated(signal: signal)
        case .key(Key("q")): return .left
        case .key: typed.append(event)
        case .resumed:
          terminal.redrawAll()
          shown = nil
        case .keyRepeat, .keyUp, .mouse, .paste, .resized, .focus, .background: continue
        }
      }
    }
    return .over(typed: typed)
  }

  private func frame(_ waiting: String?) -> Surface {
    var surface = Surface(terminal.size, background: theme.ground)
    OpeningView(waiting: waiting).draw(theme: theme, into: &surface)
    return surface
  }
}
