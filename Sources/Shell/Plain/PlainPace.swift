/// The pace of lines about progress: at most one a second, and only after a tenth more or ten seconds.
struct PlainPace {
  private var printedAt: Duration = .zero
  private var tenth = 0

  init(startedAt: Duration = .zero) { printedAt = startedAt }

  /// Whether a line is due; notes it as printed.
  ///
  /// - Parameter done: The part that is done, 0…1.
  mutating func isDue(_ done: Double, at time: Duration) -> Bool {
    let tenth = Int(done * 10)
    guard time - printedAt >= .seconds(1), tenth != self.tenth || time - printedAt >= .seconds(10) else { return false }
    printedAt = time
    self.tenth = tenth
    return true
  }
}
