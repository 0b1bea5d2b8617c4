import CFileSystem
package import SystemPackage

/// Root may work in the home of somebody else, as under a `sudo` that keeps HOME. What it makes there is theirs: else
/// they could use neither their trash nor their decisions afterwards.
extension FileOperations {
  /// Gives a file that root has just made in a folder to the owner of that folder. Where this process is not root, or
  /// the folder is root's, nothing happens; a failure does no harm to the file.
  ///
  /// - Parameter user: The new owner in place of the owner of the folder.
  func give(_ name: [UInt8], in folder: Descriptor, to user: UInt32? = nil) {
    guard fs_user_id() == 0 else { return }
    var status = fs_status()
    guard withName([], { fs_status_at(folder.number, $0, 0, &status) }) == 0 else { return }
    let owner = user ?? status.owner
    guard owner != 0 else { return }
    _ = withName(name) { fs_give_at(folder.number, $0, owner, user == nil ? status.group : .max) }
  }
}

/// Makes a folder and those above it that are missing, each the property of the owner of the one around it.
///
/// - Parameter path: Absolute.
package func makeFolders(at path: FilePath, mode: UInt32) throws(Errno) {
  _ = try makeFolders(pathRealAsFarAsItExists(path), mode: mode, .live)
}
