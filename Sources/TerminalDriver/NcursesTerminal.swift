import CNcurses
import Foundation
package import TextSurface

/// The terminal by ncurses, at most one in a process.
///
/// `start()` puts the screen up and `stop()` gives the terminal back as it was found; so do `exit()`, a trap and a
/// crash. After SIGKILL only the `reset` command repairs the terminal.
@MainActor
package final class NcursesTerminal: Terminal {
  /// The number of colours in use.
  package let colorDepth: ColorDepth
  /// The glyphs that the terminal is trusted to show; others are drawn as the nearest of these.
  package let glyphs: GlyphSet
  /// The terminfo entry in use, which may be a relative of the one in `TERM`.
  package let entryName: String
  /// The way pictures are shown on this terminal, and the reason.
  package let pictures: PictureDecision
  /// The limits for pictures on this terminal.
  package let limits: PixelLimits
  /// The background colour as the terminal answered; nil where it did not. Black or white once it has changed.
  package private(set) var ground: RGB?

  /// The way a text gets to the clipboard on this terminal.
  let clipboard: ClipboardRoute
  let desktopReports: DesktopReports
  let hyperlinks: Hyperlinks
  private let isInTmux: Bool
  let usesMouse: Bool
  private let logDescriptor: Int32
  /// The number of ANSI colours of the terminal, 8 or 16.
  package let ansiColors: Int

  /// The size of a cell, as the terminal answered.
  private let answeredCell: CellPixels?
  private(set) var isUp = false
  /// The surface that is to be shown.
  private(set) var asked: Surface?
  /// The characters that the terminal shows; nil when that is not known and everything has to be sent.
  private(set) var shown: Surface?
  /// The pixels of pictures.
  let store: ImageStore?
  var images: ImageOutput
  /// The time until which no picture is begun that a motion would interrupt.
  var quietUntil: Duration = .zero
  /// Pictures whose characters the present frame writes anew.
  var changedImages: Set<ImageID> = []
  /// Rows some of whose characters the present frame writes anew.
  var changedRows: Set<Int> = []
  private let startTime = ContinuousClock.now
  var decoder: KeyDecoder
  /// The time at which an unfinished key sequence is taken as it is; nil where there is none.
  var decoderDeadline: ContinuousClock.Instant?
  /// Standard input is at its end; it is not waited for any more.
  var hungUp = false
  /// Keys that came between the answers of the terminal.
  var typedAhead: [InputEvent] = []

  /// Detects the abilities of the terminal from the environment, terminfo and its own answers; draws nothing yet.
  ///
  /// A terminal that does not answer is waited for until `answerTimeout`.
  /// - Parameter store: The pixels of pictures; without it these are shown as characters.
  /// - Throws: `TerminalError` when there can be no full screen.
  package init(
    options: TerminalOptions = TerminalOptions(), store: ImageStore? = nil,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(TerminalError) {
    guard let name = environment["TERM"], !name.isEmpty else { throw .noTerminalName }
    let entry = try Self.loadEntry(for: name)
    cncurses_adopt_locale()
    usesMouse = options.usesMouse
    clipboard = ClipboardRoute(environment: environment)
    logDescriptor = options.logDescriptor ?? -1
    var decoder = KeyDecoder(terminfoKeys: Self.keysOfEntry())
    isInTmux = TerminalDriver.isInTmux(environment)
    let inquiry =
      options.pictures == nil ? TerminalDriver.inquiry(environment: environment, tmux: options.tmux) : nil
    let timeout = answerTimeout(environment: environment, inquiry: inquiry)
    var bytes = inquiry.map { Self.ask($0.question, timeout, awaitsGraphics: $0 == .kittyThroughTmux) } ?? []
    let answers = TerminalAnswers(bytes)
    let knows256 = options.colorDepth == .indexed256 || options.colorDepth == nil && answers.knows256Colors
    entryName = knows256 ? Self.entryOf256Colors(for: entry) : entry
    let terminfo = TerminfoColors.ofEntry
    let detected = detectColorDepth(environment: environment, terminfo: terminfo, choice: options.colorDepth)
    // ncurses draws nothing in colours that the entry does not have.
    colorDepth = detected == .indexed256 && terminfo.count < 256 ? .ansi16 : detected
    ansiColors = terminfo.count >= 16 ? 16 : 8
    glyphs = glyphSet(environment: environment, name: options.tmux?.name ?? answers.name)
    desktopReports = DesktopReports(environment: environment, name: answers.name, tmux: options.tmux)
    hyperlinks = Hyperlinks(environment: environment, name: answers.name)
    answeredCell = answers.cell
    ground = answers.ground
    pictures = choosePictures(
      environment: environment, answers: inquiry == nil ? nil : answers, cell: Self.cellOfWindow, depth: colorDepth,
      tmux: options.tmux, choice: options.pictures)
    let asksForLimits = pictures.imageProtocol == .sixel && obstacleToAsking(environment: environment) == nil
    let limitBytes = asksForLimits ? Self.ask(TerminalAnswers.sixelQuestion, timeout) : []
    limits = TerminalAnswers(limitBytes).limits
    bytes += limitBytes
    self.store = store
    images = .none
    // The decoder drops the answers, and late ones; the rest are keys.
    typedAhead = decoder.decode(bytes)
    self.decoder = decoder
    decoderDeadline = decoder.timeout.map { .now + $0 }
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
    asked = nil
    images = imageOutput
    switch images {
    case .none: cncurses_leave_images(Int32(CNCURSES_NO_IMAGES))
    // The text that places them goes with the screen.
    case .kitty where isInTmux: cncurses_leave_images(Int32(CNCURSES_DRAWN_IMAGES))
    case .kitty: cncurses_leave_images(Int32(CNCURSES_KITTY_IMAGES))
    case .still: cncurses_leave_images(Int32(CNCURSES_DRAWN_IMAGES))
    }
  }

  /// Gives the terminal back as it was found. Does nothing when the screen is not up.
  package func stop() {
    if isUp { forgetImages() }
    cncurses_stop()
    isUp = false
    shown = nil
  }

  /// The largest screen; of a larger window the upper left part is drawn.
  package nonisolated static let largest = Size(columns: Int(CNCURSES_MOST_COLUMNS), rows: Int(CNCURSES_MOST_ROWS))

  /// The size of the window; 80 × 24 while the screen is not up.
  package var size: Size {
    isUp ? Size(columns: Int(cncurses_columns()), rows: Int(cncurses_rows())) : Size(columns: 80, rows: 24)
  }

  /// The size of a cell in pixels: by the window's size in pixels, else by the terminal's answer, else the standard.
  package var cell: CellPixels { Self.cellOfWindow ?? answeredCell ?? .standard }

  func backgroundChanged(isLight: Bool) { ground = RGB(gray: isLight ? 255 : 0) }

  /// Makes the next `present(_:)` send everything again.
  package func redrawAll() {
    if isUp { forgetImages() }
    shown = nil
  }

  /// Shows a surface: sends only the cells and pictures that differ.
  ///
  /// - Returns: False where the terminal takes nothing now, and the frame is left out.
  @discardableResult
  package func present(_ surface: Surface) -> Bool {
    guard isUp else { return true }
    if shown != nil, asked == surface { return true }
    // A frame that the terminal does not take now would come late and make the next ones late.
    guard cncurses_can_write() == 1 else { return false }
    asked = surface
    send(surface)
    return true
  }

  /// Sends the difference to the screen, characters and pictures in one step.
  func send(_ asked: Surface) {
    if shown?.size != asked.size { redrawAll() }
    prepareImages(for: asked)
    var surface = characters(of: asked)
    if shown == nil { cncurses_redraw_all() }
    let isTableNearlyFull = cncurses_pairs_limit() - cncurses_pairs_used() < 100_000
    if colorDepth == .direct24, isTableNearlyFull {
      forgetPairs()
      surface = characters(of: asked)
    }
    if !putChanges(of: surface) {
      // The table of colour pairs is full of colours that are long gone.
      forgetPairs()
      surface = characters(of: asked)
      _ = putChanges(of: surface)
    }
    let images = imageBytes(for: asked, changed: changedImages)
    let bytes = images + linkBytes(for: surface, since: shown)
    shown = surface
    flush(surface, bytes)
  }

  /// Sends what curses has to send, and the cursor to its place.
  func flush(_ surface: Surface, _ bytes: [UInt8] = []) {
    if let cursor = surface.cursor, surface.bounds.contains(x: cursor.x, y: cursor.y) {
      cncurses_flush(Int32(cursor.y), Int32(cursor.x), bytes, bytes.count)
    } else {
      cncurses_flush(-1, -1, bytes, bytes.count)
    }
  }

  /// Sends bytes that leave the screen as it is; none while it is not up.
  func send(_ bytes: [UInt8]) {
    if isUp, !bytes.isEmpty { cncurses_flush(-1, -1, bytes, bytes.count) }
  }

  /// The time since the terminal was created: the clock of drawing when nothing moves.
  var now: Duration { startTime.duration(to: .now) }

  /// Stops the program with the terminal given back, and returns when it was continued.
  package func suspend() {
    guard isUp else { return }
    forgetImages()
    _ = cncurses_suspend()
    shown = nil
  }

  /// Lends the terminal to another program (a pager, a package manager), and takes it back afterwards.
  package func lend(to body: () -> Void) {
    guard isUp else { return body() }
    forgetImages()
    cncurses_hide()
    defer {
      cncurses_discard_interrupt()
      cncurses_show_again()
      shown = nil
    }
    body()
  }

  // MARK: Private

  private static var cellOfWindow: CellPixels? {
    var (width, height): (Int32, Int32) = (0, 0)
    cncurses_cell_pixels(&width, &height)
    return CellPixels.plausible(width: Int(width), height: Int(height))
  }

  /// Everything that came back until the last answer, or until the time was over.
  private static func ask(_ question: String, _ timeout: Duration, awaitsGraphics: Bool = false) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let milliseconds = timeout.components.seconds * 1000 + timeout.components.attoseconds / 1_000_000_000_000_000
    let count = cncurses_ask(question, awaitsGraphics ? 1 : 0, &bytes, Int32(bytes.count), Int32(milliseconds))
    return Array(bytes.prefix(Int(max(0, count))))
  }

  private var imageOutput: ImageOutput {
    let isShown = store != nil && !(isInTmux && glyphs == .ascii)
    return ImageOutput(isShown ? pictures.imageProtocol : .symbols, tmux: isInTmux, depth: colorDepth)
  }

  /// The whole screen is painted anew after it, over the pictures.
  private func forgetPairs() {
    forgetImages()
    cncurses_forget_pairs()
    shown = nil
  }

  /// A related terminfo entry with 256 colours, loaded; the entry itself where it has them, or there is no related one.
  private static func entryOf256Colors(for entry: String) -> String {
    guard cncurses_entry_colors() < 256 else { return entry }
    let richer = entry + "-256color"
    if Int(cncurses_load_entry(richer)) == CNCURSES_READY { return richer }
    _ = cncurses_load_entry(entry)
    return entry
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

extension TerminfoColors {
  /// The colours of the entry that is loaded.
  fileprivate static var ofEntry: TerminfoColors {
    TerminfoColors(
      count: Int(cncurses_entry_colors()),
      claimsDirectColor: cncurses_entry_has_flag("Tc") == 1 || cncurses_entry_has_flag("RGB") == 1)
  }
}
