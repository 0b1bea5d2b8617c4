import TextSurface

/// Tells a key that is held down from one that is pressed again, by the time between: most terminals send the same for both.
struct HeldKey {
  private var last: (key: Key, time: Duration, isHeld: Bool)?

  /// Keyboards repeat a key every 25 to 92 ms (the Linux console is the slowest); nobody presses one so often.
  private static let repetition: Duration = .milliseconds(110)
  /// A line that lets keys wait sends them in bursts: a key that was held is let go only after a pause.
  private static let pause: Duration = .milliseconds(200)

  /// - Parameter time: Of a clock that only goes forward.
  mutating func isHeld(_ key: Key, at time: Duration) -> Bool {
    let wasHeld = last?.isHeld == true
    let isHeld = last.map { $0.key == key && time - $0.time < (wasHeld ? Self.pause : Self.repetition) } ?? false
    last = (key, time, isHeld)
    return isHeld
  }

  /// The terminal says that the key was let go: whatever comes next was pressed.
  mutating func release(_ key: Key) {
    if last?.key == key { last = nil }
  }
}
