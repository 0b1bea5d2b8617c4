/// A scan under way: its events, and the way to stop it.
package final class ScanRun: Sendable {
  /// All events; ends after `finished`. To be read once, by one reader.
  package let events: AsyncStream<ScanEvent>
  private let stop: CancellationFlag

  init(events: AsyncStream<ScanEvent>, stop: CancellationFlag) {
    self.events = events
    self.stop = stop
  }

  /// Asks the scan to end. Files already being read are finished and kept; `finished` still comes.
  package func cancel() { stop.raise() }
}
