import PhotoModel
import SystemPackage

/// The part of a move from the first `.trashinfo` to the last sync.
extension MovingRun {
  /// Writes the `.trashinfo` of all photos and makes their names durable; photos where that failed are reported and
  /// dropped.
  mutating func writeInfos(_ photos: [Photo], _ progress: (RemovalOutcome) -> Void) -> [Photo] {
    var written: [Photo] = []
    for var photo in photos {
      do throws(FileSafetyError) {
        for index in photo.files.indices where photo.files[index].trash != nil { try writeInfo(&photo.files[index]) }
        written.append(photo)
      } catch {
        abandon(photo, because: error, progress)
      }
    }
    var failures: [FilePath: Errno] = [:]
    for trash in distinctTrashes(written) {
      do throws(Errno) {
        try operations.syncFolder(trash.info)
      } catch {
        failures[trash.folder.path] = error
      }
    }
    return written.filter { photo in
      let found = photo.files.lazy.compactMap { file in
        file.trash.flatMap { failures[$0.folder.path] }.map { (file, $0) }
      }.first
      guard let (file, failure) = found else { return true }
      abandon(photo, because: FileSafetyError(.syncFolder, file.file.path, failure), progress)
      return false
    }
  }

  /// Writes the `.trashinfo` of one file, under another name where somebody was faster.
  private mutating func writeInfo(_ prepared: inout Prepared) throws(FileSafetyError) {
    for _ in 1...TrashName.attempts {
      guard case .trash(let trash, let location) = prepared.target else { return }
      do throws(Errno) {
        try trash.writeInfo(location, operations)
        prepared.hasInfo = true
        return
      } catch {
        guard error == .fileExists else { throw FileSafetyError(.writeInfo, prepared.file.path, error) }
        try chooseAnotherPlace(&prepared)
      }
    }
    throw .noFreeTrashName(prepared.file.path)
  }

  private mutating func chooseAnotherPlace(_ prepared: inout Prepared) throws(FileSafetyError) {
    let path = prepared.file.path
    guard case .trash(let trash, let old) = prepared.target else { return }
    let name = try trash.freeName(for: path, except: [old.name], operations)
    let location = trash.location(for: path, name: name, date: mover.environment.now())
    prepared.target = .trash(trash, location)
    let change = FileChange(index: prepared.file.index, state: .reserved, location: location)
    guard write([change]) else { throw .journalFailed(path) }
  }

  mutating func moveAll(_ photos: [Photo], _ isStopped: () -> Bool, _ progress: (RemovalOutcome) -> Void) {
    var moved: [Prepared] = []
    var sources: [FileIdentity: (folder: Descriptor, path: FilePath)] = [:]
    for photo in photos {
      if !wasStopped, isStopped() { wasStopped = true }
      if wasStopped || isJournalBroken {
        abandon(photo, because: nil, progress)
        continue
      }
      moved += move(photo, &sources, progress)
    }
    // Until these are done the moves are true but not durable; a failed sync is never tried again, because the
    // kernel forgets what it could not write. The next start looks at the disk instead.
    for trash in distinctTrashes(moved) {
      sync(trash.files, of: trash.folder.path, or: nil, moved)
    }
    for folder in distinctFolders(moved) { sync(folder.descriptor, of: folder.path, or: nil, moved) }
    guard let sibling = moved.first?.entry.folder else { return }
    for source in sources.values { sync(source.folder, of: source.path, or: sibling, moved) }
  }

  private mutating func sync(_ folder: Descriptor, of path: FilePath, or sibling: Descriptor?, _ moved: [Prepared]) {
    do {
      try operations.syncFolder(folder, or: sibling)
    } catch {
      warnings.append(.operationFailed(.syncFolder, path, error))
      openQuestions.formUnion(moved.map(\.file.index))
    }
  }

  /// Moves all files of a photo, or takes back those that were moved.
  private mutating func move(
    _ photo: Photo, _ sources: inout [FileIdentity: (folder: Descriptor, path: FilePath)],
    _ progress: (RemovalOutcome) -> Void
  ) -> [Prepared] {
    var photo = photo
    var moved: [(prepared: Prepared, parent: Descriptor)] = []
    do throws(FileSafetyError) {
      for index in photo.files.indices {
        let (file, identity) = (photo.files[index].file, photo.files[index].identity)
        let parent = try checkOriginalLocation(file, since: expected(identity)).parent
        // The survivors must stay until the last file of the photo is gone.
        for kept in index == 0 ? [0] : [0, index] {
          if let survivor = photo.survivors[kept] { try check(survivor, for: file.path) }
        }
        for copy in photo.files.lazy.compactMap(\.survivingCopy) { try check(copy, for: file.path) }
        try move(&photo.files[index], from: parent)
        moved.append((photo.files[index], parent))
        try putReplacement(of: &photo.files[index])
        moved[moved.count - 1].prepared = photo.files[index]
      }
      try checkSurvivorsRemain(photo)
    } catch {
      // A file that may have been moved is settled at the next start, which takes back the rest of its photo as well.
      if !photo.files.contains(where: { openQuestions.contains($0.file.index) }) {
        for (prepared, parent) in moved.reversed() { takeBack(prepared, to: parent) }
      } else {
        for (prepared, _) in moved { leaveOpen(prepared) }
      }
      abandon(photo, because: error, progress)
      return []
    }
    for (prepared, parent) in moved {
      if let identity = (try? operations.status(of: parent))?.identity {
        let key = FileIdentity(device: identity.device, inode: identity.inode, size: 0, modified: 0, changed: 0)
        sources[key] = (parent, prepared.file.path.parentFolder)
      }
      notify(prepared.file, prepared.moved, progress)
    }
    return moved.map(\.prepared)
  }

  /// Checks that the survivors are still there now that the photo is gone.
  ///
  /// One file can show under two device numbers: in a pool of disks and on the disk below, on a network drive that is
  /// mounted twice, through a file system that mirrors a folder. No number distinguishes them from two files before the
  /// move; after it the second path is gone or has another time of change. Opening asks the file system itself, past
  /// what it cached.
  private func checkSurvivorsRemain(_ photo: Photo) throws(FileSafetyError) {
    let copies = photo.files.enumerated().compactMap { index, file in
      (file.survivingCopy ?? file.smallerFile).map { (index, $0) }
    }
    for (index, survivor) in photo.survivors.sorted(by: { $0.key < $1.key }) + copies {
      do throws(FileSafetyError) {
        _ = try openForReading(
          survivor.path, expecting: survivor.identity, limit: ByteCount(.max), operations: operations)
      } catch {
        throw .survivorWentAlong(photo.files[index].file.path, survivor: survivor.path)
      }
    }
  }

  /// Renames a file, and checks what was moved.
  private mutating func move(_ prepared: inout Prepared, from parent: Descriptor) throws(FileSafetyError) {
    let file = prepared.file
    let source = FileOperations.Place(folder: parent, name: file.path.nameBytes)
    try rename(&prepared, from: source)
    let target = prepared.entry
    let entry = prepared.entryPath
    var obstacle = FileSafetyError.changed(file.path)
    do {
      let now = try operations.status(of: target.name, in: target.folder, isForced: true)
      if now.kind == .regular, try isMoved(prepared, now.identity, target) {
        identityAfterMove[prepared.identity] = now.identity
        linkCounts[file.index] = now.linkCount
        return
      }
    } catch {
      obstacle = error as? FileSafetyError ?? FileSafetyError(.status, file.path, error as? Errno ?? .ioError)
      // After an error of a server nobody knows whether anything was moved.
      if !prepared.kind.isLocal {
        openQuestions.insert(file.index)
        throw .unsettled(file.path, entry: entry)
      }
    }
    // Between the check and the rename another file took the place, or nobody can say what was moved: it goes back.
    do throws(FileOperations.MoveFailure) {
      try operations.moveToOriginalLocation(target, to: source)
    } catch {
      openQuestions.insert(file.index)
      if case .changed = obstacle, case .stayed = error { throw .somethingElseMoved(file.path, entry: entry) }
      throw .unsettled(file.path, entry: entry)
    }
    throw obstacle
  }

  private func isMoved(
    _ prepared: Prepared, _ now: FileIdentity, _ target: FileOperations.Place
  ) throws(FileSafetyError) -> Bool {
    if now.isSameAfterMove(as: prepared.identity) { return true }
    guard let digest = prepared.digest else { return false }
    return try operations.hasBytes(digest, since: prepared.identity, now, target, path: prepared.entryPath)
  }

  /// The rename itself, to another name where this one was taken meanwhile.
  private mutating func rename(
    _ prepared: inout Prepared, from source: FileOperations.Place
  ) throws(FileSafetyError) {
    let path = prepared.file.path
    for _ in 1...3 {
      do throws(FileOperations.MoveFailure) {
        guard let trash = prepared.trash else {
          return try operations.moveToOriginalLocation(source, to: prepared.entry)
        }
        let isUnpredictable = trash.needsUnpredictableNames && prepared.replacement == nil
        return try operations.moveToTrash(source, to: prepared.entry, isUnpredictable: isUnpredictable)
      } catch {
        switch error {
        case .stayed(.fileExists):
          // A file in the user's folder gets the name that was announced, or none.
          if prepared.trash == nil { throw .nameTaken(path, name: prepared.entryPath) }
        case .stayed(.invalidArgument) where prepared.replacement != nil:
          // Without such a rename the smaller file could replace a file that came there meanwhile.
          if let mount = try? mount(of: source.folder, for: path).mount { mountsWithoutSafeRename.insert(mount) }
          throw .noSafeRename(path)
        case .stayed(.invalidArgument) where prepared.trash?.needsUnpredictableNames == false:
          needUnpredictableNames(&prepared)
        case .stayed(.permissionDenied), .stayed(.notPermitted): throw .folderNotWritable(path)
        case .stayed(let error): throw FileSafetyError(.rename, path, error)
        case .unknown:
          // The `.trashinfo` stays: without it nobody would know where the photo came from.
          openQuestions.insert(prepared.file.index)
          throw .unsettled(path, entry: prepared.entryPath)
        }
      }
      try removeInfo(of: &prepared)
      try chooseAnotherPlace(&prepared)
      try writeInfo(&prepared)
      do {
        if let trash = prepared.trash { try operations.syncFolder(trash.info) }
      } catch {
        throw FileSafetyError(.syncFolder, path, error)
      }
    }
    throw .noFreeTrashName(path)
  }

  /// Gives every later name in this trash a part that nothing else can have.
  private mutating func needUnpredictableNames(_ prepared: inout Prepared) {
    guard case .trash(var trash, let location) = prepared.target else { return }
    trash.needsUnpredictableNames = true
    prepared.target = .trash(trash, location)
    for (mount, known) in trashes where known.folder == trash.folder { trashes[mount] = trash }
  }

  private mutating func leaveOpen(_ prepared: Prepared) {
    openQuestions.insert(prepared.file.index)
    unsettled[prepared.file.index] = .unsettled(prepared.file.path, entry: prepared.entryPath)
  }

  /// Puts a file of a half moved photo back; a file that cannot go back is reported at the next start.
  private mutating func takeBack(_ prepared: Prepared, to parent: Descriptor) {
    let home = FileOperations.Place(folder: parent, name: prepared.file.path.nameBytes)
    do {
      try operations.moveToOriginalLocation(prepared.entry, to: home)
    } catch {
      leaveOpen(prepared)
    }
  }

  /// Removes the `.trashinfo` files and the copies of a photo that stays, and reports the outcome.
  mutating func abandon(
    _ photo: Photo, because error: FileSafetyError?, _ progress: (RemovalOutcome) -> Void
  ) {
    for prepared in photo.files where !openQuestions.contains(prepared.file.index) {
      // A copy that cannot be removed is dealt with at the next start.
      if prepared.copy?.remove(operations) == false { openQuestions.insert(prepared.file.index) }
    }
    for var prepared in photo.files where prepared.hasInfo && !openQuestions.contains(prepared.file.index) {
      do throws(FileSafetyError) {
        try removeInfo(of: &prepared)
      } catch {
        // A `.trashinfo` without its file misleads nobody for long: the next start removes it.
        openQuestions.insert(prepared.file.index)
        warnings.append(error)
      }
    }
    leave(photo.files.map(\.file), because: error, progress)
  }

  private func removeInfo(of prepared: inout Prepared) throws(FileSafetyError) {
    if case .trash(let trash, let location) = prepared.target { try trash.removeOwnInfo(location, operations) }
    prepared.hasInfo = false
  }

  private func distinctTrashes(_ photos: [Photo]) -> [OpenTrash] { distinctTrashes(photos.flatMap(\.files)) }

  private func distinctTrashes(_ files: [Prepared]) -> [OpenTrash] {
    var seen: Set<FilePath> = []
    return files.compactMap(\.trash).filter { seen.insert($0.folder.path).inserted }
  }

  /// The folders that files were renamed to.
  private func distinctFolders(_ files: [Prepared]) -> [OpenFolder] {
    var seen: Set<FilePath> = []
    return files.compactMap { if case .folder(let folder, _) = $0.target { folder } else { nil } }
      .filter { seen.insert($0.path).inserted }
  }
}
