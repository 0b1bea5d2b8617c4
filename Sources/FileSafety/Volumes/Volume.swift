import CFileSystem
package import PhotoModel
package import SystemPackage

/// A mounted file system, as far as moving photos on it goes.
package struct Volume: Hashable, Sendable {
  /// The number of the mount by `statx`: two mounts of one file system have two.
  package var mountID: UInt64
  /// The folder that the volume is mounted at.
  package var mountPoint: FilePath
  /// The name that the kernel has for the file system, "ext4", "btrfs", "fuse.sshfs"; empty where unknown.
  package var fileSystemType: String
  /// Whether the mount, or the file system, is read-only.
  package var isReadOnly: Bool
  /// Whether another computer serves the volume: it may be slow, or gone in the middle.
  package var isNetwork: Bool
  /// Whether this is likely a card, a stick or an external drive: a guess by mount point and format.
  package var isLikelyRemovable: Bool
  /// The size of the file system.
  package var capacity: ByteCount
  /// The bytes that this user may still write.
  package var available: ByteCount

  /// The volume that a file or folder is on.
  ///
  /// - Throws: As `fileStatus(of:)`.
  package static func containing(
    _ path: FilePath, operations: FileOperations = .live
  ) throws(FileSafetyError) -> Volume {
    let status = try fileStatus(of: path, operations: operations)
    let folderPath = status.kind == .folder ? path : path.parentFolder
    do {
      let folder = try operations.openFolder(folderPath)
      let mountID = try operations.status(of: folder).mountID
      let space = try operations.space(of: folder)
      let mount = MountTable.current(operations).mount(id: mountID)
      let type = mount?.fileSystemType ?? ""
      let mountPoint = mount?.mountPoint ?? FilePath("/")
      return Volume(
        mountID: mountID, mountPoint: mountPoint, fileSystemType: type,
        isReadOnly: space.is_read_only != 0, isNetwork: isNetwork(type),
        isLikelyRemovable: isLikelyRemovable(mountPoint, type),
        capacity: ByteCount(Int64(clamping: space.capacity)), available: ByteCount(Int64(clamping: space.available)))
    } catch {
      throw FileSafetyError(.space, path, error)
    }
  }

  /// The mount points of other volumes inside of a folder, in byte order, without pseudo file systems.
  package static func mountPoints(inside folder: FilePath, operations: FileOperations = .live) -> [FilePath] {
    MountTable.current(operations).all
      .filter { $0.mountPoint.isInside(folder) && $0.mountPoint != folder && !kernelTypes.contains($0.fileSystemType) }
      .map(\.mountPoint).sorted(by: precedesInByteOrder)
  }

  private static let kernelTypes: Set = [
    "autofs", "binfmt_misc", "bpf", "cgroup", "cgroup2", "configfs", "debugfs", "devpts", "devtmpfs", "efivarfs",
    "fusectl", "hugetlbfs", "mqueue", "nsfs", "proc", "pstore", "ramfs", "rpc_pipefs", "securityfs", "sysfs", "tracefs",
  ]

  private static let networkTypes: Set = [
    "nfs", "nfs4", "cifs", "smb3", "smbfs", "ncpfs", "afs", "ceph", "glusterfs", "9p", "davfs", "fuse.davfs2",
    "fuse.sshfs", "fuse.rclone", "fuse.s3fs", "fuse.gvfsd-fuse", "fuse.glusterfs", "fuse.curlftpfs",
  ]

  static func isNetwork(_ type: String) -> Bool { networkTypes.contains(type) }

  private static func isLikelyRemovable(_ mountPoint: FilePath, _ type: String) -> Bool {
    let isUnderMedia = ["/media", "/run/media"].contains { mountPoint.isInside(FilePath($0)) }
    return isUnderMedia || ["vfat", "exfat", "fuse.exfat", "msdos", "iso9660", "udf"].contains(type)
  }
}

/// The mounts of this process: `/proc/self/mountinfo`, see proc(5).
struct MountTable {
  struct Mount {
    var id: UInt64
    /// "8:1"; btrfs gives its files another number than this one.
    var device: String
    /// The path of the folder of the file system that is mounted. Kept as bytes, because for most mounts no path is
    /// ever needed.
    var rootBytes: [UInt8]
    var mountPointBytes: [UInt8]
    var fileSystemType: String
    /// The mounted source, as the file system names it: "/dev/sda1", "server:/photos", "//server/share", "none".
    var source: [UInt8] = []

    var root: FilePath { FilePath(bytes: rootBytes) }
    var mountPoint: FilePath { FilePath(bytes: mountPointBytes) }

    /// The origin of the root of this mount, the same wherever else it is mounted. Each mount of a network drive may be
    /// a device of its own; there the server and the folder on it count.
    var origin: FolderOrigin {
      let isRemote = Volume.isNetwork(fileSystemType) || fileSystemType.hasPrefix("fuse.")
      let slash = UInt8(ascii: "/")
      guard isRemote, let colon = source.firstIndex(of: UInt8(ascii: ":")) ?? (source.first == slash ? 0 : nil) else {
        return FolderOrigin(device: device, path: root)
      }
      let folder = FilePath(bytes: [slash] + source[colon...].drop { $0 == UInt8(ascii: ":") })
      let server = String(escaping: Array(source[..<colon]))
      return FolderOrigin(
        device: "\(fileSystemType.hasPrefix("nfs") ? "nfs" : fileSystemType) \(server)",
        path: FilePath(bytes: folder.bytes + root.bytes))
    }
  }

  private var mounts: [UInt64: Mount] = [:]

  /// A line: "36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - ext3 /dev/root rw,errors=continue".
  /// Fields that may hold spaces have them written in octal.
  init(_ text: [UInt8]) {
    for line in text.split(separator: UInt8(ascii: "\n")) {
      let fields = line.split(separator: UInt8(ascii: " "))
      guard fields.count > 6, let id = UInt64(String(decoding: fields[0], as: UTF8.self)),
        let dash = fields[6...].firstIndex(where: { $0.elementsEqual([UInt8(ascii: "-")]) }),
        dash + 1 < fields.count
      else { continue }
      mounts[id] = Mount(
        id: id, device: String(decoding: fields[2], as: UTF8.self),
        rootBytes: Self.withoutOctal(fields[3]), mountPointBytes: Self.withoutOctal(fields[4]),
        fileSystemType: String(decoding: fields[dash + 1], as: UTF8.self),
        source: dash + 2 < fields.count ? Self.withoutOctal(fields[dash + 2]) : [])
    }
  }

  /// Empty where `/proc` is not mounted.
  static func current(_ operations: FileOperations) -> MountTable {
    var text: [UInt8] = []
    // The path is not `/proc/self`, because that is a symbolic link.
    do throws(Errno) {
      let folder = try operations.openFolder(FilePath("/proc/\(fs_process_id())"))
      let file = try operations.openFile(Array("mountinfo".utf8), in: folder)
      while true {
        let piece = try operations.read(1 << 16, from: file)
        if piece.isEmpty { break }
        text += piece
      }
    } catch {
      return MountTable([])
    }
    return MountTable(text)
  }

  func mount(id: UInt64) -> Mount? { mounts[id] }

  var all: [Mount] { Array(mounts.values) }

  /// The origin of a path of a mount, the same for every mount of its file system; nil where it is unknown.
  func origin(of path: FilePath, mount id: UInt64) -> FolderOrigin? {
    guard let mount = mounts[id], path.isInside(mount.mountPoint) else { return nil }
    let rest = path.bytes.dropFirst(mount.mountPoint.isRootFolder ? 0 : mount.mountPoint.bytes.count)
    let origin = mount.origin
    return FolderOrigin(device: origin.device, path: FilePath(bytes: origin.path.bytes + [UInt8(ascii: "/")] + rest))
  }

  private static func withoutOctal(_ field: ArraySlice<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = field
    while let byte = rest.popFirst() {
      let digits = rest.prefix(3)
      if byte == UInt8(ascii: "\\"), digits.count == 3,
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 8)
      {
        bytes.append(value)
        rest = rest.dropFirst(3)
      } else {
        bytes.append(byte)
      }
    }
    return bytes
  }
}
