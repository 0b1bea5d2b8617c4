import Synchronization

/// A flag that asks work to stop: many tasks read it, anyone may raise it, and it is never lowered again.
package final class CancellationFlag: Sendable {
  private let raised = Atomic<Bool>(false)

  /// Creates a flag that is not raised.
  package init() {}

  /// Whether the work should stop.
  package var isRaised: Bool { raised.load(ordering: .relaxed) }
  /// Asks the work to stop.
  package func raise() { raised.store(true, ordering: .relaxed) }
}
