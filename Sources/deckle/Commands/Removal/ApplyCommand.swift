import ArgumentParser
import FileSafety
import PhotoModel
import PhotoScan
import SessionStore
import SystemPackage

/// `deckle apply`: does what a plan says, with every guard of the interface.
struct ApplyCommand: SpokenCommand {
  static let configuration = CommandConfiguration(
    commandName: "apply", abstract: "Move to the trash what a plan says; everything in it is checked again.",
    discussion: """
      A photo goes only if its decision is delete, it still has the content that the plan was made for, nothing new \
      belongs to it, and of each of its sets a photo stays. More than 1000 photos, or more than 20 that are over a \
      quarter of those in the folders of the plan, need their number: typed in the place of y, or with --yes --count. \
      Exit codes: 0 all moved, 1 none, 2 some (each is listed), \
      64 wrong usage, 130 interrupted.
      """)

  @Argument(help: "The plan, made by deckle plan; - is standard input.", completion: .file(extensions: ["json"]))
  var plan: String

  @OptionGroup var options: RemovalOptions

  func perform(_ program: Program, _ console: Console) throws -> Outcome {
    let run = RemovalRun(options, program: program, console: console, isInputTaken: plan == "-")
    let file = try PlanFile(from: argumentPath(plan), naming: program.naming)
    let leaving = file.photos.filter { $0.decision == .delete }
    guard !leaving.isEmpty else {
      console.printText("The plan deletes no photo, so there is nothing to do.")
      if options.json {
        try console.write(try jsonDocument(TrashDocument(batch: nil, dryRun: options.dryRun, files: [], bytes: .zero)))
      }
      return .done
    }
    try run.checkAnswer()
    // Before anything of the session is set aside or forgotten: then nobody would know any more what was decided.
    let before = try objections(to: file, program)
    let library: (TrashSelection) -> Int = { _ in photoCount(in: file.folders, program) }
    return try run.perform(library: library) { protected in
      // And again, for now no other program can decide anything.
      let now = try objections(to: file, program)
      let planned = PlannedRemovals(
        removals: Self.removals(file, program.scanSettings(of: program.configuration)) {
          before.objection(to: $0) ?? now.objection(to: $0)
        },
        staying: Set(file.photos.filter { $0.decision != .delete }.map(\.path)))
      return try run.selection(of: leaving.map(\.path), protected: protected, planned: planned)
    }
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
        saidSince: try session?.filesStaying(since: since) ?? [], naming: program.naming)
    } catch let error as CommandFailure {
      throw failure(error.sentence)
    } catch let error as StoreError {
      throw failure(error.sentence(program.naming))
    } catch let error as FileSafetyError {
      throw failure(error.sentence(naming: program.naming))
    }
  }

  private static func removals(
    _ file: PlanFile, _ settings: ScanSettings, objection: (PlanFile.Photo) -> String?
  ) -> [FilePath: PlannedRemoval] {
    let request = ScanRequest(roots: file.folders, settings: settings, jobs: 1)
    let standings = request.standingsNow(of: file.photos.map(\.path))
    /// What may vanish, or is a backup or removed by its name, is no photo for whose sake another goes.
    func vouches(_ stayer: PlannedRemoval.Stayer, _ photo: PlanFile.Photo) -> Bool {
      standings[stayer.path, default: .lasting].vouches(for: standings[photo.path, default: .lasting])
    }
    var staying: [String: [PlannedRemoval.Stayer]] = [:]
    for photo in file.photos where photo.decision != .delete {
      guard let digest = photo.digest else { continue }
      // One that is sure to stay vouches before one that is still a question.
      for set in photo.sets {
        let place = photo.decision == .keep ? 0 : staying[set, default: []].count
        let stayer = PlannedRemoval.Stayer(
          path: photo.path, digest: digest, companions: photo.companions, isKept: photo.decision == .keep)
        staying[set, default: []].insert(stayer, at: place)
      }
    }
    let pairs = file.photos.filter { $0.decision == .delete }.map { photo in
      (
        photo.path,
        PlannedRemoval(
          digest: photo.digest, companions: photo.companions,
          staying: photo.sets.map { set in staying[set, default: []].filter { vouches($0, photo) } },
          objection: objection(photo))
      )
    }
    return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }
}
