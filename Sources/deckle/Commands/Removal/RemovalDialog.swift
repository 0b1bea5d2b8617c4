import FileSafety
import PhotoModel
import Removal
import SessionStore
import SettingsFile
import SystemPackage
import TextSurface

/// The way of every command that moves photos: the question, the move, and what became of every file.
struct RemovalDialog {
  let options: RemovalOptions
  let backup: BackupOptions?
  let schema: TrashDocument.Schema
  let json: Bool
  /// Whether metadata that only removed photos have is carried over to those that stay.
  let mergesMetadata: Bool
  let program: Program
  let console: Console
  /// Standard input is a list, so that no answer can come from there.
  let isInputTaken: Bool

  /// The way to the trash.
  init(_ options: TrashOptions, program: Program, console: Console, isInputTaken: Bool) {
    (self.options, backup, schema, json) = (options.removal, options.backup, .trash, options.json)
    mergesMetadata = options.mergeMetadata
    self.program = program
    self.console = console
    self.isInputTaken = isInputTaken
  }

  /// The way to a folder of the user's.
  init(_ command: MoveCommand, program: Program, console: Console) {
    (options, backup, schema, json) = (command.options, nil, .move, command.json)
    mergesMetadata = false
    self.program = program
    self.console = console
    isInputTaken = command.photos.isInputTaken
  }

  /// - Throws: `CommandFailure` where a yes is needed and cannot be given. Without any existing file there is no
  ///   question; for many files the message needs the number that would move, so they are checked first.
  func checkAnswer(for given: [FilePath]) throws {
    guard given.count <= LargeMoveConfirmation.fewPhotos else { return }
    let isAnyThere = given.contains { path in
      (try? absolutePath(path, naming: program.naming)).flatMap { try? fileStatus(of: $0) } != nil
    }
    if isAnyThere { try checkAnswer() }
  }

  /// - Throws: `CommandFailure` where a yes is needed and cannot be given.
  private func checkAnswer() throws {
    guard options.yes || options.dryRun || canAsk else {
      throw CommandFailure(
        "Moving photos has to be confirmed, and nobody can be asked here. Nothing was moved. "
          + "Run it again with --yes, or with --dry-run to see what would happen.")
    }
  }

  /// Warns before the question where root would move photos to a trash in which their owner cannot find them.
  ///
  /// - Throws: `CommandFailure` where there is no question, and the photos are certainly those of the calling user.
  private func checkOwner(_ selection: RemovalSelection) throws {
    guard let items = selection.plan?.items,
      let owner = program.foreignOwner(of: items.lazy.flatMap { $0.files.map(\.path) })
    else { return }
    if owner.isCaller, options.yes, !options.dryRun {
      throw CommandFailure("Nothing was moved. \(owner.sentence)")
    }
    console.printText(owner.sentence)
  }

  /// - Parameters:
  ///   - named: The files that may be removed.
  ///   - folders: The folder of the user's that each of them goes to; the others go to the trash.
  ///   - library: The number of photos in the library of the selection. Called only where it decides.
  ///   - planned: The photos of a plan, called once no other program can decide anything; nil for files named without a
  ///     plan.
  func perform(
    _ named: [FilePath], to folders: [FilePath: FilePath] = [:], library: (RemovalSelection) -> Int,
    planned: () throws -> PlannedRemovals? = { nil }
  ) throws -> CommandExitCode {
    for folder in argumentPaths(options.setAside) {
      program.trash.setAside.choose(try program.folder(folder))
    }
    if options.yes, !options.dryRun { try program.checkProtection() }
    // A dry run only reads: it takes no lock and settles nothing.
    let session = options.dryRun ? nil : try program.writableSession(console)
    let protected = try program.protectedFolders(named: options.protect)
    let backup = try self.backup?.folder(program, console)
    let plannedNow = try planned()
    let paths = try named.map { try absolutePath($0, naming: program.naming) }
    let real = folders.mapValues { (try? realPath($0)) ?? $0 }
    let goingTo = Dictionary(
      zip(paths, named).compactMap { path, name in real[name].map { (path, $0) } },
      uniquingKeysWith: { first, _ in first })
    var selection = RemovalSelection(
      paths, to: goingTo, program.selectionEnvironment(protected), planned: plannedNow)
    let proof = try backup.flatMap { try apply($0, &selection) }
    if backup != nil, Interruption.isRaised { return .interrupted }
    let carried = mergesMetadata ? carriedSidecars(of: &selection) : []
    try checkOwner(selection)
    if let sentence = selection.plan.flatMap(LinkedFiles.sentence) { console.printText(sentence) }
    guard let session else {
      if let missing = program.missingProtectedFolders.first {
        console.printText(
          "With --yes nothing would be moved: there is no folder \(SafeText(missing).text), which is protected.")
      }
      for sentence in selection.sentencesOfWhatGoesAlong { console.printText(sentence) }
      let receipt = preview(selection)
      for sentence in receipt.folderNotes.sentences(naming: program.naming) { console.printText(sentence) }
      try NumberDialog.moving.check(options.count, of: receipt.moved.count)
      return try report(selection, receipt, proof, carried)
    }
    // Files that do not fit into their folder are reported before the question, and so are the names that files get
    // there.
    if !goingTo.isEmpty {
      let foreseen = preview(selection)
      selection.hold(foreseen.refusals)
      for sentence in foreseen.folderNotes.sentences(naming: program.naming) { console.printText(sentence) }
    }
    let large = try largeMove(&selection, library)
    if selection.plan != nil { try checkAnswer() }
    guard let plan = selection.plan else { return try report(selection, RemovalReceipt(), proof, carried) }
    if Interruption.isRaised { return .interrupted }
    if options.yes { for sentence in selection.sentencesOfWhatGoesAlong { console.printText(sentence) } }
    if !options.yes, try !confirmed(plan, selection, carried, large) {
      console.printText("Nothing was moved.")
      return Interruption.isRaised ? .interrupted : .failed
    }
    try checkProtection(hasNotGrownSince: protected)
    return try report(selection, move(plan, carried, session), proof, carried)
  }

  /// The location that each file would have in the trash; nothing is touched.
  private func preview(_ selection: RemovalSelection) -> RemovalReceipt {
    selection.plan.map { RemovalReceipt(foreseeing: $0, program.trash, naming: program.naming) } ?? RemovalReceipt()
  }

  private func move(
    _ plan: RemovalPlan, _ carried: [CarriedSidecar], _ session: SessionDatabase
  ) throws -> RemovalReceipt {
    let run = RemovalRun(trash: program.trash, journal: session, naming: program.naming)
    let receipt: RemovalReceipt
    do { receipt = try run.move(plan, carrying: carried, isStopped: { Interruption.isRaised }) } catch {
      throw CommandFailure("The batch could not be written down, so nothing was moved. Run deckle doctor.")
    }
    for warning in receipt.warnings { console.printText(warning) }
    if !receipt.isRecorded { console.printText(session.notRecordedSentence(program.naming)) }
    return receipt
  }

  // MARK: Confirmation by number

  /// The photos that would move, where there are so many that their number has to be given; nil where a yes is enough.
  /// Files that cannot be moved now are taken out: only counted files move, whatever becomes possible during the
  /// question.
  ///
  /// - Throws: `CommandFailure` where `--count` names another number, and where it is needed and missing.
  private func largeMove(
    _ selection: inout RemovalSelection, _ library: (RemovalSelection) -> Int
  ) throws -> RemovalReceipt? {
    guard let most = selection.plan?.items.count, options.count != nil || most > LargeMoveConfirmation.fewPhotos else {
      return nil
    }
    let receipt = preview(selection)
    selection.hold(receipt.refusals)
    try NumberDialog.moving.check(options.count, of: receipt.moved.count)
    guard LargeMoveConfirmation.needsNumber(of: receipt.moved.count, library: library(selection)) else { return nil }
    let isConfirmed = options.yes ? options.count != nil : canAsk
    guard !isConfirmed, !Interruption.isRaised else { return receipt }
    throw NumberDialog.moving.missing(receipt.moved.count)
  }

  /// Checks that no more folders are protected than before: a question, and a search in a backup, may take hours.
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

  // MARK: The backup

  /// Searches the backup, and asks about photos that are not in it. Without a terminal to ask on these are held back.
  ///
  /// - Returns: Nil where nothing could be removed anyway.
  private func apply(_ backup: BackupFolder, _ selection: inout RemovalSelection) throws -> BackupProof? {
    guard let plan = selection.plan else { return nil }
    let libraries = (try? program.readableSession()?.knownRoots()) ?? []
    let proof = try program.proof(of: plan.items, in: backup, libraries: libraries)
    if Interruption.isRaised { return nil }
    console.printText(proof.sentence)
    var holds = self.backup?.alsoWithoutBackup != true
    if !proof.missing.isEmpty, holds, canAsk, !options.yes, !options.dryRun {
      holds = !console.refuses(
        proof.missing.count == 1 ? "Hold that one back?" : "Hold these \(groupedDigits(proof.missing.count)) back?")
    }
    selection.apply(proof, holding: holds)
    return proof
  }

  // MARK: Metadata

  /// The metadata that is carried over. A photo is held back where it cannot be written, and where the user, when
  /// asked, does not want to lose metadata that contradicts that of the photo that stays.
  private func carriedSidecars(of selection: inout RemovalSelection) -> [CarriedSidecar] {
    var refusals: [FilePath: String] = [:]
    let carried = selection.carriedSidecars()
    for metadata in carried {
      for source in metadata.sources {
        let name = program.naming(source.photo)
        if metadata.refusal != nil, !source.metadata.kinds.isEmpty {
          refusals[source.photo] = metadata.refusals[source.photo].map { "\(name) stays. \($0)" }
        } else if !source.metadata.contradicted.isEmpty, !isLeftAsItIs(source, beside: metadata.keeper) {
          refusals[source.photo] = "\(name) stays, because it says something else than the one that stays for it."
        }
      }
    }
    if refusals.isEmpty { return carried }
    selection.hold(refusals)
    return selection.carriedSidecars()
  }

  /// Names metadata that contradicts that of the photo that stays, which is never changed, and asks where that is
  /// possible.
  private func isLeftAsItIs(_ source: CarriedSidecar.Source, beside keeper: FilePath) -> Bool {
    let kinds = source.metadata.contradicted.map(\.title).joined(separator: ", ")
    console.printText(
      "\(program.naming(source.photo)) and \(program.naming(keeper)), which stays, say something else: \(kinds). What the one "
        + "that stays says is left as it is.")
    guard canAsk, !options.yes, !options.dryRun else { return true }
    return console.confirm("Move \(program.naming(source.photo)) all the same?")
  }

  private func metadataLines(_ carried: [CarriedSidecar]) -> [String] {
    carried.flatMap { metadata in
      metadata.sources.flatMap { source in
        source.metadata.titles.map { title in
          "\(title)  \(program.naming(source.photo)) → \(program.naming(metadata.sidecar))"
        }
      }
    }
  }

  // MARK: The question

  private var canAsk: Bool { console.canAsk && !isInputTaken }

  /// Prints the files that stay with their reasons, then asks.
  ///
  /// - Parameter large: The photos that would move, where their number has to be typed; nil where a yes is enough.
  /// - Throws: `CommandFailure` where it is not typed.
  private func confirmed(
    _ plan: RemovalPlan, _ selection: RemovalSelection, _ carried: [CarriedSidecar], _ large: RemovalReceipt?
  ) throws -> Bool {
    for sentence in selection.entries.compactMap(\.refusal) { console.printText(sentence) }
    let copies = plan.items.count { item in
      if case .exactCopy = item.safeguard { item.destination == nil } else { false }
    }
    if copies > 0 {
      console.printText(
        "\(groupedDigits(copies)) of them \(copies == 1 ? "has" : "have") a copy, byte for byte, that stays.")
    }
    for sentence in selection.sentencesOfWhatGoesAlong { console.printText(sentence) }
    for line in metadataLines(carried) { console.printText("To be carried over: \(line)") }
    guard let large else {
      return console.confirm("Move \(plan.parts(naming: program.naming))?")
    }
    let photos = large.moved.count
    let place = plan.destinations(naming: program.naming)
    let deed = "move \(countedPhotos(photos, files: large.files)), \(large.bytes.formatted), \(place)"
    return try NumberDialog.moving.isConfirmed(photos, toDo: deed, console)
  }

  // MARK: Report

  private func report(
    _ selection: RemovalSelection, _ receipt: RemovalReceipt, _ proof: BackupProof?, _ carried: [CarriedSidecar]
  ) throws -> CommandExitCode {
    var document = TrashDocument(
      receipt, schema: schema, dryRun: options.dryRun, files: selection.outcomes(by: receipt))
    document.backup = proof.map(TrashDocument.Backup.init)
    if mergesMetadata { document.carried = TrashDocument.Carried.all(carried, receipt, dryRun: options.dryRun) }
    let summary = summary(document, receipt, selection.plan?.destinations(naming: program.naming) ?? "")
    try console.report(summary) {
      if json {
        try console.write(try jsonDocument(document))
      } else {
        try console.print(
          outcomeLines(document.files, moved: document.dryRun ? "would go" : "moved")
            + metadataLines(written(carried, receipt)).map {
              (document.dryRun ? "would be carried over  " : "carried over  ") + $0
            }
            + ["", summary])
      }
    }
    if receipt.wasStopped { return .interrupted }
    let skipped = document.skipped ?? 0
    if document.moved + document.unknown == 0 {
      return skipped > 0 && skipped == document.files.count ? .done : .failed
    }
    // A move that the disk has not confirmed may be undone by a power cut: it does not count as done.
    return document.moved + skipped == document.files.count && receipt.isRecorded ? .done : .inPart
  }

  /// The metadata that was written, or would be.
  private func written(_ carried: [CarriedSidecar], _ receipt: RemovalReceipt) -> [CarriedSidecar] {
    options.dryRun ? carried : carried.filter { receipt.sidecars[$0.sidecar] == .kept }
  }

  /// - Parameter place: "to the trash"; not said where nothing goes.
  private func summary(_ document: TrashDocument, _ receipt: RemovalReceipt, _ place: String) -> String {
    let amount = "\(counted(document.moved, "file")) (\(receipt.bytes.formatted))"
    if document.dryRun {
      if document.moved == 0 { return "Nothing was moved: this was a dry run, and nothing would go." }
      let photos = counted(document.photos, "photo")
      return "Nothing was moved: this was a dry run. \(photos), \(amount), would go \(place)."
    }
    guard let batch = receipt.batch else {
      let skipped = document.skipped ?? 0
      return skipped > 0
        ? "Nothing was moved: \(counted(skipped, "file")) in that folder already." : "Nothing was moved."
    }
    if document.unknown > 0 {
      return "\(amount) moved \(place), batch \(batch.text). \(counted(document.unknown, "file")) more may have "
        + "been moved; Deckle looks again at the next start."
    }
    return "\(amount) moved \(place), batch \(batch.text). To put back: deckle restore --last"
  }
}
