import PhotoModel
package import SystemPackage

/// Folders that stay, with all that lies in them and all that they lie in.
package struct GuardedFolders: Sendable {
  private let folders: [Place]
  private let operations: FileOperations

  /// - Parameter folders: Absolute. Those that are not there are compared by their names alone.
  package init(_ folders: [FilePath], operations: FileOperations = .live) {
    self.operations = operations
    self.folders = folders.map { Place($0, operations) }
  }

  /// The first that is `folder`, holds it or lies in it, by name or, where it is mounted twice, by what it is.
  package func folder(against folder: FilePath) -> FilePath? {
    guard !folders.isEmpty else { return nil }
    let place = Place(folder, operations)
    return folders.first { $0.isInside(place) || place.isInside($0) }?.path
  }

  private struct Place: Sendable {
    let path: FilePath
    let key: FileKey?
    /// Its own and those of all folders around it but the outermost.
    let line: Set<FileKey>

    init(_ given: FilePath, _ operations: FileOperations) {
      path = pathRealAsFarAsItExists(given)
      var keys: [FileKey] = []
      key = (try? fileStatus(of: path, operations: operations)).map { FileKey($0.identity) }
      var around = path
      while around.isPlainAbsolute {
        if let status = try? fileStatus(of: around, operations: operations) { keys.append(FileKey(status.identity)) }
        around = around.parentFolder
      }
      line = Set(keys)
    }

    func isInside(_ other: Place) -> Bool {
      path.isInside(other.path) || other.key.map(line.contains) == true
    }
  }
}
