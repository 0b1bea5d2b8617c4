import PhotoModel
import SystemPackage

/// The location of a file of a batch, by what the disk shows now.
package enum Whereabouts: Hashable, Sendable {
  /// The file is at its location in the trash, or in the folder that it was moved to within its mount; or the location
  /// cannot be read, since only a file known to be away is away.
  case inTrash
  /// The file is at its original location: Deckle restored it, or the desktop did, which notifies nobody. It may have
  /// gone to the trash again since, with the `.trashinfo` of that later move.
  case back
  /// The file is no longer in the home trash, which is there.
  case erased
  /// The file is no longer at its location in the trash of a drive, or its trash or folder is gone from a drive that is
  /// there. Another drive may be mounted there, while the one with the file is away.
  case notThere
  /// Another file is at its path in the folder that it was moved to: the file was changed there, or replaced.
  case changed
  /// The trash or the folder is not there: the drive is unplugged, or mounted elsewhere.
  case away
}

/// Finds files of batches in their trashes, for the history, for finished batches and for restores.
///
/// A name in a trash is free again once the trash was emptied. An entry of that name is the file only if its
/// `.trashinfo` is, byte for byte, or by inode, size and time where no other `.trashinfo` claims it. Each trash is
/// opened once, so a lookup is for one question and becomes stale.
package final class TrashLookup {
  private struct Sight {
    var files: Result<Descriptor, FileSafetyError>
    var info: Result<Descriptor, FileSafetyError>
  }

  private let operations: FileOperations
  private var sights: [TrashFolder: Sight] = [:]

  /// Creates a lookup that opens each trash once.
  package init(operations: FileOperations = .live) { self.operations = operations }

  /// The location of a file; nil where it never left, or where its move or restore is not settled.
  package func whereabouts(of file: BatchFile) -> Whereabouts? {
    switch file.state {
    case .planned, .reserved, .restoring, .stayed: nil
    case .restored: .back
    case .moved, .unclear: location(of: file)
    }
  }

  /// The location of a file as shown to a person: a file moved to a folder is judged by its path there, also where that
  /// is a copy and the original is in its trash.
  package func destination(of file: BatchFile) -> Whereabouts? {
    let own = whereabouts(of: file)
    guard let own, own != .back, file.isCopied, let location = file.folderLocation else { return own }
    return folderLocation(of: file, location)
  }

  private func location(of file: BatchFile) -> Whereabouts {
    guard let location = file.location else {
      return file.folderLocation.map { folderLocation(of: file, $0) } ?? .notThere
    }
    do throws(FileSafetyError) {
      let sight = sight(of: location.folder)
      if let entry = try entry(location, sight) {
        let note = try TrashNote(of: location, in: sight.info, operations)
        if file.isEntry(entry, note) { return .inTrash }
        // Only a file that was taken out can have got another `.trashinfo`.
        if file.state == .moved, note == .foreign, file.isItself(entry) { return .back }
      }
      if isAtOriginalLocation(file) { return .back }
      return location.folder.kind == .home ? .erased : .notThere
    } catch {
      guard case .vanished = error else { return .inTrash }
      if isAtOriginalLocation(file) { return .back }
      return isDriveThere(for: location.filePath, of: file) ? .notThere : .away
    }
  }

  /// The location of a file in a folder of the user's, where no `.trashinfo` helps: it is recognised by its inode, by
  /// size and time, or, where only the time differs, by its bytes.
  private func folderLocation(of file: BatchFile, _ location: FolderLocation) -> Whereabouts {
    do throws(FileSafetyError) {
      let now = try fileStatus(of: location.path, operations: operations)
      if file.isItself(now) || file.isLike(now) || isSameInBytes(now, file, location) { return .inTrash }
      return isAtOriginalLocation(file) ? .back : .changed
    } catch {
      guard case .vanished = error else { return .inTrash }
      if isAtOriginalLocation(file) { return .back }
      return isDriveThere(for: location.path, of: file) ? .notThere : .away
    }
  }

  /// Whether the drive that had a file at a path is there: for a file in a folder of the user's that folder, else the
  /// home trash, or else the nearest folder above that exists, which is on the device of the file. Device numbers may
  /// change when the machine starts, so false does not prove that the drive is away.
  func isDriveThere(for path: FilePath, of file: BatchFile) -> Bool {
    let isInFolder = path == file.folderLocation?.path
    let stays =
      isInFolder ? path.parentFolder : file.location.flatMap { $0.folder.kind == .home ? $0.folder.path : nil }
    if let stays, (try? fileStatus(of: stays, operations: operations))?.kind == .folder { return true }
    let device = isInFolder && file.isCopied ? file.survivor?.identity.device : file.identity.device
    var folder = path.parentFolder
    while true {
      do throws(FileSafetyError) {
        return try fileStatus(of: folder, operations: operations).identity.device == device
      } catch {
        guard case .vanished = error, !folder.isRootFolder else { return false }
        folder = folder.parentFolder
      }
    }
  }

  private func isSameInBytes(_ now: FileStatus, _ file: BatchFile, _ location: FolderLocation) -> Bool {
    guard let digest = file.digest, now.kind == .regular, now.identity.size == file.identity.size else { return false }
    return (try? storedDigest(of: location.path, operations: operations)) == digest
  }

  private func entry(_ location: TrashLocation, _ sight: Sight) throws(FileSafetyError) -> FileStatus? {
    let files = try sight.files.get()
    do {
      return try operations.statusIfPresent(of: location.name, in: files)
    } catch {
      throw FileSafetyError(.status, location.filePath, error)
    }
  }

  private func sight(of trash: TrashFolder) -> Sight {
    if let known = sights[trash] { return known }
    func open(_ part: String) -> Result<Descriptor, FileSafetyError> {
      let path = trash.path.appending(name: Array(part.utf8))
      do throws(Errno) {
        return .success(try operations.openFolder(path))
      } catch {
        return .failure(FileSafetyError(.openFolder, path, error))
      }
    }
    let sight = Sight(files: open("files"), info: open("info"))
    sights[trash] = sight
    return sight
  }

  private func isAtOriginalLocation(_ file: BatchFile) -> Bool {
    guard file.state == .moved, let now = try? fileStatus(of: file.path, operations: operations).identity else {
      return false
    }
    return now.inode == file.identity.inode && now.isSameVersion(as: file.identity)
  }
}

/// The `.trashinfo` beside an entry of a trash, compared with the one that Deckle wrote.
enum TrashNote: Hashable {
  case missing
  /// Byte for byte the one that Deckle wrote.
  case ours
  /// The beginning of ours, as a crash while writing leaves it.
  case cutShort
  case foreign

  init(of location: TrashLocation, _ contents: [UInt8]?) {
    self =
      switch contents {
      case nil: .missing
      case location.info?: .ours
      case let bytes? where location.info.starts(with: bytes): .cutShort
      default: .foreign
      }
  }

  /// Reads and compares the `.trashinfo` of a location.
  ///
  /// - Parameter info: The open `info` folder; where there is none, no `.trashinfo` is there.
  fileprivate init(
    of location: TrashLocation, in info: Result<Descriptor, FileSafetyError>, _ operations: FileOperations
  ) throws(FileSafetyError) {
    switch info {
    case .failure(.vanished): self = .missing
    case .failure(let error): throw error
    case .success(let folder):
      self.init(of: location, try readNote(of: location.name, in: folder, location.folder, operations))
    }
  }
}

extension BatchFile {
  /// Whether the entry at the location in the trash is the file that was put there: by its `.trashinfo`, or by the file
  /// itself where no other `.trashinfo` claims it. A file that was changed there beside its `.trashinfo` is still this
  /// file.
  func isEntry(_ status: FileStatus, _ note: TrashNote) -> Bool {
    // For a folder both must agree: nothing in it tells it from another one.
    if isFolder { return note == .ours && isItself(status) }
    switch note {
    case .ours: return status.kind == .regular && !isPlaceholder(status)
    case .missing, .cutShort: return isItself(status)
    case .foreign: return false
    }
  }
}
