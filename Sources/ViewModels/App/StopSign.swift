import Synchronization

/// A flag that asks a thread to stop: set on the main actor, read by the thread that works.
final class StopSign: Sendable {
  private let raised = Atomic<Bool>(false)
  var isRaised: Bool { raised.load(ordering: .relaxed) }
  func raise() { raised.store(true, ordering: .relaxed) }
}
