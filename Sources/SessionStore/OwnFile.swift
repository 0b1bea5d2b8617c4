import Glibc
package import SystemPackage

/// Opens a file of Deckle's own for writing, or makes it, for this user only.
///
/// What root makes in the folder of somebody else becomes theirs. A file that was there stays whose it is: it may be one
/// of root's that was moved here to be given away. A symbolic link is refused, since it may lead to any file.
///
/// - Throws: `Errno`; `.tooManySymbolicLinkLevels` where it is a symbolic link.
package func openOwnFile(
  _ path: FilePath, _ mode: FileDescriptor.AccessMode, options: FileDescriptor.OpenOptions = []
) throws(Errno) -> FileDescriptor {
  let options = options.union([.closeOnExec, .noFollow])
  do {
    do {
      let made = try FileDescriptor.open(
        path, mode, options: options.union([.create, .exclusiveCreate]), permissions: [.ownerReadWrite])
      giveToOwner(of: path.removingLastComponent(), made)
      return made
    } catch Errno.fileExists {
      return try FileDescriptor.open(path, mode, options: options)
    }
  } catch {
    throw error as? Errno ?? .ioError
  }
}

/// That it cannot be given away does no harm to what was made.
private func giveToOwner(of folder: FilePath, _ made: FileDescriptor) {
  var status = stat()
  guard geteuid() == 0, folder.withPlatformString({ stat($0, &status) }) == 0, status.st_uid != 0 else { return }
  _ = fchown(made.rawValue, status.st_uid, status.st_gid)
}
