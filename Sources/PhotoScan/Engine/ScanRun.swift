import Synchronization

/// A scan under way: its events, and the way to stop it.
package final class ScanRun: Sendable {
  /// All events; ends after `finished`. To be read once, by one reader.
  package let events: AsyncStream<ScanEvent>
  private let stop: StopSign

  init(events: AsyncStream<ScanEvent>, stop: StopSign) {
    self.events = events
    self.stop = stop
  }

  /// Asks the scan to end. Files already being read are finished and kept; `finished` still comes.
  package func cancel() { stop.raise() }
}

/// A flag that many tasks look at and anyone may raise; it never goes down again.
final class StopSign: Sendable {
  private let raised = Atomic<Bool>(false)

  var isRaised: Bool { raised.load(ordering: .relaxed) }
  func raise() { raised.store(true, ordering: .relaxed) }
}
