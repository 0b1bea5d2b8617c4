import ViewModels

/// The pace of lines about progress: at most one a second, and only after a tenth more or ten seconds.
struct PlainPace {
  private var printedAt: Duration = .zero
  private var tenth = 0

  init(startedAt: Duration = .zero) { printedAt = startedAt }

  mutating func isDue(of state: AppState, at time: Duration) -> Bool {
    let tenth = Int(Self.fraction(of: state) * 10)
    guard time - printedAt >= .seconds(1), tenth != self.tenth || time - printedAt >= .seconds(10) else { return false }
    printedAt = time
    self.tenth = tenth
    return true
  }

  private static func fraction(of state: AppState) -> Double {
    switch state.route {
    case .large: Double(state.large.progress?.done ?? 0) / Double(max(1, state.large.progress?.total ?? 1))
    case .moving: Double(state.moving.done) / Double(max(1, state.moving.total))
    case .confirmation:
      if case .checking(let check) = state.confirmation.backup {
        Double(check.done) / Double(max(1, check.total))
      } else {
        0
      }
    default: state.scanning.progress.fraction
    }
  }
}
