import CNcurses
import Foundation
package import TextSurface

/// The terminal by ncurses. One in a process.
///
/// `start()` puts the screen up and `stop()` gives the terminal back as it was found; so do `exit()`, a trap and a
/// crash. SIGKILL cannot be helped: the `reset` command repairs what it leaves.
@MainActor
package final class NcursesTerminal: Terminal {
  package let colorDepth: ColorDepth
  /// The terminal shows characters beyond ASCII; where not, they are drawn as the nearest ASCII.
  package let isUnicode: Bool
  /// The terminfo entry in use, which may be a relative of the one in `TERM`.
  package let entryName: String

  private let usesMouse: Bool
  private let logDescriptor: Int32
  /// 8 or 16: how many of the ANSI colours the terminal has.
  private let ansiColors: Int

  private var isUp = false
  /// What the terminal shows; nil when that is not known and everything has to be sent.
  private var shown: Surface?
  var decoder: KeyDecoder
  /// When an unfinished key sequence is to be taken as it is.
  var decoderDeadline: ContinuousClock.Instant?
  /// Standard input is at its end; it is not waited for any more.
  var hungUp = false

  /// Asks the environment and terminfo what can be done here; draws nothing yet.
  ///
  /// - Throws: `TerminalError` when there can be no full screen.
  package init(
    options: TerminalOptions = TerminalOptions(),
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(TerminalError) {
    guard let name = environment["TERM"], !name.isEmpty else { throw .noTerminalName }
    entryName = try Self.loadEntry(for: name)
    let terminfo = TerminfoColors(
      count: Int(cncurses_entry_colors()),
      claimsDirectColor: cncurses_entry_has_flag("Tc") == 1 || cncurses_entry_has_flag("RGB") == 1)
    colorDepth = detectColorDepth(environment: environment, terminfo: terminfo, choice: options.colorDepth)
    ansiColors = terminfo.count >= 16 ? 16 : 8
    isUnicode = showsUnicode(environment: environment)
    cncurses_adopt_locale()
    usesMouse = options.usesMouse
    logDescriptor = options.logDescriptor ?? -1
    decoder = KeyDecoder(terminfoKeys: Self.keysOfEntry())
  }

  // MARK: The screen

  /// Puts the screen up. Does nothing when it is up already.
  ///
  /// - Throws: `TerminalError.cannotStart`.
  package func start() throws(TerminalError) {
    guard !isUp else { return }
    let depth = Int32(colorDepth.rawValue)
    guard cncurses_start(entryName, depth, usesMouse ? 1 : 0, logDescriptor) == CNCURSES_READY else {
      throw .cannotStart(name: entryName)
    }
    isUp = true
    shown = nil
  }

  /// Gives the terminal back as it was found. Does nothing when the screen is not up.
  package func stop() {
    cncurses_stop()
    isUp = false
    shown = nil
  }

  package var size: Size {
    isUp ? Size(columns: Int(cncurses_columns()), rows: Int(cncurses_rows())) : Size(columns: 80, rows: 24)
  }

  package var cell: CellPixels {
    var (width, height): (Int32, Int32) = (0, 0)
    cncurses_cell_pixels(&width, &height)
    return CellPixels.plausible(width: Int(width), height: Int(height)) ?? .standard
  }

  package func redrawAll() { shown = nil }

  /// Sounds the terminal's bell.
  package func beep() {
    if isUp { cncurses_beep() }
  }

  package func present(_ surface: Surface) {
    guard isUp, shown != surface else { return }
    if shown?.size != surface.size { redrawAll() }
    if shown == nil { cncurses_redraw_all() }
    let isTableNearlyFull = cncurses_pairs_limit() - cncurses_pairs_used() < 100_000
    if colorDepth == .direct24, isTableNearlyFull { forgetPairs() }
    if !putChanges(of: surface) {
      // The table of colour pairs is full of colours that are long gone.
      forgetPairs()
      _ = putChanges(of: surface)
    }
    shown = surface
    if let cursor = surface.cursor, surface.bounds.contains(x: cursor.x, y: cursor.y) {
      cncurses_flush(Int32(cursor.y), Int32(cursor.x))
    } else {
      cncurses_flush(-1, -1)
    }
  }

  /// Stops the program with the terminal given back, and returns when it was continued.
  package func suspend() {
    guard isUp else { return }
    _ = cncurses_suspend()
    shown = nil
  }

  /// Gives the terminal to something else (a pager, a package manager), and takes it again after it.
  package func lend<Result>(to body: () throws -> Result) rethrows -> Result {
    guard isUp else { return try body() }
    cncurses_hide()
    defer {
      cncurses_discard_interrupt()
      cncurses_show_again()
      shown = nil
    }
    return try body()
  }

  // MARK: Private

  private func forgetPairs() {
    cncurses_forget_pairs()
    shown = nil
  }

  /// Puts the cells that differ from what is shown. False when the table of pairs ran full on the way.
  private func putChanges(of surface: Surface) -> Bool {
    let area = surface.bounds.intersection(Rect(size))
    let old = shown?.size == surface.size ? shown?.cells : nil
    for y in 0..<area.height {
      for x in 0..<area.width {
        let index = y * surface.size.columns + x
        let cell = surface.cells[index]
        if let old, old[index] == cell { continue }
        guard let scalar = cell.scalar else { continue }
        let isWideCut = displayWidth(scalar) == 2 && (x + 1 == area.width || surface.cells[index + 1].scalar != nil)
        if !put(isWideCut ? Cell(" ", style: cell.style) : cell, x: x, y: y) { return false }
      }
    }
    return true
  }

  private func put(_ cell: Cell, x: Int, y: Int) -> Bool {
    let scalar = cell.scalar ?? " "
    let width = Int32(displayWidth(scalar))
    let style = cell.style
    // The bits of the two are the same by design, so they go through unchanged.
    let attributes = Int32(style.attributes.rawValue)
    let foreground = colorNumber(style.foreground)
    let background = colorNumber(style.background)
    guard isUnicode || scalar.isASCII else {
      let plain = asciiFallback(for: scalar).value
      for column in x..<(x + Int(max(1, width))) {
        let status = cncurses_put(Int32(y), Int32(column), plain, 0, 1, foreground, background, attributes)
        if status < 0 { return false }
      }
      return true
    }
    let mark = isUnicode ? cell.mark?.value ?? 0 : 0
    return cncurses_put(
      Int32(y), Int32(x), scalar.value, mark, max(1, width), foreground, background, attributes) == 0
  }

  /// The number that this depth has for a colour; -1 for the terminal's own.
  private func colorNumber(_ color: RGB?) -> Int32 {
    guard let color else { return -1 }
    switch colorDepth {
    case .none: return -1
    case .ansi16: return Int32(ansiIndex(nearest: color, of: ansiColors))
    case .indexed256: return Int32(paletteIndex(nearest: color))
    // The direct-colour entry keeps 0 to 7 for the ANSI colours; 8 is as black as 0.
    case .direct24: return Int32(max(8, color.hex))
    }
  }

  /// Loads the first terminfo entry for a terminal's name that will do.
  private static func loadEntry(for name: String) throws(TerminalError) -> String {
    for candidate in terminfoNames(for: name) {
      switch Int(cncurses_load_entry(candidate)) {
      case CNCURSES_READY: return candidate
      case CNCURSES_NOT_A_TERMINAL: throw .notATerminal
      case CNCURSES_NO_CURSOR_MOVES: throw .tooSimple(name: name)
      default: continue
      }
    }
    throw .unknownTerminal(name: name)
  }

  /// The entry's own byte sequences for keys, for terminals that are no relatives of xterm.
  private static func keysOfEntry() -> [[UInt8]: Key.Code] {
    var capabilities: [String: Key.Code] = [
      "kcuu1": .up, "kcud1": .down, "kcub1": .left, "kcuf1": .right, "khome": .home, "kend": .end,
      "kpp": .pageUp, "knp": .pageDown, "kdch1": .deleteForward, "kcbt": .backTab, "kent": .enter,
    ]
    for number in 1...12 { capabilities["kf\(number)"] = .function(number) }
    var keys: [[UInt8]: Key.Code] = [:]
    for (capability, code) in capabilities {
      guard let text = cncurses_entry_string(capability) else { continue }
      let bytes = Array(String(cString: text).utf8)
      if bytes.count > 1, bytes[0] == 0x1B { keys[bytes] = code }
    }
    return keys
  }
}
