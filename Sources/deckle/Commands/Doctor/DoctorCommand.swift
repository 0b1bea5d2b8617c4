import ArgumentParser
import DecodeWorker
import FileSafety
import SystemPackage

/// `deckle doctor`: what works here, what does not, what to do.
struct DoctorCommand: PrintingCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Check terminal, formats, folders, trash and files: what works, and what to do.",
    discussion: "Exit codes: 0 Deckle works here, 1 something that it cannot do without is missing.")

  @Argument(
    help: ArgumentHelp(
      "Folders of photos; else the last library, the desktop's pictures folder, or this folder.", valueName: "folder"),
    completion: .directory)
  var folders: [String] = []

  @Flag(help: "Print one JSON document (schema deckle.doctor/1).")
  var json = false

  var withWrongSettings: WrongSettings { .report }

  func perform(_ program: Program, _ console: Console) throws -> CommandExitCode {
    // Neither the terminal nor the processes that open pictures are a disk.
    IOWatchdog.current?.rests()
    // The main thread is the main actor's.
    let terminal = MainActor.assumeIsolated { TerminalChecks(program: program, console: console, mayAsk: !json).all }
    let report = Result { () throws(SandboxReport.Failure) in try SandboxReport() }
    let folders = FolderChecks(try paths(program), program: program)
    let document = DoctorDocument(
      checks: terminal + FormatChecks(report: try? report.get()).all + WorkerChecks(report: report).all
        + folders.checks + FileChecks(program: program).all,
      folders: folders.folders)
    if json {
      try console.write(try jsonDocument(document))
    } else {
      try console.print(DoctorTable(checks: document.checks, ink: console.ink).lines)
    }
    return document.ok ? .done : .failed
  }

  private func paths(_ program: Program) throws -> [FilePath] {
    if !folders.isEmpty { return argumentPaths(folders) }
    if let last = lastLibrary(program), !last.isEmpty { return last }
    let pictures = PicturesFolder(home: program.places.home, variables: program.variables).path
    if let pictures = try? realPath(pictures) { return [pictures] }
    return [try realPath(FilePath("."))]
  }

  /// The folders of the last library; nil also where the session cannot be read, which is a finding of its own.
  private func lastLibrary(_ program: Program) -> [FilePath]? {
    guard let session = try? program.readableSession() else { return nil }
    return try? session.lastLibrary()
  }
}
