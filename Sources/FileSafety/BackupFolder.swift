package import PhotoModel
package import SystemPackage

/// The files of a backup, asked by content: a file is there if one with the same bytes is, whatever it is called.
///
/// A second way to the photo itself is no backup of it: neither another name (a hard link) nor another path to its
/// folder (a bind mount).
package final class BackupFolder {
  /// What the backup has of a file.
  package enum Holding: Hashable, Sendable {
    /// A separate file with the same bytes.
    case copy(Survivor)
    /// Only other names of the file itself, or of one that goes with it, or perhaps of one that stands beside it.
    case ownName
    case nothing
  }

  package let path: FilePath
  /// What could not be looked at, and so proves nothing.
  package private(set) var unread = 0

  private struct File {
    var path: FilePath
    var status: FileStatus
    /// Nil until it was asked for; inside, nil where the file cannot be read to its end.
    var digest: ContentDigest??
  }

  private let identity: FileIdentity
  private let operations: FileOperations
  private var files: [Int64: [File]] = [:]
  /// By file: how many of its names lie in the backup.
  private var names: [FileKey: Int] = [:]
  private var isInside: [FilePath: Bool] = [:]

  /// Looks through the folder; reads no file yet.
  ///
  /// - Parameters:
  ///   - path: A folder, absolute and without symbolic links.
  ///   - isStopped: Asked at every entry; true ends the look early, with what was seen by then.
  /// - Throws: As `fileStatus(of:)`.
  package init(
    _ path: FilePath, environment: TrashEnvironment, operations: FileOperations = .live,
    isStopped: () -> Bool = { false }
  ) throws(FileSafetyError) {
    self.path = path
    self.operations = operations
    identity = try fileStatus(of: path, operations: operations).identity
    var files: [Int64: [File]] = [:]
    var names: [FileKey: Int] = [:]
    var unread = 0
    TreeWalk(neverEntered: Set(environment.knownTrashes), operations: operations).walk([path]) { entry in
      switch entry {
      case .file(let path, let status):
        names[FileKey(status.identity), default: 0] += 1
        files[status.identity.size, default: []].append(File(path: path, status: status))
      case .skipped: unread += 1
      case .folder, .symbolicLink, .leftOut: break
      }
      return isStopped() ? .stop : .proceed
    }
    self.files = files
    self.names = names
    self.unread = unread
  }

  /// The file lies in the backup folder, by whatever path either of them is reached.
  package func contains(_ file: FilePath) -> Bool {
    let folder = file.parentFolder
    if let known = isInside[folder] { return known }
    let isHere = (try? fileStatus(of: folder, operations: operations)).map { $0.identity.isSameFile(as: identity) }
    let answer = isHere == true || (!folder.isRootFolder && !folder.isEmpty && contains(folder))
    isInside[folder] = answer
    return answer
  }

  /// What the backup has of a file. Of the files of its size, each is read once, whatever is asked later.
  ///
  /// - Parameters:
  ///   - digest: Of the file's content; asked for only where something has its size.
  ///   - isGoing: True for a file that is to go, too.
  package func holding(
    of file: FileIdentity, digest: () -> ContentDigest?, isGoing: (FileIdentity) -> Bool
  ) -> Holding {
    guard file.size > 0, let candidates = files[file.size], let wanted = digest() else { return .nothing }
    var found = Holding.nothing
    for index in candidates.indices {
      let candidate = candidates[index]
      let other = candidate.status.identity
      if other.isSameFile(as: file) || isGoing(other) {
        if digestOfFile(index, size: file.size) == wanted { found = .ownName }
        continue
      }
      guard digestOfFile(index, size: file.size) == wanted else { continue }
      // On the disk of the photo, a name that lies outside of the backup may be that of a photo that stands beside it.
      if other.device == file.device, candidate.status.linkCount > names[FileKey(other), default: 0] {
        found = .ownName
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
