import FileSafety
import Foundation
import PhotoModel
import SystemPackage

/// The lock of the one writer of a session. The lock belongs to the open file, so it is gone with the process, however
/// it ended.
final class SessionLock: Sendable {
  private let descriptor: FileDescriptor

  init(path: FilePath) throws(StoreError) {
    let folder = path.removingLastComponent()
    do {
      try makeFolders(at: folder, mode: 0o700)
    } catch {
      throw .folderNotWritable(folder, errno: error.rawValue)
    }
    do { descriptor = try openOwnFile(path, .readWrite) } catch {
      throw error == .tooManySymbolicLinkLevels
        ? .notReadable(path, error) : .folderNotWritable(folder, errno: error.rawValue)
    }
    let file = descriptor
    if Self.isTaken({ flock(file.rawValue, LOCK_EX | LOCK_NB) == 0 }) { return }
    let holder = Self.holder(of: descriptor)
    try? descriptor.close()
    throw .inUse(path, process: holder)
  }

  /// Tries to take a lock for a while: a child process that its holder has just started shares it for a moment.
  static func isTaken(_ attempt: () -> Bool) -> Bool {
    for _ in 0..<attempts {
      if attempt() { return true }
      usleep(pause)
    }
    return attempt()
  }

  private static let attempts = 20
  /// Microseconds.
  private static let pause: UInt32 = 10_000

  static func path(for database: FilePath) -> FilePath { database.adding(ending: ".lock") }

  /// Whether a program has locked the session of a database, also where the lock file was removed. The check makes no
  /// file.
  static func isLocked(for database: FilePath) -> Bool {
    isLocked(path(for: database)) || SessionFile.isLocked(database)
  }

  /// Whether the lock is taken: a shared lock is tried and given back at once. False where there is no lock file.
  private static func isLocked(_ path: FilePath) -> Bool {
    guard let descriptor = try? FileDescriptor.open(path, .readOnly, options: [.closeOnExec]) else { return false }
    defer { try? descriptor.close() }
    return flock(descriptor.rawValue, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
  }

  /// The process that holds the lock of a file; nil where the kernel does not tell it, as for another container, and
  /// where the file system numbers its devices differently.
  private static func holder(of file: FileDescriptor) -> Int32? {
    var status = stat()
    guard fstat(file.rawValue, &status) == 0,
      let table = try? FileHandle(forReadingAtPath: "/proc/locks")?.readToEnd()
    else { return nil }
    return LockTable(table).holder(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
  }

  deinit { try? descriptor.close() }
}
