import Dispatch
import Synchronization

/// Runs work that may wait for a disk on a thread of its own.
///
/// A drive that hangs holds the thread that asked it, for minutes or for good. The threads of Swift's tasks are as few
/// as the processors, so that two such calls would stop everything else; these threads hold up nobody.
package func onDiskThread<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
  await withCheckedContinuation { continuation in
    DispatchQueue(label: "deckle.disk").async { continuation.resume(returning: work()) }
  }
}

/// Runs work that may wait for a disk, and throws what it throws, on a thread of its own.
package func onDiskThread<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
  try await onDiskThread { Result(catching: work) }.get()
}

/// Runs work on a thread of its own, and waits for it no longer than a timeout. The work itself goes on until the
/// disk answers; its result is dropped then.
///
/// - Returns: Nil where no answer came in time.
package func onDiskThread<Value: Sendable>(
  timeout: Duration, _ work: @escaping @Sendable () -> Value
) async -> Value? {
  let first = FirstAnswer<Value?>()
  DispatchQueue(label: "deckle.disk").async { first.give(work()) }
  let timer = Task {
    try? await Task.sleep(for: timeout)
    first.give(nil)
  }
  defer { timer.cancel() }
  return await first.value
}

/// The first of several answers; the later ones are dropped.
package final class FirstAnswer<Value: Sendable>: Sendable {
  private enum State {
    case open
    case waited(CheckedContinuation<Value, Never>)
    case given(Value)
    case taken
  }

  private let state = Mutex<State>(.open)

  /// Creates an answer that nobody has given yet.
  package init() {}

  /// Gives an answer; nothing happens where one was given before.
  package func give(_ value: Value) {
    let waiting = state.withLock { state -> CheckedContinuation<Value, Never>? in
      switch state {
      case .open: state = .given(value)
      case .waited(let continuation):
        state = .taken
        return continuation
      case .given, .taken: break
      }
      return nil
    }
    waiting?.resume(returning: value)
  }

  /// The first answer, waited for where none is given yet. Read at most once.
  package var value: Value {
    get async {
      await withCheckedContinuation { continuation in
        let given = state.withLock { state -> Value? in
          if case .given(let value) = state {
            state = .taken
            return value
          }
          state = .waited(continuation)
          return nil
        }
        if let given { continuation.resume(returning: given) }
      }
    }
  }
}
