/// What tells one file or folder from another, whatever it is called and however it changes.
package struct FileKey: Hashable, Sendable {
  package let device: UInt64
  package let inode: UInt64

  package init(_ identity: FileIdentity) {
    device = identity.device
    inode = identity.inode
  }
}
