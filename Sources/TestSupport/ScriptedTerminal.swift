package import TextSurface

/// A terminal made of arrays: it gives what a test wrote down, and keeps what it was shown.
@MainActor
package final class ScriptedTerminal: Terminal {
  package var size: Size
  package let colorDepth: ColorDepth
  package var ground: RGB?
  package var cell = CellPixels.standard

  /// Every surface presented, oldest first.
  package private(set) var frames: [Surface] = []
  /// How often everything was asked to be sent again.
  package private(set) var redraws = 0
  /// How often the program suspended itself.
  package private(set) var suspensions = 0
  /// The timeouts of all waits, in order.
  package private(set) var timeouts: [Duration?] = []

  /// What one wait returns after another.
  private var batches: [[InputEvent]] = []
  /// What a wait returns after the last batch; by default a request to leave, so that no loop runs for ever.
  package var whenExhausted: @MainActor () -> [InputEvent] = { [.terminate(signal: 15)] }
  /// Called at each wait with its number, counted from 0, before it returns.
  package var onWait: @MainActor (Int) -> Void = { _ in }

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

  /// Waits that still have something to return.
  package var batchesLeft: Int { batches.count }

  /// Frames are taken only while this holds.
  package var takesFrames = true
  /// Called while a frame is taken: a slow terminal lets time pass here.
  package var onPresent: @MainActor () -> Void = {}

  package func present(_ surface: Surface) -> Bool {
    guard takesFrames else { return false }
    frames.append(surface)
    onPresent()
    return true
  }

  package func redrawAll() { redraws += 1 }

  /// Every alert, in order.
  package private(set) var alerts: [(bell: Bool, flash: Bool)] = []

  package func alert(bell: Bool, flash: Bool) { alerts.append((bell, flash)) }

  package func suspend() { suspensions += 1 }

  /// Every text handed to the clipboard, in order.
  package private(set) var copied: [String] = []
  package var hasClipboard = true

  package func copy(_ text: String) -> Bool {
    if hasClipboard { copied.append(text) }
    return hasClipboard
  }

  /// How often the terminal was given to another program.
  package private(set) var loans = 0

  package func lend(to body: () -> Void) {
    loans += 1
    body()
  }

  package func nextEvents(timeout: Duration?) -> [InputEvent] {
    onWait(timeouts.count)
    timeouts.append(timeout)
    let events = batches.isEmpty ? whenExhausted() : batches.removeFirst()
    for case .resized(let newSize) in events { size = newSize }
    return events
  }
}
