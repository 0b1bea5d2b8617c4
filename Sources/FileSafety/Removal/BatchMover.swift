import PhotoModel
import SystemPackage

/// Carries out a removal plan: every photo into the trash of its own volume or into the folder that the plan names, or
/// not at all.
///
/// For each chunk of the plan: check every file and its survivor again and compare the bytes of exact copies; write
/// down where each is about to go (journal); copy what goes to a folder on another mount, read the copies back, and
/// write down which files they are; write the `.trashinfo` files and make them durable; rename, check what was moved,
/// and take it back if it is another file; make the folders durable; write down the outcome. Whenever the process ends,
/// `Recovery` finds out from the journal and the disk what happened.
///
/// Works on the calling thread, which must not be the one that draws.
package struct BatchMover: Sendable {
  let environment: TrashEnvironment
  let journal: any RemovalJournal
  let operations: FileOperations
  /// The encoder of the smaller files that get the names of those that go; nil where photos simply go.
  let shrinking: Shrinking?
  /// The number of files prepared together. More of them share a sync; fewer are undone when the move is stopped.
  var chunkSize: Int

  /// Creates a mover that writes its steps into a journal.
  ///
  /// - Parameter shrinking: Where given, every file of the plan goes to its trash only once a smaller one can have its
  ///   name, and that gets it.
  package init(
    environment: TrashEnvironment, journal: any RemovalJournal, shrinking: Shrinking? = nil,
    operations: FileOperations = .live
  ) {
    self.environment = environment
    self.journal = journal
    self.shrinking = shrinking
    self.operations = operations
    // To encode costs far more than a sync.
    chunkSize = shrinking == nil ? 64 : 1
  }

  /// Carries out the plan.
  ///
  /// - Parameters:
  ///   - batch: An identifier that was never used.
  ///   - isStopped: Called before each photo; true leaves all others where they are.
  ///   - progress: Called with each outcome as soon as it is known, in the order in which that happens.
  /// - Throws: Only errors of the journal when the batch is begun; then nothing was touched.
  package func move(
    _ plan: RemovalPlan, as batch: BatchID, isStopped: () -> Bool = { false },
    progress: (RemovalOutcome) -> Void = { _ in }
  ) throws -> RemovalReport {
    var files: [BatchFile] = []
    for (item, photo) in plan.items.enumerated() {
      for file in photo.files {
        files.append(
          BatchFile(
            index: files.count, item: item, path: file.path, identity: file.identity, digest: file.digest))
      }
    }
    try operations.pass(.journal)
    try journal.begin(RemovalBatch(id: batch, startedAt: environment.now(), files: files))
    var run = MovingRun(mover: self, batch: batch, files: files)
    return withoutActuallyEscaping(progress) { progress in
      var chunk: [(RemovalItem, [BatchFile])] = []
      var chunkFiles = 0
      var start = 0
      for photo in plan.items {
        let end = start + photo.files.count
        chunk.append((photo, Array(files[start..<end])))
        chunkFiles += photo.files.count
        start = end
        if chunkFiles >= chunkSize || end == files.count {
          run.carryOut(chunk, isStopped, progress)
          chunk = []
          chunkFiles = 0
        }
      }
      return run.report()
    }
  }
}

/// One batch under way.
struct MovingRun {
  /// A file whose location in the trash, in a folder, or in both is chosen.
  struct Prepared {
    var file: BatchFile
    /// The location that a rename takes the file to.
    var target: Target
    /// The folder of the user's that it goes to, itself or as a copy, and its location there.
    var destination: (folder: OpenFolder, location: FolderLocation)?
    /// The smaller file that gets its name.
    var replacement: Replacement?
    /// The copy in that folder, or the smaller file, once it is begun.
    var copy: FileCopy?
    /// SHA-256 of the bytes, read after the status; nil where they cannot be read.
    var digest: ContentDigest?
    /// The identity after the bytes were read: on some mounts reading changes the inode number.
    var identity: FileIdentity
    var hasInfo = false
  }

  enum Target {
    case trash(OpenTrash, TrashLocation)
    case folder(OpenFolder, FilePath)
  }

  /// A mount; no rename leads from one to another.
  struct Mount: Hashable {
    var id: UInt64
    /// The device of the folder: parts of one mount can be file systems of their own.
    var device: UInt64
  }

  /// A photo whose files were all found as they should be.
  struct Photo {
    var item: RemovalItem
    var files: [Prepared]
    /// The survivor of each file that has one, by the index in `files`.
    var survivors: [Int: Survivor]

    var reservations: [FileChange] {
      files.enumerated().map { position, file in
        FileChange(
          index: file.file.index, state: .reserved, location: file.location,
          folderLocation: file.destination?.location, replacement: file.replacement, survivor: survivors[position],
          digest: file.digest)
      }
    }
  }

  let mover: BatchMover
  let batch: BatchID
  let files: [BatchFile]
  var outcomes: [Int: RemovalOutcome] = [:]
  var warnings: [FileSafetyError] = []
  var wasStopped = false
  var isJournalBroken = false
  /// The indices of files whose outcome only the next start can tell: they are left `reserved`.
  var openQuestions: Set<Int> = []
  /// Files of a half moved photo that could not be taken back.
  var unsettled: [Int: FileSafetyError] = [:]
  var trashes: [Mount: OpenTrash] = [:]
  /// The folders of the user's that were opened, by path.
  var folders: [FilePath: OpenFolder] = [:]
  /// Mounts without a rename that refuses to replace: nothing is made smaller there.
  var mountsWithoutSafeRename: Set<Mount> = []
  /// Names of the files that were moved, by index.
  var linkCounts: [Int: Int] = [:]
  /// The identities of files with several names before and after one of the names was moved, which changes the change
  /// time.
  var identityAfterMove: [FileIdentity: FileIdentity] = [:]

  var operations: FileOperations { mover.operations }

  mutating func carryOut(
    _ chunk: [(RemovalItem, [BatchFile])], _ isStopped: () -> Bool, _ progress: (RemovalOutcome) -> Void
  ) {
    var photos: [Photo] = []
    var takenNames: [FilePath: Set<[UInt8]>] = [:]
    for (item, files) in chunk {
      if !wasStopped, isStopped() { wasStopped = true }
      if wasStopped || isJournalBroken {
        leave(files, because: nil, progress)
        continue
      }
      do throws(FileSafetyError) {
        photos.append(try prepare(item, files, &takenNames))
      } catch {
        leave(files, because: error, progress)
      }
    }
    if write(photos.flatMap(\.reservations)) {
      photos = makeCopies(photos, isStopped, progress)
      photos = writeInfos(photos, progress)
      moveAll(photos, isStopped, progress)
    } else {
      for photo in photos { leave(photo.files.map(\.file), because: nil, progress) }
    }
    let changes = chunk.flatMap(\.1).compactMap { file -> FileChange? in
      guard let outcome = outcomes[file.index], !openQuestions.contains(file.index) else { return nil }
      return FileChange(index: file.index, state: outcome.isMoved ? .moved : .stayed, location: outcome.location)
    }
    _ = write(changes)
  }

  mutating func report() -> RemovalReport {
    var isRecorded = !isJournalBroken && openQuestions.isEmpty
    if isRecorded {
      do {
        try operations.pass(.journal)
        try mover.journal.finish(batch)
      } catch {
        isRecorded = false
      }
    }
    return RemovalReport(
      batch: batch, outcomes: files.compactMap { outcomes[$0.index] }, wasStopped: wasStopped, warnings: warnings,
      isRecorded: isRecorded)
  }

  /// Writes to the journal; false once a write has failed, and ever after.
  mutating func write(_ changes: [FileChange]) -> Bool {
    if isJournalBroken { return false }
    if changes.isEmpty { return true }
    do {
      try operations.pass(.journal)
      try mover.journal.record(changes, in: batch)
    } catch {
      isJournalBroken = true
    }
    return !isJournalBroken
  }

  /// Reports the outcome of a photo that stays: `error` for the file that it is about, and for those that go with it.
  mutating func leave(
    _ files: [BatchFile], because error: FileSafetyError?, _ progress: (RemovalOutcome) -> Void
  ) {
    for file in files {
      let reason: FileSafetyError =
        switch unsettled[file.index] ?? error {
        case nil: isJournalBroken ? .journalFailed(file.path) : .stopped(file.path)
        case let error? where files.count > 1 && error.path != file.path && files.contains { $0.path == error.path }:
          .otherFileOfPhoto(file.path, obstacle: error.path ?? file.path)
        case let error?: error
        }
      notify(file, RemovalOutcome.Result(reason), progress)
    }
  }

  mutating func notify(
    _ file: BatchFile, _ result: RemovalOutcome.Result, _ progress: (RemovalOutcome) -> Void
  ) {
    let outcome = RemovalOutcome(
      index: file.index, item: file.item, path: file.path, identity: file.identity, result: result,
      linkCount: linkCounts[file.index] ?? 1)
    outcomes[file.index] = outcome
    progress(outcome)
  }
}

extension MovingRun.Prepared {
  /// The trash that the file goes to; nil for one that a rename moves to a folder.
  var trash: OpenTrash? { if case .trash(let trash, _) = target { trash } else { nil } }

  /// The location in the trash; nil for a file that a rename moves to a folder.
  var location: TrashLocation? { if case .trash(_, let location) = target { location } else { nil } }

  /// The name that the rename gives the file.
  var entry: FileOperations.Place {
    switch target {
    case .trash(let trash, let location): .init(folder: trash.files, name: location.name)
    case .folder(let folder, let path): .init(folder: folder.descriptor, name: path.nameBytes)
    }
  }

  /// The path that the rename gives the file.
  var entryPath: FilePath {
    switch target {
    case .trash(_, let location): location.filePath
    case .folder(_, let path): path
    }
  }

  /// The file system that the rename leads to.
  var kind: FileSystemKind {
    switch target {
    case .trash(let trash, _): trash.kind
    case .folder(let folder, _): folder.kind
    }
  }

  /// The outcome of the move.
  var moved: RemovalOutcome.Result {
    if let location, let smaller = smallerFile { return .shrunk(location, to: ByteCount(smaller.identity.size)) }
    return switch (destination, target) {
    case (let destination?, _): .movedToFolder(destination.location.path, original: location)
    case (nil, .trash(_, let location)): .moved(location)
    case (nil, .folder(_, let path)): .movedToFolder(path, original: nil)
    }
  }
}
