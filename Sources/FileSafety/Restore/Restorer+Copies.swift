import PhotoModel
import SystemPackage

/// The copies of files that were restored: they go to the trash of their own mount.
extension Restorer {
  /// Moves the copies of a restored photo's files to the trash where all of them are unchanged and the restored files
  /// have the moved bytes; otherwise all stay in their folder, so that a changed file keeps the rest of its photo.
  /// Files that were moved by a rename are not read.
  ///
  /// - Parameter ends: The outcomes of the files of the photo, in their order.
  func retireCopies(of photo: ArraySlice<BatchFile>, _ ends: inout [End], in batch: RemovalBatch) {
    var copies: [RemovalItem.File] = []
    var going: [(position: Int, file: BatchFile)] = []
    var isWhole = true
    for (position, file) in photo.enumerated() where file.isCopied {
      guard ends[position].result == .restored, !ends[position].isOpen, let copy = file.folderLocation?.path else {
        isWhole = false
        continue
      }
      let status: FileStatus
      do throws(FileSafetyError) {
        status = try fileStatus(of: copy, operations: operations)
      } catch {
        if !isGone(copy, error) { ends[position].remark = .copyIsAway(file.path, copy: copy) }
        continue
      }
      // The copy was proven against the moved bytes; a file that comes out of a trash may have been damaged there.
      guard let digest = file.digest, digest == (try? storedDigest(of: file.path, operations: operations)) else {
        ends[position].remark = .restoredFileDiffers(file.path, copy: copy)
        isWhole = false
        continue
      }
      copies.append(RemovalItem.File(path: copy, identity: status.identity, digest: digest))
      going.append((position, file))
      // This remark holds until the copy has gone.
      ends[position].remark = .copyStays(file.path, copy: copy)
    }
    guard isWhole, let shown = copies.first else { return }
    var item = RemovalItem(path: shown.path, identity: shown.identity, digest: shown.digest, safeguard: .onlyOne)
    item.companions = Array(copies.dropFirst())
    guard let plan = RemovalPlan.acceptable(of: [item], environment: environment).plan else { return }
    let mover = BatchMover(
      environment: environment, journal: CopyJournal(journal: journal, batch: batch.id, files: going.map(\.file)),
      operations: operations)
    let report = try? mover.move(plan, as: batch.id)
    for (outcome, (position, _)) in zip(report?.outcomes ?? [], going) {
      if outcome.isMoved { ends[position].remark = nil }
      if case .unknown(let error) = outcome.result { ends[position].warnings.append(error) }
    }
    // Without a report not even the beginning could be written to the journal.
    let warnings = report?.warnings ?? []
    let isRecorded = report?.isRecorded ?? false
    for (position, file) in going where !isRecorded || !warnings.isEmpty {
      ends[position].warnings += warnings + (isRecorded ? [] : [.journalFailed(file.path)])
    }
  }

  /// Somebody took the copy out of its folder, which is there.
  private func isGone(_ copy: FilePath, _ error: FileSafetyError) -> Bool {
    guard case .vanished = error else { return false }
    return (try? fileStatus(of: copy.parentFolder, operations: operations)) != nil
  }
}

/// The journal of copies and of smaller files on their way to the trash: their places are written down with the files
/// that they are copies of, or were made of, which are `restoring` until all is done.
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
