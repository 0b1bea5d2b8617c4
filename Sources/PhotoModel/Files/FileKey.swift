/// The numbers that identify a file or folder, whatever its name, and however its content changes.
package struct FileKey: Hashable, Sendable {
  /// The number of the device (`st_dev`).
  package let device: UInt64
  /// The number of the file on its device (`st_ino`).
  package let inode: UInt64

  /// Creates the key of the file that has this identity.
  package init(_ identity: FileIdentity) {
    device = identity.device
    inode = identity.inode
  }
}
