package import PhotoModel
package import SystemPackage

extension TreeWalk {
  /// Why a folder or file was left out on purpose.
  package enum LeftOut: Hashable, Sendable {
    /// A folder of another program, or a trash of this desktop.
    case location(LeftOutPlace.Kind)
    /// A file that another program is at work on.
    case unfinishedFile
    /// A pattern that the person gave.
    case excluded
    /// `staysOnOneFileSystem`, and something else is mounted here.
    case otherFileSystem
  }
}

/// The number of files below a folder that is not walked: regular ones on its own file system, without those behind
/// symbolic links. Folders that cannot be read count as empty.
///
/// - Parameters:
///   - most: The number of entries after which the count ends.
///   - isStopped: Called before each folder.
package func fileCount(
  below folder: FilePath, most: Int = 100_000, operations: FileOperations = .live, isStopped: () -> Bool = { false }
) -> Int {
  guard let device = (try? fileStatus(of: folder, operations: operations))?.identity.device else { return 0 }
  var pending = [folder]
  var (files, visited) = (0, 0)
  while visited < most, !isStopped(), let path = pending.popLast() {
    guard let open = try? operations.openFolder(path, forReading: true) else { continue }
    let found = FolderEntries.read(open, operations).0
    for entry in found.entries {
      visited += 1
      guard case .success(let status) = entry.outcome else { continue }
      if status.kind == .regular { files += 1 }
      if status.kind == .folder, status.identity.device == device {
        pending.append(path.appending(name: Array(found.name(of: entry))))
      }
    }
  }
  return files
}
