import Synchronization

/// Holds a value that goes through a whole library, so that its end can be put where nobody waits: to let go of a hundred
/// thousand photos takes longer than a key may.
final class LargeValue<Value: Sendable>: Sendable {
  private let content: Mutex<Value?>

  init(_ value: Value) { content = Mutex(value) }

  var value: Value? { content.withLock { $0 } }

  /// Lets go of the value, away from the caller's actor.
  @concurrent func empty() async { content.withLock { $0 = nil } }
}
