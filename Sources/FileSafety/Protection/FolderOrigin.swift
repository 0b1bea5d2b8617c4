import SystemPackage

/// The location of a folder on its file system, wherever that is mounted: two mounts of one folder have the same
/// origin.
///
/// A file system that shows another one (bindfs, overlay, a network drive of this same machine) has an origin of its
/// own.
struct FolderOrigin: Hashable {
  /// "8:1", as the kernel numbers the file system.
  let device: String
  let path: FilePath

  /// The origins of a folder and of everything that is mounted inside of it. Empty where `/proc` is not mounted.
  static func all(of folder: FilePath, _ operations: FileOperations) -> [FolderOrigin] {
    let table = MountTable.current(operations)
    return ([folder] + Volume.mountPoints(inside: folder, operations: operations)).compactMap { place in
      (try? fileStatus(of: place, operations: operations)).flatMap { table.origin(of: place, mount: $0.mountID) }
    }
  }

  /// Whether the origin is `other`, or lies in it at any depth.
  func isInside(_ other: FolderOrigin) -> Bool { device == other.device && path.isInside(other.path) }
}
