import ArgumentParser
import FileSafety
import PhotoModel
import PhotoScan
import Removal
import SessionStore
import SystemPackage

/// `deckle shrink`: smaller files in the place of photos; the originals go to the trash.
struct ShrinkCommand: PrintingCommand {
  static let configuration = CommandConfiguration(
    commandName: "shrink", abstract: "Make photos' files smaller, without loss unless --fit is said.",
    discussion: """
      Without an option, and with --lossless, JPEG and PNG files are stored in fewer bytes: every pixel and all metadata \
      stay, which is proven for each file before it gets its name. --fit scales photos down and codes them anew, which \
      can be seen; it asks before. The originals go to the trash and come back with deckle restore: room is won once the \
      trash is emptied. Left alone are other formats, photos with a depth map, a gain map, a movie or frames inside, \
      protected ones, what would not gain 5 %, and what was fitted before; --fit also leaves rated photos and sets that \
      only make sense whole. Hard links and files that change meanwhile are refused. Ctrl-C ends after the file that is \
      under way; run it again to go on. Exit codes: 0 all made smaller or left alone by rule, 1 it could not begin, 2 \
      some files were refused or failed (each is listed), 64 wrong usage, 130 interrupted.
      """)

  @OptionGroup var options: ScanOptions

  @Flag(help: "Fewer bytes, the same pixels and metadata; this is what is done where no way is named.")
  var lossless = false

  @Option(help: ArgumentHelp("Scale to a long side of at most so many pixels, such as 3072.", valueName: "pixels"))
  var fit: Int?

  @Option(help: ArgumentHelp("With --fit: at most so many bytes for each photo, such as 5MB.", valueName: "size"))
  var limit: String?

  @Flag(help: "Only say what would happen.")
  var dryRun = false

  @Flag(help: "Do not ask.")
  var yes = false

  @Option(
    help: ArgumentHelp(
      "With --fit --yes: photos that this makes smaller, as --dry-run counts them; needed for many, and checked wherever it "
        + "is named.", valueName: "number"))
  var count: Int?

  @Flag(help: "Print one JSON document (schema deckle.shrink/1).")
  var json = false

  func validate() throws {
    if lossless, fit != nil { throw ValidationError("--lossless and --fit are two ways; name one.") }
    if limit != nil, fit == nil { throw ValidationError("--limit is a limit of --fit; name the pixels with that.") }
    if let fit, !ShrinkWay.longSides.contains(fit) {
      let sides = ShrinkWay.longSides
      throw ValidationError(
        "--fit must be a number of pixels from \(sides.lowerBound) to \(sides.upperBound), not \(fit).")
    }
    if let limit, (Self.bytes(limit)?.bytes ?? 0) < 1 {
      throw ValidationError("--limit must be a size with its unit, such as 5MB, not \(limit).")
    }
  }

  private static func bytes(_ text: String) -> ByteCount? { PhotoFilter.bytes(text.lowercased()).map { ByteCount($0) } }

  var way: ShrinkWay { fit.map { .fit(longSide: $0, byteLimit: limit.flatMap(Self.bytes)) } ?? .lossless }

  func perform(_ program: Program, _ console: Console) throws -> CommandExitCode {
    let asks = way != .lossless && !yes && !dryRun
    if !dryRun, !asks { try program.checkProtection() }
    // A dry run only reads: it takes no lock and settles nothing.
    let session = dryRun ? nil : try program.writableSession(console)
    let scanned = try options.scan(program, console)
    if scanned.exitCode == .failed || scanned.exitCode == .interrupted {
      if let document = try documentOfNothing() { try console.write(document) }
      return scanned.exitCode
    }
    let shrunk = try (session ?? program.readableSession())?.shrunkContents() ?? []
    var selection = ShrinkSelection(
      scanned.report.photos, by: way, keptWhole: scanned.findings.keptWhole, shrunk: shrunk)
    if let owner = program.foreignOwner(of: selection.items.lazy.map(\.path)) {
      if owner.isCaller, !dryRun, !asks { throw CommandFailure("Nothing was changed. \(owner.sentence)") }
      console.printText(owner.sentence)
    }
    // For many photos the message needs the number that would become smaller.
    if asks, selection.items.count <= LargeMoveConfirmation.fewPhotos { try checkAnswer(console) }
    let work = ShrinkWork(way, program: program, console: console, progress: options.progress, jobs: options.jobs)
    var outcomes = ShrinkOutcomes(selection, scanned.report)
    if session == nil || needsMeasuring(selection.items.count) {
      let measured = work.measure(selection.items)
      outcomes.add(measured.outcomes)
      if !measured.wasStopped { try checkCount(measured.moved.count) }
      guard let session, !measured.wasStopped else { return try report(measured, outcomes, console) }
      selection.keep(only: Set(measured.moved))
      try confirm(measured, library: scanned.report.photos.count, asks: asks, console)
      return try shrink(selection, work, session, &outcomes, console)
    }
    guard let session else { return .failed }
    return try shrink(selection, work, session, &outcomes, console)
  }

  /// - Throws: `CommandFailure` where there is no terminal to ask on.
  private func checkAnswer(_ console: Console) throws {
    guard !console.canAsk else { return }
    throw CommandFailure(
      "Making photos smaller with a loss has to be confirmed, and nobody can be asked here. Nothing was changed. Run it "
        + "again with --yes, or with --dry-run to see what would happen.")
  }

  /// Whether the photos have to be measured first, for the question or for the count.
  private func needsMeasuring(_ photos: Int) -> Bool {
    count != nil || way != .lossless && (!yes || photos > LargeMoveConfirmation.fewPhotos)
  }

  private func shrink(
    _ selection: ShrinkSelection, _ work: ShrinkWork, _ session: SessionDatabase, _ outcomes: inout ShrinkOutcomes,
    _ console: Console
  ) throws -> CommandExitCode {
    let receipt = try work.shrink(selection.items, session)
    outcomes.add(receipt.outcomes)
    rememberPictures(receipt, selection, work.program)
    return try report(receipt, outcomes, console)
  }

  /// Writes down for the guard of the last copy that files without a loss show what their originals show, as a scan
  /// would find it.
  private func rememberPictures(_ receipt: RemovalReceipt, _ selection: ShrinkSelection, _ program: Program) {
    guard way == .lossless, !options.noCache else { return }
    var same = PairVerification(spread: 1, firstOverlap: 1, secondOverlap: 1, correlation: 1, agreement: 1)
    same.haveSamePixels = true
    let pairs = selection.items.compactMap { item -> (ContentPair, PairVerification)? in
      guard let old = item.files.first?.digest, let new = receipt.replaced[item.path]?.digest else { return nil }
      return ContentPair(old, new).map { ($0, same) }
    }
    guard let cache = try? program.features() else { return }
    defer { cache.close() }
    try? cache.store(VerifiedPairs(Dictionary(pairs, uniquingKeysWith: { first, _ in first })))
  }

  /// - Throws: `CommandFailure` where `--count` names another number.
  private func checkCount(_ photos: Int) throws {
    if let count, count != 0, photos == 0 {
      throw CommandFailure(
        "--count says \(groupedDigits(count)), but nothing would become smaller. Nothing was changed.",
        exitCode: .wrongUsage)
    }
    try NumberDialog.shrinking.check(count, of: photos)
  }

  /// - Throws: `CommandFailure` where the number is missing or wrong, or the answer is no.
  private func confirm(_ measured: RemovalReceipt, library: Int, asks: Bool, _ console: Console) throws {
    let photos = measured.moved.count
    guard photos > 0 else { return }
    let after = measured.bytes - measured.freed
    let deed =
      "make \(counted(photos, "photo")) smaller, visibly: \(measured.bytes.formatted) become \(after.formatted), and the "
      + "rest is free once the trash is emptied"
    guard LargeMoveConfirmation.needsNumber(of: photos, library: library) else {
      if asks { try checkAnswer(console) }
      if asks, !console.confirm("\(deed.prefix(1).uppercased() + deed.dropFirst()). Go on?") {
        throw Interruption.isRaised ? Interrupted() as any Error : CommandFailure("Nothing was changed.")
      }
      return
    }
    if asks, console.canAsk {
      if try NumberDialog.shrinking.isConfirmed(photos, toDo: deed, console) { return }
      throw Interrupted()
    }
    if asks || count == nil { throw NumberDialog.shrinking.missing(photos) }
  }

  private func report(_ receipt: RemovalReceipt, _ outcomes: ShrinkOutcomes, _ console: Console) throws
    -> CommandExitCode
  {
    let document = ShrinkDocument(way, receipt, outcomes.inOrder, dryRun: dryRun)
    let summary = summary(document, receipt)
    try console.report(summary) {
      if json {
        try console.write(try jsonDocument(document))
      } else {
        try console.print(outcomeLines(document.files, moved: dryRun ? "would shrink" : "shrunk") + ["", summary])
      }
    }
    if receipt.wasStopped || Interruption.isRaised { return .interrupted }
    let isWhole = document.refused + document.failed + document.unknown == 0 && receipt.isRecorded
    return isWhole ? .done : .inPart
  }

  private func summary(_ document: ShrinkDocument, _ receipt: RemovalReceipt) -> String {
    let amount =
      "\(counted(document.shrunk, "photo")) from \(document.before.formatted) to \(document.after.formatted)"
    let gain = "\((document.before - document.after).formatted) free once the trash is emptied"
    let wrong = document.refused + document.failed
    let left =
      (document.skipped > 0 ? " \(counted(document.skipped, "photo")) left alone by rule." : "")
      + (wrong > 0 ? " \(counted(wrong, "photo")) could not be made smaller; the list says why." : "")
    if document.dryRun {
      return document.shrunk == 0
        ? "Nothing would become smaller.\(left)"
        : "Nothing was changed: this was a dry run. \(amount): \(gain).\(left)"
    }
    guard let batch = receipt.batch else { return "Nothing became smaller.\(left)" }
    return "\(amount), batch \(batch.text): \(gain).\(left) To put the originals back: deckle restore --last"
  }
}

/// The outcomes of all photos of a command: by rule, of the scan, and of the work.
struct ShrinkOutcomes {
  private var outcomes: [FilePath: FileOutcome] = [:]

  init(_ selection: ShrinkSelection, _ report: ScanReport) {
    for (path, refusal) in selection.left {
      outcomes[path] = FileOutcome(path, refusal.outcome, reason: refusal.sentence)
    }
    for file in report.skipped {
      let isByRule = [.corrupt, .unsupported, .tooLarge].contains(file.reason)
      outcomes[file.path] = FileOutcome(file.path, isByRule ? .skipped : .refused, reason: file.message)
    }
  }

  mutating func add(_ others: [FilePath: FileOutcome]) { outcomes.merge(others) { _, new in new } }

  var inOrder: [FileOutcome] { outcomes.values.sorted { precedesInByteOrder($0.path, $1.path) } }
}
