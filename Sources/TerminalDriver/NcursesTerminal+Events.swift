import CNcurses
import Glibc
package import TextSurface

extension NcursesTerminal {
  /// Waits for input, a signal, work on the main actor or the timeout, whichever comes first.
  package func nextEvents(timeout: Duration?) -> [InputEvent] {
    let ready = Int(cncurses_wait(nanosecondsToWait(timeout), hungUp ? 0 : 1, hasImageBytes ? 1 : 0))
    if ready & CNCURSES_MAIN_QUEUE != 0 { cncurses_run_main_queue() }
    var events = typedAhead
    typedAhead = []
    defer { updateTerminal(for: events) }
    if ready & CNCURSES_SIGNAL != 0 { readSignals(into: &events) }
    if ready & (CNCURSES_INPUT | CNCURSES_HUNG_UP) != 0 { readInput(into: &events) }
    finishSequence(into: &events)
    // Keys come first: their effect may make the rest of a picture useless.
    if events.isEmpty { workOnImages() }
    return events
  }

  /// The caller's time, or less while half a key sequence waits for its rest.
  private func nanosecondsToWait(_ timeout: Duration?) -> Int64 {
    if !typedAhead.isEmpty { return 0 }
    var wait = timeout
    // While bytes wait to be sent, the readiness of the terminal ends the wait; only a pause needs the timer.
    if !hasImageBytes, let imageDeadline { wait = min(imageDeadline, timeout ?? imageDeadline) }
    if let decoderDeadline {
      let rest = max(.zero, decoderDeadline - .now)
      wait = min(rest, wait ?? rest)
    }
    guard let wait else { return -1 }
    let parts = max(.zero, wait).components
    // Longer than a century is as good as for ever, and would not fit.
    guard parts.seconds < 4_000_000_000 else { return -1 }
    return parts.seconds * 1_000_000_000 + parts.attoseconds / 1_000_000_000
  }

  private func readSignals(into events: inout [InputEvent]) {
    var sizeMayDiffer = false
    var isResized = false
    while case let signal = cncurses_next_signal(), signal != 0 {
      switch signal {
      case SIGWINCH: isResized = true
      case SIGTSTP:
        suspend()
        events.append(.resumed)
        sizeMayDiffer = true
      case SIGCONT where cncurses_is_shown() == 1:
        // Stopped by SIGSTOP, which gives no chance to restore the terminal: another program drew over the screen.
        cncurses_show_again()
        redrawAll()
        events.append(.resumed)
        sizeMayDiffer = true
      case SIGCONT: break
      default: appendTermination(signal, to: &events)
      }
    }
    // A window dragged larger sends a signal for every step; one event is enough. A window that went smaller and back
    // before the check has the old size, and has lost the part that did not fit meanwhile.
    if sizeMayDiffer || isResized, cncurses_follow_size() == 1 || isResized {
      redrawAll()
      events.append(.resized(size))
    }
  }

  private func readInput(into events: inout [InputEvent]) {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while !hungUp {
      let count = Int(cncurses_read_input(&buffer, Int32(buffer.count)))
      if count < 0 {
        hungUp = true
        appendTermination(SIGHUP, to: &events)
      }
      guard count > 0 else { return }
      events += decoder.decode(buffer[..<count]).filter(isWanted)
      decoderDeadline = decoder.timeout.map { .now + $0 }
    }
  }

  /// Does what concerns the terminal alone.
  private func updateTerminal(for events: [InputEvent]) {
    for event in events {
      switch event {
      case .focus(true): refreshImages()
      case .background(let isLight): backgroundChanged(isLight: isLight)
      default: break
      }
    }
  }

  private func finishSequence(into events: inout [InputEvent]) {
    guard let deadline = decoderDeadline, deadline <= .now else { return }
    decoderDeadline = nil
    events += decoder.finish().filter(isWanted)
  }

  /// Whether an event was requested: another program may have left its mouse mode on.
  private func isWanted(_ event: InputEvent) -> Bool {
    if case .mouse = event { usesMouse } else { true }
  }

  /// Adds a termination once: a closed window is reported twice, by signal and by end of input.
  private func appendTermination(_ signal: Int32, to events: inout [InputEvent]) {
    if !events.contains(.terminate(signal: signal)) { events.append(.terminate(signal: signal)) }
  }
}
