import PhotoModel
import SystemPackage

/// The copies of files that came home: they go to the trash of their own mount.
extension Restorer {
  /// For each restored file that had been copied to a folder: moves the copy to the trash if it is unchanged and the
  /// restored file has the moved bytes; otherwise reports that the copy stays. Nothing is read of files that were moved
  /// by a rename.
  ///
  /// - Parameter ends: Of the files of the photo, in their order.
  func retireCopies(of photo: ArraySlice<BatchFile>, _ ends: inout [End], in batch: RemovalBatch) {
    var items: [RemovalItem] = []
    var going: [(position: Int, file: BatchFile)] = []
    for (position, file) in photo.enumerated() where file.isCopied {
      guard ends[position].result == .restored, !ends[position].isOpen, let copy = file.folderLocation?.path else {
        continue
      }
      let status: FileStatus
      do throws(FileSafetyError) {
        status = try fileStatus(of: copy, operations: operations)
      } catch {
        if !isGone(copy, error) { ends[position].remark = .copyIsAway(file.path, copy: copy) }
        continue
      }
      // The copy was proven against what was moved; what comes out of a trash may have been damaged there.
      guard let digest = file.digest, digest == (try? storedDigest(of: file.path, operations: operations)) else {
        ends[position].remark = .restoredFileDiffers(file.path, copy: copy)
        continue
      }
      let item = RemovalItem(path: copy, identity: status.identity, digest: file.digest, safeguard: .onlyOne)
      items.append(item)
      going.append((position, file))
      // Until it has gone.
      ends[position].remark = .copyStays(file.path, copy: copy)
    }
    guard let plan = RemovalPlan.acceptable(of: items, environment: environment).plan else { return }
    let files = plan.items.compactMap { item in going.first { $0.file.folderLocation?.path == item.path } }
    let mover = BatchMover(
      environment: environment, journal: CopyJournal(journal: journal, batch: batch.id, files: files.map(\.file)),
      operations: operations)
    let report = try? mover.move(plan, as: batch.id)
    for (outcome, (position, _)) in zip(report?.outcomes ?? [], files) {
      if outcome.isMoved { ends[position].remark = nil }
      if case .unknown(let error) = outcome.result { ends[position].warnings.append(error) }
    }
    // Without a report the journal did not even take the beginning.
    let warnings = report?.warnings ?? []
    let isRecorded = report?.isRecorded ?? false
    for (position, file) in files where !isRecorded || !warnings.isEmpty {
      ends[position].warnings += warnings + (isRecorded ? [] : [.journalFailed(file.path)])
    }
  }

  /// Somebody took the copy out of its folder, which is there.
  private func isGone(_ copy: FilePath, _ error: FileSafetyError) -> Bool {
    guard case .vanished = error else { return false }
    return (try? fileStatus(of: copy.parentFolder, operations: operations)) != nil
  }
}

/// The journal of copies and of smaller files on their way to the trash: their places are written down with the files that they are copies
/// of, or were made of, which are `restoring` until all is done.
struct CopyJournal: RemovalJournal {
  let journal: any RemovalJournal
  let batch: BatchID
  /// The files whose copies go, by the index of the copy.
  let files: [BatchFile]

  func begin(_ batch: RemovalBatch) {}
  func finish(_ batch: BatchID) {}
  func reopen(_ batch: BatchID) {}
  func unfinishedBatches() -> [RemovalBatch] { [] }
  func batch(_ id: BatchID) -> RemovalBatch? { nil }

  func record(_ changes: [FileChange], in _: BatchID) throws {
    let own = changes.compactMap { change -> FileChange? in
      guard let trash = change.location else { return nil }
      let file = files[change.index]
      var (location, replacement) = (file.folderLocation, file.replacement)
      location?.copyTrash = trash
      replacement?.trash = trash
      return FileChange(index: file.index, state: .restoring, folderLocation: location, replacement: replacement)
    }
    if !own.isEmpty { try journal.record(own, in: batch) }
  }
}
