package import PhotoModel
package import SystemPackage

/// Moves whole folders that an app left behind to the trash of their volume. Photos never go this way.
///
/// Such folders are a batch like one of photos: recorded before anything happens, restored and recovered in the same
/// way. Each goes in one rename that replaces nothing, after a `.trashinfo` with its original location. Where that is
/// not possible the folder stays.
package struct FolderTrasher: Sendable {
  let environment: TrashEnvironment
  let journal: any RemovalJournal
  let operations: FileOperations

  /// Creates a trasher that writes its steps into a journal.
  package init(environment: TrashEnvironment, journal: any RemovalJournal, operations: FileOperations = .live) {
    self.environment = environment
    self.journal = journal
    self.operations = operations
  }

  /// Records the folders to move; nothing is touched yet.
  ///
  /// - Parameters:
  ///   - folders: Absolute paths without symbolic links, each with its identity when the user saw its name, and the
  ///     size of its contents.
  ///   - app: The name of the app, as people know it.
  /// - Throws: The errors of the journal.
  package func begin(
    _ folders: [(path: FilePath, identity: FileIdentity, size: ByteCount)], of app: String, as id: BatchID
  ) throws -> RemovalBatch {
    let files = folders.enumerated().map { index, folder in
      var identity = folder.identity
      identity.size = folder.size.bytes
      return BatchFile(index: index, item: index, path: folder.path, identity: identity, isFolder: true)
    }
    let batch = RemovalBatch(id: id, startedAt: environment.now(), files: files, app: app)
    try operations.pass(.journal)
    try journal.begin(batch)
    return batch
  }

  /// Moves one folder to the trash.
  ///
  /// - Parameter guarded: Folders that stay now, with everything in them and around them.
  /// - Returns: The path of the folder in the trash.
  /// - Throws: `.notAbsolute`, `.symbolicLink`, `.changed`, `.insideTrash`, `.guarded`, `.mayHoldPictures`,
  ///   `.acrossVolumes` where the folder is another volume or has one inside, `.journalFailed`, and errors of the
  ///   trash; then the folder is where it was. `.unsettled` where that is not known.
  package func move(
    _ folder: BatchFile, of batch: RemovalBatch, sparing guarded: [FilePath]
  ) throws(FileSafetyError) -> FilePath {
    do throws(FileSafetyError) {
      let location = try carryOut(folder, of: batch, sparing: guarded)
      // Where the journal cannot be written, the next start finds the folder in the trash.
      try? record(FileChange(index: folder.index, state: .moved), of: folder, in: batch)
      return location.filePath
    } catch {
      if case .unsettled = error { throw error }
      try? record(FileChange(index: folder.index, state: .stayed), of: folder, in: batch)
      throw error
    }
  }

  /// Finishes the batch after every folder was tried; one with unsettled folders is left to the next start.
  package func finish(_ batch: RemovalBatch) {
    guard let now = try? journal.batch(batch.id), !now.files.contains(where: \.state.isUnfinished) else { return }
    do {
      try operations.pass(.journal)
      try journal.finish(batch.id)
    } catch {}
  }

  private func record(
    _ change: FileChange, of folder: BatchFile, in batch: RemovalBatch
  ) throws(FileSafetyError) {
    do {
      try operations.pass(.journal)
      try journal.record([change], in: batch.id)
    } catch { throw .journalFailed(folder.path) }
  }

  private func carryOut(
    _ file: BatchFile, of batch: RemovalBatch, sparing guarded: [FilePath]
  ) throws(FileSafetyError) -> TrashLocation {
    let folder = file.path
    guard folder.isPlainAbsolute else { throw .notAbsolute(folder) }
    if TrashFolder.contains(folder, environment) || environment.knownTrashes.contains(where: { $0.isInside(folder) }) {
      throw .insideTrash(folder)
    }
    let (parent, name) = try openParent(of: folder, operations)
    let trash = try openTrash(for: folder, at: try check(folder, expecting: file.identity, in: parent, name))
    let trashName = try trash.freeName(for: folder, except: [], operations)
    let location = trash.location(for: folder, name: trashName, date: environment.now())
    let from = FileOperations.Place(folder: parent, name: name)
    let to = FileOperations.Place(folder: trash.files, name: trashName)
    if PictureSearch(operations: operations).mayHoldPictures(folder) { throw .mayHoldPictures(folder) }
    if let stays = GuardedFolders(guarded, operations: operations).folder(against: folder) {
      throw .guarded(folder, folder: stays)
    }
    try record(FileChange(index: file.index, state: .reserved, location: location), of: file, in: batch)
    do throws(Errno) {
      try trash.writeInfo(location, operations)
    } catch { throw FileSafetyError(.writeInfo, folder, error) }
    do throws(Errno) {
      try operations.syncFolder(trash.info)
    } catch {
      _ = try? trash.removeOwnInfo(location, operations)
      throw FileSafetyError(.rename, folder, error)
    }
    do throws(FileOperations.MoveFailure) {
      try operations.moveFolder(from, to: to)
    } catch {
      guard case .stayed(let error) = error else { throw .unsettled(folder, entry: location.filePath) }
      _ = try? trash.removeOwnInfo(location, operations)
      throw FileSafetyError(.rename, folder, error)
    }
    try checkMoved(file, to, location, trash, back: from)
    try? operations.syncFolder(trash.files)
    try? operations.syncFolder(parent, or: trash.files)
    return location
  }

  private func check(
    _ folder: FilePath, expecting expected: FileIdentity, in parent: Descriptor, _ name: [UInt8]
  ) throws(FileSafetyError) -> FileStatus {
    let status: FileStatus
    let around: FileStatus
    do throws(Errno) {
      status = try operations.status(of: name, in: parent)
      around = try operations.status(of: parent)
    } catch { throw FileSafetyError(.status, folder, error) }
    if status.kind == .symbolicLink { throw .symbolicLink(folder) }
    guard status.kind == .folder, status.identity.isSameFile(as: expected), status.owner == environment.userID else {
      throw .changed(folder)
    }
    guard status.mountID == around.mountID, status.identity.device == around.identity.device,
      Volume.mountPoints(inside: folder, operations: operations).isEmpty
    else { throw .acrossVolumes(folder) }
    return status
  }

  private func openTrash(for folder: FilePath, at status: FileStatus) throws(FileSafetyError) -> OpenTrash {
    var obstacle = FileSafetyError.acrossVolumes(folder)
    let home = try fileStatus(of: folder.parentFolder, operations: operations)
    for candidate in try TrashFolder.candidates(
      forFilesIn: folder.parentFolder, environment, operations: operations) where candidate.kind != .setAside
    {
      do throws(FileSafetyError) {
        let trash = try candidate.open(creating: true, forPhotosIn: home, environment, operations)
        guard trash.mountID == status.mountID, trash.device == status.identity.device else { continue }
        guard operations.mayWrite(into: trash.files), operations.mayWrite(into: trash.info) else {
          throw .trashNotWritable(folder, trash: candidate.path)
        }
        return trash
      } catch { obstacle = error }
    }
    throw obstacle
  }

  /// Checks that the folder that was moved is the one that was meant; one that took its name in between goes back.
  private func checkMoved(
    _ file: BatchFile, _ moved: FileOperations.Place, _ location: TrashLocation, _ trash: OpenTrash,
    back: FileOperations.Place
  ) throws(FileSafetyError) {
    let now = try? operations.status(of: moved.name, in: moved.folder, isForced: true)
    if now?.identity.isSameFile(as: file.identity) == true { return }
    // After an error of a server nobody knows whether anything was moved.
    if now == nil, !trash.kind.isLocal { throw .unsettled(file.path, entry: location.filePath) }
    do throws(FileOperations.MoveFailure) {
      try operations.moveFolder(moved, to: back)
      _ = try? trash.removeOwnInfo(location, operations)
    } catch { throw .unsettled(file.path, entry: location.filePath) }
    throw .changed(file.path)
  }
}
