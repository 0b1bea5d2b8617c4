import ArgumentParser
import FileSafety
import Foundation
import PhotoModel
import Removal
import SessionStore
import SystemPackage

/// `deckle verify`: reads what batches put into the trash against the digests of their receipts.
struct VerifyCommand: PrintingCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Read what went to the trash against the digests in its receipts.",
    discussion: """
      Of each file: whole, or changed, or missing; restored or erased, where Deckle did that, or restored where it is \
      back in its place byte for byte, whoever put it there; away, where its drive is not there; unproved, where it was \
      moved before digests were written down or could not be read then, where nobody may read it now, and for folders of apps. A file that a later batch \
      took on is what that one made of it. Nothing is changed; deckle history says when a \
      batch was last verified. Without an option it is the last batch. Exit codes: 0 nothing is changed or missing, 1 \
      something is (each is listed), 64 wrong usage, 130 interrupted.
      """)

  @Flag(help: "The last batch.")
  var last = false

  @Option(help: ArgumentHelp("The batch with this name; deckle history lists them.", valueName: "id"))
  var batch: String?

  @Flag(help: "Every batch.")
  var all = false

  @Flag(help: "Print one JSON document (schema deckle.verify/1).")
  var json = false

  func validate() throws {
    if [last, batch != nil, all].count(where: { $0 }) > 1 {
      throw ValidationError("Name what to verify in one way: --last, --batch ID, or --all.")
    }
  }

  var withWrongSettings: WrongSettings { .goOn }

  func perform(_ program: Program, _ console: Console) throws -> CommandExitCode {
    // No lock is held meanwhile: reading may take hours.
    let batches = try wanted(program.readableSession())
    var document = VerifyDocument(batch: batches.count == 1 ? batches.first?.id.text : nil)
    let reader = BatchReader(console, files: batches.map(\.files.count).reduce(0, +))
    for batch in batches where !document.interrupted {
      var report = reader.read(batch)
      document.interrupted = report.wasStopped
      if report.faults > 0 { try judgeAgain(&report, batch, program) }
      for outcome in report.outcomes { document.add(outcome, of: batch.id, naming: program.naming) }
      if !report.wasStopped { note(report, of: batch.id, program, console) }
    }
    reader.finish()
    let summary = document.summary
    try console.report(summary) {
      if json {
        try console.write(try jsonDocument(document))
      } else if batches.isEmpty {
        try console.print("Nothing was moved to the trash yet.")
      } else {
        try console.print(outcomeLines(document.files) + ["", summary])
      }
    }
    if document.interrupted { return .interrupted }
    return document.changed + document.missing > 0 ? .failed : .done
  }

  /// The batches of which something went to the trash, the newest first.
  private func wanted(_ session: SessionDatabase?) throws -> [RemovalBatch] {
    if let batch { return [try session.namedBatch(batch)] }
    let moved = try (session?.allBatches() ?? []).filter { $0.files.contains { $0.state != .stayed } }
    return all ? moved : Array(moved.prefix(1))
  }

  /// Judges files again that Deckle itself restored or erased during the reading, or that a later batch took on: that
  /// is no fault.
  private func judgeAgain(_ report: inout VerifyReport, _ batch: RemovalBatch, _ program: Program) throws {
    let batches = try program.readableSession()?.allBatches() ?? []
    guard let now = batches.first(where: { $0.id == batch.id }) else { return }
    let faults = Set(report.outcomes.filter(\.isFault).map(\.index))
    let again = BatchVerifier().verify(now, only: faults, later: batches).outcomes
    report.outcomes.removeAll { faults.contains($0.index) }
    report.outcomes = (report.outcomes + again).sorted { $0.index < $1.index }
  }

  private func note(_ report: VerifyReport, of batch: BatchID, _ program: Program, _ console: Console) {
    let now = BatchVerification(secondsSince1970: Int64(Date.now.timeIntervalSince1970), faults: report.faults)
    do { try program.session(isReadOnly: false).record(now, of: batch) } catch {
      let reason = (error as? CommandFailure).map { " \($0.sentence)" } ?? ""
      console.printText("That batch \(batch.text) was verified could not be noted.\(reason)")
    }
  }
}

/// Reads batches against their receipts, with a bar on standard error.
final class BatchReader {
  private let files: Int
  private var done = 0
  private var printer: ProgressPrinter

  init(_ console: Console, files: Int) {
    self.files = files
    printer = ProgressPrinter(.auto, console: console)
  }

  private func progress(_ done: Int) -> ScanProgress { ScanProgress(processed: done, total: files, stage: .reading) }

  func read(_ batch: RemovalBatch, only indices: Set<Int>? = nil, originals: Bool = false) -> VerifyReport {
    let before = done
    let report: (Int) -> Void = { [self] count in
      done = before + count
      printer.show(progress(done))
    }
    return BatchVerifier().verify(
      batch, only: indices, originals: originals, isStopped: { Interruption.isRaised }, progress: report)
  }

  /// Takes the bar away.
  func finish() { if done > 0 { printer.finish(progress(done)) } }
}

/// `deckle verify --json`, schema `deckle.verify/1`.
struct VerifyDocument: Encodable, Sendable {
  var schema = "deckle.verify/1"
  /// Null where the files are of several batches or of none.
  var batch: OrNull<String>
  /// The files that were read before an interruption.
  var files: [FileOutcome] = []
  var whole = 0
  var changed = 0
  var missing = 0
  var restored = 0
  var erased = 0
  var away = 0
  var unproved = 0
  /// The bytes of the files that are whole.
  var bytes: Int64 = 0
  var interrupted = false

  init(batch: String?) { self.batch = OrNull(batch) }

  mutating func add(_ outcome: VerifyOutcome, of batch: BatchID, naming: (FilePath) -> String) {
    let keyword: FileOutcome.Keyword
    switch outcome.result {
    case .whole: (keyword, whole, bytes) = (.whole, whole + 1, bytes + outcome.size.bytes)
    case .changed: (keyword, changed) = (.changed, changed + 1)
    case .missing: (keyword, missing) = (.missing, missing + 1)
    case .restored: (keyword, restored) = (.restored, restored + 1)
    case .erased: (keyword, erased) = (.erased, erased + 1)
    case .away: (keyword, away) = (.away, away + 1)
    case .unproved: (keyword, unproved) = (.unproved, unproved + 1)
    }
    var file = FileOutcome(
      outcome.path, keyword, reason: outcome.remark?.sentence(naming: naming),
      trashPath: outcome.location, to: outcome.folderPath)
    file.batch = batch
    files.append(file)
  }

  /// The summary "412 files whole (1.2 GB), 1 changed.", with every result that occurs.
  var summary: String {
    let others = [
      (changed, "changed"), (missing, "missing"), (restored, "restored"), (erased, "erased"), (away, "away"),
      (unproved, "unproved"),
    ].filter { $0.0 > 0 }.map { ", \(groupedDigits($0.0)) \($0.1)" }.joined()
    let end = interrupted ? " It was stopped, so these are not all." : ""
    return "\(counted(whole, "file")) whole (\(ByteCount(bytes).formatted))\(others).\(end)"
  }
}
