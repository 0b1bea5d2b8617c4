import Glibc
package import SystemPackage

/// Opens a file of Deckle's own for writing, or makes it, for this user only: mode 0600, whatever the umask. A file
/// that others may read, as an earlier version left it, is closed to them.
///
/// A file that root makes in the folder of somebody else becomes theirs. An existing file keeps its owner: it may be
/// one of root's that was moved here to be given away. A symbolic link is refused, since it may lead to any file.
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
      _ = fchmod(made.rawValue, 0o600)
      giveToOwner(of: path.removingLastComponent(), made)
      return made
    } catch Errno.fileExists {
      let found = try FileDescriptor.open(path, mode, options: options)
      var status = stat()
      if fstat(found.rawValue, &status) == 0, isOpenToOthers(status) { _ = fchmod(found.rawValue, 0o600) }
      return found
    }
  } catch {
    throw error as? Errno ?? .ioError
  }
}

/// Closes a file of Deckle's own to others, if it is there. The file is not opened: SQLite would lose its locks of a
/// file that this process opens and closes.
func makeOwnFilePrivate(_ path: FilePath) {
  var status = stat()
  path.withPlatformString { path in
    if lstat(path, &status) == 0, isOpenToOthers(status) { _ = chmod(path, 0o600) }
  }
}

/// A regular file of this user, with one name, that others may read or write.
private func isOpenToOthers(_ status: stat) -> Bool {
  status.st_mode & S_IFMT == S_IFREG && status.st_uid == geteuid() && status.st_nlink == 1
    && status.st_mode & 0o077 != 0
}

/// Gives a new file to the owner of its folder. A failure does no harm to the file.
private func giveToOwner(of folder: FilePath, _ made: FileDescriptor) {
  var status = stat()
  guard geteuid() == 0, folder.withPlatformString({ stat($0, &status) }) == 0, status.st_uid != 0 else { return }
  _ = fchown(made.rawValue, status.st_uid, status.st_gid)
}
