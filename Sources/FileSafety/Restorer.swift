import PhotoModel
import SystemPackage

/// Puts photos back where they came from, and never over anything.
package struct Restorer: Sendable {
  let environment: TrashEnvironment
  let journal: any RemovalJournal
  let operations: FileOperations
  /// Files whose outcome is written down together.
  var chunkSize = 64

  package init(environment: TrashEnvironment, journal: any RemovalJournal, operations: FileOperations = .live) {
    self.environment = environment
    self.journal = journal
    self.operations = operations
  }

  /// Puts back the files of a batch that are in the trash.
  ///
  /// - Parameters:
  ///   - indices: Only these files of the batch; nil means all. Those that never left or are home already are no
  ///     part of the report.
  ///   - isStopped: Asked before each photo; true leaves the others in the trash. The files of one come back together: what
  ///     keeps one of them where it is keeps all.
  ///   - progress: Told each outcome as soon as it is known.
  /// - Returns: One outcome for each file, in the order of the batch.
  /// - Throws: What the journal throws before the first file is touched.
  package func restore(
    _ batch: RemovalBatch, only indices: Set<Int>? = nil, isStopped: () -> Bool = { false },
    progress: (RestoreOutcome) -> Void = { _ in }
  ) throws -> RestoreReport {
    var report = RestoreReport(outcomes: [], wasStopped: false, warnings: [], isRecorded: true)
    let files = batch.files.filter { file in
      (file.state == .moved || file.state == .unclear) && file.place != nil && indices?.contains(file.index) != false
    }
    if files.isEmpty { return report }
    try record { try journal.reopen(batch.id) }
    try record { try journal.record(files.map { FileChange(index: $0.index, state: .restoring) }, in: batch.id) }

    var changes: [FileChange] = []
    var hasOpenQuestion = false
    // Of the photo whose turn it is: what keeps files of it in the trash.
    var obstacles: [Int: FileSafetyError] = [:]
    for (position, file) in files.enumerated() {
      // A stop comes between two photos: the files of one come back together.
      let photo = files[position...].prefix { $0.item == file.item }
      let beginsPhoto = position == 0 || files[position - 1].item != file.item
      if beginsPhoto, !report.wasStopped, isStopped() { report.wasStopped = true }
      let isOver = report.wasStopped || !report.isRecorded
      if beginsPhoto { obstacles = isOver ? [:] : self.obstacles(to: photo) }
      var result: RestoreOutcome.Result
      var warnings: [FileSafetyError] = []
      if isOver {
        result = report.wasStopped ? .refused(.stopped(file.path)) : .failed(.journalFailed(file.path))
      } else if let obstacle = obstacles[file.index] {
        result = RestoreOutcome.Result(obstacle)
      } else {
        (result, warnings) = putBack(file)
        // Nothing follows a photo that is not there: it would stand beside whatever is.
        if beginsPhoto, let obstacle = result.obstacle, obstacle.holdsPhotoInTrash, !isHomeItself(file) {
          obstacles = Self.withTheOthers([file.index: obstacle], photo)
        }
      }
      report.warnings += warnings
      if case .failed(.unsettled) = result {
        hasOpenQuestion = true
      } else if warnings.isEmpty {
        changes.append(FileChange(index: file.index, state: result == .restored ? .restored : file.state))
      } else {
        hasOpenQuestion = true
      }
      let outcome = RestoreOutcome(path: file.path, size: ByteCount(file.identity.size), result: result)
      report.outcomes.append(outcome)
      progress(outcome)
      if report.isRecorded, changes.count >= chunkSize || position == files.count - 1 {
        report.isRecorded = (try? record { try journal.record(changes, in: batch.id) }) != nil
        changes = []
      }
    }
    if report.isRecorded, !hasOpenQuestion { report.isRecorded = (try? record { try journal.finish(batch.id) }) != nil }
    if hasOpenQuestion { report.isRecorded = false }
    return report
  }

  /// Whether a restore of the batch would bring a file home, by what the disk says now. A file that is in both places or
  /// in a strange one (`unclear`) is no reason to choose this batch before an older one. Changes nothing.
  package func canPutBackSome(of batch: RemovalBatch) -> Bool {
    let files = batch.files.filter { $0.state == .moved && $0.place != nil }
    return files.indices.contains { position in
      let photo = files[position...].prefix { $0.item == files[position].item }
      guard position == 0 || files[position - 1].item != files[position].item, obstacles(to: photo).isEmpty else {
        return false
      }
      return photo.contains { obstacle(to: $0) == nil }
    }
  }

  /// Puts back a file that was found in a trash without a batch of ours.
  package func restore(_ file: TrashedFile) -> RestoreOutcome {
    let known = BatchFile(index: 0, item: 0, path: file.originalPath, identity: file.identity, place: file.place)
    let (result, _) = putBack(known)
    return RestoreOutcome(path: file.originalPath, size: ByteCount(file.identity.size), result: result)
  }

  private func record(_ write: () throws -> Void) throws {
    try operations.pass(.journal)
    try write()
  }

  private func putBack(_ file: BatchFile) -> (result: RestoreOutcome.Result, warnings: [FileSafetyError]) {
    do throws(FileSafetyError) {
      guard let place = file.place else { throw .notInTrash(file.path) }
      return (.restored, try HomeMove(place, of: file, environment, operations).carryOut())
    } catch {
      guard case .notInTrash = error, let trash = file.missingTrash(operations: operations) else {
        return (RestoreOutcome.Result(error), [])
      }
      return (.refused(.trashIsAway(file.path, trash: trash)), [])
    }
  }
}

/// One file, or the folder of an app, from its place in the trash to where it came from.
struct HomeMove {
  let place: TrashPlace
  let file: BatchFile
  let environment: TrashEnvironment
  let operations: FileOperations

  init(_ place: TrashPlace, of file: BatchFile, _ environment: TrashEnvironment, _ operations: FileOperations) {
    self.place = place
    self.file = file
    self.environment = environment
    self.operations = operations
  }

  private var path: FilePath { file.path }

  /// Checks the entry, moves it, and takes its note away once the file is home for good.
  ///
  /// - Returns: Warnings, where the file is home but the disk did not confirm it: then the note is still there.
  func carryOut() throws(FileSafetyError) -> [FileSafetyError] {
    let trash = try openTrash()
    guard let entry = try status(of: place.name, in: trash.files, place.filePath) else {
      if isHomeAlready() { return [] }
      throw .notInTrash(path)
    }
    try check(entry, in: trash)
    let parent = try openHome(mountID: trash.mountID)
    let home = FileOperations.Place(folder: parent, name: path.nameBytes)
    if try status(of: home.name, in: parent, path) != nil { throw .somethingIsThere(path) }
    do throws(FileOperations.MoveFailure) {
      let source = FileOperations.Place(folder: trash.files, name: place.name)
      if file.isFolder {
        try operations.moveFolder(source, to: home)
      } else {
        try operations.move(source, to: home, .home)
      }
    } catch {
      switch error {
      case .stayed(.fileExists): throw .somethingIsThere(path)
      case .stayed(.permissionDenied), .stayed(.notPermitted): throw .folderNotWritable(path)
      case .stayed(let error): throw FileSafetyError(.rename, path, error)
      case .unknown: throw .unsettled(path, entry: place.filePath)
      }
    }
    do {
      try operations.syncFolder(parent, or: trash.files)
      try operations.syncFolder(trash.files)
    } catch {
      return [.operationFailed(.syncFolder, path, error)]
    }
    do throws(FileSafetyError) {
      try trash.removeOwnInfo(place, operations)
    } catch {
      return [error]
    }
    return []
  }

  /// Why the file could not be put back now; nil: nothing is in the way. Changes nothing.
  func obstacle() -> FileSafetyError? {
    do throws(FileSafetyError) {
      let trash = try openTrash()
      guard let entry = try status(of: place.name, in: trash.files, place.filePath) else { return .notInTrash(path) }
      try check(entry, in: trash)
      try checkHome(mountID: trash.mountID)
      do throws(FileSafetyError) {
        _ = try fileStatus(of: path, operations: operations)
        return .somethingIsThere(path)
      } catch .vanished {
        return nil
      }
    } catch {
      return error
    }
  }

  private func openTrash() throws(FileSafetyError) -> OpenTrash {
    do throws(FileSafetyError) {
      return try place.folder.open(creating: false, environment, operations)
    } catch .vanished {
      throw .notInTrash(path)
    }
  }

  /// The entry is the one that was put there: by its note, or by the file itself.
  private func check(_ entry: FileStatus, in trash: OpenTrash) throws(FileSafetyError) {
    guard entry.kind == .regular || file.isFolder else { throw .notARegularFile(place.filePath, entry.kind) }
    // Of a folder both are asked: nothing that is in it tells it from another one.
    let isOurNote = try trash.readInfo(of: place.name, operations) == place.info
    let isIt = file.isItself(entry)
    guard file.isFolder ? isOurNote && isIt : isIt || isOurNote && !file.isPlaceholder(entry) else {
      throw .trashEntryChanged(path, entry: place.filePath)
    }
  }

  /// The folder to restore to; missing folders are made, but only on the volume of the trash.
  private func openHome(mountID: UInt64) throws(FileSafetyError) -> Descriptor {
    try checkHome(mountID: mountID)
    do throws(Errno) {
      return try makeFolders(path.parentFolder, mode: 0o777, operations)
    } catch {
      throw homeSituation(error)
    }
  }

  /// The path is one that may be restored to, on the volume of the trash.
  private func checkHome(mountID: UInt64) throws(FileSafetyError) {
    guard path.isPlainAbsolute else { throw .notAbsolute(path) }
    if let topFolder = place.folder.topFolder, !path.isInside(topFolder) { throw .escapesVolume(path) }
    if TrashFolder.isInDesktopTrash(path, environment) { throw .insideTrash(path) }
    let homeMount: UInt64
    do throws(Errno) { homeMount = try mountOfExistingPart() } catch { throw homeSituation(error) }
    guard homeMount == mountID else { throw .acrossVolumes(path) }
  }

  private func homeSituation(_ error: Errno) -> FileSafetyError {
    error == .permissionDenied ? .folderNotWritable(path) : FileSafetyError(.openFolder, path, error)
  }

  private func mountOfExistingPart() throws(Errno) -> UInt64 {
    var existing = path.parentFolder
    while true {
      do {
        return try operations.status(of: try operations.openFolder(existing)).mountID
      } catch .noSuchFileOrDirectory where !existing.isRootFolder {
        existing = existing.parentFolder
      }
    }
  }

  /// Somebody else has put it back.
  private func isHomeAlready() -> Bool {
    (try? fileStatus(of: path, operations: operations)).map(file.isItself) == true
  }

  private func status(
    of name: [UInt8], in folder: Descriptor, _ path: FilePath
  ) throws(FileSafetyError) -> FileStatus? {
    do {
      return try operations.statusIfPresent(of: name, in: folder)
    } catch {
      throw FileSafetyError(.status, path, error)
    }
  }
}
