import PhotoModel
import SystemPackage

/// One file, or the folder of an app, from its place in the trash to where it came from.
struct RestoreMove {
  let location: TrashLocation
  let file: BatchFile
  let environment: TrashEnvironment
  let operations: FileOperations

  init(_ location: TrashLocation, of file: BatchFile, _ environment: TrashEnvironment, _ operations: FileOperations) {
    self.location = location
    self.file = file
    self.environment = environment
    self.operations = operations
  }

  private var path: FilePath { file.path }

  /// Checks the entry, moves it, and takes its note away once the file is home for good.
  ///
  /// - Returns: Warnings, where the file is home but the disk did not confirm it: then the note is still there.
  func carryOut() throws(FileSafetyError) -> [FileSafetyError] {
    let trash = try openTrash()
    guard let entry = try status(of: location.name, in: trash.files, location.filePath) else {
      if isAtTargetAlready() { return [] }
      throw .notInTrash(path)
    }
    try check(entry, in: trash)
    let parent = try openOriginalFolder(mountID: trash.mountID)
    let home = FileOperations.Place(folder: parent, name: path.nameBytes)
    if try status(of: home.name, in: parent, path) != nil { throw .somethingIsThere(path) }
    do throws(FileOperations.MoveFailure) {
      let source = FileOperations.Place(folder: trash.files, name: location.name)
      if file.isFolder {
        try operations.moveFolder(source, to: home)
      } else {
        try operations.moveToOriginalLocation(source, to: home)
      }
    } catch {
      switch error {
      case .stayed(.fileExists): throw .somethingIsThere(path)
      case .stayed(.permissionDenied), .stayed(.notPermitted): throw .folderNotWritable(path)
      case .stayed(let error): throw FileSafetyError(.rename, path, error)
      case .unknown: throw .unsettled(path, entry: location.filePath)
      }
    }
    do {
      try operations.syncFolder(parent, or: trash.files)
      try operations.syncFolder(trash.files)
    } catch {
      return [.operationFailed(.syncFolder, path, error)]
    }
    do throws(FileSafetyError) {
      try trash.removeOwnInfo(location, operations)
    } catch {
      return [error]
    }
    return []
  }

  /// Why the file could not be put back now; nil: nothing is in the way. Changes nothing.
  func obstacle() -> FileSafetyError? {
    do throws(FileSafetyError) {
      let trash = try openTrash()
      guard let entry = try status(of: location.name, in: trash.files, location.filePath) else {
        return .notInTrash(path)
      }
      try check(entry, in: trash)
      try checkTarget(mountID: trash.mountID)
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

  private func openTrash() throws(FileSafetyError) -> OpenTrash {
    do throws(FileSafetyError) {
      return try location.folder.open(creating: false, environment, operations)
    } catch .vanished {
      throw .notInTrash(path)
    }
  }

  /// The entry is the one that was put there.
  private func check(_ entry: FileStatus, in trash: OpenTrash) throws(FileSafetyError) {
    guard entry.kind == .regular || file.isFolder else { throw .notARegularFile(location.filePath, entry.kind) }
    guard file.isEntry(entry, try trash.note(of: location, operations)) else {
      throw .trashEntryChanged(path, entry: location.filePath)
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
    if let topFolder = location.folder.topFolder, !path.isInside(topFolder) { throw .escapesVolume(path) }
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

  /// Somebody else has put it back.
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
