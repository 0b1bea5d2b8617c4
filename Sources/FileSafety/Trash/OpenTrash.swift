import PhotoModel
import SystemPackage

/// A trash whose folders are open: real folders, reached through no symbolic link.
struct OpenTrash: Sendable {
  var folder: TrashFolder
  var files: Descriptor
  var info: Descriptor
  /// The statuses of the trash folder, `files` and `info`, read once they were open: the folders checked are those
  /// used.
  var parts: [FileStatus]
  /// The longest name that the file system allows, in bytes, at most 255.
  var longestName: Int
  var mountID: UInt64
  /// The device of `files`: parts of one mount can be file systems of their own (btrfs), between which nothing is
  /// renamed.
  var device: UInt64
  /// The file system of `files`.
  var kind: FileSystemKind
  /// Whether names need an unpredictable part: another program could take a plain one right before a rename that
  /// replaces.
  var needsUnpredictableNames: Bool

  /// - Parameters:
  ///   - home: The status of the folder of the photos.
  ///   - user: The id of the owner of the trash.
  /// - Throws: `.trashNotTrusted` where others can take photos out of the trash who could not take them out of their
  ///   folder.
  func check(forPhotosIn home: FileStatus, of user: UInt32) throws(FileSafetyError) {
    try folder.check(parts, forPhotosIn: home, of: user)
  }
}

extension TrashFolder {
  /// Opens the trash. `$topdir/.Trash` is checked as the specification demands.
  ///
  /// Whoever moves photos into a trash, or erases some there, hands in their folder: then a trash is refused that is
  /// more open than that folder (`FileStatus.grantsNoMoreAccess(than:to:)`). Photos are put back out of any trash: a file
  /// that others can take out is safer at its original location, and each file is recognised by its `.trashinfo` or its
  /// inode.
  ///
  /// - Parameters:
  ///   - creating: Whether missing folders are made, with mode 0700. Existing ones are never changed.
  ///   - home: The status of the folder of the photos; nil to put photos back only.
  /// - Throws: `.trashNotTrusted`, `.trashNotWritable`, `.readOnlyVolume`, `.diskFull`; `.vanished` where something
  ///   is missing and `creating` is false.
  func open(
    creating: Bool, forPhotosIn home: FileStatus? = nil, _ environment: TrashEnvironment, _ operations: FileOperations
  ) throws(FileSafetyError) -> OpenTrash {
    let trash = try openRoot(creating: creating, environment, operations)
    return try mappingErrors { () throws in
      let root = try operations.status(of: trash)
      // The check comes before anything is made in the trash, and covers missing parts, too.
      if let home {
        let named = try ["files", "info"].map { try operations.statusIfPresent(of: Array($0.utf8), in: trash) }
        try check([root] + named, forPhotosIn: home, of: environment.userID)
      }
      let files = try openFolder(Array("files".utf8), in: trash, creating: creating, operations)
      let info = try openFolder(Array("info".utf8), in: trash, creating: creating, operations)
      let status = try operations.status(of: files)
      let infoStatus = try operations.status(of: info)
      // If one of the two were on another mount, one rename could not serve both.
      guard infoStatus.mountID == status.mountID else { throw FileSafetyError.trashNotTrusted(path) }
      let longest = try operations.space(of: files).longest_name
      let kind = operations.kind(of: files)
      let longestName = longest == 0 ? 255 : Int(min(255, longest))
      let open = OpenTrash(
        folder: self, files: files, info: info, parts: [root, status, infoStatus], longestName: longestName,
        mountID: status.mountID, device: status.identity.device, kind: kind,
        needsUnpredictableNames: !kind.isLocal)
      if let home { try open.check(forPhotosIn: home, of: environment.userID) }
      return open
    }
  }

  /// Checks that the trash is no more open to others than the folder of the photos.
  ///
  /// - Parameter parts: The statuses of the trash folder, `files` and `info`; nil for one that is missing.
  fileprivate func check(
    _ parts: [FileStatus?], forPhotosIn home: FileStatus, of user: UInt32
  ) throws(FileSafetyError) {
    for (name, part) in zip(["", "files", "info"], parts) {
      // An entry that is no folder is not opened.
      guard let part, part.kind == .folder, !part.grantsNoMoreAccess(than: home, to: user) else { continue }
      throw .trashNotTrusted(name.isEmpty ? path : path.appending(name: name))
    }
  }

  private func openRoot(
    creating: Bool, _ environment: TrashEnvironment, _ operations: FileOperations
  ) throws(FileSafetyError) -> Descriptor {
    try mappingErrors { () throws in
      switch kind {
      case .home, .setAside:
        return creating ? try makeFolders(path, mode: 0o700, operations) : try operations.openFolder(path)
      case .shared, .own:
        let parentPath = path.parentFolder
        let parent = try operations.openFolder(parentPath)
        if kind == .shared { try checkShared(parent, parentPath, operations) }
        return try openFolder(path.nameBytes, in: parent, creating: creating, for: environment.userID, operations)
      }
    }
  }

  /// `$topdir/.Trash` must be a real folder (it was opened without following a link) with the sticky bit.
  private func checkShared(_ folder: Descriptor, _ path: FilePath, _ operations: FileOperations) throws {
    let status = try operations.status(of: folder)
    guard status.kind == .folder, status.isSticky else { throw FileSafetyError.trashNotTrusted(path) }
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

  /// Runs calls and checks, and throws the error number of a failed call as a situation.
  private func mappingErrors<Value>(_ work: () throws -> Value) throws(FileSafetyError) -> Value {
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

/// Makes one folder and its name durable; an existing one is no error.
///
/// - Parameter user: The owner of the folder where root makes it; nil: the owner of the folder around it.
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

/// Opens a folder and makes the missing part of its path, each new folder durable before the next.
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

extension FileStatus {
  /// Whether nobody can take files out of this folder who could not take them out of `other`, its owner and its mode
  /// considered, so that a file that moves here is as safe as it was.
  ///
  /// On a mount that shows one owner and one mode for everything (FAT and NTFS by their options, SMB and sshfs with
  /// mapped users) every folder is as safe as any other. In a sticky folder nobody but its owner takes out the files of
  /// others. The folders above are not checked: who can rename a whole folder cannot take anything out of it. Access
  /// lists are seen as far as they show in the bits of the group.
  ///
  /// - Parameter user: The owner of the files, trusted like root.
  func grantsNoMoreAccess(than other: FileStatus, to user: UInt32) -> Bool {
    if other.isOpenToGroup, other.isOpenToOthers { return true }
    if isOpenToOthers { return false }
    if isOpenToGroup, !(other.isOpenToGroup && other.group == group) { return false }
    // The owner of a folder can open it to others at any time.
    return [user, 0, other.owner].contains(owner)
  }

  /// Whether nobody but the folder's owner takes out the files of others.
  var isSticky: Bool { permissions & 0o1000 != 0 }
  private var isOpenToGroup: Bool { permissions & 0o1020 == 0o020 }
  private var isOpenToOthers: Bool { permissions & 0o1002 == 0o002 }
}
