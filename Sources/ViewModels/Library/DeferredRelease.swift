import Synchronization

/// A reference to a value as large as a library, whose memory can be freed away from the main actor: to free a hundred
/// thousand photos takes longer than a key may.
final class DeferredRelease<Value: Sendable>: Sendable {
  private let content: Mutex<Value?>

  init(_ value: Value) { content = Mutex(value) }

  var value: Value? { content.withLock { $0 } }

  /// Frees the value, away from the caller's actor.
  @concurrent func empty() async { content.withLock { $0 = nil } }
}
