import ArgumentParser
import FileSafety
import Foundation
import Glibc
import PhotoArt
import PhotoModel
import SessionStore
import SettingsFile
import Shell
import SystemPackage
import TerminalDriver
import TextSurface
import ViewModels
import Views

/// `deckle` with no command: the interface, on the full screen or in plain lines.
struct InterfaceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open",
    abstract: "Review photos in the full-screen interface (the default), or with --plain line by line.")

  @Argument(
    help: ArgumentHelp(
      "Folders of photos; else the last library, else the desktop's pictures folder.", valueName: "folder"),
    completion: .directory)
  var folders: [String] = []

  @Flag(help: "Look only: nothing can be decided or moved.")
  var readOnly = false

  @Option(
    help: ArgumentHelp(
      "Before a move, ask about photos that are not also in this folder, byte for byte. Names do not count.",
      valueName: "folder"), completion: .directory)
  var backup: String?

  @Flag(
    help: "Lines of text and typed letters in place of the full screen: for screen readers, serial lines and scripts.")
  var plain = false

  @Option(
    help: ArgumentHelp("Colours: 24bit, 256, 16 or none; else what the terminal says.", valueName: "depth"),
    completion: .list(["24bit", "256", "16", "none"]))
  var color: String?

  @Option(
    help: ArgumentHelp("Theme: auto (as the terminal), dark, light, highContrast or noColor.", valueName: "name"),
    completion: .list(["auto", "dark", "light", "highContrast", "noColor"]))
  var theme: String?

  @Flag(help: "Nothing slides.")
  var reducedMotion = false

  @Flag(help: "Leave the mouse to the terminal.")
  var noMouse = false

  @Option(
    help: ArgumentHelp(
      "Pictures: auto, kitty, iterm, sixel, symbols or off; else DECKLE_PICTURES, else the settings.", valueName: "how")
  )
  var pictures: PictureChoice?

  func validate() throws {
    if let color, colorDepth(named: color) == nil {
      throw ValidationError("There is no --color \"\(SafeText(color))\"; use 24bit, 256, 16 or none.")
    }
    if let theme, ThemeName(rawValue: theme) == nil {
      throw ValidationError(
        "There is no --theme \"\(SafeText(theme))\"; use \(ThemeName.allCases.map(\.rawValue).joined(separator: ", "))."
      )
    }
  }

  func run() throws {
    // The threads of Swift's runtime end a process after a second without it.
    guard access("/proc/self/stat", R_OK) == 0 else {
      throw CommandFailure(
        "There is no /proc here, which the interface needs. Mount it (mount -t proc proc /proc), or use a command such as deckle "
          + "scan.")
    }
    let program = try readProgram()
    // The main thread belongs to the main actor: the shell pumps its queue.
    let code = try MainActor.assumeIsolated { try Interface(command: self, program: program).run() }
    // A scan may still be reading in the background: tearing libraries down under it would end in a crash. The terminal
    // is back and every decision is on the disk, so the process just ends.
    fflush(nil)
    _exit(code)
  }

  /// Reads the settings before there is a screen; a disk that delays this is reported, and the wait can be cancelled.
  private func readProgram() throws -> Program {
    let variables = ProcessEnvironment.ofThisProcess
    let home = variables.folder("HOME")
    let work = DiskWork(at: home ?? "/") { try Program(variables: variables) }
    if let ready = work.result(within: .milliseconds(500)) { return try ready.get() }
    unblockTerminalSignals()
    defer { blockTerminalSignals() }
    return try work.resultReportingStalls(Console(variables: variables), home: home)
  }
}

/// The interactive program, put together from its parts.
@MainActor
struct Interface {
  let command: InterfaceCommand
  let program: Program

  /// - Returns: The exit code.
  func run() throws -> Int32 {
    let work = DiskWork(at: program.places.home) { [program, command] in
      try InterfaceSetup(
        folders: command.folders, backup: command.backup, isReadOnly: command.readOnly, program: program)
    }
    let log = LogFile(path: program.places.logFile)
    let clock = ProgramClock()
    if command.plain {
      let setup = try plainGround(work)
      defer { close(setup) }
      // A script that sends lines is prepared for any question.
      let app = try app(
        on: setup, log: log, clock: clock, drawing: PictureDrawing(imageProtocol: .off),
        firstStep: isatty(STDIN_FILENO) == 1 ? setup.firstStep : nil)
      return try PlainRun(app: app, clock: clock).run()
    }
    // An error at once is printed without a screen, and no screen is shown for a moment only.
    var ready = work.result(within: Self.blink)
    if case .failure(let error) = ready { throw error }
    // Below a million, which keeps the commands short, and apart from those of another Deckle in this window.
    let store = ImageStore(firstNumber: UInt32(getpid() % 9000 + 1000) * 100)
    let terminal = try terminal(log: log, store: store)
    var theme = Theme(
      appearance.theme, depth: terminal.colorDepth, reducedMotion: appearance.reducedMotion, on: terminal.ground)
    theme.cell = terminal.cell
    theme.drawings = pixelDrawings(of: terminal, in: store)
    defer { terminal.stop() }
    var typed: [InputEvent] = []
    if ready == nil {
      try start(terminal)
      let home = program.places.home
      let ending = Opening(terminal: terminal, theme: theme).run(
        isOver: {
          ready = work.result(within: .zero)
          return ready != nil
        }, waiting: { work.stall?.title(home: home) })
      switch ending {
      case .over(let events): typed = events
      case .left: return 0
      case .terminated: return CommandExitCode.interrupted.rawValue
      }
    }
    guard let setup = try ready?.get() else { return 0 }
    defer { close(setup) }
    let drawing = PictureDrawing(
      imageProtocol: terminal.pictures.imageProtocol, depth: terminal.colorDepth, glyphs: terminal.glyphs,
      ansiColors: terminal.ansiColors, isOnLight: theme.isOnLight, store: store, limits: terminal.limits)
    let app = try app(on: setup, log: log, clock: clock, drawing: drawing, firstStep: setup.firstStep)
    try start(terminal)
    let shell = Shell(app: app, terminal: terminal, theme: theme, now: clock.now)
    // A key counts for the screen shown before it.
    if !typed.isEmpty { shell.draw() }
    for event in typed { shell.handle(event) }
    shell.run()
    terminal.stop()
    if shell.terminatingSignal != nil { return CommandExitCode.interrupted.rawValue }
    if let farewell = app.farewell { print(farewell) }
    return 0
  }

  /// The time for which a start shows nothing: most are over by then, and a screen that comes and goes flickers.
  private static let blink = Duration.milliseconds(60)

  /// Closes the databases. Every decision is on the disk before: a disk that hangs now is not waited for long.
  private func close(_ setup: InterfaceSetup) {
    let (session, features) = (setup.session, setup.features)
    _ = DiskWork(at: session.path) {
      session.close()
      features?.close()
    }.result(within: .seconds(2))
  }

  private func start(_ terminal: NcursesTerminal) throws {
    do { try terminal.start() } catch { throw CommandFailure(error.sentence) }
  }

  /// Ctrl-C ends the wait as it ends that of a command; later on it is an event.
  private func plainGround(_ work: DiskWork<InterfaceSetup>) throws -> InterfaceSetup {
    if let ready = work.result(within: Self.blink) { return try ready.get() }
    unblockTerminalSignals()
    defer { blockTerminalSignals() }
    return try work.resultReportingStalls(Console(variables: program.variables), home: program.places.home)
  }

  // MARK: Parts

  /// Everything behind the screen, or behind the lines of plain mode.
  private func app(
    on setup: InterfaceSetup, log: LogFile, clock: ProgramClock, drawing: PictureDrawing, firstStep: FirstStep?
  ) throws -> AppModel {
    let warnings = setup.notes + (TerminalChecks.adviceOnLargeWindow.map { [$0] } ?? [])
    for warning in warnings { log.write(warning) }
    let dependencies = LiveDependencies(
      program: program, session: setup.session, features: setup.features, cacheDamage: setup.cacheDamage,
      clock: clock, log: log, drawing: drawing,
      backup: setup.backup
    ).dependencies
    let library = LibraryModel(
      roots: setup.roots, settings: program.scanSettings(of: program.configuration),
      protectedFolders: setup.protectedFolders,
      readOnlyReason: setup.readOnlyReason, dependencies: dependencies, work: WorkCounter())
    do { try library.open() } catch { throw InterfaceSetup.failure(error, program) }
    return AppModel(
      library: library, keys: program.configuration.keys,
      startupMessage: warnings.isEmpty ? nil : warnings.joined(separator: " "), appearance: appearance,
      firstStep: firstStep)
  }

  private func terminal(log: LogFile, store: ImageStore) throws -> NcursesTerminal {
    let options = TerminalOptions(
      colorDepth: command.color.flatMap(colorDepth(named:)),
      usesMouse: !command.noMouse && program.configuration.mouse,
      pictures: try PictureChoice.decision(option: command.pictures, program: program),
      tmux: outerTerminal(program.variables.texts), logDescriptor: log.descriptor)
    do { return try NcursesTerminal(options: options, store: store, environment: program.variables.texts) } catch {
      throw CommandFailure(error.sentence)
    }
  }

  /// The pixels of rings and signs, where the terminal shows any.
  private func pixelDrawings(of terminal: NcursesTerminal, in store: ImageStore) -> PixelDrawings? {
    let (imageProtocol, limits) = (terminal.pictures.imageProtocol, terminal.limits)
    guard imageProtocol.hasPixels else { return nil }
    return PixelDrawings(store: store, cutsPictures: imageProtocol == .kitty) { raster, cells in
      let picture = RGBPicture(width: raster.width, height: raster.height, pixels: raster.pixels)
      let cell = CellPixels(width: raster.width / cells.columns, height: raster.height / cells.rows)
      return encodedImage(of: picture, cells: cells, cell: cell, imageProtocol: imageProtocol, limits: limits)
    }
  }

  /// The appearance of the configuration, with the options of the command line.
  private var appearance: Appearance {
    var appearance = program.configuration.appearance
    appearance.theme = command.theme.flatMap(ThemeName.init(rawValue:)) ?? appearance.theme
    appearance.reducedMotion = command.reducedMotion || appearance.reducedMotion
    return appearance
  }
}

/// The clock of a run: starts at zero, only goes forward.
@MainActor
struct ProgramClock {
  private let start = ContinuousClock().now

  func now() -> Duration { start.duration(to: ContinuousClock().now) }
}
