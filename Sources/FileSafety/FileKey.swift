import PhotoModel

/// What tells one file from another, whatever it is called and however it changes.
struct FileKey: Hashable {
  var device: UInt64
  var inode: UInt64

  init(_ identity: FileIdentity) {
    device = identity.device
    inode = identity.inode
  }
}
