import ArgumentParser
import PhotoModel
import Removal
import Review
import SessionStore
import SystemPackage
import TextSurface

/// `deckle export-marks`: the verdicts of the review for other programs.
struct ExportMarksCommand: PrintingCommand {
  static let configuration = CommandConfiguration(
    commandName: "export-marks",
    abstract: "Tell other programs which photos you kept and which are in the bin; no photo is changed.",
    discussion: """
      Without an option, or with --list, a line for each photo: pick (kept) or rejected (in the bin), a tab, and its path. \
      With --xmp the verdict is written into the XMP sidecar beside each: xmp:Rating −1 for rejected, which darktable and \
      Adobe Bridge read, digiKam:PickLabel, and xmpDM:pick as Lightroom Classic writes its flags. A rating, label or pick that \
      is there, in the photo or its sidecar, stays, and a pick gets no stars. The sidecar is the one that is there, else \
      NAME.EXT.xmp; what it holds stays, byte for byte. Lightroom reads sidecars of RAW files only, named NAME.xmp. A \
      photo that is open again loses what an earlier export wrote. Deckle itself takes none of these marks for yours. Exit \
      codes: 0 done, 1 nothing could be written, 2 some could not (each is listed), 64 wrong usage, 130 interrupted.
      """)

  @OptionGroup var options: ScanOptions

  @Flag(help: "Write the verdicts into XMP sidecars.")
  var xmp = false

  @Flag(help: "Print the verdicts, a line each; so without --xmp.")
  var list = false

  @Flag(help: "Print one JSON document (schema deckle.export-marks/1).")
  var json = false

  func validate() throws {
    if xmp, list { throw ValidationError("--list only prints, --xmp writes: name one of them.") }
  }

  func perform(_ program: Program, _ console: Console) throws -> CommandExitCode {
    // The session is opened before the scan: where another Deckle holds it, the command fails at once.
    let session = xmp ? try program.writableSession(console) : try program.readableSession()
    let scanned = try options.scan(program, console)
    guard scanned.exitCode != .failed, scanned.exitCode != .interrupted else {
      if let document = try documentOfNothing() { try console.write(document) }
      return scanned.exitCode
    }
    let verdicts = try session.map {
      try self.verdicts(of: scanned.report.photos, $0, scanned.report.roots.map(\.path))
    }
    guard xmp, let session else {
      let decided = (verdicts ?? []).filter { $0.verdict != .none }
      return try print(ExportMarksDocument(decided.map { .init($0.photo.path, $0.verdict) }), console)
    }
    return try print(ExportMarksDocument(try export(verdicts ?? [], session, program)), console)
  }

  /// The verdicts of the reviews of all libraries about these photos. A photo that is in the bin of one counts as
  /// rejected, whatever category it was kept in elsewhere before.
  private func verdicts(
    of photos: [ScannedPhoto], _ session: SessionDatabase, _ roots: [FilePath]
  ) throws -> [Review.Verdict] {
    var verdicts = photos.map { Review.Verdict(photo: $0, verdict: .none) }
    for library in try session.libraries() {
      var saved = try session.session(of: library)
      // A keep follows its photo out of a folder that was not scanned to nowhere: its copies here are other photos.
      for index in saved.actions.indices {
        saved.actions[index].items.removeAll { item in !roots.contains { item.path.starts(with: $0) } }
      }
      saved.actions.removeAll { $0.items.isEmpty }
      var review = Review(saved: saved)
      review.replaceFindings(Findings(), photos: photos)
      let found = Dictionary(uniqueKeysWithValues: review.verdicts.map { ($0.photo.path, $0) })
      for index in verdicts.indices {
        guard let other = found[verdicts[index].photo.path], other.verdict != .none else { continue }
        if other.verdict == .rejected || verdicts[index].verdict == .none { verdicts[index] = other }
      }
    }
    return verdicts
  }

  /// Writes the sidecars, and lets the marks of the bin follow: what Deckle wrote beside a photo makes it no other one.
  private func export(
    _ verdicts: [Review.Verdict], _ session: SessionDatabase, _ program: Program
  ) throws -> [ExportMarksDocument.File] {
    let decoder = program.decoder(most: 1) { _ in }
    let export = VerdictExport(edits: program.sidecarEdits(decoder), naming: program.naming)
    var files: [ExportMarksDocument.File] = []
    for item in verdicts where !Interruption.isRaised {
      let (outcomes, photo) = export.write(item)
      files += outcomes.map(ExportMarksDocument.File.init)
      let mark = item.photo.companionsMark
      if item.verdict == .rejected, photo.companionsMark != mark {
        try session.replaceCompanionsMark(of: photo.path, mark, with: photo.companionsMark)
      }
    }
    return files
  }

  private func print(
    _ document: ExportMarksDocument, _ console: Console
  ) throws -> CommandExitCode {
    if json { try console.write(try jsonDocument(document)) } else { try printLines(document, console) }
    if document.files.isEmpty { console.printText("No photo here is kept or in the bin.") }
    if Interruption.isRaised { return .interrupted }
    if document.failed == 0 { return .done }
    return document.failed == document.files.count ? .failed : .inPart
  }

  private func printLines(_ document: ExportMarksDocument, _ console: Console) throws {
    for file in document.files {
      let path = SafeText(bytes: file.file.bytes).text
      guard let outcome = file.outcome, let sidecar = file.sidecarFile else {
        try console.print("\(file.verdict.rawValue)\t\(path)")
        continue
      }
      let end = file.reason ?? "→ \(SafeText(bytes: sidecar.bytes).text)"
      try console.print("\(outcome.rawValue)\t\(file.verdict.rawValue)\t\(path)\t\(end)")
    }
  }
}

/// `deckle export-marks --json`, schema `deckle.export-marks/1`.
struct ExportMarksDocument: Encodable, Sendable {
  /// A file that a verdict is about.
  struct File: Encodable, Sendable {
    var path: String
    var pathBytes: String?
    /// `none` takes back what an earlier export wrote.
    var verdict: ExportedVerdict
    /// Null where nothing was to be written, as with --list.
    var outcome: VerdictExport.Outcome.Kind?
    var sidecar: String?
    var sidecarBytes: String?
    /// A sentence; null where there is none.
    var reason: String?

    let file: FilePath
    let sidecarFile: FilePath?

    private enum CodingKeys: String, CodingKey {
      case path, pathBytes, verdict, outcome, sidecar, sidecarBytes, reason
    }

    init(_ file: FilePath, _ verdict: ExportedVerdict) {
      (path, pathBytes, self.verdict) = (file.documentText, file.documentBytes, verdict)
      self.file = file
      sidecarFile = nil
    }

    init(_ outcome: VerdictExport.Outcome) {
      (path, pathBytes, verdict) = (outcome.path.documentText, outcome.path.documentBytes, outcome.verdict)
      (sidecar, sidecarBytes) = (outcome.sidecar.documentText, outcome.sidecar.documentBytes)
      (self.outcome, reason) = (outcome.kind, outcome.reason)
      (file, sidecarFile) = (outcome.path, outcome.sidecar)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(path, forKey: .path)
      try container.encodeIfPresent(pathBytes, forKey: .pathBytes)
      try container.encode(verdict, forKey: .verdict)
      try container.encode(outcome, forKey: .outcome)
      try container.encode(sidecar, forKey: .sidecar)
      try container.encodeIfPresent(sidecarBytes, forKey: .sidecarBytes)
      try container.encode(reason, forKey: .reason)
    }
  }

  var schema = "deckle.export-marks/1"
  /// The files in byte order of the photos.
  var files: [File]
  /// Files that were kept, and files in the bin.
  var picked: Int
  var rejected: Int
  var written: Int
  var skipped: Int
  var failed: Int
  /// Whether the command was stopped, so that these are not all photos.
  var interrupted = Interruption.isRaised

  init(_ files: [File]) {
    self.files = files
    picked = files.count { $0.verdict == .pick }
    rejected = files.count { $0.verdict == .rejected }
    written = files.count { $0.outcome == .written }
    skipped = files.count { $0.outcome == .skipped }
    failed = files.count { $0.outcome == .failed }
  }
}
