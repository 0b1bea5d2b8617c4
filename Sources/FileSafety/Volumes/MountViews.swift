package import PhotoModel

/// Tells whether two files may be one that shows at two mounts under two device numbers: a network drive that is
/// mounted twice, a mirror (bindfs), a pool of disks.
///
/// Such a file system passes the inode on. Its times and those of the file behind it differ for a while after a change,
/// because it answers from a cache, so they prove nothing.
package struct MountViews: Sendable {
  /// Device numbers of the file systems that may show files of others; nil where the mounts are not known.
  private let devices: Set<UInt64>?

  /// Creates the views of some devices.
  ///
  /// - Parameter devices: Device numbers; nil: any file system may show files of any other.
  init(devices: Set<UInt64>?) { self.devices = devices }

  /// The views of the present mounts of this process.
  package static func now(operations: FileOperations = .live) -> MountViews {
    let mounts = MountTable.current(operations).all
    return MountViews(
      devices: mounts.isEmpty ? nil : Set(mounts.filter(\.mayShowOthers).compactMap(\.deviceNumber)))
  }

  /// Whether one of the files is on a file system that may show the other.
  package func isInDoubt(_ one: FileIdentity, _ other: FileIdentity) -> Bool {
    guard one.device != other.device, one.inode == other.inode, one.inode != 0 else { return false }
    return devices?.contains(one.device) ?? true || devices?.contains(other.device) ?? true
  }

  /// Whether two files may be one, or are for certain. Nothing else is compared where both are known to have the same
  /// bytes.
  package func mayBeOneFile(_ one: FileIdentity, _ other: FileIdentity) -> Bool {
    one.isSameFile(as: other) || one.size == other.size && isInDoubt(one, other)
  }
}

extension MountTable.Mount {
  /// Served by another program or computer, or made of other folders.
  fileprivate var mayShowOthers: Bool {
    Volume.isNetwork(fileSystemType) || fileSystemType == "fuse"
      || fileSystemType.hasPrefix("fuse.") && fileSystemType != "fuse.exfat"
      || ["overlay", "aufs", "virtiofs", "ecryptfs"].contains(fileSystemType)
  }

  /// The device number as `statx` gives it: the mount table has "8:1".
  fileprivate var deviceNumber: UInt64? {
    let numbers = device.split(separator: ":").compactMap { UInt64($0) }
    return numbers.count == 2 ? numbers[0] << 32 | numbers[1] : nil
  }
}
