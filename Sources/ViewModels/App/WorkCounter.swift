/// The count of work that has been started and has not ended. Work is counted before its task begins, so that a test
/// can wait until nothing is under way instead of sleeping.
@MainActor
package final class WorkCounter {
  private var running = 0
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Creates a counter with no work under way.
  package init() {}

  /// Whether no work is under way.
  package var isIdle: Bool { running == 0 }

  /// Runs work on the main actor and counts it until it ends.
  package func run(_ work: @escaping @MainActor () async -> Void) {
    running += 1
    Task { @MainActor in
      await work()
      running -= 1
      if running == 0 {
        let released = waiting
        waiting = []
        for continuation in released { continuation.resume() }
      }
    }
  }

  /// Returns when nothing is under way.
  package func idle() async {
    while running > 0 { await withCheckedContinuation { waiting.append($0) } }
  }
}
