import PhotoModel
import SystemPackage

/// A trash whose folders are open and have passed every check.
struct OpenTrash: Sendable {
  var folder: TrashFolder
  var files: Descriptor
  var info: Descriptor
  /// Of the file system, in bytes, at most 255.
  var longestName: Int
  var mountID: UInt64
  /// Of `files`: parts of one mount can be file systems of their own (btrfs), between which nothing is renamed.
  var device: UInt64
  /// Of `files`.
  var kind: FileSystemKind
  /// A plain name could be taken by another program in the moment before a rename that replaces what has it.
  var needsUnpredictableNames: Bool

  func filePath(_ name: [UInt8]) -> FilePath { folder.path.appending(name: "files").appending(name: name) }
}

extension TrashFolder {
  /// Opens the trash and checks it as the specification demands.
  ///
  /// - Parameter creating: Makes what is missing, mode 0700. What exists is never changed.
  /// - Throws: `.trashNotTrusted`, `.trashNotWritable`, `.readOnlyVolume`, `.diskFull`; `.vanished` where something
  ///   is missing and `creating` is false.
  func open(
    creating: Bool, _ environment: TrashEnvironment, _ operations: FileOperations
  ) throws(FileSafetyError) -> OpenTrash {
    let trash = try openRoot(creating: creating, environment, operations)
    let files = try openPart("files", of: trash, creating: creating, operations)
    let info = try openPart("info", of: trash, creating: creating, operations)
    return try telling { () throws in
      let status = try operations.status(of: files)
      let filesMount = status.mountID
      // One of the two on another mount could not take part in one rename.
      guard try operations.status(of: info).mountID == filesMount else { throw FileSafetyError.trashNotTrusted(path) }
      let longest = try operations.space(of: files).longest_name
      let kind = operations.kind(of: files)
      let longestName = longest == 0 ? 255 : Int(min(255, longest))
      return OpenTrash(
        folder: self, files: files, info: info, longestName: longestName, mountID: filesMount,
        device: status.identity.device, kind: kind, needsUnpredictableNames: !kind.isLocal)
    }
  }

  private func openRoot(
    creating: Bool, _ environment: TrashEnvironment, _ operations: FileOperations
  ) throws(FileSafetyError) -> Descriptor {
    switch kind {
    case .home, .setAside:
      let trash: Descriptor
      let owner: UInt32
      do throws(Errno) {
        trash = creating ? try makeFolders(path, mode: 0o700, operations) : try operations.openFolder(path)
        owner = try operations.status(of: trash).owner
      } catch {
        throw situation(error)
      }
      // The folder around it may be anybody's; a trash inside that somebody else made is his to empty.
      guard kind == .home || owner == environment.userID || owner == 0 else { throw .trashNotTrusted(path) }
      return trash
    case .shared, .own:
      let parentPath = path.parentFolder
      return try telling { () throws in
        let parent = try operations.openFolder(parentPath)
        if kind == .shared { try checkShared(parent, parentPath, operations) }
        let trash = try openFolder(
          path.nameBytes, in: parent, creating: creating, for: environment.userID, operations)
        // Looked at after it is open: what was checked is what is used.
        let owner = try operations.status(of: trash).owner
        guard owner == environment.userID || environment.isRootForSomebody && owner == 0 else {
          throw FileSafetyError.trashNotTrusted(path)
        }
        return trash
      }
    }
  }

  /// `$topdir/.Trash` must be a real folder (it was opened without following a link) with the sticky bit.
  private func checkShared(_ folder: Descriptor, _ path: FilePath, _ operations: FileOperations) throws {
    let status = try operations.status(of: folder)
    guard status.kind == .folder, status.permissions & 0o1000 != 0 else { throw FileSafetyError.trashNotTrusted(path) }
  }

  private func openPart(
    _ name: String, of trash: Descriptor, creating: Bool, _ operations: FileOperations
  ) throws(FileSafetyError) -> Descriptor {
    do {
      return try openFolder(Array(name.utf8), in: trash, creating: creating, operations)
    } catch {
      throw situation(error)
    }
  }

  private func openFolder(
    _ name: [UInt8], in parent: Descriptor, creating: Bool, for user: UInt32? = nil, _ operations: FileOperations
  ) throws(Errno) -> Descriptor {
    do {
      return try operations.openFolder(name, in: parent)
    } catch .noSuchFileOrDirectory where creating {
      try makeFolder(name, in: parent, mode: 0o700, for: user, operations)
      return try operations.openFolder(name, in: parent)
    }
  }

  /// Work of calls and checks, of which a failed call is told as a situation.
  private func telling<Value>(_ work: () throws -> Value) throws(FileSafetyError) -> Value {
    do {
      return try work()
    } catch let error as FileSafetyError {
      throw error
    } catch let error as Errno {
      throw situation(error)
    } catch {
      throw .trashNotTrusted(path)
    }
  }

  /// A failed call while the trash was opened, as a situation.
  private func situation(_ error: Errno) -> FileSafetyError {
    switch error {
    case .permissionDenied, .notPermitted: .trashNotWritable(path, trash: path)
    case .tooManySymbolicLinkLevels, .notDirectory: .trashNotTrusted(path)
    default: FileSafetyError(.openFolder, path, error)
    }
  }
}

/// Makes one folder and its name durable; that it exists already is no error.
///
/// - Parameter user: Whose it is where root makes it; nil: the owner of the folder around it.
func makeFolder(
  _ name: [UInt8], in parent: Descriptor, mode: UInt32, for user: UInt32? = nil, _ operations: FileOperations
) throws(Errno) {
  do {
    try operations.makeFolder(name, in: parent, mode: mode)
    operations.give(name, in: parent, to: user)
    try operations.syncFolder(parent)
  } catch .fileExists {
    return
  }
}

/// Opens a folder and makes what is missing of it, each new folder durable before the next.
func makeFolders(
  _ path: FilePath, mode: UInt32, _ operations: FileOperations
) throws(Errno) -> Descriptor {
  var existing = path
  var missing: [[UInt8]] = []
  var folder: Descriptor?
  while folder == nil {
    do {
      folder = try operations.openFolder(existing)
    } catch .noSuchFileOrDirectory where !existing.isRootFolder && !existing.isEmpty {
      missing.append(existing.nameBytes)
      existing = existing.parentFolder
    }
  }
  guard var folder else { throw .noSuchFileOrDirectory }
  while let name = missing.popLast() {
    try makeFolder(name, in: folder, mode: mode, operations)
    folder = try operations.openFolder(name, in: folder)
  }
  return folder
}
