import TextSurface

/// The detection of keys that are held down, by the time between events: most terminals send the same for a key that is
/// pressed again.
struct KeyRepetition {
  private var last: (key: Key, time: Duration, isRepeat: Bool)?

  /// The longest time between repetitions of a held key. Keyboards repeat every 25 to 92 ms (the Linux console is the
  /// slowest); nobody presses a key so often.
  private static let longestInterval: Duration = .milliseconds(110)
  /// The shortest time after which a held key counts as released: a slow connection sends keys in bursts.
  private static let pause: Duration = .milliseconds(200)

  /// Notes a key event.
  ///
  /// - Parameter time: The time of the event, on a clock that only goes forward.
  /// - Returns: Whether the key is held down.
  mutating func isRepeat(_ key: Key, at time: Duration) -> Bool {
    let wasRepeat = last?.isRepeat == true
    let isRepeat =
      last.map { $0.key == key && time - $0.time < (wasRepeat ? Self.pause : Self.longestInterval) } ?? false
    last = (key, time, isRepeat)
    return isRepeat
  }

  /// Notes that the key was released, where the terminal reports that: the next event is a new press.
  mutating func release(_ key: Key) {
    if last?.key == key { last = nil }
  }
}
