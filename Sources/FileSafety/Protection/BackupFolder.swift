package import PhotoModel
package import SystemPackage

/// The files of a backup, looked up by content: a file is there if one with the same bytes is, whatever its name.
///
/// A second path to the photo itself is no backup of it: neither another name (a hard link) nor another path to its
/// folder (a bind mount), nor a mirror that shows it under another device number.
package final class BackupFolder {
  /// The answer of the backup about a file.
  package enum BackupMatch: Hashable, Sendable {
    /// A separate file with the same bytes.
    case copy(Survivor)
    /// The backup only has hard links to the file, to one that goes with it, or perhaps to one that stands beside it,
    /// so no second copy exists. Includes a file that matches in everything but its device number, as in a mirrored
    /// mount.
    case ownName
    /// A file that may vanish by itself: in a cache, or in memory while the original is not.
    case vanishing
    case nothing
  }

  /// The folder, absolute, without symbolic links.
  package let path: FilePath
  /// The number of files and folders that could not be read, and so prove nothing.
  package private(set) var unread = 0

  private struct File {
    var path: FilePath
    var status: FileStatus
    var permanence: FilePermanence
    /// The digest; nil until it was asked for; inside, nil where the file cannot be read to its end.
    var digest: ContentDigest??
  }

  private let operations: FileOperations
  private let origins: [FolderOrigin]
  private let views: MountViews
  private var files: [Int64: [File]] = [:]
  /// The number of names that each file has in the backup.
  private var names: [FileKey: Int] = [:]
  /// The folders of the backup by their keys, and below their paths by identity without the device number.
  private var folders: Set<FileKey> = []
  private var deviceFreeIdentities: [FileIdentity: FilePath] = [:]
  /// Folders of the backup that show one around a photo that was asked about, under another device number.
  private var mirrors: Set<FilePath> = []
  private var isInside: [FilePath: Bool] = [:]

  /// Lists the folder; reads no file yet.
  ///
  /// - Parameters:
  ///   - path: A folder, absolute and without symbolic links.
  ///   - knownPlaces: The bins and old versions of other programs, which are no backup.
  ///   - isStopped: Called at every entry; true ends the listing early, with the entries so far.
  /// - Throws: As `fileStatus(of:)`; `.trashIsNoBackup` where it is or lies in a trash.
  package init(
    _ path: FilePath, environment: TrashEnvironment, knownPlaces: KnownPlaces = .standard,
    operations: FileOperations = .live, isStopped: () -> Bool = { false }
  ) throws(FileSafetyError) {
    self.path = path
    self.operations = operations
    // A missing folder throws.
    _ = try fileStatus(of: path, operations: operations)
    let trashes = GuardedFolders(environment.knownTrashes, operations: operations)
    guard !TrashFolder.contains(path, environment, countingBins: true), trashes.folder(holding: path) == nil else {
      throw .trashIsNoBackup(path)
    }
    origins = FolderOrigin.all(of: path, operations)
    views = .now(operations: operations)
    var files: [Int64: [File]] = [:]
    var names: [FileKey: Int] = [:]
    var folders: Set<FileKey> = []
    var deviceFreeIdentities: [FileIdentity: FilePath] = [:]
    var unread = 0
    var memory: [UInt64: Bool] = [:]
    let root = path
    let walk = TreeWalk(neverEntered: Set(environment.knownTrashes), knownPlaces: knownPlaces, operations: operations)
    walk.walk([path]) { entry in
      switch entry {
      case .file(let path, let status):
        var permanence = knownPlaces.permanence(of: path, below: root)
        let device = status.identity.device
        let isMemory = memory[device] ?? fileSystemKind(of: path.parentFolder, operations: operations).isInMemory
        memory[device] = isMemory
        permanence.isInMemory = isMemory
        names[FileKey(status.identity), default: 0] += 1
        files[status.identity.size, default: []].append(
          File(path: path, status: status, permanence: permanence))
      case .folder(let path):
        guard let identity = try? fileStatus(of: path, operations: operations).identity else { break }
        folders.insert(FileKey(identity))
        deviceFreeIdentities[identity.onAnyDevice] = path
      case .skipped: unread += 1
      case .symbolicLink, .leftOut: break
      }
      return isStopped() ? .stop : .proceed
    }
    self.files = files
    self.names = names
    self.folders = folders
    self.deviceFreeIdentities = deviceFreeIdentities
    self.unread = unread
  }

  /// Whether the file lies in a folder of the backup, by whatever path either of them is reached: also where the folder
  /// of the file, or one around it, is mounted anywhere inside of the backup.
  ///
  /// To be asked about all files before `holding`, which then takes nothing from a mirror of their folders.
  package func contains(_ file: FilePath) -> Bool {
    let folder = file.parentFolder
    if let known = isInside[folder] { return known }
    var isHere = false
    if let identity = try? fileStatus(of: folder, operations: operations).identity {
      isHere = folders.contains(FileKey(identity))
      if !isHere, let mirror = deviceFreeIdentities[identity.onAnyDevice] { mirrors.insert(mirror) }
    }
    let isAround = !folder.isRootFolder && !folder.isEmpty && contains(folder)
    isInside[folder] = isHere || isAround
    return isHere || isAround
  }

  /// The first library that overlaps with the backup: one lies in the other, or a folder of both is mounted twice. A
  /// file that is moved in that library is moved in the backup, too.
  ///
  /// - Parameters:
  ///   - libraries: Folders, absolute and without symbolic links.
  ///   - files: A library that holds none of these does not count.
  package func library(among libraries: [FilePath], thatSharesFoldersAndHolds files: [FilePath]) -> FilePath? {
    libraries.first { library in
      guard files.contains(where: { $0.isInside(library) }) else { return false }
      let others = FolderOrigin.all(of: library, operations)
      return path.isInside(library) || library.isInside(path)
        || origins.contains { own in others.contains { own.isInside($0) || $0.isInside(own) } }
    }
  }

  /// The answer about a file. Each file of the backup with the same size is read at most once, however many questions
  /// follow.
  ///
  /// - Parameters:
  ///   - digest: SHA-256 of the file's content; called only where something has its size.
  ///   - isGoing: Whether a file is to be removed as well; the device number of its argument may be that of a mirror.
  package func holding(
    of file: FileIdentity, digest: () -> ContentDigest?, isGoing: (FileIdentity) -> Bool
  ) -> BackupMatch {
    guard file.size > 0, let candidates = files[file.size], let wanted = digest() else { return .nothing }
    var found = BackupMatch.nothing
    for index in candidates.indices {
      let candidate = candidates[index]
      let other = candidate.status.identity
      if views.mayBeOneFile(other, file) || other.onAnyDevice == file.onAnyDevice || isGoing(other)
        || mirrors.contains(where: { candidate.path.isInside($0) })
      {
        if digestOfFile(index, size: file.size) == wanted { found = .ownName }
        continue
      }
      guard digestOfFile(index, size: file.size) == wanted else { continue }
      // On the disk of the photo, a name that lies outside of the backup may be that of a photo that stands beside it.
      if other.device == file.device, candidate.status.linkCount > names[FileKey(other), default: 0] {
        found = .ownName
        continue
      }
      guard candidate.permanence.isBackup(ofFileOnDevice: file.device, other.device) else {
        if found == .nothing { found = .vanishing }
        continue
      }
      return .copy(Survivor(path: candidate.path, identity: other))
    }
    return found
  }

  private func digestOfFile(_ index: Int, size: Int64) -> ContentDigest? {
    guard let file = files[size]?[index] else { return nil }
    if let known = file.digest { return known }
    let digest = try? contentDigest(of: file.path, expecting: file.status.identity, operations: operations)
    if digest == nil { unread += 1 }
    files[size]?[index].digest = .some(digest)
    return digest
  }
}

extension FilePermanence {
  /// Whether a file of the backup proves another safe. Two files in one file system in memory last equally long.
  fileprivate func isBackup(ofFileOnDevice device: UInt64, _ own: UInt64) -> Bool {
    name == .plain && !isInCache && (!isInMemory || device == own)
  }
}
