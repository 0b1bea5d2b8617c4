import ArgumentParser
import FileSafety
import Foundation
import Glibc
import Logging
import PhotoModel
import SessionStore
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
    help: "Folders of photos; else the last library, else the desktop's pictures folder.", completion: .directory)
  var folders: [String] = []

  @Flag(help: "Look only: nothing can be decided or moved.")
  var readOnly = false

  @Flag(
    help: "Lines of text and typed letters in place of the full screen: for screen readers, serial lines and scripts.")
  var plain = false

  @Option(help: "Colours: 24bit, 256, 16 or none; else what the terminal says.")
  var color: String?

  @Option(help: "Theme: dark, light, highContrast or noColor.")
  var theme: String?

  @Flag(help: "Nothing slides.")
  var reducedMotion = false

  @Flag(help: "Leave the mouse to the terminal.")
  var noMouse = false

  @Option(help: "Pictures: auto, kitty, iterm, sixel, symbols or off; else DECKLE_PICTURES, else the settings.")
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
    let program = try Program()
    // The main thread is the main actor's: the shell pumps its queue.
    let code = try MainActor.assumeIsolated { try Interface(command: self, program: program).run() }
    // A scan may still be reading in the background: tearing libraries down under it would end in a crash. The terminal
    // is back and every decision is on the disk, so the process just ends.
    fflush(nil)
    _exit(code)
  }
}

/// The interactive program, put together from the rooms below.
@MainActor
struct Interface {
  let command: InterfaceCommand
  let program: Program

  /// - Returns: The exit code.
  func run() throws -> Int32 {
    let roots = try roots()
    // The first steps are for somebody who has named no folder and decided nothing yet.
    let isFirst =
      command.folders.isEmpty && !command.readOnly
      && !FileManager.default.fileExists(atPath: program.places.sessionFile.string)
    let log = LogFile(path: program.places.logFile)
    let clock = ProgramClock()
    if command.plain {
      // A script that sends lines knows what it wants.
      let app = try app(
        on: roots, log: log, clock: clock, drawing: PictureDrawing(rung: .off),
        isFirst: isFirst && isatty(STDIN_FILENO) == 1)
      return try PlainRun(app: app, clock: clock).run()
    }
    // Below a million, which keeps the commands short, and apart from those of another Deckle in this window.
    let store = ImageStore(firstNumber: UInt32(getpid() % 9000 + 1000) * 100)
    let terminal = try terminal(log: log, store: store)
    let drawing = PictureDrawing(
      rung: terminal.pictures.rung, depth: terminal.colorDepth, store: store, limits: terminal.limits)
    let app = try app(on: roots, log: log, clock: clock, drawing: drawing, isFirst: isFirst)
    do { try terminal.start() } catch { throw CommandFailure(error.sentence) }
    defer { terminal.stop() }
    let shell = Shell(
      app: app, terminal: terminal,
      theme: Theme(look.theme, depth: terminal.colorDepth, reducedMotion: look.reducedMotion),
      now: clock.now)
    shell.run()
    terminal.stop()
    if let signal = shell.terminatingSignal {
      return 128 + signal
    }
    print(app.farewell)
    return 0
  }

  // MARK: Parts

  /// Everything behind the screen, or behind the lines of plain mode.
  ///
  private func app(
    on roots: [FilePath], log: LogFile, clock: ProgramClock, drawing: PictureDrawing, isFirst: Bool
  ) throws -> AppModel {
    let session = try openSession()
    let cache = openCache(log: log)
    let warnings = session.notes + cache.notes + program.configurationWarnings
    for warning in warnings { log.write(warning) }
    let effects = LiveEffects(
      program: program, session: session.database, features: cache.store, clock: clock, log: log,
      drawing: drawing
    ).effects
    let library = LibraryModel(
      roots: roots, settings: program.configuration.scanSettings, protectedFolders: program.protectedFolders(),
      readOnlyReason: session.readOnlyReason, effects: effects, work: WorkCounter())
    do { try library.open() } catch { throw failure(error) }
    return AppModel(
      library: library, keys: program.configuration.keys,
      startupMessage: warnings.isEmpty ? nil : warnings.joined(separator: " "), look: look, showsFirstSteps: isFirst)
  }

  private func roots() throws -> [FilePath] {
    if !command.folders.isEmpty { return try program.folders(command.folders) }
    if let last = lastLibrary(), !last.isEmpty { return last }
    let pictures = PicturesFolder(home: program.places.home, variables: program.variables).path
    return (try? realPath(pictures)).map { [$0] } ?? []
  }

  /// The folders of the last library that are still there.
  private func lastLibrary() -> [FilePath]? {
    guard FileManager.default.fileExists(atPath: program.places.sessionFile.string),
      let session = try? SessionDatabase(path: program.places.sessionFile, isReadOnly: true, stamp: program.stamp),
      let last = try? session.lastLibrary()
    else { return nil }
    return last
  }

  private func terminal(log: LogFile, store: ImageStore) throws -> NcursesTerminal {
    let options = TerminalOptions(
      colorDepth: command.color.flatMap(colorDepth(named:)),
      usesMouse: !command.noMouse && program.configuration.mouse,
      pictures: try PictureChoice.decision(option: command.pictures, program: program), logDescriptor: log.descriptor)
    do { return try NcursesTerminal(options: options, store: store, environment: program.variables) } catch {
      throw CommandFailure(error.sentence)
    }
  }

  /// As the configuration has it, unless the command line says otherwise.
  private var look: Look {
    var look = program.configuration.look
    look.theme = command.theme.flatMap(ThemeName.init(rawValue:)) ?? look.theme
    look.reducedMotion = command.reducedMotion || look.reducedMotion
    return look
  }

  private struct OpenedSession {
    var database: SessionDatabase
    var readOnlyReason: String?
    var notes: [String] = []
  }

  /// One program may decide; a second one may look.
  private func openSession() throws -> OpenedSession {
    if command.readOnly {
      return OpenedSession(
        database: try program.session(isReadOnly: true), readOnlyReason: "Read-only: look, nothing is decided or moved."
      )
    }
    let database: SessionDatabase
    do throws(StoreError) {
      database = try SessionDatabase(path: program.places.sessionFile, stamp: program.stamp)
    } catch {
      guard case .inUse = error else { throw CommandFailure(error.sentence(program.naming)) }
      return OpenedSession(
        database: try program.session(isReadOnly: true),
        readOnlyReason: "Another Deckle is open on this session: you can look, but not decide.")
    }
    var opened = OpenedSession(database: database)
    if let aside = database.setAside {
      opened.notes.append("The session was damaged. It is kept as \(program.naming(aside)); this is a new one.")
    }
    do {
      let reports = try Recovery(environment: program.trash, journal: database).run()
      opened.notes += reports.flatMap { $0.sentences(naming: program.naming) }
    } catch { throw failure(error) }
    return opened
  }

  private func openCache(log: LogFile) -> (store: FeatureStore?, notes: [String]) {
    do throws(StoreError) {
      return (try FeatureStore(path: program.places.featuresFile, stamp: program.stamp), [])
    } catch {
      log.write(error.sentence(program.naming))
      return (nil, ["Without its cache Deckle measures every photo anew: \(error.sentence(program.naming))"])
    }
  }

  private func failure(_ error: any Error) -> CommandFailure {
    if let error = error as? StoreError { return CommandFailure(error.sentence(program.naming)) }
    if let error = error as? any SpokenError { return CommandFailure(error.sentence) }
    return CommandFailure("The session cannot be read: \(error)")
  }
}

/// The clock of a run: starts at zero, only goes forward.
@MainActor
struct ProgramClock {
  private let start = ContinuousClock().now

  func now() -> Duration { start.duration(to: ContinuousClock().now) }
}
