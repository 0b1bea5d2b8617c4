import Foundation
import PhotoModel
import SystemPackage

/// One writer at a time. The lock belongs to the open file, so it is gone with the process, however it ended.
final class SessionLock: Sendable {
  private let descriptor: FileDescriptor

  init(path: FilePath) throws(StoreError) {
    let folder = path.removingLastComponent()
    do {
      try FileManager.default.createDirectory(
        atPath: folder.string, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      descriptor = try FileDescriptor.open(
        path, .readWrite, options: [.create, .closeOnExec], permissions: [.ownerReadWrite])
    } catch let error as Errno {
      throw .folderNotWritable(folder, errno: error.rawValue)
    } catch {
      throw .folderNotWritable(folder, errno: EACCES)
    }
    if flock(descriptor.rawValue, LOCK_EX | LOCK_NB) != 0 {
      try? descriptor.close()
      throw .inUse(path)
    }
  }

  deinit { try? descriptor.close() }
}
