import ArgumentParser
import FileSafety
import PhotoModel
import SessionStore
import SystemPackage
import TextSurface

/// `deckle empty`: erases from the trash what Deckle's own batches put there, after a typed confirmation.
struct EmptyCommand: PrintingCommand {
  static let configuration = CommandConfiguration(
    commandName: "empty", abstract: "Erase photos of Deckle's own batches from the trash, for good.",
    discussion: """
      The only command that erases. It touches nothing that others put into the trash, nor a file whose bytes are not \
      those of its receipt, asks to be told how many files \
      on a terminal, and takes no answer from anywhere else. Exit codes: 0 all erased, 1 none, 2 some (each other one \
      is listed), 64 wrong usage, 130 interrupted.
      """)

  @Option(help: ArgumentHelp("The batch with this name; deckle history lists them.", valueName: "id"))
  var batch: String?

  @Flag(help: "Every batch that has files in the trash.")
  var all = false

  @Flag(help: "Only say what would be erased.")
  var dryRun = false

  func validate() throws {
    if (batch != nil) == all { throw ValidationError("Name what to erase in one way: --batch ID, or --all.") }
  }

  func perform(_ program: Program, _ console: Console) throws -> CommandExitCode {
    guard dryRun || console.isInputTerminal && console.isErrorTerminal else {
      throw CommandFailure(
        "Erasing has to be confirmed in words on a terminal, and there is none. Nothing was erased. "
          + "With --dry-run the same command says what would be.")
    }
    let eraser = Eraser(environment: program.trash)
    // A dry run only reads: it takes no lock and settles nothing.
    let session = dryRun ? try program.readableSession() : try program.writableSession(console)
    let batches = try wanted(session, console)
    let known = erasable(of: batches, eraser, console)
    if Interruption.isRaised {
      console.printText("Nothing was erased.")
      return .interrupted
    }
    let erasable = Found(known.flatMap(\.outcomes))
    for sentence in erasable.refusals(program) { console.printText(sentence) }
    guard erasable.count > 0 else {
      console.printText(
        known.allSatisfy(\.outcomes.isEmpty)
          ? "Nothing of that is in the trash, so there is nothing to erase." : "So there is nothing to erase.")
      let lookup = TrashLookup()
      for trash in Set(batches.flatMap { $0.missingTrashes(lookup) }).sorted(by: precedesInByteOrder) {
        console.printText("\(program.naming(trash)) is not there now; what lies in it was not looked at.")
      }
      return .failed
    }
    for (batch, outcomes) in known where outcomes.contains(where: \.isErased) {
      let found = Found(outcomes)
      try console.print("\(batch.id.text)  \(counted(found.count, "file"))  \(found.bytes.formatted)")
    }
    for sentence in Self.lostSurvivors(of: known, program) { console.printText(sentence) }
    if dryRun {
      try console.print("Nothing was erased: this was a dry run. \(erasable.title) would be.")
      return .done
    }
    guard console.confirmByTyping("erase \(erasable.count)", toDo: "erase \(erasable.title) for good") else {
      console.printText("Nothing was erased.")
      return Interruption.isRaised ? .interrupted : .failed
    }
    guard let session else { return .failed }
    return try erase(known, eraser, session, program, console)
  }

  /// Reads each file against its receipt first: bytes that Deckle did not put there are not erased.
  private func erasable(
    of batches: [RemovalBatch], _ eraser: Eraser, _ console: Console
  ) -> [(batch: RemovalBatch, outcomes: [EraseOutcome])] {
    let found = batches.map { (batch: $0, outcomes: eraser.erasable(of: $0)) }
    let reader = BatchReader(console, files: found.reduce(0) { $0 + $1.outcomes.count(where: \.isErased) })
    defer { reader.finish() }
    return found.map { batch, outcomes in
      let indices = Set(outcomes.filter(\.isErased).map(\.index))
      let unlike = reader.read(batch, only: indices, originals: true).outcomes.filter { $0.result == .changed }
      return unlike.isEmpty ? (batch, outcomes) : (batch, eraser.erasable(of: batch, unlike: Set(unlike.map(\.index))))
    }
  }

  /// A sentence for each of the first files that went because a copy or keeper stayed, where that stays no more: it may
  /// be the last.
  private static func lostSurvivors(
    of known: [(batch: RemovalBatch, outcomes: [EraseOutcome])], _ program: Program
  ) -> [String] {
    let lost = known.flatMap { batch, outcomes in
      let indices = Set(outcomes.filter(\.isErased).map(\.index))
      return batch.files.filter { indices.contains($0.index) }.compactMap { file in
        file.lostSurvivor().map { (path: file.path, survivor: $0) }
      }
    }
    let sentences = lost.prefix(mostNamed).map { path, survivor in
      "\(program.naming(path)) may be the last of its kind: \(program.naming(survivor)), which stayed for it, is away or "
        + "has changed."
    }
    let others = lost.count - sentences.count
    return others > 0 ? sentences + ["So may \(counted(others, "other file")) of these."] : sentences
  }

  private static let mostNamed = 10

  private func wanted(_ session: SessionDatabase?, _ console: Console) throws -> [RemovalBatch] {
    guard let batch else {
      let batches = try session?.allBatches() ?? []
      let lookup = TrashLookup()
      let folders = batches.filter { $0.app != nil && $0.hasFilesToRestore(lookup) }.count
      if folders > 0 {
        console.printText(
          "\(counted(folders, "batch", "batches")) of folders that apps left behind \(folders == 1 ? "stays" : "stay") in "
            + "the trash: \(Self.onlyPhotos)")
      }
      return batches.filter { $0.app == nil }
    }
    let found = try session.namedBatch(batch)
    if let app = found.app {
      throw CommandFailure("Batch \(found.id.text) is what \(SafeText(app).text) left behind: \(Self.onlyPhotos)")
    }
    return [found]
  }

  private static let onlyPhotos =
    "Deckle erases photos only, file by file, and no whole folders. Empty the trash of your desktop."

  private func erase(
    _ known: [(batch: RemovalBatch, outcomes: [EraseOutcome])], _ eraser: Eraser, _ journal: any RemovalJournal,
    _ program: Program, _ console: Console
  ) throws -> CommandExitCode {
    let batches = known.map(\.batch)
    let before = Self.freeSpace(of: batches)
    var outcomes: [EraseOutcome] = []
    // Only the files that were counted when the phrase was typed, and none that came back since.
    for (batch, counted) in known {
      let indices = Set(counted.filter(\.isErased).map(\.index))
      outcomes += eraser.erase(batch, only: indices, journal: journal) { Interruption.isRaised }
    }
    let erased = Found(outcomes)
    for sentence in erased.refusals(program) { console.printText(sentence) }
    let gained = Self.freeSpace(of: batches) - before
    let kept = outcomes.count - erased.count
    try console.print("\(erased.title) erased; the disk has \(ByteCount(max(0, gained)).formatted) more free.")
    if erased.hasOtherNames {
      try console.print("Some have another name outside of the trash, so the disk keeps their bytes.")
    }
    if Interruption.isRaised { return .interrupted }
    return erased.count == 0 && !erased.hasDoubt ? .failed : kept == 0 ? .done : .inPart
  }

  /// The free bytes on all volumes together, whatever other programs change meanwhile.
  private static func freeSpace(of batches: [RemovalBatch]) -> Int64 {
    var seen: Set<FilePath> = []
    var free: Int64 = 0
    for folder in Set(batches.flatMap(\.files).compactMap { $0.location?.folder.path }) {
      guard let volume = try? Volume.containing(folder), seen.insert(volume.mountPoint).inserted else { continue }
      free += volume.available.bytes
    }
    return free
  }

  /// The part of some files that could be, or was, erased.
  private struct Found {
    var count = 0
    var bytes = ByteCount.zero
    var hasOtherNames = false
    private var obstacles: [FileSafetyError] = []

    init(_ outcomes: [EraseOutcome]) {
      for outcome in outcomes {
        switch outcome.result {
        case .erased(let freed):
          count += 1
          bytes += outcome.size
          if freed == nil { hasOtherNames = true }
        case .refused(let error): obstacles.append(error)
        }
      }
    }

    /// Whether some files may be erased: the file system gave no answer.
    var hasDoubt: Bool { obstacles.contains { if case .mayBeErased = $0 { true } else { false } } }

    var title: String { "\(counted(count, "file")) (\(bytes.formatted))" }

    func refusals(_ program: Program) -> [String] { obstacles.map { $0.sentence(naming: program.naming) } }
  }
}
