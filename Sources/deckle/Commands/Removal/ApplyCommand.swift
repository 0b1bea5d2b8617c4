import ArgumentParser
import FileSafety
import PhotoModel
import PhotoScan
import Removal
import SessionStore
import SystemPackage

/// `deckle apply`: carries out a plan, with every guard of the interface.
struct ApplyCommand: PrintingCommand {
  static let configuration = CommandConfiguration(
    commandName: "apply", abstract: "Move to the trash what a plan says; everything in it is checked again.",
    discussion: """
      A photo goes only if its decision is delete, it still has the content that the plan was made for, nothing new \
      belongs to it, and of each of its sets a photo stays. With the decision move it goes to the folder that the plan \
      names as “to”, as by deckle move, and nothing has to stay for it. More than 1000 photos, or more than 20 that are over a \
      quarter of those in the folders of the plan, need their number: typed in the place of y, or with --yes --count. \
      Exit codes: 0 all moved, 1 none, 2 some (each is listed), \
      64 wrong usage, 130 interrupted.
      """)

  @Argument(help: "The plan, made by deckle plan; - is standard input.", completion: .file(extensions: ["json"]))
  var plan: String

  @OptionGroup var options: TrashOptions

  func perform(_ program: Program, _ console: Console) throws -> CommandExitCode {
    let dialog = RemovalDialog(options, program: program, console: console, isInputTaken: plan == "-")
    let file = try planFile(program)
    guard file.photos.contains(where: \.decision.isLeaving) else {
      console.printText("The plan deletes no photo, so there is nothing to do.")
      if options.json {
        try console.write(try jsonDocument(TrashDocument(dryRun: options.removal.dryRun)))
      }
      return .done
    }
    let leaving = file.photos.filter(\.decision.isLeaving)
    try dialog.checkAnswer(for: leaving.map(\.path))
    // The objections are read before anything of the session is set aside or forgotten: afterwards the decisions would
    // be lost.
    let before = try objections(to: file, program)
    func planned() throws -> PlannedRemovals {
      // The objections are read again, since now no other program can decide anything.
      let now = try objections(to: file, program)
      return PlannedRemovals(file, program.scanSettings(of: program.configuration)) {
        before.objection(to: $0) ?? now.objection(to: $0)
      }
    }
    let folders = Dictionary(
      uniqueKeysWithValues: leaving.compactMap { photo in photo.destination.map { (photo.path, $0) } })
    return try dialog.perform(
      leaving.map(\.path), to: folders, library: { _ in photoCount(in: file.folders, program) }, planned: planned)
  }

  /// - Throws: `CommandFailure` that names the file, the photo and its fault.
  private func planFile(_ program: Program) throws -> PlanFile {
    let source = argumentPath(plan)
    let name = plan == "-" ? "The plan" : "The plan \(program.naming(source))"
    let bytes = try inputBytes(of: source, name, "Nothing was moved", "make plans of parts")
    do { return try PlanFile(bytes) } catch { throw CommandFailure("\(name) \(error.text). Nothing was moved.") }
  }

  private func photoCount(in folders: [FilePath], _ program: Program) -> Int {
    let request = ScanRequest(roots: folders, settings: program.scanSettings(of: program.configuration), jobs: 1)
    return PhotoScan.photoCount(of: request, trash: program.trash) { Interruption.isRaised }
  }

  private func objections(to file: PlanFile, _ program: Program) throws -> PlanObjections {
    func failure(_ sentence: String) -> CommandFailure {
      CommandFailure("Nothing was moved, because what you decided after the plan was made cannot be read. \(sentence)")
    }
    do {
      let session = try program.readableSession()
      let since = PlanObjections.beginning(of: file)
      return PlanObjections(
        file, try program.earlierDecisions(), movedSince: try session?.paths(ofFilesMovedSince: since) ?? [],
        stayingSince: try session?.filesStaying(since: since) ?? [], naming: program.naming)
    } catch let error as CommandFailure {
      throw failure(error.sentence)
    } catch let error as StoreError {
      throw failure(error.sentence(program.naming))
    } catch let error as FileSafetyError {
      throw failure(error.sentence(naming: program.naming))
    }
  }
}
