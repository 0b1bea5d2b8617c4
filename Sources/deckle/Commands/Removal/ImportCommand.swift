import ArgumentParser
import Foundation
import PhotoModel
import Removal
import Review
import SessionStore
import SystemPackage

/// `deckle import`: what another program found to be alike, as marks in the review. Nothing moves by it.
struct ImportCommand: PrintingCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Mark for the bin what fclones or czkawka found to be alike; moves nothing.",
    discussion: """
      FILE is what fclones group printed (as text or with -f json), or what czkawka saved (as text or JSON). The folders \
      are scanned: a photo is marked only if Deckle sees it in one set with a photo of the same set of FILE that stays; \
      where FILE says that bytes are the same, in a set of duplicates. \
      Then review the marks with: deckle FOLDER. One u takes all of them back. Exit codes: 0 all marked, 1 none, 2 some \
      (each other one is listed), 64 wrong usage, 130 interrupted.
      """)

  @Argument(help: "The result of fclones or czkawka; - is standard input.", completion: .file())
  var file: String

  @OptionGroup var options: ScanOptions

  @Flag(help: "Only say what would be marked.")
  var dryRun = false

  @Flag(help: "Print one JSON document (schema deckle.import/1).")
  var json = false

  func perform(_ program: Program, _ console: Console) throws -> CommandExitCode {
    let result = try result(program)
    // The session is opened before the scan: where another Deckle holds it, the command fails at once.
    let session = dryRun ? try program.readableSession() : try program.writableSession(console)
    let scanned = try options.scan(program, console)
    if scanned.exitCode == .failed || scanned.exitCode == .interrupted {
      if let document = try documentOfNothing() { try console.write(document) }
      return scanned.exitCode
    }
    let roots = scanned.report.roots.map(\.path)
    let saved = try session?.session(of: roots) ?? SavedSession()
    var review = Review(saved: saved)
    review.replaceFindings(scanned.findings, photos: scanned.report.photos)
    let marks = ImportedMarks(of: try result.sets.map { try absolute($0, program) }, in: review, scanned.decided)
    if !dryRun, let session {
      // Files in a folder that is away now were not scanned, and stay unread as before.
      let absent = scanned.report.roots.filter { $0.access == .denied }.map(\.path)
      let unasked = saved.skipped.filter { file in absent.contains { file.path.starts(with: $0) } }
      try record(marks, review, scanned, unasked, session, roots)
    }
    let document = ImportDocument(marks, sets: result.sets.count, dryRun: dryRun)
    if json {
      try console.write(try jsonDocument(document))
    } else {
      try console.print(lines(marks, of: result.sets.count, roots, program))
    }
    return marks.items.isEmpty ? .failed : marks.left.isEmpty ? .done : .inPart
  }

  private func result(_ program: Program) throws -> ResultFile {
    let source = argumentPath(file)
    let name = file == "-" ? "The result" : "The result \(program.naming(source))"
    let bytes = try inputBytes(of: source, name, "Nothing was marked", "make it in parts")
    do throws(ResultFile.Problem) { return try ResultFile(bytes) } catch {
      let line = error.line.map { ", line \($0)" } ?? ""
      throw CommandFailure(
        "\(name)\(line): \(error.text). Nothing was marked; make it anew with fclones group or czkawka.")
    }
  }

  private func absolute(_ set: ResultFile.FileSet, _ program: Program) throws -> ResultFile.FileSet {
    var set = set
    set.reference = try set.reference.map { try absolutePath($0, naming: program.naming) }
    set.paths = try set.paths.map { try absolutePath($0, naming: program.naming) }
    return set
  }

  /// The marks are one action of the review; the scan is remembered, so that the review opens with it.
  private func record(
    _ marks: ImportedMarks, _ review: Review, _ scanned: ScanOptions.Scanned, _ unasked: [SkippedFile],
    _ session: SessionDatabase, _ roots: [FilePath]
  ) throws {
    guard !marks.items.isEmpty else { return }
    let listed = Set(scanned.findings.issues.map(\.path))
    try session.recordScan(
      ScanResult(
        date: scanned.startedAt, photosScanned: scanned.report.scannedCount,
        issueCounts: Dictionary(grouping: scanned.findings.issues, by: \.category).mapValues(\.count),
        reclaimable: listed.compactMap { review.photos[$0]?.reclaimable }.total),
      elapsed: scanned.report.elapsed, skipped: scanned.report.skipped + unasked, of: roots)
    let action = DecisionAction(items: marks.items)
    _ = try session.record(action, ledger: review.ledgerChange(of: action, at: Date()), in: roots)
  }

  private func lines(_ marks: ImportedMarks, of sets: Int, _ roots: [FilePath], _ program: Program) -> [String] {
    var lines = marks.left.map { "left alone  \(program.naming($0.path))  \($0.reason)" }
    if !lines.isEmpty { lines.append("") }
    let amount = "\(counted(marks.items.count, "photo")) of \(counted(marks.setCount, "set"))"
    if marks.items.isEmpty {
      lines.append(sets == 0 ? "Nothing was marked: the result names no sets." : "Nothing was marked.")
    } else if dryRun {
      lines.append("Nothing was marked: this was a dry run. \(amount) would be.")
    } else {
      lines.append(
        "\(amount) marked for the bin; nothing has moved. To review: deckle "
          + roots.map(program.naming).joined(separator: " "))
    }
    if marks.similarCount > 0 {
      lines.append("Only similar, not the same: \(counted(marks.similarCount, "photo")) of these. Look at each.")
    }
    if marks.differingCount > 0 {
      lines.append("Left because the bytes differ from all of the set: \(counted(marks.differingCount, "photo")).")
    }
    return lines
  }
}

/// `deckle import --json`, schema `deckle.import/1`.
struct ImportDocument: Encodable, Sendable {
  struct File: Encodable, Sendable {
    var path: String
    var pathBytes: String?
    /// Why it is not marked; absent where it is.
    var reason: String?
  }

  var schema = "deckle.import/1"
  var dryRun: Bool
  /// The number of sets of the result with two files or more.
  var sets = 0
  /// The number of these sets with a photo that the import marks.
  var markedSets = 0
  /// The number of marked photos that are only similar to those that stay.
  var onlySimilar = 0
  /// The number of photos that stay because their bytes differ although the result declares them the same.
  var differing = 0
  var marked: [File] = []
  var left: [File] = []
}

extension ImportDocument {
  init(_ marks: ImportedMarks, sets: Int, dryRun: Bool) {
    self.init(
      dryRun: dryRun, sets: sets, markedSets: marks.setCount, onlySimilar: marks.similarCount,
      differing: marks.differingCount)
    marked = marks.items.map { File(path: $0.path.documentText, pathBytes: $0.path.documentBytes) }
    left = marks.left.map {
      File(path: $0.path.documentText, pathBytes: $0.path.documentBytes, reason: $0.reason)
    }
  }
}
