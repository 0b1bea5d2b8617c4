import PhotoModel
import SystemPackage

/// The protected folders of a plan: the files in them, by whatever name, and files that may be one of these seen at
/// another mount.
///
/// A network drive that is mounted twice, or an overlay, shows a protected photo under other numbers. Its path below
/// the folder, its size and its time identify it: such a file has to remain when the other has moved, else that goes
/// back.
struct Protection {
  private let folders: [FilePath]
  private let guarded: GuardedFolders
  private let operations: FileOperations
  /// The answers by folder: each one costs calls to the disk, and thousands of photos lie in one folder.
  private var protecting: [FilePath: FilePath?] = [:]
  private var counterparts: [FilePath: [FilePath]] = [:]

  /// - Parameter folders: Absolute, without symbolic links.
  init(_ folders: [FilePath], operations: FileOperations = .live) {
    self.folders = folders
    self.operations = operations
    guarded = GuardedFolders(folders, operations: operations)
  }

  /// The protected folder that a file lies in; nil where there is none.
  mutating func folder(holding file: FilePath) -> FilePath? {
    if let named = folders.first(where: { file.isInside($0) }) { return named }
    let folder = file.parentFolder
    if let known = protecting[folder] { return known }
    let holding = guarded.folder(holding: folder)
    protecting[folder] = .some(holding)
    return holding
  }

  /// The item with survivors added: a file that may be a protected one, seen at another mount, moves only if that one
  /// remains.
  mutating func watched(_ item: RemovalItem) -> RemovalItem {
    guard !folders.isEmpty else { return item }
    var item = item
    if let face = face(of: item.file) {
      if case .similar = item.safeguard {
        item.file.survivors = [face]
      } else {
        item.safeguard = .exactCopy(survivors: [face])
      }
    }
    for index in item.companions.indices {
      if let face = face(of: item.companions[index]) { item.companions[index].survivors = [face] }
    }
    return item
  }

  /// The file below a protected folder with the path, the size and the time of this one, which may be the same file at
  /// another mount; nil where there is none, or it is a hard link of this one.
  private mutating func face(of file: RemovalItem.File) -> Survivor? {
    guard file.identity.size > 0 else { return nil }
    for folder in counterparts(of: file.path.parentFolder) {
      let path = folder.appending(name: file.path.nameBytes)
      guard let status = try? fileStatus(of: path, operations: operations), status.kind == .regular,
        status.identity.size == file.identity.size, status.identity.modified == file.identity.modified,
        !status.identity.isSameFile(as: file.identity), mayHoldTheSame(file, path, status.identity)
      else { continue }
      return Survivor(path: path, identity: status.identity)
    }
    return nil
  }

  /// Whether two files may hold the same bytes: false only where both were read and differ, and so are two files for
  /// certain.
  private func mayHoldTheSame(_ file: RemovalItem.File, _ other: FilePath, _ identity: FileIdentity) -> Bool {
    guard let mine = try? contentDigest(of: file.path, expecting: file.identity),
      let theirs = try? contentDigest(of: other, expecting: identity)
    else { return true }
    return mine == theirs
  }

  /// "/lib/Fav/2024" of "/mirror/Fav/2024", where "/lib/Fav" is protected and has such a folder; and "/lib/Fav" itself.
  private mutating func counterparts(of folder: FilePath) -> [FilePath] {
    if let known = counterparts[folder] { return known }
    var found: [FilePath] = []
    for protected in folders {
      var names: [[UInt8]] = []
      var around = folder
      while true {
        let candidate = names.reversed().reduce(protected) { $0.appending(name: $1) }
        if (try? fileStatus(of: candidate, operations: operations))?.kind == .folder { found.append(candidate) }
        guard around.isPlainAbsolute else { break }
        names.append(around.nameBytes)
        around = around.parentFolder
      }
    }
    counterparts[folder] = found
    return found
  }
}
