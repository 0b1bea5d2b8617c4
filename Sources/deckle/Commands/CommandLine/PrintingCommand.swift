import ArgumentParser
import FileSafety
import Foundation
import Glibc
import PhotoModel
import Review
import SessionStore
import SystemPackage
import ViewModels

/// A command that prints: whatever goes wrong is one sentence on standard error and an exit code of the contract.
protocol PrintingCommand: ParsableCommand, Sendable {
  /// Does the work.
  ///
  /// - Throws: `CommandFailure` and the errors of the targets that the command calls.
  func perform(_ program: Program, _ console: Console) throws -> CommandExitCode

  /// The document of a command that did nothing, where one was asked for. Printed on a `CommandFailure` before any
  /// result.
  func documentOfNothing() throws -> [UInt8]?

  /// The behaviour of the command where the settings file is wrong.
  var withWrongSettings: WrongSettings { get }
}

/// The behaviour of a command where the settings file is wrong.
enum WrongSettings: Sendable {
  /// The command does not start: its folders, or those that are protected, may stand in the file.
  case stop
  /// The command reports the fault and goes on: no setting affects it. A restore never fails because of a typing error.
  case goOn
  /// The command goes on, and the fault is a part of its result.
  case report
}

extension PrintingCommand {
  var withWrongSettings: WrongSettings { .stop }

  func documentOfNothing() throws -> [UInt8]? { nil }

  func run() throws {
    Interruption.listen()
    let variables = ProcessEnvironment.ofThisProcess
    let console = Console(variables: variables)
    let home = userHomeFolder(variables: variables)
    let exitCode: CommandExitCode
    do {
      exitCode = try reportingStalls(console, home: home) {
        let program = try Program(variables: variables, toleratesSettings: withWrongSettings != .stop)
        if withWrongSettings != .report { reportWrongSettings(program, console) }
        return try perform(program, console)
      }
    } catch is Interrupted {
      console.printText("Stopped. Nothing was done.")
      throw ExitCode(CommandExitCode.interrupted.rawValue)
    } catch {
      console.printText(sentence(error))
      // Any other error may come in the middle of the work; after a result only the failure to write it is left to
      // report.
      if error is CommandFailure, !console.hasResult, let document = try? documentOfNothing() {
        try? console.write(document)
      }
      throw ExitCode(((error as? CommandFailure)?.exitCode ?? .failed).rawValue)
    }
    if exitCode != .done { throw ExitCode(exitCode.rawValue) }
  }

  private func reportWrongSettings(_ program: Program, _ console: Console) {
    for warning in program.configurationWarnings { console.printText(warning) }
    guard let error = program.configurationError else { return }
    for sentence in error.sentences { console.printText(sentence) }
    console.printText("This goes on without the settings.")
  }

  private func sentence(_ error: any Error) -> String {
    let home = Places(variables: .ofThisProcess).home
    let naming: (FilePath) -> String = { pathTitle($0, home: home) }
    return switch error {
    case let error as CommandFailure: error.sentence
    case let error as StoreError: error.sentence(naming)
    case let error as FileSafetyError: error.sentence(naming: naming)
    default: "This did not work (\(error)). Run deckle doctor to see what is wrong."
    }
  }
}

extension Program {
  /// Folders named on the command line that must not be touched.
  ///
  /// - Throws: `CommandFailure` for one that is not there: a slip of the finger must not leave photos unprotected.
  func protectedFolders(named names: [String]) throws -> [FilePath] {
    protectedFolders() + (try folders(names)).flatMap { mountedNames(of: $0) }
  }

  /// The session for a command that moves files: locked, and with what an earlier run left open settled.
  func writableSession(_ console: Console) throws -> SessionDatabase {
    let session = try session(isReadOnly: false)
    if let aside = session.setAside {
      console.printText("The session was damaged. It is kept as \(naming(aside)); a new one was begun.")
    }
    let reports = try Recovery(environment: trash, journal: session).run { try waitForCaches(of: $0, console) }
    for sentence in reports.flatMap({ $0.sentences(naming: naming) }) { console.printText(sentence) }
    for sidecar in try BatchSidecars(journal: session).settleAll() {
      if let sentence = sidecar.sentence(naming: naming) { console.printText(sentence) }
    }
    if !configuration.history { pruneHistory(in: session) }
    return session
  }

  /// Waits until the caches of network and cloud drives have expired. Ctrl-C ends the program.
  private func waitForCaches(of path: FilePath, _ console: Console) throws {
    console.printText(
      "What became of \(naming(path)) is not known yet. Deckle waits 20 seconds before it looks: until then its drive may answer "
        + "from memory.")
    IOWatchdog.current?.rests()
    let end = ContinuousClock.now + Recovery.cacheTime
    while ContinuousClock.now < end {
      if Interruption.isRaised { throw Interrupted() }
      usleep(50_000)
    }
  }

  /// Forgets batches that cannot be put back any more, where the history is switched off. A failed write stops nothing;
  /// the next start tries again.
  func pruneHistory(in session: SessionDatabase) {
    guard let batches = try? session.allBatches() else { return }
    let lookup = TrashLookup()
    // A sidecar written by a batch may have to be taken back once it is there again.
    guard let open = try? session.batchesWithOpenSidecars() else { return }
    let over = batches.filter { $0.isOver(lookup) && !open.contains($0.id) }
    guard !over.isEmpty else { return }
    try? session.forget(over.map(\.id))
  }

  /// The session for a command that only reads it; nil before the first decision or move.
  ///
  /// - Throws: `CommandFailure` where it cannot be read.
  func readableSession() throws -> SessionDatabase? {
    do throws(FileSafetyError) {
      _ = try realPath(places.sessionFile)
    } catch .vanished {
      // The decisions may be on a drive that is away.
      guard let link = deadLink(on: places.sessionFile) else { return nil }
      throw CommandFailure(
        "\(naming(places.sessionFile)) cannot be read: \(naming(link)) is a symbolic link that leads nowhere. Is the drive that "
          + "it leads to connected?")
    } catch {
      throw CommandFailure(error.sentence(naming: naming))
    }
    return try session(isReadOnly: true)
  }

  /// The decisions of earlier reviews.
  func earlierDecisions() throws -> EarlierDecisions {
    guard let session = try readableSession() else { return EarlierDecisions() }
    return EarlierDecisions(
      ledger: try session.ledger(), reviews: try session.reviews(),
      fileNow: { (try? fileStatus(of: $0))?.identity })
  }

  /// The decisions of earlier reviews, or none with a sentence about the failure: then more is listed than there is to
  /// decide.
  func earlierDecisionsIfPossible(_ console: Console) -> EarlierDecisions {
    do {
      return try earlierDecisions()
    } catch let failure as CommandFailure {
      console.printText("What you kept before is listed again. \(failure.sentence)")
    } catch {
      console.printText("What you kept before is listed again: the remembered decisions cannot be read.")
    }
    return EarlierDecisions()
  }

  /// The cache; nil, with a warning, where it cannot be opened: then a scan only takes longer.
  func featuresIfPossible(_ console: Console) -> FeatureStore? {
    do {
      return try features()
    } catch let failure as CommandFailure {
      console.printText("Without its cache Deckle measures every photo anew. \(failure.sentence)")
    } catch {
      console.printText("Without its cache Deckle measures every photo anew.")
    }
    return nil
  }
}
