import ArgumentParser
import FileSafety
import Foundation
import PhotoModel
import SessionStore
import SettingsFile
import SystemPackage
import TextSurface

/// What every command that moves photos lets a person choose.
struct RemovalOptions: ParsableArguments {
  @Flag(help: "Only say what would happen.")
  var dryRun = false

  @Flag(help: "Do not ask.")
  var yes = false

  @Option(
    help: ArgumentHelp(
      "With --yes: photos that this moves, as --dry-run counts them; needed for many, and checked wherever it is named.",
      valueName: "number"))
  var count: Int?

  @Option(
    help: ArgumentHelp("Nothing in this folder is moved. May be repeated.", valueName: "folder"),
    completion: .directory)
  var protect: [String] = []

  @Option(
    help: ArgumentHelp(
      "On a volume without a trash: move to this folder instead; it must be on that volume. May be repeated.",
      valueName: "folder"),
    completion: .directory)
  var setAside: [String] = []

  @Flag(help: "Print one JSON document (schema deckle.trash/1).")
  var json = false

  @OptionGroup var backup: BackupOptions
}

/// Asks, moves, and tells what became of every file: one way for every command that moves photos.
struct RemovalRun {
  let options: RemovalOptions
  let program: Program
  let console: Console
  /// Standard input is a list, so that no answer can come from there.
  let isInputTaken: Bool

  init(_ options: RemovalOptions, program: Program, console: Console, isInputTaken: Bool) {
    self.options = options
    self.program = program
    self.console = console
    self.isInputTaken = isInputTaken
  }

  /// - Throws: `CommandFailure` where a yes is needed and nobody can give it.
  func checkAnswer() throws {
    guard options.yes || options.dryRun || canAsk else {
      throw CommandFailure(
        "Moving photos has to be confirmed, and nobody can be asked here. Nothing was moved. "
          + "Run it again with --yes, or with --dry-run to see what would happen.")
    }
  }

  /// A protected folder that was renamed has another name that nobody protects.
  ///
  /// - Throws: `CommandFailure` where one is not there, and nobody is asked.
  private func checkProtection() throws {
    guard let missing = program.missingProtectedFolders.first else { return }
    throw CommandFailure(
      "There is no folder \(SafeText(missing).text), which is protected: it may have another name now, or its drive is away. "
        + "Nothing was moved; correct protectedFolders in \(program.naming(program.places.configurationFile)), or run it without "
        + "--yes to be asked.")
  }

  /// Says it before the question where root would take photos from somebody who does not find them again.
  ///
  /// - Throws: `CommandFailure` where nobody is asked, and it is certain that they are those of the person who calls.
  private func checkOwner(_ selection: TrashSelection) throws {
    guard let items = selection.plan?.items,
      let owner = program.foreignOwner(of: items.lazy.flatMap { $0.files.map(\.path) })
    else { return }
    if owner.isCaller, options.yes, !options.dryRun {
      throw CommandFailure("Nothing was moved. \(owner.sentence)")
    }
    console.printText(owner.sentence)
  }

  /// - Parameters:
  ///   - library: Photos of the library that those of the selection are a part of. Asked only where it decides.
  ///   - select: Looks at the files, given the folders in which nothing may be moved.
  func perform(
    library: (TrashSelection) throws -> Int, _ select: (_ protected: [FilePath]) throws -> TrashSelection
  ) throws -> Outcome {
    for folder in argumentPaths(options.setAside) {
      program.trash.setAside.choose(try absolutePath(folder, naming: program.naming))
    }
    if options.yes, !options.dryRun { try checkProtection() }
    // A dry run looks only: it takes no lock and settles nothing.
    let session = options.dryRun ? nil : try program.writableSession(console)
    let protected = try program.protectedFolders(named: options.protect)
    let backup = try options.backup.folder(program, console)
    var selection = try select(protected)
    let proof = try backup.flatMap { try apply($0, &selection) }
    if backup != nil, Interruption.isRaised { return .interrupted }
    try checkOwner(selection)
    if let sentence = selection.plan.flatMap(NamesOfFiles.sentence) { console.printText(sentence) }
    guard let session else {
      if let missing = program.missingProtectedFolders.first {
        console.printText(
          "With --yes nothing would be moved: there is no folder \(SafeText(missing).text), which is protected.")
      }
      for sentence in selection.sentencesOfWhatGoesAlong { console.printText(sentence) }
      let receipt = preview(selection)
      try checkCount(receipt.photos)
      return try report(receipt, proof, isDryRun: true)
    }
    let large = try largeMove(&selection, library)
    guard let plan = selection.plan else { return try report(Receipt(selection), proof, isDryRun: false) }
    if Interruption.isRaised { return .interrupted }
    if options.yes { for sentence in selection.sentencesOfWhatGoesAlong { console.printText(sentence) } }
    if !options.yes, try !confirmed(plan, selection, large) {
      console.printText("Nothing was moved.")
      return Interruption.isRaised ? .interrupted : .failed
    }
    try checkProtection(hasNotGrownSince: protected)
    return try report(move(plan, selection, session), proof, isDryRun: false)
  }

  // MARK: The brake

  /// What would move, where it is so much that its number has to be said; nil where a yes is enough. What cannot be moved now is
  /// taken out: only what was counted moves, whatever becomes possible while the question stands.
  ///
  /// - Throws: `CommandFailure` where `--count` names another number, and where it is needed and nobody is asked.
  private func largeMove(
    _ selection: inout TrashSelection, _ library: (TrashSelection) throws -> Int
  ) throws -> Receipt? {
    guard let most = selection.plan?.items.count, options.count != nil || most > MoveBrake.fewPhotos else { return nil }
    let receipt = preview(selection)
    selection.hold(receipt.refusals)
    try checkCount(receipt.photos)
    guard try MoveBrake.needsNumber(of: receipt.photos, library: library(selection)) else { return nil }
    guard options.yes, options.count == nil, !Interruption.isRaised else { return receipt }
    throw CommandFailure(
      "This would move \(counted(receipt.photos, "photo")), so many that yes is not enough. Nothing was moved; run it again with "
        + "--yes --count \(receipt.photos) if that is meant.", outcome: .wrongUsage)
  }

  private func checkCount(_ photos: Int) throws {
    guard let count = options.count, count != photos else { return }
    throw CommandFailure(
      "--count says \(groupedDigits(count)), but this would move \(counted(photos, "photo")). Nothing was moved; run it again "
        + "with --count \(photos) if that is meant.", outcome: .wrongUsage)
  }

  /// A question, and a look into a backup, may stand for hours.
  private func checkProtection(hasNotGrownSince protected: [FilePath]) throws {
    do throws(ConfigurationError) {
      let known = Set(protected + program.namedFolders(program.configuration.protectedFolders))
      if try program.protectedFoldersNow().allSatisfy(known.contains) { return }
    } catch {
      throw CommandFailure("Nothing was moved, because it is not known what is protected. \(error.sentence)")
    }
    throw CommandFailure(
      "Nothing was moved: more folders are protected in \(program.naming(program.places.configurationFile)) than when this "
        + "began. Run it again.")
  }

  /// Asks the backup, and a person about what is not in it. Where nobody can be asked that is held back.
  ///
  /// - Returns: Nil where nothing could go anyway.
  private func apply(_ backup: BackupFolder, _ selection: inout TrashSelection) throws -> BackupProof? {
    guard selection.plan != nil else { return nil }
    let proof = try selection.proof(in: backup)
    if Interruption.isRaised { return nil }
    console.printText(proof.sentence)
    var holds = !options.backup.alsoWithoutBackup
    if !proof.missing.isEmpty, holds, canAsk, !options.yes, !options.dryRun {
      holds = !console.refuses(
        proof.missing.count == 1 ? "Hold that one back?" : "Hold these \(groupedDigits(proof.missing.count)) back?")
    }
    selection.apply(proof, holding: holds)
    return proof
  }

  private var canAsk: Bool { console.isInputTerminal && console.isErrorTerminal && !isInputTaken }

  /// What can be moved of files that were named.
  ///
  /// - Parameter planned: What a plan says of them; absent for a name that no plan speaks of.
  func selection(
    of given: [FilePath], protected: [FilePath], planned: PlannedRemovals? = nil
  ) throws -> TrashSelection {
    try TrashSelection(
      given, program: program, protectedFolders: protected,
      copies: CopySearch(trash: program.trash, places: program.knownPlaces) { existingCache }, planned: planned)
  }

  /// The cache if there is one; none is made only to look for copies.
  private var existingCache: FeatureStore? {
    guard (try? fileStatus(of: try pathWithRealFolders(program.places.featuresFile))) != nil else { return nil }
    return try? program.features(isReadOnly: true)
  }

  /// Tells what stays and why, then asks.
  ///
  /// - Parameter large: What would move, where its number has to be typed; nil where a yes is enough.
  /// - Throws: `CommandFailure` where it is not typed.
  private func confirmed(_ plan: RemovalPlan, _ selection: TrashSelection, _ large: Receipt?) throws -> Bool {
    for sentence in selection.entries.compactMap(\.refusal) { console.printText(sentence) }
    let copies = plan.items.count { if case .exactCopy = $0.safeguard { true } else { false } }
    if copies > 0 {
      console.printText(
        "\(groupedDigits(copies)) of them \(copies == 1 ? "has" : "have") a copy, byte for byte, that stays.")
    }
    for sentence in selection.sentencesOfWhatGoesAlong { console.printText(sentence) }
    guard let large else {
      return console.confirm("Move \(counted(plan.fileCount, "file")) (\(plan.size.formatted)) to the trash?")
    }
    let files = large.files.count { $0.outcome == .moved }
    let deed = "move \(countedPhotos(large.photos, files: files)), \(large.bytes.formatted), to the trash"
    let typed = console.typed(String(large.photos), toDo: deed)
    if Interruption.isRaised { return false }
    if let typed, MoveBrake.isNumber(typed, of: large.photos) { return true }
    throw CommandFailure(
      "That was not \(large.photos), the number of the photos that this would move. Nothing was moved.",
      outcome: .wrongUsage)
  }

  // MARK: Doing it

  /// What became of every named file.
  private struct Receipt {
    var batch: BatchID?
    var files: [FileOutcome]
    var bytes = ByteCount.zero
    /// Photos that moved, or would.
    var photos = 0
    var wasStopped = false
    /// The disk has confirmed what was moved, and it is written down.
    var isRecorded = true
    /// Files of the plan that cannot be moved, and why.
    var refusals: [FilePath: String]

    /// - Parameter outcomes: Of the files of the plan.
    init(
      _ selection: TrashSelection, batch: BatchID? = nil, wasStopped: Bool = false,
      outcomes: [FilePath: FileOutcome] = [:]
    ) {
      self.batch = batch
      self.wasStopped = wasStopped
      refusals = outcomes.compactMapValues { $0.outcome == .refused ? $0.reason.value : nil }
      files = selection.entries.map { entry in
        if let refusal = entry.refusal { return FileOutcome(entry.path, .refused, reason: refusal) }
        return outcomes[entry.path] ?? FileOutcome(entry.path, .refused, reason: "It was not reached.")
      }
      bytes = selection.entries.filter { $0.refusal == nil && outcomes[$0.path]?.outcome == .moved }.map(\.size).total
      photos = selection.plan?.items.count { outcomes[$0.path]?.outcome == .moved } ?? 0
    }
  }

  private func move(
    _ plan: RemovalPlan, _ selection: TrashSelection, _ session: SessionDatabase
  ) throws -> Receipt {
    let batch = LiveRemoval.newBatchID()
    let report: RemovalReport
    do {
      report = try BatchMover(environment: program.trash, journal: session)
        .move(plan, as: batch, isStopped: { Interruption.isRaised })
    } catch {
      throw CommandFailure("The batch could not be written down, so nothing was moved. Run deckle doctor.")
    }
    for warning in report.warnings { console.printText(warning.sentence(naming: program.naming)) }
    if !report.isRecorded {
      console.printText(session.notRecordedSentence(program.naming))
    }
    var outcomes: [FilePath: FileOutcome] = [:]
    for outcome in report.outcomes {
      let reason = outcome.obstacle?.sentence(naming: program.naming)
      outcomes[outcome.path] =
        switch outcome.result {
        case .moved(let place): FileOutcome(outcome.path, .moved, trashPath: place.filePath)
        case .refused: FileOutcome(outcome.path, .refused, reason: reason)
        case .failed: FileOutcome(outcome.path, .failed, reason: reason)
        case .unknown: FileOutcome(outcome.path, .unknown, reason: reason)
        }
    }
    var receipt = Receipt(
      selection, batch: report.movedFiles + report.unknownFiles > 0 ? batch : nil, wasStopped: report.wasStopped,
      outcomes: outcomes)
    receipt.isRecorded = report.isRecorded
    return receipt
  }

  /// Where each file would go, found out without touching anything.
  private func preview(_ selection: TrashSelection) -> Receipt {
    var outcomes: [FilePath: FileOutcome] = [:]
    // By folder: where its photos go, once that is known to work.
    var trashes: [FilePath: TrashFolder] = [:]
    var taken: [FilePath: Set<[UInt8]>] = [:]
    for path in selection.plan?.items.flatMap({ $0.files.map(\.path) }) ?? [] {
      let folder = path.removingLastComponent()
      if trashes[folder] == nil {
        if let obstacle = trashPreflight(for: path, program.trash).obstacle {
          outcomes[path] = FileOutcome(path, .refused, reason: obstacle.sentence(naming: program.naming))
          continue
        }
        trashes[folder] = program.trashForMoving(filesIn: folder)
      }
      let place = trashes[folder].flatMap { trash in
        trash.foreseeablePlace(for: path, except: &taken[trash.path, default: []], program.trash)
      }
      outcomes[path] = FileOutcome(path, .moved, trashPath: place)
    }
    return Receipt(selection, outcomes: outcomes)
  }

  // MARK: Telling it

  private func report(_ receipt: Receipt, _ proof: BackupProof?, isDryRun: Bool) throws -> Outcome {
    var document = TrashDocument(
      batch: receipt.batch?.text, dryRun: isDryRun, files: receipt.files, photos: receipt.photos, bytes: receipt.bytes)
    document.backup = proof.map(TrashDocument.Backup.init)
    try console.tell(summary(document, receipt)) {
      if options.json {
        try console.write(try jsonDocument(document))
      } else {
        try console.print(
          outcomeLines(document.files, moved: isDryRun ? "would go" : "moved") + ["", summary(document, receipt)])
      }
    }
    if receipt.wasStopped { return .interrupted }
    if document.moved + document.unknown == 0 { return .failed }
    // What the disk has not confirmed may be undone by a power cut: that is not done.
    return document.moved == document.files.count && receipt.isRecorded ? .done : .inPart
  }

  private func summary(_ document: TrashDocument, _ receipt: Receipt) -> String {
    let amount = "\(counted(document.moved, "file")) (\(receipt.bytes.formatted))"
    if document.dryRun {
      let photos = counted(document.photos, "photo")
      return "Nothing was moved: this was a dry run. \(photos), \(amount), would go to the trash."
    }
    guard let batch = receipt.batch else { return "Nothing was moved." }
    if document.unknown > 0 {
      return "\(amount) moved to the trash, batch \(batch.text). \(counted(document.unknown, "file")) more may have "
        + "been moved; Deckle looks again at the next start."
    }
    return "\(amount) moved to the trash, batch \(batch.text). To put back: deckle restore --last"
  }
}
