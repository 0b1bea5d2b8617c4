package import PhotoModel
package import SystemPackage

/// Moves a whole folder to the trash of its volume: what an app left behind. Photos never go this way.
///
/// One rename that replaces nothing, after a note in the trash that says where it came from; the file manager of the
/// desktop puts it back. Where that is not possible the folder stays.
package struct FolderTrasher: Sendable {
  let environment: TrashEnvironment
  let operations: FileOperations

  package init(environment: TrashEnvironment, operations: FileOperations = .live) {
    self.environment = environment
    self.operations = operations
  }

  /// - Parameters:
  ///   - folder: Absolute, without symbolic links.
  ///   - expected: What it was when the user saw its name.
  ///   - guarded: Folders in force now that stay, with what is in them and around them.
  /// - Returns: Where it is now.
  /// - Throws: `.notAbsolute`, `.symbolicLink`, `.changed`, `.insideTrash`, `.guarded`, `.mayHoldPictures`,
  ///   `.acrossVolumes` where it is another volume or has one inside, and what keeps the trash from being used; then it is where it was.
  package func move(
    _ folder: FilePath, expecting expected: FileIdentity, sparing guarded: [FilePath]
  ) throws(FileSafetyError) -> FilePath {
    guard folder.isPlainAbsolute else { throw .notAbsolute(folder) }
    if TrashFolder.contains(folder, environment) || environment.knownTrashes.contains(where: { $0.isInside(folder) }) {
      throw .insideTrash(folder)
    }
    let (parent, name) = try openParent(of: folder, operations)
    let trash = try openTrash(for: folder, at: try check(folder, expecting: expected, in: parent, name))
    let trashName = try trash.freeName(for: folder, except: [], operations)
    let place = trash.place(for: folder, name: trashName, date: environment.now())
    let from = FileOperations.Place(folder: parent, name: name)
    let to = FileOperations.Place(folder: trash.files, name: trashName)
    if PictureSearch(operations: operations).mayHoldPictures(folder) { throw .mayHoldPictures(folder) }
    if let stays = GuardedFolders(guarded, operations: operations).folder(against: folder) {
      throw .guarded(folder, folder: stays)
    }
    do throws(Errno) {
      try trash.writeInfo(place, operations)
    } catch { throw FileSafetyError(.writeInfo, folder, error) }
    do throws(Errno) {
      try operations.syncFolder(trash.info)
      try operations.renameWithoutReplacing(from, to: to)
    } catch {
      _ = try? trash.removeOwnInfo(place, operations)
      throw FileSafetyError(.rename, folder, error)
    }
    try checkMoved(folder, expected, to, place, trash, back: from)
    try? operations.syncFolder(trash.files)
    try? operations.syncFolder(parent, or: trash.files)
    return place.filePath
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
    for candidate in try TrashFolder.candidates(
      forFilesIn: folder.parentFolder, environment, operations: operations) where candidate.kind != .setAside
    {
      do throws(FileSafetyError) {
        let trash = try candidate.open(creating: true, environment, operations)
        guard trash.mountID == status.mountID, trash.device == status.identity.device else { continue }
        guard operations.mayWrite(into: trash.files), operations.mayWrite(into: trash.info) else {
          throw .trashNotWritable(folder, trash: candidate.path)
        }
        return trash
      } catch { obstacle = error }
    }
    throw obstacle
  }

  /// What was moved is what was looked at; something that took its name in between goes back.
  private func checkMoved(
    _ folder: FilePath, _ expected: FileIdentity, _ moved: FileOperations.Place, _ place: TrashPlace,
    _ trash: OpenTrash,
    back: FileOperations.Place
  ) throws(FileSafetyError) {
    let now = try? operations.status(of: moved.name, in: moved.folder)
    if now?.identity.isSameFile(as: expected) == true { return }
    do throws(Errno) {
      try operations.renameWithoutReplacing(moved, to: back)
      _ = try? trash.removeOwnInfo(place, operations)
    } catch { throw FileSafetyError(.rename, folder, error) }
    throw .changed(folder)
  }
}
