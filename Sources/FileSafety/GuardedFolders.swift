import PhotoModel
package import SystemPackage

/// Folders that stay, with all that lies in them and all that they lie in.
package struct GuardedFolders: Sendable {
  private let folders: [Place]
  private let operations: FileOperations

  /// - Parameter folders: Absolute. Those that are not there are compared by their names alone.
  package init(_ folders: [FilePath], operations: FileOperations = .live) {
    self.operations = operations
    let mounts = folders.isEmpty ? MountTable([]) : MountTable.current(operations)
    self.folders = folders.map { Place($0, operations, mounts) }
  }

  /// The first that is `folder`, holds it or lies in it, by name or, where it or a part is mounted twice, by what it is.
  package func folder(against folder: FilePath) -> FilePath? {
    guard !folders.isEmpty else { return nil }
    let place = Place(folder, operations, MountTable.current(operations))
    return folders.first { $0.isInside(place) || place.isInside($0) }?.path
  }

  /// The first that is `folder` or holds it, as `folder(against:)` knows them.
  func folder(holding folder: FilePath) -> FilePath? {
    guard !folders.isEmpty else { return nil }
    let place = Place(folder, operations, MountTable.current(operations))
    return folders.first { place.isInside($0) }?.path
  }

  private struct Place: Sendable {
    let path: FilePath
    let key: FileKey?
    /// Its own and those of all folders around it but the outermost.
    let line: Set<FileKey>
    /// No number tells a part that is mounted by itself.
    let origin: FolderOrigin?

    init(_ given: FilePath, _ operations: FileOperations, _ mounts: MountTable) {
      path = pathRealAsFarAsItExists(given)
      var keys: [FileKey] = []
      let status = try? fileStatus(of: path, operations: operations)
      key = status.map { FileKey($0.identity) }
      origin = status.flatMap { [path] in mounts.origin(of: path, mount: $0.mountID) }
      var around = path
      while around.isPlainAbsolute {
        if let status = try? fileStatus(of: around, operations: operations) { keys.append(FileKey(status.identity)) }
        around = around.parentFolder
      }
      line = Set(keys)
    }

    func isInside(_ other: Place) -> Bool {
      if path.isInside(other.path) || other.key.map(line.contains) == true { return true }
      guard let origin, let around = other.origin else { return false }
      return origin.isInside(around)
    }
  }
}
