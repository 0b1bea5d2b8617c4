import PhotoModel
import SystemPackage

/// The checks before anything is touched: every file must be unchanged, and its survivors must still be there.
extension MovingRun {
  mutating func prepare(
    _ item: RemovalItem, _ files: [BatchFile], _ takenNames: inout [FilePath: Set<[UInt8]>]
  ) throws(FileSafetyError) -> Photo {
    var prepared: [Prepared] = []
    let destinations = try destinations(of: item, files)
    for (position, file) in files.enumerated() {
      let (parent, status) = try checkOriginalLocation(file, since: expected(file.identity))
      if let obstacle = operations.writeObstacle(in: parent) {
        throw obstacle == .readOnlyFileSystem ? .readOnlyVolume(file.path) : .folderNotWritable(file.path)
      }
      var one = Prepared(
        file: file, target: try target(of: file, in: parent, destinations?[position], &takenNames), digest: nil,
        identity: status.identity)
      if var destination = destinations?[position] {
        // A random name for a copy that is not whole.
        if one.trash != nil { destination.location.copyName = hiddenName() }
        one.destination = destination
      }
      one.replacement = try replacement(for: file, status, in: parent)
      prepared.append(one)
    }
    var survivors: [Int: Survivor] = [:]
    for (index, file) in item.files.enumerated() {
      let now = prepared[index].identity
      let found = try index == 0 ? survivor(of: item, now) : survivor(of: file, now, among: file.survivors)
      survivors[index] = found?.survivor
      if let compared = found?.digest {
        prepared[index].digest = compared
      } else {
        prepared[index].digest = try digest(of: prepared[index])
      }
      if let known = file.digest, let now = prepared[index].digest, known != now { throw .changed(file.path) }
      prepared[index].identity = try checkOriginalLocation(prepared[index].file, since: prepared[index].identity).status
        .identity
    }
    return Photo(item: item, files: prepared, survivors: survivors)
  }

  /// The location of each file of a photo in the folder that it goes to; nil where it goes to the trash.
  private mutating func destinations(
    of item: RemovalItem, _ files: [BatchFile]
  ) throws(FileSafetyError) -> [(folder: OpenFolder, location: FolderLocation)]? {
    guard let path = item.destination else { return nil }
    var folder: OpenFolder
    if let known = folders[path] {
      folder = known
    } else {
      folder = try OpenFolder(path, mover.environment, operations: operations)
    }
    for file in files {
      let parent = try fileStatus(of: file.path.parentFolder, operations: operations)
      if folder.isSame(as: parent) { throw .alreadyInFolder(file.path) }
    }
    let paths = try folder.reservePaths(for: files.map(\.path))
    folders[path] = folder
    return paths.map { (folder, FolderLocation(path: $0)) }
  }

  /// The location that a rename takes a file to: in the chosen folder, where a rename leads there, else in its trash.
  private mutating func target(
    of file: BatchFile, in parent: Descriptor, _ destination: (folder: OpenFolder, location: FolderLocation)?,
    _ takenNames: inout [FilePath: Set<[UInt8]>]
  ) throws(FileSafetyError) -> Target {
    if let destination {
      let home: FileStatus
      do { home = try operations.status(of: parent) } catch { throw FileSafetyError(.status, file.path, error) }
      if destination.folder.isReached(byRenameFrom: home) {
        return .folder(destination.folder, destination.location.path)
      }
      if let available = destination.folder.available, available < ByteCount(file.identity.size) {
        throw .noSpace(file.path, folder: destination.folder.path, available: available)
      }
    }
    let trash = try trash(for: file.path, parent)
    let taken = takenNames[trash.folder.path, default: []]
    let name = try trash.freeName(for: file.path, except: taken, operations)
    takenNames[trash.folder.path, default: []].insert(name)
    return .trash(trash, trash.location(for: file.path, name: name, date: mover.environment.now()))
  }

  /// Opens the folder of a file, and checks that the file is still the one that was decided about or last checked.
  func checkOriginalLocation(
    _ file: BatchFile, since identity: FileIdentity
  ) throws(FileSafetyError) -> (parent: Descriptor, status: FileStatus) {
    let status = try statusOfUnchanged(file.path, since: identity, digest: file.digest, operations: operations)
    return (try openParent(of: file.path, operations).folder, status)
  }

  /// SHA-256 of a file that is about to go; nil where its bytes cannot be read, which is no reason to keep it where a
  /// rename moves it.
  private func digest(of prepared: Prepared) throws(FileSafetyError) -> ContentDigest? {
    do throws(FileSafetyError) {
      return try contentDigest(
        of: prepared.file.path, expecting: prepared.identity, limit: ByteCount(.max), operations: operations)
    } catch {
      switch error {
      case .permissionDenied, .mostlyHoles, .operationFailed(.read, _, _):
        if prepared.isCopied || prepared.replacement != nil { throw error }
        return nil
      default: throw error
      }
    }
  }

  func expected(_ identity: FileIdentity) -> FileIdentity { identityAfterMove[identity] ?? identity }

  /// The trash of the mount that a folder is on, made if it is missing.
  private mutating func trash(for path: FilePath, _ parent: Descriptor) throws(FileSafetyError) -> OpenTrash {
    let (home, folder) = try mount(of: parent, for: path)
    let user = mover.environment.userID
    if let known = trashes[home], (try? known.check(forPhotosIn: folder, of: user)) != nil { return known }
    let candidates = try TrashFolder.candidates(
      forFilesIn: path.parentFolder, mover.environment, operations: operations)
    var obstacle = FileSafetyError.acrossVolumes(path)
    for candidate in candidates {
      do throws(FileSafetyError) {
        let trash = try candidate.openForMoving(home, folder, mover.environment, operations)
        trashes[home] = trash
        // The specification asks that a shared trash that is not safe be reported, even where another one serves.
        if case .trashNotTrusted = obstacle { warnings.append(obstacle) }
        return trash
      } catch {
        obstacle = error
      }
    }
    throw obstacle.about(path)
  }

  func mount(
    of parent: Descriptor, for path: FilePath
  ) throws(FileSafetyError) -> (mount: Mount, folder: FileStatus) {
    do {
      let folder = try operations.status(of: parent)
      return (Mount(id: folder.mountID, device: folder.identity.device), folder)
    } catch {
      throw FileSafetyError(.status, path, error)
    }
  }

  /// A file that must stay so that another may go; the digest of both, where their bytes were compared.
  private typealias Found = (survivor: Survivor, digest: ContentDigest?)

  /// The file that must stay so that the photo may go.
  private func survivor(of item: RemovalItem, _ now: FileIdentity) throws(FileSafetyError) -> Found? {
    switch item.safeguard {
    case .onlyOne: return nil
    case .similar(let keeper):
      try check(keeper, for: item.path)
      return item.file.survivors.isEmpty ? (keeper, nil) : try survivor(of: item.file, now, among: item.file.survivors)
    case .exactCopy(let survivors):
      guard let found = try survivor(of: item.file, now, among: survivors) else { throw .wouldEmptySet(item.path) }
      return found
    }
  }

  /// The first of the survivors that was read to its end just now and has the bytes of the file; nil where none was
  /// named.
  private func survivor(
    of file: RemovalItem.File, _ now: FileIdentity, among survivors: [Survivor]
  ) throws(FileSafetyError) -> Found? {
    if survivors.isEmpty { return nil }
    var obstacle = FileSafetyError.wouldEmptySet(file.path)
    for survivor in survivors {
      do throws(FileSafetyError) {
        let digest = try commonDigest(
          of: file.path, expecting: now, and: survivor.path, expecting: survivor.identity,
          operations: operations)
        if let digest { return (survivor, digest) }
        obstacle = .survivorDiffers(file.path, survivor: survivor.path)
      } catch {
        // An error about the file itself would be the same with another survivor.
        if error.path != survivor.path { throw error }
        obstacle =
          switch error {
          case .changed, .vanished: .survivorChanged(file.path, survivor: survivor.path)
          default: .survivorUnreadable(file.path, survivor: survivor.path)
          }
      }
    }
    throw obstacle
  }

  /// Checks that the survivor is still exactly the file that it was.
  func check(_ survivor: Survivor, for path: FilePath) throws(FileSafetyError) {
    guard (try? statusOfUnchanged(survivor.path, since: survivor.identity, operations: operations)) != nil else {
      throw .survivorChanged(path, survivor: survivor.path)
    }
  }
}

extension TrashFolder {
  /// Opens the trash, made if missing, and makes sure that a rename from `home` can reach it.
  fileprivate func openForMoving(
    _ home: MovingRun.Mount, _ folder: FileStatus, _ environment: TrashEnvironment, _ operations: FileOperations
  ) throws(FileSafetyError) -> OpenTrash {
    // The shared trash is used only where an administrator made `.Trash`; inside of it the user's own part is made.
    let trash = try open(creating: true, forPhotosIn: folder, environment, operations)
    guard trash.mountID == home.id, trash.device == home.device else { throw .acrossVolumes(path) }
    guard operations.mayWrite(into: trash.files), operations.mayWrite(into: trash.info) else {
      throw .trashNotWritable(path, trash: path)
    }
    return trash
  }
}

extension FileSafetyError {
  /// The error about a trash folder as an error about the file that should go there.
  fileprivate func about(_ file: FilePath) -> FileSafetyError {
    switch self {
    case .trashNotWritable(_, let trash): .trashNotWritable(file, trash: trash)
    case .vanished(let trash), .permissionDenied(let trash): .trashNotWritable(file, trash: trash)
    case .readOnlyVolume: .readOnlyVolume(file)
    case .diskFull: .diskFull(file)
    case .acrossVolumes: .acrossVolumes(file)
    default: self
    }
  }
}
