import PhotoModel
import SystemPackage

/// Moves photos from the trash, or from the folders that they were moved to, back to their original locations, and
/// never over anything.
package struct Restorer: Sendable {
  let environment: TrashEnvironment
  let journal: any RemovalJournal
  let operations: FileOperations
  /// The number of files whose outcomes are recorded together.
  var chunkSize = 64

  /// Creates a restorer that writes its steps into a journal.
  package init(environment: TrashEnvironment, journal: any RemovalJournal, operations: FileOperations = .live) {
    self.environment = environment
    self.journal = journal
    self.operations = operations
  }

  /// Puts back the files of a batch that are in the trash or in a folder. The copy of a file in a folder on another
  /// mount goes to the trash of that mount where it is unchanged; else it stays, and the outcome has a remark.
  ///
  /// - Parameters:
  ///   - indices: The files of the batch to restore; nil means all. Files that never left or are back already are no
  ///     part of the report.
  ///   - isStopped: Called before each photo; true leaves the others in the trash. The files of one photo come back
  ///     together or not at all.
  ///   - progress: Called with each outcome as soon as it is known.
  /// - Returns: One outcome for each file, in the order of the batch.
  /// - Throws: The errors of the journal before the first file is touched.
  package func restore(
    _ batch: RemovalBatch, only indices: Set<Int>? = nil, isStopped: () -> Bool = { false },
    progress: (RestoreOutcome) -> Void = { _ in }
  ) throws -> RestoreReport {
    var report = RestoreReport(outcomes: [], wasStopped: false, warnings: [], isRecorded: true)
    let files = batch.files.filter { file in
      (file.state == .moved || file.state == .unclear) && file.entryPath != nil
        && indices?.contains(file.index) != false
    }
    if files.isEmpty { return report }
    try record { try journal.reopen(batch.id) }
    try record { try journal.record(files.map { FileChange(index: $0.index, state: .restoring) }, in: batch.id) }

    var changes: [FileChange] = []
    var hasOpenQuestion = false
    var left = files[...]
    while let item = left.first?.item {
      // A stop comes between two photos: the files of one come back together.
      let photo = left.prefix { $0.item == item }
      left = left.dropFirst(photo.count)
      if !report.wasStopped, isStopped() { report.wasStopped = true }
      var ends = ends(of: photo, in: batch, after: report)
      retireCopies(of: photo, &ends, in: batch)
      // Once the journal cannot be written, nothing more is touched and nothing more is waited for.
      if ends.contains(where: \.isJournalBroken) { report.isRecorded = false }
      for (file, end) in zip(photo, ends) {
        report.warnings += end.warnings
        if end.isOpen {
          hasOpenQuestion = true
        } else {
          changes.append(FileChange(index: file.index, state: end.result == .restored ? .restored : file.state))
        }
        let outcome = RestoreOutcome(
          path: file.path, size: ByteCount(file.identity.size), result: end.result, remark: end.remark)
        report.outcomes.append(outcome)
        progress(outcome)
      }
      if report.isRecorded, changes.count >= chunkSize || left.isEmpty {
        report.isRecorded = (try? record { try journal.record(changes, in: batch.id) }) != nil
        changes = []
      }
    }
    if report.isRecorded, !hasOpenQuestion { report.isRecorded = (try? record { try journal.finish(batch.id) }) != nil }
    if hasOpenQuestion { report.isRecorded = false }
    return report
  }

  /// The end of one file's restore.
  struct End {
    var result: RestoreOutcome.Result
    var warnings: [FileSafetyError] = []
    /// A remark about a file that is back; nil where there is none.
    var remark: FileSafetyError?

    /// Whether the outcome is unsettled; recovery decides at the next start.
    var isOpen: Bool {
      if case .unknown = result { return true }
      return !warnings.isEmpty
    }

    /// Whether the journal took no more.
    var isJournalBroken: Bool {
      (warnings + [result.obstacle].compactMap(\.self)).contains {
        if case .journalFailed = $0 { true } else { false }
      }
    }
  }

  /// Restores the files of one photo, unless `report` shows that the restore has ended.
  private func ends(
    of photo: ArraySlice<BatchFile>, in batch: RemovalBatch, after report: RestoreReport
  ) -> [End] {
    if report.wasStopped { return photo.map { End(result: .refused(.stopped($0.path))) } }
    if !report.isRecorded { return photo.map { End(result: .failed(.journalFailed($0.path))) } }
    var obstacles = obstacles(to: photo)
    return photo.map { file in
      if let obstacle = obstacles[file.index] { return End(result: RestoreOutcome.Result(obstacle)) }
      let end = file.replacement == nil ? putBack(file) : exchangeBack(file, in: batch)
      // No companion follows a photo that is not there: it would stand beside whatever is.
      if file.index == photo.first?.index, let obstacle = end.result.obstacle, obstacle.holdsPhotoInTrash,
        !isOriginalLocationItself(file)
      {
        obstacles = Self.withTheOthers([file.index: obstacle], photo)
      }
      return end
    }
  }

  /// Whether a restore of the batch would bring a file back, by the state of the disk now. A file that is at both
  /// locations or at an unknown one (`unclear`) is no reason to choose this batch before an older one. Changes nothing.
  package func canPutBackSome(of batch: RemovalBatch) -> Bool {
    let files = batch.files.filter { $0.state == .moved && $0.entryPath != nil }
    return files.indices.contains { position in
      let photo = files[position...].prefix { $0.item == files[position].item }
      guard position == 0 || files[position - 1].item != files[position].item, obstacles(to: photo).isEmpty else {
        return false
      }
      return photo.contains { obstacle(to: $0) == nil }
    }
  }

  /// Puts back a file that was found in a trash without a batch of ours. No journal records it: where the file system
  /// gives no answer, the outcome is `.mayBeBack`.
  package func restore(_ file: TrashedFile) -> RestoreOutcome {
    let known = BatchFile(index: 0, item: 0, path: file.originalPath, identity: file.identity, location: file.location)
    var result = putBack(known).result
    if case .unknown(.unsettled(let path, let entry)) = result { result = .unknown(.mayBeBack(path, entry: entry)) }
    return RestoreOutcome(path: file.originalPath, size: ByteCount(file.identity.size), result: result)
  }

  private func record(_ write: () throws -> Void) throws {
    try operations.pass(.journal)
    try write()
  }

  /// The obstacle, with the batch that took the file on from its folder, where one did: an earlier one may have taken
  /// another file of that path.
  func namingLaterBatch(_ error: FileSafetyError, of file: BatchFile) -> FileSafetyError {
    guard case .notInFolder(let path, let entry) = error, let later = try? journal.batchAway(from: entry),
      let files = try? journal.batch(later)?.files,
      files.contains(where: { $0.path == entry && $0.digest != nil && $0.digest == file.digest })
    else { return error }
    return .takenOn(path, entry: entry, batch: later)
  }

  func putBack(_ file: BatchFile) -> End {
    do throws(FileSafetyError) {
      guard let move = RestoreMove(of: file, environment, operations) else { throw .notInTrash(file.path) }
      return End(result: .restored, warnings: try move.carryOut())
    } catch {
      guard case .notInTrash = error, let trash = file.location?.folder.path,
        TrashLookup(operations: operations).whereabouts(of: file) == .away
      else { return End(result: RestoreOutcome.Result(namingLaterBatch(error, of: file))) }
      return End(result: .refused(.trashIsAway(file.path, trash: trash)))
    }
  }
}
