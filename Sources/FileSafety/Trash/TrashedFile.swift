package import PhotoModel
package import SystemPackage

/// A file that lies in a trash, whoever put it there.
package struct TrashedFile: Hashable, Sendable {
  /// The location in the trash.
  package var location: TrashLocation
  /// The original location, by the `.trashinfo`.
  package var originalPath: FilePath
  /// The time of deletion; nil where the `.trashinfo` has none.
  package var date: DeletionDate?
  /// The present identity of the file in the trash.
  package var identity: FileIdentity

  /// The regular files in a trash whose `.trashinfo` can be read and has a path on the same volume.
  ///
  /// - Returns: The latest first; those of one second in byte order of their names. Empty where there is no such trash.
  /// - Throws: `.trashNotTrusted`, `.permissionDenied` and other errors of reading the trash.
  package static func all(
    in folder: TrashFolder, _ environment: TrashEnvironment, operations: FileOperations = .live
  ) throws(FileSafetyError) -> [TrashedFile] {
    let trash: OpenTrash
    do throws(FileSafetyError) {
      trash = try folder.open(creating: false, environment, operations)
    } catch .vanished {
      return []
    }
    let (names, failure) = operations.names(in: trash.info)
    if let failure { throw FileSafetyError(.readFolder, folder.path, failure) }
    let suffix = TrashName.infoSuffix
    return
      names
      .filter { $0.count > suffix.count && $0.suffix(suffix.count).elementsEqual(suffix) }
      .sorted { $0.lexicographicallyPrecedes($1) }
      .compactMap { trash.trashedFile(named: $0.dropLast(suffix.count), operations) }
      .sorted { ($0.date?.text ?? "") > ($1.date?.text ?? "") }
  }

  /// The files in a trash that came from `path`, the latest first: for a person who asks for a file by its name.
  ///
  /// - Parameter path: Absolute; its folder need not exist any more.
  /// - Throws: As `all(in:)`, if no trash could be read.
  package static func all(
    from path: FilePath, _ environment: TrashEnvironment, operations: FileOperations = .live
  ) throws(FileSafetyError) -> [TrashedFile] {
    var existing = path.parentFolder
    while !existing.isRootFolder, (try? operations.openFolder(existing)) == nil { existing = existing.parentFolder }
    let candidates = try TrashFolder.candidates(forFilesIn: existing, environment, operations: operations)
    // New files go to one of the home trashes; files may be in each.
    let others = environment.homeTrashes.filter { trash in !candidates.contains { $0.path == trash } }
    let folders = candidates + others.map { TrashFolder(kind: .home, path: $0, topFolder: nil) }
    var found: [TrashedFile] = []
    var obstacle: FileSafetyError?
    for folder in folders {
      do throws(FileSafetyError) {
        found += try all(in: folder, environment, operations: operations).filter { $0.originalPath == path }
      } catch {
        obstacle = error
      }
    }
    if found.isEmpty, let obstacle { throw obstacle }
    return found.sorted { ($0.date?.text ?? "") > ($1.date?.text ?? "") }
  }
}

extension OpenTrash {
  fileprivate func trashedFile(named name: [UInt8], _ operations: FileOperations) -> TrashedFile? {
    guard let contents = try? readInfo(of: name, operations), let note = TrashInfo(contents: contents),
      let path = note.originalPath(topFolder: folder.topFolder),
      let status = try? operations.status(of: name, in: files), status.kind == .regular
    else { return nil }
    let location = TrashLocation(folder: folder, name: name, info: contents)
    return TrashedFile(location: location, originalPath: path, date: note.date, identity: status.identity)
  }
}
