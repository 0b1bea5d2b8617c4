import ArgumentParser
import FileSafety
import Foundation
import PhotoModel
import Removal
import SessionStore
import SystemPackage
import TextSurface

/// `deckle restore`: puts photos back where they came from, never over anything.
struct RestoreCommand: PrintingCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Put photos back from the trash; never overwrites.",
    discussion: """
      Each file is read against its receipt first: one that does not match is named. From the trash \
      it comes back all the same; in a folder of yours, where it was moved to, it is left. \
      Exit codes: 0 all are back, 1 none, 2 some (each is listed), 64 wrong usage, 130 interrupted.
      """)

  @Flag(help: "The newest batch of which something can be put back.")
  var last = false

  @Option(help: ArgumentHelp("The batch with this name; deckle history lists them.", valueName: "id"))
  var batch: String?

  @Argument(help: ArgumentHelp("Photos, by the paths they had before.", valueName: "path"), completion: .file())
  var paths: [String] = []

  @Flag(help: "Print one JSON document (schema deckle.restore/1).")
  var json = false

  func validate() throws {
    if paths.contains("") { throw ValidationError("An empty name is no photo.") }
    let forms = [last, batch != nil, !paths.isEmpty].count { $0 }
    if forms != 1 { throw ValidationError("Name what to put back in one way: --last, --batch ID, or paths.") }
  }

  var withWrongSettings: WrongSettings { .goOn }

  func perform(_ program: Program, _ console: Console) throws -> CommandExitCode {
    let session = try program.writableSession(console)
    let restorer = Restorer(environment: program.trash, journal: session)
    var receipt = Receipt()
    if paths.isEmpty {
      try restore(try wanted(session, restorer, program, console), session, program, console, &receipt)
    } else {
      for path in try argumentPaths(paths).map({ try absolutePath($0, naming: program.naming) }) {
        try restore(path, session, restorer, program, console, &receipt)
      }
      reportRelatedFiles(of: receipt, program, console)
    }
    return try report(receipt, console)
  }

  // MARK: Doing it

  /// The outcomes of the files, in the order in which they were named.
  private struct Receipt {
    var batches: Set<BatchID> = []
    var files: [FileOutcome] = []
    var bytes = ByteCount.zero
    var wasStopped = false
    /// The disk has confirmed what came back, and it is written down.
    var isRecorded = true
    /// The number of restored folders of apps.
    var folders = 0
    var sidecars: [BatchSidecar] = []
    /// The files that came back without a batch that names the other files of their photo.
    var alone: [TrashedFile] = []
  }

  private func wanted(
    _ session: SessionDatabase, _ restorer: Restorer, _ program: Program, _ console: Console
  ) throws -> RemovalBatch {
    if let batch {
      let found = try Optional(session).namedBatch(batch)
      guard found.hasSomethingToRestore else {
        throw CommandFailure("Batch \(found.id.text) has nothing in the trash that could be put back.")
      }
      return found
    }
    // The trash may have been emptied by hand, and an original location may be taken for ever, so the record alone does
    // not decide. Where nothing can be put back, the attempt gives the reason for each file.
    let batches = try session.allBatches()
    let lookup = TrashLookup()
    let newest =
      batches.first(where: restorer.canPutBackSome) ?? batches.first { $0.hasFilesToRestore(lookup) }
      ?? batches.first { !$0.filesStillInTrash(lookup).isEmpty }
      ?? batches.first { $0.whereabouts(lookup).contains(.changed) }
    guard let newest else {
      let missing = Set(batches.flatMap { $0.missingTrashes(lookup) }).sorted(by: precedesInByteOrder)
      guard !missing.isEmpty else {
        guard session.setAside == nil else {
          throw CommandFailure(
            "Which batches there were is not known any more. What is in the trash can be put back by its name: deckle restore "
              + "and the photo's old path.")
        }
        throw CommandFailure("There is nothing to put back: no batch has anything in the trash.")
      }
      throw CommandFailure(
        "There is nothing to put back from here: what was moved is in \(missing.map(program.naming).joined(separator: ", ")), "
          + "and that is not there. Connect the drive or network share where it was, and try again.")
    }
    for passed in batches.prefix(while: { $0.id != newest.id }) where passed.hasFilesToRestore(lookup) {
      console.printText(
        "Batch \(passed.id.text) is newer, but nothing of it can be put back now. Why: "
          + "deckle restore --batch \(passed.id.text)")
    }
    for passed in batches.prefix(while: { $0.id != newest.id }) {
      guard let trash = passed.missingTrashes(lookup).first else { continue }
      console.printText("Batch \(passed.id.text) is newer, but its trash, \(program.naming(trash)), is not there now.")
    }
    return newest
  }

  private func restore(
    _ batch: RemovalBatch, photo: FilePath? = nil, _ session: SessionDatabase, _ program: Program, _ console: Console,
    _ receipt: inout Receipt
  ) throws {
    let remarks = remarksOnBytes(of: batch, photo, program, console)
    let run = RemovalRun(trash: program.trash, journal: session, naming: program.naming)
    let restored = try run.restore(batch, photo: photo, isStopped: { Interruption.isRaised })
    for var outcome in restored.outcomes {
      outcome.reason = outcome.reason ?? remarks[outcome.path]
      receipt.files.append(outcome)
    }
    receipt.bytes += restored.bytes
    receipt.sidecars += restored.sidecars
    if restored.areFolders { receipt.folders += restored.files }
    receipt.batches.insert(batch.id)
    receipt.wasStopped = receipt.wasStopped || restored.wasStopped
    for warning in restored.warnings { console.printText(warning) }
    if !restored.isRecorded {
      receipt.isRecorded = false
      console.printText(session.notRecordedSentence(program.naming))
    }
  }

  /// Verifies the files to be restored against their receipt. Files that do not match it are restored nevertheless.
  ///
  /// - Returns: A sentence for each file whose bytes are not those that were moved, by its original path.
  private func remarksOnBytes(
    of batch: RemovalBatch, _ photo: FilePath?, _ program: Program, _ console: Console
  ) -> [FilePath: String] {
    let asked = photo.map { batch.files(ofPhotoAt: $0) } ?? batch.files
    let files = asked.filter { $0.state == .moved && $0.digest != nil }
    let reader = BatchReader(console, files: files.count)
    let report = reader.read(batch, only: Set(files.map(\.index)), originals: true)
    reader.finish()
    var remarks: [FilePath: String] = [:]
    for outcome in report.outcomes where outcome.result == .changed {
      remarks[outcome.path] = outcome.remark?.sentence(naming: program.naming)
      console.printText("\(program.naming(outcome.path)) does not match its receipt. \(remarks[outcome.path] ?? "")")
    }
    return remarks
  }

  /// Restores a file by its old path, or by the one that it has in the folder that it was moved to: from a batch of
  /// Deckle's, else from the trash of the desktop.
  private func restore(
    _ path: FilePath, _ session: SessionDatabase, _ restorer: Restorer, _ program: Program, _ console: Console,
    _ receipt: inout Receipt
  ) throws {
    if receipt.files.contains(where: { $0.outcome == .restored && ($0.path == path || $0.to == path) }) { return }
    if Interruption.isRaised { receipt.wasStopped = true }
    if receipt.wasStopped {
      receipt.files.append(FileOutcome(path, .refused, reason: "It was not touched: you stopped before."))
      return
    }
    if let (batch, original) = try batch(withFileMovedTo: path, session) {
      return try restore(batch, photo: original, session, program, console, &receipt)
    }
    if let batch = try batch(withTrashedFileFrom: path, session, program) {
      // The files of one photo come back together.
      return try restore(batch, photo: path, session, program, console, &receipt)
    }
    do throws(FileSafetyError) {
      guard let file = try TrashedFile.all(from: path, program.trash).first else { throw .notInTrash(path) }
      let outcome = restorer.restore(file)
      receipt.files.append(
        FileOutcome(path, .restored, at: file.location.filePath, unless: outcome.obstacle, naming: program.naming))
      if outcome.isRestored {
        receipt.bytes += outcome.size
        // No batch records the file. A mark that stays only costs a question.
        try? session.forgetDecisions(about: [path], identities: [path: file.identity])
        receipt.alone.append(file)
      }
    } catch {
      receipt.files.append(FileOutcome(path, .refused, reason: reason(error, path, program)))
    }
  }

  /// Names other files that came from the folder of a photo and have its name: nothing proves whether they belong to
  /// it.
  private func reportRelatedFiles(of receipt: Receipt, _ program: Program, _ console: Console) {
    for (folder, files) in Dictionary(grouping: receipt.alone, by: \.location.folder) {
      let others = (try? TrashedFile.all(in: folder, program.trash)) ?? []
      for file in files {
        let paths = Set(others.map(\.originalPath)).filter { $0.mayBelong(to: file.originalPath) }
          .sorted(by: precedesInByteOrder)
        guard let first = paths.first else { continue }
        let also = paths.count == 1 ? "" : " and \(counted(paths.count - 1, "other file"))"
        console.printText(
          "\(program.naming(first))\(also) in the trash may belong to \(program.naming(file.originalPath)). To put back: "
            + (["deckle restore"] + paths.map { shellWord(SafeText(bytes: $0.bytes).text) }).joined(separator: " "))
      }
    }
  }

  /// The newest batch whose file really is in the trash, else the newest whose file should be there, which tells why it
  /// is not; else one with companions of a photo that is restored already. Nil where the trash has a file that somebody
  /// else put there.
  private func batch(
    withTrashedFileFrom path: FilePath, _ session: SessionDatabase, _ program: Program
  ) throws -> RemovalBatch? {
    guard let id = try session.batch(ofTrashedFileFrom: path), let newest = try session.batch(id) else {
      return try batch(withRestOf: path, session)
    }
    let lookup = TrashLookup()
    func holdsIt(_ batch: RemovalBatch) -> Bool {
      batch.files.contains { $0.path == path && $0.state == .moved && lookup.whereabouts(of: $0) == .inTrash }
    }
    if holdsIt(newest) { return newest }
    if let older = try session.allBatches().first(where: holdsIt) { return older }
    let isOriginalLocationFree = (try? fileStatus(of: path)) == nil
    let others = isOriginalLocationFree ? try? TrashedFile.all(from: path, program.trash) : nil
    return others?.isEmpty == false ? nil : newest
  }

  /// The newest batch that moved a file to this path, where something is now, and the path that it came from.
  private func batch(
    withFileMovedTo path: FilePath, _ session: SessionDatabase
  ) throws -> (batch: RemovalBatch, original: FilePath)? {
    guard (try? fileStatus(of: path)) != nil else { return nil }
    for batch in try session.allBatches() {
      if let file = batch.files.first(where: { $0.state == .moved && $0.folderLocation?.path == path }) {
        return (batch, file.path)
      }
    }
    return nil
  }

  /// The batch whose companions of an already restored photo can still be put back; nil where another file is at the
  /// photo's path by now.
  private func batch(withRestOf path: FilePath, _ session: SessionDatabase) throws -> RemovalBatch? {
    guard let id = try session.batch(withRestOfPhotoAt: path), let batch = try session.batch(id),
      let home = try? fileStatus(of: path).identity,
      batch.files.contains(where: { $0.path == path && home.isSameVersion(as: $0.identity) })
    else { return nil }
    return batch
  }

  private func reason(_ error: FileSafetyError, _ path: FilePath, _ program: Program) -> String {
    guard case .notInTrash = error else { return error.sentence(naming: program.naming) }
    let unknown =
      program.configurationError == nil ? "" : " Folders that the settings set photos aside in were not looked into."
    return
      "No trash here has a photo that came from \(program.naming(path)). deckle history lists what was moved.\(unknown)"
  }

  // MARK: Report

  private func report(_ receipt: Receipt, _ console: Console) throws -> CommandExitCode {
    let id = receipt.batches.count == 1 ? receipt.batches.first?.text : nil
    var document = RestoreDocument(batch: id, files: receipt.files, bytes: receipt.bytes)
    if !receipt.sidecars.isEmpty { document.sidecars = receipt.sidecars.map(RestoreDocument.Sidecar.init) }
    let counts = [(document.restored - receipt.folders, "file"), (receipt.folders, "folder")].filter { $0.0 > 0 }
    let amount = counts.map { counted($0.0, $0.1) }.joined(separator: " and ")
    var last = document.restored > 0 ? "\(amount) (\(receipt.bytes.formatted)) put back." : "Nothing was put back."
    if document.unknown > 0 {
      let doubt = "\(counted(document.unknown, "file")) may be back; Deckle looks again at the next start."
      last = document.restored > 0 ? "\(last) \(doubt)" : doubt
    }
    try console.report(last) {
      if json {
        try console.write(try jsonDocument(document))
      } else {
        try console.print(outcomeLines(receipt.files) + ["", last])
      }
    }
    if receipt.wasStopped { return .interrupted }
    if document.restored + document.unknown == 0 { return .failed }
    return document.restored == document.files.count && receipt.isRecorded ? .done : .inPart
  }
}

extension SessionDatabase? {
  /// The batch that a person named.
  ///
  /// - Throws: `CommandFailure` where there is none.
  func namedBatch(_ name: String) throws -> RemovalBatch {
    guard let found = try self?.batch(BatchID(name)) else {
      throw CommandFailure("There is no batch of that name. deckle history lists all of them.")
    }
    return found
  }
}

extension RemovalBatch {
  /// A file of it is in the trash, as far as is written down.
  var hasSomethingToRestore: Bool {
    files.contains { ($0.state == .moved || $0.state == .unclear) && $0.entryPath != nil }
  }
}

extension FilePath {
  /// Whether two files lie in one folder, with one name but for the endings: a RAW, a movie or a sidecar beside its
  /// photo.
  fileprivate func mayBelong(to photo: FilePath) -> Bool {
    guard self != photo, removingLastComponent() == photo.removingLastComponent() else { return false }
    let (mine, whole) = (nameBytes, photo.nameBytes)
    let stem = whole.lastIndex(of: UInt8(ascii: ".")).map { Array(whole[..<$0]) } ?? whole
    return !stem.isEmpty && mine.starts(with: stem + [UInt8(ascii: ".")])
  }
}
