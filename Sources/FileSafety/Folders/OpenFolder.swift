package import PhotoModel
package import SystemPackage

/// A folder of the user's that photos are moved to, open: a real folder, reached through no symbolic link.
package struct OpenFolder: Sendable {
  /// The path of the folder; absolute, without symbolic links.
  package let path: FilePath
  let descriptor: Descriptor
  let status: FileStatus
  /// The file system of the folder.
  let kind: FileSystemKind
  private let longestName: Int
  private let operations: FileOperations
  /// The reserved names that are not on the disk yet, folded as case-insensitive disks compare them.
  private var reserved: Set<String> = []
  /// The stems of the photos in the folder and of those about to be there, folded in the same way; nil before first
  /// use.
  private var stems: Set<String>?

  /// Opens a folder, and checks that photos may be moved there. Changes nothing.
  ///
  /// - Parameter path: Absolute, without symbolic links.
  /// - Throws: `.unfitFolder`, `.readOnlyVolume`, `.symbolicLink`, `.notAbsolute`, `.operationFailed`.
  package init(
    _ path: FilePath, _ environment: TrashEnvironment, operations: FileOperations = .live
  ) throws(FileSafetyError) {
    guard path.isPlainAbsolute || path.isRootFolder else { throw .notAbsolute(path) }
    if TrashFolder.contains(path, environment, countingBins: true) { throw .unfitFolder(path, .trash) }
    let known = KnownPlaces.standard
    if let bundle = known.bundle(around: path.appending(name: "photo")), bundle.kind == .library {
      throw .unfitFolder(path, .library(bundle.folder))
    }
    if let kind = known.kind(around: path, below: nil) {
      throw .unfitFolder(path, kind == .bin ? .trash : .otherProgram)
    }
    let space: (longest: UInt64, kind: FileSystemKind)
    do throws(Errno) {
      descriptor = try operations.openFolder(path)
      status = try operations.status(of: descriptor)
      let found = try operations.space(of: descriptor)
      space = (found.longest_name, operations.kind(of: descriptor))
    } catch {
      throw Self.situation(error, path, operations)
    }
    if let obstacle = operations.writeObstacle(in: descriptor) {
      throw obstacle == .readOnlyFileSystem ? .readOnlyVolume(path) : .unfitFolder(path, .notWritable)
    }
    self.path = path
    self.operations = operations
    kind = space.kind
    longestName = space.longest == 0 ? 255 : Int(min(255, space.longest))
  }

  private static func situation(_ error: Errno, _ path: FilePath, _ operations: FileOperations) -> FileSafetyError {
    switch error {
    case .noSuchFileOrDirectory: .unfitFolder(path, .missing)
    case .notDirectory:
      .unfitFolder(path, .noFolder((try? fileStatus(of: path, operations: operations))?.kind ?? .regular))
    case .permissionDenied, .notPermitted: .unfitFolder(path, .notWritable)
    default: FileSafetyError(.openFolder, path, error)
    }
  }

  /// Whether a rename leads from a folder into this one. Parts of one mount can be file systems of their own (btrfs),
  /// between which nothing is renamed.
  package func isReached(byRenameFrom folder: FileStatus) -> Bool {
    folder.mountID == status.mountID && folder.identity.device == status.identity.device
  }

  /// Whether this folder is `folder`, under whatever path.
  package func isSame(as folder: FileStatus) -> Bool { folder.identity.isSameFile(as: status.identity) }

  /// The number of the mount that the folder is on.
  package var mountID: UInt64 { status.mountID }

  /// The bytes that this user may still write there; nil where the file system does not tell.
  package var available: ByteCount? {
    (try? operations.space(of: descriptor)).flatMap {
      $0.capacity == 0 ? nil : ByteCount(Int64(clamping: $0.available))
    }
  }

  /// Chooses the paths that the files of a photo get in the folder: their own names, or all with one number. Reserved
  /// paths are not handed out again. A name is taken as well where another photo has it with another ending: the two
  /// would be one photo from then on.
  ///
  /// - Parameter photo: The files of the photo, the shown one first.
  /// - Throws: `.noFreeName`; `.operationFailed` where the folder cannot be read.
  package mutating func reservePaths(for photo: [FilePath]) throws(FileSafetyError) -> [FilePath] {
    if stems == nil { stems = try stemsThere() }
    for attempt in 1...FolderNames.attempts {
      let names = FolderNames.names(for: photo.map(\.nameBytes), attempt: attempt, longest: longestName)
      let folded = names.map { FilePath(bytes: $0).foldedName ?? "\u{0}\($0)" }
      guard names.allSatisfy({ $0.count <= longestName }) else { continue }
      guard Set(folded).count == names.count, reserved.isDisjoint(with: folded) else { continue }
      let own = names.reduce(into: Set<String>()) { $0.formUnion(FolderNames.foldedStems(of: $1)) }
      guard stems?.isDisjoint(with: own) != false else { continue }
      do throws(Errno) {
        if try isTaken(names) { continue }
      } catch {
        throw FileSafetyError(.status, path, error)
      }
      reserved.formUnion(folded)
      stems?.formUnion(own)
      return names.map { path.appending(name: $0) }
    }
    throw .noFreeName(photo.first ?? path, folder: path)
  }

  private func stemsThere() throws(FileSafetyError) -> Set<String> {
    let (names, failure) = operations.names(in: descriptor)
    if let failure { throw FileSafetyError(.readFolder, path, failure) }
    return names.reduce(into: []) { $0.formUnion(FolderNames.foldedStems(of: $1)) }
  }

  private func isTaken(_ names: [[UInt8]]) throws(Errno) -> Bool {
    for name in names where try operations.statusIfPresent(of: name, in: descriptor, isForced: true) != nil {
      return true
    }
    return false
  }
}
