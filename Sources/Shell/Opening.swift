package import TextSurface
package import Views

/// The screen while the drives are asked what a review needs of them, so that none of them can hold up the screen.
///
/// What is typed here decides about nothing yet: only leaving is heard, and the rest is kept for the first screen.
@MainActor
package struct Opening {
  /// How it ended.
  package enum Ending: Hashable, Sendable {
    /// The drives have answered; meanwhile this was typed.
    case over(typed: [InputEvent])
    /// The user does not want to wait.
    case left
    case terminated(signal: Int32)
  }

  private let terminal: any Terminal
  private let theme: Theme

  /// - Parameter terminal: Started.
  package init(terminal: any Terminal, theme: Theme) {
    self.terminal = terminal
    self.theme = theme
  }

  /// Between two looks: short, because the photos are shown only after the next one.
  private static let pause = Duration.milliseconds(30)

  /// - Parameters:
  ///   - isOver: The drives have answered.
  ///   - waiting: What does not answer, and for how long, where that is worth a word; escaped.
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
        case .keyRepeat, .keyUp, .mouse, .resized, .focus: continue
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
