import CFileSystem
package import SystemPackage

/// The reliability of the numbers and the answers of a file system.
///
/// A disk of this computer is accessed by its kernel alone: an error means that nothing was done, and a second call
/// shows what is there. A server, or a program that shows a cloud drive as a folder, can carry out a call and lose the
/// answer, and the kernel may go on showing cached names for a while.
package struct FileSystemKind: Hashable, Sendable {
  /// Whether no other computer and no other program stands between this kernel and the disk.
  package var isLocal: Bool
  /// Whether a file has one inode number for as long as it exists.
  package var keepsInodes: Bool
  /// Whether all names of one file show the same inode number, and the right link count. Many FUSE servers show a
  /// number for each name, so that the second name which a link made could never be proven to be one.
  package var countsLinks: Bool
  /// Whether the file system is empty after the next start.
  package var isInMemory = false

  /// A file system of which nothing is known, so that nothing is relied on.
  package static let unknown = FileSystemKind(isLocal: false, keepsInodes: false, countsLinks: false)
}

extension FileSystemKind {
  /// Creates the kind from its magic number.
  ///
  /// - Parameter number: `f_type` of statfs(2), as linux/magic.h lists them.
  init(number: Int64) {
    let number = UInt32(truncatingIfNeeded: number)
    let isNumberedAnew = Self.numberedAtEachMount.contains(number)
    self.init(
      isLocal: isNumberedAnew || Self.localKinds.contains(number), keepsInodes: Self.localKinds.contains(number),
      countsLinks: Self.localKinds.contains(number) || Self.serversThatCountLinks.contains(number),
      isInMemory: Self.inMemory.contains(number))
  }

  private static let localKinds: Set<UInt32> = [
    0xEF53,  // ext2, ext3, ext4
    0x5846_5342,  // XFS
    0x9123_683E,  // Btrfs
    0xCA45_1A4E,  // bcachefs
    0x2FC1_2FC1,  // ZFS
    0xF2F5_2010,  // F2FS
    0x0102_1994,  // tmpfs
    0x8584_58F6,  // ramfs
    0x794C_7630,  // overlayfs
    0x3153_464A,  // JFS
    0x5265_4973,  // ReiserFS
    0x3434,  // NILFS
    0x4244, 0x482B,  // HFS, HFS+
    0x7366_746E,  // NTFS in the kernel
    0x1501_3346,  // UDF
    0x9660,  // ISO 9660
    0x7371_7368,  // SquashFS
  ]

  /// tmpfs and ramfs.
  private static let inMemory: Set<UInt32> = [0x0102_1994, 0x8584_58F6]

  /// NFS and Ceph.
  private static let serversThatCountLinks: Set<UInt32> = [0x6969, 0x00C3_6400]

  /// FAT and exFAT in the kernel: the number of a file is made when its volume is mounted.
  private static let numberedAtEachMount: Set<UInt32> = [0x4D44, 0x2011_BAB0]
}

/// Whether tags, stars or a comment of a desktop are among the extended attributes of a file; false where that cannot be
/// asked.
package func hasTags(_ file: FilePath) -> Bool { file.withPlatformString(fs_has_tags) == 1 }

/// The kind of the file system that a folder is on; `unknown` where that cannot be asked.
package func fileSystemKind(of folder: FilePath, operations: FileOperations = .live) -> FileSystemKind {
  (try? operations.openFolder(folder)).map(operations.kind) ?? .unknown
}
