import PhotoModel
import SystemPackage

/// Before anything is touched: is every file still what it was, and does what should stay still stay?
extension MovingRun {
  mutating func prepare(
    _ item: RemovalItem, _ files: [BatchFile], _ takenNames: inout [FilePath: Set<[UInt8]>]
  ) throws(FileSafetyError) -> Photo {
    var prepared: [Prepared] = []
    for file in files {
      let parent = try checkAtHome(file)
      if let obstacle = operations.writeObstacle(in: parent) {
        throw obstacle == .readOnlyFileSystem ? .readOnlyVolume(file.path) : .folderNotWritable(file.path)
      }
      let trash = try trash(for: file.path, parent)
      let taken = takenNames[trash.folder.path, default: []]
      let name = try trash.freeName(for: file.path, except: taken, operations)
      takenNames[trash.folder.path, default: []].insert(name)
      let place = trash.place(for: file.path, name: name, date: mover.environment.now())
      prepared.append(Prepared(file: file, trash: trash, place: place))
    }
    var survivors: [Int: Survivor] = [:]
    survivors[0] = try survivor(of: item)
    for (index, companion) in item.companions.enumerated() where !companion.survivors.isEmpty {
      survivors[index + 1] = try survivor(of: companion, among: companion.survivors)
    }
    return Photo(item: item, files: prepared, survivors: survivors)
  }

  /// Opens the folder of a file, which must be exactly the one that was decided about.
  func checkAtHome(_ file: BatchFile) throws(FileSafetyError) -> Descriptor {
    let (parent, name) = try openParent(of: file.path, operations)
    let status: FileStatus
    do {
      status = try operations.status(of: name, in: parent)
    } catch {
      throw FileSafetyError(.status, file.path, error)
    }
    switch status.kind {
    case .regular: break
    case .symbolicLink: throw .symbolicLink(file.path)
    default: throw .notARegularFile(file.path, status.kind)
    }
    guard status.identity == expected(file.identity) else { throw .changed(file.path) }
    return parent
  }

  func expected(_ identity: FileIdentity) -> FileIdentity { identityAfterMove[identity] ?? identity }

  /// The trash of the mount that a folder is on, made if it is missing.
  private mutating func trash(for path: FilePath, _ parent: Descriptor) throws(FileSafetyError) -> OpenTrash {
    let home: Mount
    let folder: FileStatus
    do {
      folder = try operations.status(of: parent)
      home = Mount(id: folder.mountID, device: folder.identity.device)
    } catch {
      throw FileSafetyError(.status, path, error)
    }
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

  /// What must stay so that the photo may go.
  private func survivor(of item: RemovalItem) throws(FileSafetyError) -> Survivor? {
    switch item.safeguard {
    case .onlyOne: return nil
    case .similar(let keeper):
      try check(keeper, for: item.path)
      return item.file.survivors.isEmpty ? keeper : try survivor(of: item.file, among: item.file.survivors)
    case .exactCopy(let survivors): return try survivor(of: item.file, among: survivors)
    }
  }

  /// The first of these that was read to its end just now and has the bytes of the file.
  private func survivor(
    of file: RemovalItem.File, among survivors: [Survivor]
  ) throws(FileSafetyError) -> Survivor {
    var obstacle = FileSafetyError.wouldEmptySet(file.path)
    for survivor in survivors {
      do throws(FileSafetyError) {
        let isEqual = try contentsAreEqual(
          file.path, expecting: expected(file.identity), survivor.path, expecting: survivor.identity,
          operations: operations)
        if isEqual { return survivor }
        obstacle = .survivorDiffers(file.path, survivor: survivor.path)
      } catch {
        // A trouble with the file itself will not get better with another survivor.
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

  /// The survivor is still exactly the file that it was.
  func check(_ survivor: Survivor, for path: FilePath) throws(FileSafetyError) {
    let status = try? fileStatus(of: survivor.path, operations: operations)
    guard let status, status.kind == .regular, status.identity == survivor.identity else {
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
  /// The same trouble with a trash folder, as the trouble of the file that should go there.
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
