import PhotoModel
import SystemPackage

/// The move of one file, or of the folder of an app, from the trash or a folder of the user's to its original location.
struct RestoreMove {
  let file: BatchFile
  let environment: TrashEnvironment
  let operations: FileOperations
  /// The current path of the file.
  private let entryPath: FilePath

  /// Creates the move; nil for a file that is at no other location than the original one.
  init?(of file: BatchFile, _ environment: TrashEnvironment, _ operations: FileOperations) {
    guard let entryPath = file.entryPath else { return nil }
    self.entryPath = entryPath
    self.file = file
    self.environment = environment
    self.operations = operations
  }

  private var path: FilePath { file.path }

  /// The folder that the file is in, open.
  private struct Source {
    var folder: Descriptor
    var mountID: UInt64
    var kind: FileSystemKind
    /// The trash that the source is, and the location in it; nil for a folder of the user's.
    var trash: (open: OpenTrash, location: TrashLocation)?
  }

  /// Checks the entry, moves it, and removes its `.trashinfo` once the move is durable.
  ///
  /// - Returns: Warnings, where the file is back but the disk did not confirm it: then the `.trashinfo` is still there.
  func carryOut() throws(FileSafetyError) -> [FileSafetyError] {
    let source = try openSource()
    let entry = FileOperations.Place(folder: source.folder, name: entryPath.nameBytes)
    guard let status = try status(of: entry.name, in: source.folder, entryPath) else {
      if isAtTargetAlready() { return [] }
      throw notThere
    }
    try check(status, in: source, reading: true)
    let parent = try openOriginalFolder(mountID: source.mountID)
    let original = FileOperations.Place(folder: parent, name: path.nameBytes)
    if try self.status(of: original.name, in: parent, path) != nil { throw .somethingIsThere(path) }
    do throws(FileOperations.MoveFailure) {
      if file.isFolder {
        try operations.moveFolder(entry, to: original)
      } else {
        try operations.moveToOriginalLocation(entry, to: original)
      }
    } catch {
      switch error {
      case .stayed(.fileExists): throw .somethingIsThere(path)
      case .stayed(.permissionDenied), .stayed(.notPermitted): throw .folderNotWritable(path)
      case .stayed(let error): throw FileSafetyError(.rename, path, error)
      case .unknown: throw .unsettled(path, entry: entryPath)
      }
    }
    do {
      try operations.syncFolder(parent, or: source.folder)
      try operations.syncFolder(source.folder, or: parent)
    } catch {
      return [.operationFailed(.syncFolder, path, error)]
    }
    do throws(FileSafetyError) {
      if let (trash, location) = source.trash { try trash.removeOwnInfo(location, operations) }
    } catch {
      return [error]
    }
    return []
  }

  /// Why the file could not be put back now; nil: nothing is in the way. Changes nothing.
  func obstacle() -> FileSafetyError? {
    do throws(FileSafetyError) {
      let source = try openSource()
      guard let entry = try status(of: entryPath.nameBytes, in: source.folder, entryPath) else { return notThere }
      try check(entry, in: source, reading: false)
      try checkTarget(mountID: source.mountID)
      do throws(FileSafetyError) {
        _ = try fileStatus(of: path, operations: operations)
        return .somethingIsThere(path)
      } catch .vanished {
        return nil
      }
    } catch {
      return error
    }
  }

  private var notThere: FileSafetyError {
    file.location == nil ? .notInFolder(path, entry: entryPath) : .notInTrash(path)
  }

  private func openSource() throws(FileSafetyError) -> Source {
    if let location = file.location {
      do throws(FileSafetyError) {
        let trash = try location.folder.open(creating: false, environment, operations)
        return Source(folder: trash.files, mountID: trash.mountID, kind: trash.kind, trash: (trash, location))
      } catch .vanished {
        throw notThere
      }
    }
    do throws(Errno) {
      let folder = try operations.openFolder(entryPath.parentFolder)
      let mountID = try operations.status(of: folder).mountID
      return Source(folder: folder, mountID: mountID, kind: operations.kind(of: folder))
    } catch .noSuchFileOrDirectory {
      throw notThere
    } catch {
      throw FileSafetyError(.openFolder, path, error)
    }
  }

  /// Checks that the entry is the file that was put there.
  ///
  /// - Parameter reading: Whether its bytes are read where inode numbers do not last; else they are read only where its
  ///   size is the same and its time is not.
  private func check(_ entry: FileStatus, in source: Source, reading: Bool) throws(FileSafetyError) {
    guard entry.kind == .regular || file.isFolder else { throw .notARegularFile(entryPath, entry.kind) }
    if let (trash, location) = source.trash {
      guard file.isEntry(entry, try trash.note(of: location, operations)) else {
        throw .trashEntryChanged(path, entry: entryPath)
      }
      return
    }
    if file.isItself(entry), source.kind.keepsInodes { return }
    let isAlike = file.isItself(entry) || file.isLike(entry)
    if isAlike, !reading || file.digest == nil { return }
    // A changed time alone proves nothing: other programs set it, and the bytes may be those that were moved.
    guard let digest = file.digest, entry.identity.size == file.identity.size,
      try freshDigest(of: entryPath.nameBytes, in: source.folder, path: entryPath, operations) == digest
    else {
      throw .movedFileChanged(path, entry: entryPath)
    }
  }

  /// The folder to restore to; missing folders are made, but only on the volume of the trash, and for the user alone:
  /// how open they were is not known, and a private one must not come back readable.
  private func openOriginalFolder(mountID: UInt64) throws(FileSafetyError) -> Descriptor {
    try checkTarget(mountID: mountID)
    do throws(Errno) {
      return try makeFolders(path.parentFolder, mode: 0o700, operations)
    } catch {
      throw originalSituation(error)
    }
  }

  /// The path is one that may be restored to, on the volume of the trash.
  private func checkTarget(mountID: UInt64) throws(FileSafetyError) {
    guard path.isPlainAbsolute else { throw .notAbsolute(path) }
    if let topFolder = file.location?.folder.topFolder, !path.isInside(topFolder) { throw .escapesVolume(path) }
    if TrashFolder.isInDesktopTrash(path, environment) { throw .insideTrash(path) }
    let originalMount: UInt64
    do throws(Errno) { originalMount = try mountOfExistingPart() } catch { throw originalSituation(error) }
    guard originalMount == mountID else { throw .acrossVolumes(path) }
  }

  private func originalSituation(_ error: Errno) -> FileSafetyError {
    switch error {
    case .permissionDenied: .folderNotWritable(path)
    case .notDirectory: .somethingIsThere(firstThingAbove)
    default: FileSafetyError(.openFolder, path, error)
    }
  }

  /// The first existing entry on the way up from the folder.
  private var firstThingAbove: FilePath {
    var location = path.parentFolder
    while !location.isRootFolder, (try? fileStatus(of: location, operations: operations)) == nil {
      location = location.parentFolder
    }
    return location
  }

  private func mountOfExistingPart() throws(Errno) -> UInt64 {
    var existing = path.parentFolder
    while true {
      do {
        return try operations.status(of: try operations.openFolder(existing)).mountID
      } catch .noSuchFileOrDirectory where !existing.isRootFolder {
        existing = existing.parentFolder
      }
    }
  }

  /// Whether somebody else has put the file back.
  private func isAtTargetAlready() -> Bool {
    (try? fileStatus(of: path, operations: operations)).map(file.isItself) == true
  }

  private func status(
    of name: [UInt8], in folder: Descriptor, _ path: FilePath
  ) throws(FileSafetyError) -> FileStatus? {
    do {
      return try operations.statusIfPresent(of: name, in: folder, isForced: true)
    } catch {
      throw FileSafetyError(.status, path, error)
    }
  }
}
