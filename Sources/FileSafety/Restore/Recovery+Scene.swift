import PhotoModel
import SystemPackage

extension Recovery {
  /// The two locations of one file, as they are found after a crash, and what follows from that. One is the original
  /// location; the other is in a trash, or in a folder of the user's, where there is no `.trashinfo`.
  struct Scene {
    /// The state of one location.
    private enum Presence: Equatable {
      case absent
      case ours
      case other(FileStatus)
    }

    private let file: BatchFile
    private let operations: FileOperations
    /// The trash and the location in it; nil for a folder of the user's.
    private let trash: (open: OpenTrash, location: TrashLocation)?
    /// The location of the file after the move, and its path.
    private let target: FileOperations.Place
    private let targetPath: FilePath
    private let original: Presence
    private let entry: Presence
    private let note: TrashNote

    /// Checks both locations, past the kernel's cache.
    ///
    /// The moved file is recognised by its digest where that is known and inode numbers do not last, else by inode,
    /// size and time. Where neither is possible, as with an older receipt on a card that was taken out, size and time
    /// decide.
    init(
      file: BatchFile, location: TrashLocation, _ trash: OpenTrash, _ operations: FileOperations
    ) throws(FileSafetyError) {
      try self.init(
        file, .init(folder: trash.files, name: location.name), at: location.filePath, trash.kind, (trash, location),
        operations)
    }

    /// Looks at a file that a rename moves to a folder.
    init(
      file: BatchFile, at path: FilePath, in folder: Descriptor, _ operations: FileOperations
    ) throws(FileSafetyError) {
      try self.init(
        file, .init(folder: folder, name: path.nameBytes), at: path, operations.kind(of: folder), nil, operations)
    }

    private init(
      _ file: BatchFile, _ target: FileOperations.Place, at targetPath: FilePath, _ kind: FileSystemKind,
      _ trash: (open: OpenTrash, location: TrashLocation)?, _ operations: FileOperations
    ) throws(FileSafetyError) {
      self.file = file
      self.target = target
      self.targetPath = targetPath
      self.operations = operations
      self.trash = trash
      var atOriginalLocation: (status: FileStatus, location: FileOperations.Place)?
      do throws(FileSafetyError) {
        let (parent, name) = try openParent(of: file.path, operations)
        atOriginalLocation = try Self.find(FileOperations.Place(folder: parent, name: name), file.path, operations)
      } catch .vanished {}
      let inTrash = try Self.find(target, targetPath, operations)
      let note: TrashNote = if let trash { try trash.open.note(of: trash.location, operations) } else { .missing }
      self.note = note
      let isKnownByNumber =
        kind.keepsInodes
        && [atOriginalLocation, inTrash].contains { $0.map { file.isItself($0.status) } == true }
      func presence(
        _ found: (status: FileStatus, location: FileOperations.Place)?, _ path: FilePath, orLike isEnough: Bool
      ) throws(FileSafetyError) -> Presence {
        guard let (status, location) = found else { return .absent }
        if isKnownByNumber || file.isFolder { return file.isItself(status) ? .ours : .other(status) }
        guard let digest = file.digest else {
          return file.isItself(status) || isEnough && file.isLike(status) ? .ours : .other(status)
        }
        guard status.kind == .regular, status.identity.size == file.identity.size else { return .other(status) }
        let now = try freshDigest(of: location.name, in: location.folder, path: path, operations)
        return now == digest ? .ours : .other(status)
      }
      original = try presence(atOriginalLocation, file.path, orLike: true)
      entry = try presence(inTrash, targetPath, orLike: note == .ours)
    }

    private static func find(
      _ location: FileOperations.Place, _ path: FilePath, _ operations: FileOperations
    ) throws(FileSafetyError) -> (status: FileStatus, location: FileOperations.Place)? {
      do {
        if let status = try operations.statusIfPresent(of: location.name, in: location.folder, isForced: true) {
          return (status, location)
        }
        // The list of names is asked as well where a kernel may remember that a name is free.
        if !operations.kind(of: location.folder).isLocal,
          operations.names(in: location.folder).names.contains(location.name)
        {
          throw Errno.staleNFSFileHandle
        }
        return nil
      } catch {
        throw FileSafetyError(.status, path, error as? Errno ?? .ioError)
      }
    }

    /// Whether something proves that this is the volume that the file is on. The home trash is always the same one;
    /// where cards come and go, another one can be mounted, with a trash of its own and files of the same names.
    var isItsVolume: Bool {
      if trash?.location.folder.kind == .home || original == .ours || entry == .ours { return true }
      switch note {
      case .ours, .cutShort: return true
      case .missing, .foreign: return false
      }
    }

    /// A file that was about to go to the trash.
    func settleRemoval() throws(FileSafetyError) -> Finding {
      switch entry {
      case .absent:
        // Our `.trashinfo` explains the other file at the original location: the file never left, and was changed
        // since.
        guard original == .ours || original != .absent && note == .ours, try !isSmallerFileAtOriginal() else {
          return .inNeitherPlace
        }
        try removeNote()
        return .stayed
      case .ours:
        if original == .ours { return try isTakenBack() ? .stayed : .inBothPlaces }
        switch note {
        case .ours: break
        case .missing: try writeNote()
        case .cutShort, .foreign: return .somethingElseInTrash
        }
        try syncBoth()
        return .inTrash
      case .other(let status):
        // An empty file that an earlier version reserved a name with, when receipts knew no bytes.
        if file.digest == nil, note == .ours, original == .ours, status.isEmptyFile {
          try removeEmptyFile(target, targetPath)
          try removeNote()
          return .stayed
        }
        if note == .foreign || note == .missing { return original == .ours ? .stayed : .inNeitherPlace }
        return .somethingElseInTrash
      }
    }

    /// Whether the smaller file has the original name already, so that the original did leave.
    private func isSmallerFileAtOriginal() throws(FileSafetyError) -> Bool {
      guard case .other(let status) = original, let digest = file.replacement?.digest,
        status.identity.size == file.smallerFile?.identity.size
      else { return false }
      return try storedDigest(of: file.path, operations: operations) == digest
    }

    /// Settles a file that was about to be restored.
    func settleRestore() throws(FileSafetyError) -> Finding {
      switch (entry, original) {
      case (.ours, .ours):
        // One file with both names, as a restore by hard link leaves it: the original name stays.
        guard try removeEntryOfRestoredFile() else { return .inBothPlaces }
        try removeNote()
        return .atOriginalLocation
      case (.ours, .other(let status)) where file.digest == nil && file.isPlaceholder(status):
        // An empty file would keep every later restore from this path.
        let (parent, name) = try openParent(of: file.path, operations)
        try removeEmptyFile(FileOperations.Place(folder: parent, name: name), file.path)
        return .inTrash
      case (.ours, _): return .inTrash
      case (.absent, .ours):
        try syncBoth()
        try removeNote()
        return .atOriginalLocation
      case (.other, .ours): return .atOriginalLocation
      case (.absent, _): return .inNeitherPlace
      case (.other, _) where trash == nil: return .inNeitherPlace
      case (.other, _): return note == .ours ? .inTrash : .somethingElseInTrash
      }
    }

    /// A move to a folder by a hard link was cut off between its two names: the one in the folder goes. False where
    /// this is a trash, or the two are not proven to be one file.
    private func isTakenBack() throws(FileSafetyError) -> Bool {
      trash == nil ? try removeEntryOfRestoredFile() : false
    }

    private func removeNote() throws(FileSafetyError) {
      if let trash { try trash.open.removeOwnInfo(trash.location, operations) }
    }

    /// Removes the entry in the trash of a file that is restored by a hard link.
    ///
    /// - Returns: False where the two names are not proven to lead to one file.
    private func removeEntryOfRestoredFile() throws(FileSafetyError) -> Bool {
      try syncBoth()
      let (parent, name) = try openParent(of: file.path, operations)
      do {
        let isRemoved = try operations.removeSecondName(
          target, of: FileOperations.Place(folder: parent, name: name))
        if isRemoved { try operations.syncFolder(target.folder, or: parent) }
        return isRemoved
      } catch {
        throw FileSafetyError(.unlink, targetPath, error)
      }
    }

    /// Removes a file that is proven to be empty: earlier versions reserved a name with one. Any other file stays.
    private func removeEmptyFile(_ location: FileOperations.Place, _ path: FilePath) throws(FileSafetyError) {
      do {
        guard try operations.remove(location.name, in: location.folder, reading: 1, ifOwn: \.isEmpty) else { return }
        try operations.syncFolder(location.folder, or: target.folder)
      } catch {
        throw FileSafetyError(.unlink, path, error)
      }
    }

    /// Writes the `.trashinfo`; a folder of the user's has none.
    private func writeNote() throws(FileSafetyError) {
      guard let trash else { return }
      do {
        try trash.open.writeInfo(trash.location, operations)
        try operations.syncFolder(trash.open.info)
      } catch {
        throw FileSafetyError(.writeInfo, trash.location.infoPath, error)
      }
    }

    /// Makes both folders durable, which the interrupted run may not have reached.
    private func syncBoth() throws(FileSafetyError) {
      do {
        try operations.syncFolder(target.folder)
        let parent: Descriptor
        do {
          parent = try operations.openFolder(file.path.parentFolder)
        } catch .noSuchFileOrDirectory {
          return
        }
        try operations.syncFolder(parent, or: target.folder)
      } catch {
        throw FileSafetyError(.syncFolder, file.path, error)
      }
    }
  }
}
