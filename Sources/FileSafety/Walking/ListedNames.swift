import PhotoModel
package import SystemPackage

/// The names of files as their folders list them.
///
/// Where a file system ignores case, a file can be opened by names other than its own; but the companions of a file,
/// its protection and its duplicates in a list are found by name. Each folder is read once.
package struct ListedNames {
  private let operations: FileOperations
  private var names: [FilePath: Set<[UInt8]>] = [:]
  private var folders: [FilePath: FilePath] = [:]

  /// Creates the names without reading a folder yet.
  package init(operations: FileOperations = .live) { self.operations = operations }

  /// The path as the folders list it; a name that no folder lists stays as it is.
  ///
  /// - Parameter path: Absolute, without symbolic links in its folders.
  package mutating func listed(_ path: FilePath) -> FilePath {
    guard path.isPlainAbsolute else { return path }
    let folder = listedFolder(path.parentFolder)
    let name = path.nameBytes
    let known = names(in: folder)
    if known.contains(name) { return folder.appending(name: name) }
    // A name that means nothing is not made to mean something.
    guard (try? fileStatus(of: path, operations: operations)) != nil else { return path }
    return folder.appending(name: nameMeant(by: name, among: known) ?? name)
  }

  /// The names in a folder that contain a line break, in byte order.
  package mutating func brokenNames(in folder: FilePath) -> [[UInt8]] {
    names(in: folder).filter { $0.contains(UInt8(ascii: "\n")) }.sorted { $0.lexicographicallyPrecedes($1) }
  }

  private mutating func listedFolder(_ folder: FilePath) -> FilePath {
    if let known = folders[folder] { return known }
    let listed = listed(folder)
    folders[folder] = listed
    return listed
  }

  private mutating func names(in folder: FilePath) -> Set<[UInt8]> {
    if let known = names[folder] { return known }
    let open = try? operations.openFolder(folder, forReading: true)
    let found = Set(open.map { operations.names(in: $0).names } ?? [])
    names[folder] = found
    return found
  }
}

/// The one listed name that differs from a name in capitals or accents alone; nil where there are none or several.
func nameMeant(by name: [UInt8], among listed: Set<[UInt8]>) -> [UInt8]? {
  let path = FilePath(bytes: name)
  let collisions = listed.filter { FilePath(bytes: $0).isCaseFoldCollision(of: path) }
  return collisions.count == 1 ? collisions.first : nil
}
