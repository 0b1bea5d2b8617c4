import PhotoModel
import SystemPackage

/// The originals of files that were made smaller: they get their names back, and the smaller files go to the trash.
extension Restorer {
  /// Moves the smaller file to the trash, as any photo goes there, and puts the original back. Where that cannot be
  /// done the smaller file gets its name again.
  func exchangeBack(_ file: BatchFile, in batch: RemovalBatch) -> End {
    guard !isOriginalLocationItself(file), let smaller = file.smallerFile,
      (try? fileStatus(of: file.path, operations: operations)) != nil
    else { return laterBatch(withSmallerFileOf: file).map { End(result: .refused($0)) } ?? putBack(file) }
    if let obstacle = obstacle(to: file) { return End(result: RestoreOutcome.Result(obstacle)) }
    guard isSmallerFile(at: file.path, file) else { return End(result: .refused(changed(file))) }
    let location: TrashLocation
    do throws(FileSafetyError) {
      // A file that was damaged in the trash does not replace a whole one.
      if let digest = file.digest, let entry = file.entryPath,
        try storedDigest(of: entry, operations: operations) != digest
      {
        throw .trashEntryChanged(file.path, entry: entry)
      }
      guard let retired = try retire(file, in: batch) else { return End(result: .failed(.journalFailed(file.path))) }
      location = retired
    } catch {
      return End(result: RestoreOutcome.Result(error))
    }
    var end = putBack(file)
    if end.result == .restored { return end }
    if case .unknown = end.result { return end }
    do throws(FileSafetyError) {
      end.warnings +=
        try RestoreMove(of: smaller.retired(to: location, file), environment, operations)?.carryOut() ?? []
    } catch {
      // Both files are in the trash: the next start puts one of them back.
      end.warnings.append(error)
    }
    return end
  }

  /// The obstacle where a later batch moved the smaller file away, with its companions, and has it still: restored
  /// under the original they would find that name taken. Nil where there is none.
  private func laterBatch(withSmallerFileOf file: BatchFile) -> FileSafetyError? {
    guard !isOriginalLocationItself(file), let digest = file.replacement?.digest,
      let later = try? journal.batchAway(from: file.path),
      let next = try? journal.batch(later)?.files.first(where: { $0.path == file.path && $0.digest == digest }),
      TrashLookup(operations: operations).destination(of: next) == .inTrash
    else { return nil }
    return .takenOn(file.path, entry: file.path, batch: later)
  }

  /// Whether the name has the smaller file, read past all caches.
  func isSmallerFile(at path: FilePath, _ file: BatchFile) -> Bool {
    guard let digest = file.replacement?.digest else { return false }
    return (try? storedDigest(of: path, operations: operations)) == digest
  }

  func changed(_ file: BatchFile) -> FileSafetyError {
    .smallerFileChanged(file.path, original: file.entryPath ?? file.path)
  }

  /// Moves the smaller file to its trash.
  ///
  /// - Returns: Its location there; nil where its move is not written down.
  private func retire(_ file: BatchFile, in batch: RemovalBatch) throws(FileSafetyError) -> TrashLocation? {
    let status = try fileStatus(of: file.path, operations: operations)
    let item = RemovalItem(
      path: file.path, identity: status.identity, digest: file.replacement?.digest, safeguard: .onlyOne)
    let plan = try RemovalPlan(items: [item], environment: environment)
    let mover = BatchMover(
      environment: environment, journal: CopyJournal(journal: journal, batch: batch.id, files: [file]),
      operations: operations)
    guard let outcome = (try? mover.move(plan, as: batch.id))?.outcomes.first else { return nil }
    if let obstacle = outcome.obstacle { throw obstacle }
    return outcome.location
  }
}

extension Survivor {
  /// The smaller file of a file as the journal of a removal would have it, on its way to a location in the trash.
  func retired(to location: TrashLocation, _ file: BatchFile) -> BatchFile {
    BatchFile(
      index: 0, item: 0, path: path, identity: identity, state: .reserved, location: location,
      digest: file.replacement?.digest)
  }
}
