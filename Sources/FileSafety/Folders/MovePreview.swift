import PhotoModel
package import SystemPackage

/// The way that the photos of a plan would go, one after the other, found out without changing anything on the disk.
package struct MovePreview {
  /// The paths that a file would get.
  package struct Paths: Hashable, Sendable {
    /// The path in the trash; nil for a file that a rename moves to a folder, and where the name is made up at the time
    /// of the move.
    package var trashPath: FilePath?
    /// The path in a folder of the user's; nil for a file that goes to the trash alone.
    package var folderPath: FilePath?
  }

  private let environment: TrashEnvironment
  private let operations: FileOperations
  private var folders: [FilePath: Result<OpenFolder, FileSafetyError>] = [:]
  /// By folder: where its photos go, once that is known to work.
  private var trashes: [FilePath: TrashFolder] = [:]
  private var taken: [FilePath: Set<[UInt8]>] = [:]
  /// The bytes that copies leave free, by mount.
  private var space: [UInt64: ByteCount] = [:]

  /// Creates the preview of a plan of which nothing was asked yet.
  package init(_ environment: TrashEnvironment, operations: FileOperations = .live) {
    self.environment = environment
    self.operations = operations
  }

  /// The paths of the files of a photo, or what would keep each where it is.
  package mutating func paths(of item: RemovalItem) -> [Result<Paths, FileSafetyError>] {
    guard let path = item.destination else {
      return item.files.map { file in trashPath(for: file.path).map { Paths(trashPath: $0) } }
    }
    do throws(FileSafetyError) {
      var folder = try opened(path)
      let paths = try paths(of: item, in: &folder)
      folders[path] = .success(folder)
      return paths.map { .success($0) }
    } catch {
      return item.files.map { _ in .failure(error) }
    }
  }

  private mutating func opened(_ path: FilePath) throws(FileSafetyError) -> OpenFolder {
    let folder =
      folders[path]
      ?? Result { () throws(FileSafetyError) in try OpenFolder(path, environment, operations: operations) }
    folders[path] = folder
    return try folder.get()
  }

  private mutating func paths(
    of item: RemovalItem, in folder: inout OpenFolder
  ) throws(FileSafetyError) -> [Paths] {
    var left = space[folder.mountID] ?? folder.available
    var trashPaths: [FilePath?] = []
    for file in item.files {
      let home = try fileStatus(of: file.path.parentFolder, operations: operations)
      if folder.isSame(as: home) { throw .alreadyInFolder(file.path) }
      if folder.isReached(byRenameFrom: home) {
        try checkWritable(file.path)
        trashPaths.append(nil)
        continue
      }
      // A file that cannot be read cannot be copied.
      _ = try openForReading(file.path, limit: ByteCount(.max), operations: operations)
      let size = ByteCount(file.identity.size)
      if let free = left {
        guard free >= size else { throw .noSpace(file.path, folder: folder.path, available: free) }
        left = free - size
      }
      trashPaths.append(try trashPath(for: file.path).get())
    }
    let folderPaths = try folder.reservePaths(for: item.files.map(\.path))
    space[folder.mountID] = left
    return zip(folderPaths, trashPaths).map { Paths(trashPath: $1, folderPath: $0) }
  }

  private func checkWritable(_ path: FilePath) throws(FileSafetyError) {
    let (parent, name) = try openParent(of: path, operations)
    if let obstacle = operations.writeObstacle(in: parent) {
      throw obstacle == .readOnlyFileSystem ? .readOnlyVolume(path) : .folderNotWritable(path)
    }
    let user = environment.userID
    do throws(Errno) {
      let folder = try operations.status(of: parent)
      guard folder.isSticky, user != 0, folder.owner != user else { return }
      if try operations.status(of: name, in: parent).owner == user { return }
    } catch {
      throw FileSafetyError(.status, path, error)
    }
    throw .folderNotWritable(path)
  }

  private mutating func trashPath(for path: FilePath) -> Result<FilePath?, FileSafetyError> {
    let folder = path.parentFolder
    if trashes[folder] == nil {
      if let obstacle = trashPreflight(for: path, environment, operations: operations).obstacle {
        return .failure(obstacle)
      }
      trashes[folder] = .forMoving(filesIn: folder, environment, operations: operations)
    }
    do throws(FileSafetyError) { try checkWritable(path) } catch { return .failure(error) }
    return .success(
      trashes[folder].flatMap {
        $0.foreseeablePlace(for: path, except: &taken[$0.path, default: []], environment, operations: operations)
      })
  }
}
