import PhotoModel
package import SystemPackage

/// The folder itself, and every other name that it, or a part of it, has now because its file system is mounted a
/// second time.
///
/// - Parameter folder: Without symbolic links.
package func mountedNames(of folder: FilePath, operations: FileOperations = .live) -> [FilePath] {
  func mount(of path: FilePath) -> UInt64? { (try? fileStatus(of: path, operations: operations))?.mountID }
  guard let id = mount(of: folder) else { return [folder] }
  let others = MountTable.current(operations).otherNames(of: folder, mount: id)
  // Another file system may be mounted over one of these folders.
  return [folder] + others.filter { mount(of: $0.path) == $0.mount }.map(\.path).sorted(by: precedesInByteOrder)
}

extension MountTable {
  /// The other mounts of a folder of a mount, or of a part of it.
  func otherNames(of folder: FilePath, mount id: UInt64) -> [(path: FilePath, mount: UInt64)] {
    guard let origin = origin(of: folder, mount: id) else { return [] }
    let inside = origin.path
    return all.filter { $0.id != id }.compactMap { mount in
      let other = mount.origin
      guard other.device == origin.device else { return nil }
      if other.path.isInside(inside) { return (mount.mountPoint, mount.id) }
      guard inside.isInside(other.path) else { return nil }
      let rest = inside.bytes.dropFirst(other.path.isRootFolder ? 0 : other.path.bytes.count)
      let top = mount.mountPoint.isRootFolder ? [] : mount.mountPoint.bytes
      return (FilePath(bytes: top + rest), mount.id)
    }
  }
}
