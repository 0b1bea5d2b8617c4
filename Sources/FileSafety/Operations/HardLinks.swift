package import PhotoModel
package import SystemPackage

/// Those of some names that lead to a file now and are other entries of folders than the one it has, or had: hard links.
///
/// Only names on the mount of that entry are looked at: no other has hard links to it, and a drive that was used a moment
/// ago answers.
///
/// - Parameters:
///   - path: Where the file is or was; absolute, without symbolic links.
///   - identity: Of the file. Its device may have another number by now.
/// - Returns: None where the folder of the file cannot be looked at.
package func hardLinks(
  of path: FilePath, _ identity: FileIdentity, among names: [FilePath], operations: FileOperations = .live
) -> [FilePath] {
  guard !names.isEmpty else { return [] }
  let mounts = MountTable.current(operations)
  let mountPoint = mounts.mountPoint(above: path)
  let near = names.filter { mounts.mountPoint(above: $0) == mountPoint }
  guard !near.isEmpty, let folder = try? fileStatus(of: path.parentFolder, operations: operations) else { return [] }
  return near.filter { name in
    guard let status = try? fileStatus(of: name, operations: operations), status.linkCount > 1,
      status.identity.device == folder.identity.device, status.identity.underAnyName == identity.underAnyName
    else { return false }
    guard name.nameBytes == path.nameBytes else { return true }
    // One name in one folder is one entry, by whatever way the folder is reached.
    let other = try? fileStatus(of: name.parentFolder, operations: operations)
    return other.map { !$0.identity.isSameFile(as: folder.identity) } ?? false
  }
}

extension MountTable {
  /// Where the mount begins that a path is on by its name, without asking the disk; nil where nobody knows.
  fileprivate func mountPoint(above path: FilePath) -> FilePath? {
    all.map(\.mountPoint).filter { path.isInside($0) }.max { $0.length < $1.length }
  }
}
