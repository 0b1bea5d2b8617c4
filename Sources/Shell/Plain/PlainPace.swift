import ViewModels

/// The pace of lines about progress: at most one a second, and only after a tenth more or ten seconds.
struct PlainPace {
  private var saidAt: Duration = .zero
  private var tenth = 0

  init(startedAt: Duration = .zero) { saidAt = startedAt }

  mutating func isDue(of state: AppState, at time: Duration) -> Bool {
    let tenth = Int(Self.fraction(of: state) * 10)
    guard time - saidAt >= .seconds(1), tenth != self.tenth || time - saidAt >= .seconds(10) else { return false }
    saidAt = time
    self.tenth = tenth
    return true
  }

  private static func fraction(of state: AppState) -> Double {
    switch state.route {
    case .moving: Double(state.moving.done) / Double(max(1, state.moving.total))
    case .confirmation:
      if case .checking(let look) = state.confirmation.backup {
        Double(look.done) / Double(max(1, look.total))
      } else {
        0
      }
    default: state.scanning.progress.fraction
    }
  }
}
