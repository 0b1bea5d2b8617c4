package import TextSurface

/// A terminal in memory: returns the events that a test gives, and records what is shown.
@MainActor
package final class ScriptedTerminal: Terminal {
  /// The size in cells; follows a `.resized` event.
  package var size: Size
  /// The number of colours of the terminal.
  package let colorDepth: ColorDepth
  /// The background of the terminal; nil where it does not tell.
  package var ground: RGB?
  /// The size of a cell in pixels.
  package var cell = CellPixels.standard

  /// Every surface presented, oldest first.
  package private(set) var frames: [Surface] = []
  /// The number of requests to send everything again.
  package private(set) var redraws = 0
  /// The number of times that the program suspended itself.
  package private(set) var suspensions = 0
  /// The timeouts of all waits, in order.
  package private(set) var timeouts: [Duration?] = []

  /// The batches that the next waits return, one each.
  private var batches: [[InputEvent]] = []
  /// The events that a wait returns after the last batch; by default a request to leave, so that no loop runs for
  /// ever.
  package var whenExhausted: @MainActor () -> [InputEvent] = { [.terminate(signal: 15)] }
  /// Called at each wait with its number, counted from 0, before it returns.
  package var onWait: @MainActor (Int) -> Void = { _ in }

  /// Creates a terminal of a size, without input.
  package init(columns: Int = 80, rows: Int = 24, colorDepth: ColorDepth = .direct24) {
    size = Size(columns: columns, rows: rows)
    self.colorDepth = colorDepth
  }

  /// The last surface presented.
  package var screen: Surface? { frames.last }

  /// The characters of the last surface presented.
  package var text: String { frames.last?.text ?? "" }

  /// Adds a batch: one wait returns all of it.
  package func feed(_ events: InputEvent...) { batches.append(events) }

  /// Adds a batch for each key, as a user types them.
  package func type(_ keys: Key...) { for key in keys { batches.append([.key(key)]) } }

  /// Adds a batch for each character of a text.
  package func type(_ text: String) { for scalar in text.unicodeScalars { batches.append([.key(Key(scalar))]) } }

  /// The number of batches that no wait has returned yet.
  package var batchesLeft: Int { batches.count }

  /// Whether frames are accepted; false for a terminal that accepts nothing now.
  package var takesFrames = true
  /// Called while a frame is taken: a slow terminal lets time pass here.
  package var onPresent: @MainActor () -> Void = {}

  /// Records a frame.
  package func present(_ surface: Surface) -> Bool {
    guard takesFrames else { return false }
    frames.append(surface)
    onPresent()
    return true
  }

  /// Counts the request.
  package func redrawAll() { redraws += 1 }

  /// Every alert, in order.
  package private(set) var alerts: [(bell: Bool, flash: Bool)] = []

  /// Records the alert.
  package func alert(bell: Bool, flash: Bool) { alerts.append((bell, flash)) }

  /// Every report of progress, in order.
  package private(set) var progress: [TabProgress?] = []

  /// Records the progress.
  package func showProgress(_ progress: TabProgress?) { self.progress.append(progress) }

  /// Every sentence for the desktop, in order.
  package private(set) var notifications: [String] = []

  /// Records the sentence.
  package func notify(_ sentence: String) { notifications.append(sentence) }

  /// Counts the suspension, and returns at once.
  package func suspend() { suspensions += 1 }

  /// Every text handed to the clipboard, in order.
  package private(set) var copied: [String] = []
  /// Whether the terminal has a clipboard.
  package var hasClipboard = true

  /// Records the text where there is a clipboard.
  package func copy(_ text: String) -> Bool {
    if hasClipboard { copied.append(text) }
    return hasClipboard
  }

  /// The number of times that the terminal was given to another program.
  package private(set) var loans = 0

  /// Counts the loan, and runs `body`.
  package func lend(to body: () -> Void) {
    loans += 1
    body()
  }

  /// Returns the next batch at once, whatever the timeout.
  package func nextEvents(timeout: Duration?) -> [InputEvent] {
    onWait(timeouts.count)
    timeouts.append(timeout)
    let events = batches.isEmpty ? whenExhausted() : batches.removeFirst()
    for case .resized(let newSize) in events { size = newSize }
    return events
  }
}
