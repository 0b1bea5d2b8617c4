package import PhotoModel
package import SystemPackage

/// The outcome for one file of a batch that was to be erased from the trash.
package struct EraseOutcome: Hashable, Sendable {
  /// The result for one file.
  package enum Result: Hashable, Sendable {
    /// The file is gone for good. `freed` is nil where another name of the file is left, so that the disk keeps its
    /// bytes.
    case erased(freed: ByteCount?)
    /// The file is not the one that Deckle put there, or may not be touched; nothing was done.
    case refused(FileSafetyError)
  }

  /// Position in the batch, from 0.
  package var index: Int
  /// The original location.
  package var path: FilePath
  /// The size of the file.
  package var size: ByteCount
  /// The result.
  package var result: Result

  /// Whether the file is gone for good.
  package var isErased: Bool { if case .erased = result { true } else { false } }
}

/// Erases files from the trash that Deckle put there, and no others: the only code that erases a photo.
///
/// A file goes only if three things agree: the journal has it at that path, its `.trashinfo` is byte for byte the one
/// that Deckle wrote, and the file has the inode, size and time of the one that was moved; the inode is not compared
/// where it changes with each mount. A file that others put into the trash, that was changed there or is not regular is
/// refused.
///
/// The files of a photo go together or not at all. The journal records each file of a photo as erased before the next
/// one goes: so an interrupted erasing differs from a file that somebody took out. A file that is missing without that
/// record, though an erasing ended between the two calls, keeps the rest in the trash.
package struct Eraser: Sendable {
  let environment: TrashEnvironment
  let operations: FileOperations

  /// Creates an eraser for the trashes of this environment.
  package init(environment: TrashEnvironment, operations: FileOperations = .live) {
    self.environment = environment
    self.operations = operations
  }

  /// The outcomes that erasing the files of a batch would have now. Nothing is touched.
  ///
  /// - Parameter unlike: Files of the batch whose bytes are not those of the receipt: they are refused.
  package func erasable(of batch: RemovalBatch, unlike: Set<Int> = []) -> [EraseOutcome] {
    outcomes(of: batch, unlike: unlike, isStopped: { false })
  }

  /// Erases the files of a batch that are in the trash.
  ///
  /// Files that are not in the trash any more are left out of the outcomes. Where one file of a photo may not be
  /// erased, or is at its original location, none of it is. A stop comes between two photos; after a power cut each
  /// file is either whole, with its `.trashinfo`, or gone.
  ///
  /// - Parameters:
  ///   - journal: The journal of the batch; where it cannot be written, no photo of several files is erased.
  ///   - indices: The files to erase: those that the person was shown.
  ///   - isStopped: Called before each photo.
  package func erase(
    _ batch: RemovalBatch, only indices: Set<Int>, journal: any RemovalJournal, isStopped: () -> Bool = { false }
  ) -> [EraseOutcome] {
    outcomes(of: batch, only: indices, journal: journal, isStopped: isStopped)
  }

  fileprivate struct Entry {
    var trash: OpenTrash
    var location: TrashLocation
    var status: FileStatus
  }

  fileprivate typealias Sighting = (file: BatchFile, found: Result<Entry, FileSafetyError>)
  /// Why a file stays in the trash with the rest of its photo.
  fileprivate typealias Hold = (FilePath) -> FileSafetyError

  /// The outcomes of erasing, or of a check of what could be erased.
  ///
  /// - Parameter journal: Nil to check only.
  private func outcomes(
    of batch: RemovalBatch, only indices: Set<Int>? = nil, unlike: Set<Int> = [],
    journal: (any RemovalJournal)? = nil, isStopped: () -> Bool
  ) -> [EraseOutcome] {
    var run = ErasingRun(eraser: self, batch: batch.id, journal: journal)
    defer { run.writeEnded() }
    var open: [TrashFolder: OpenTrash] = [:]
    var wasStopped = false
    var left = batch.files[...]
    while let item = left.first?.item {
      let photo = left.prefix { $0.item == item }
      left = left.dropFirst(photo.count)
      let sightings = sightings(of: photo, unlike, &open)
      guard !sightings.isEmpty, sightings.contains(where: { indices?.contains($0.file.index) != false }) else {
        continue
      }
      if !wasStopped { wasStopped = isStopped() }
      if wasStopped {
        run.leave(sightings)
      } else {
        run.erase(sightings, hold: hold(on: photo, sightings, indices))
      }
    }
    return run.outcomes
  }

  fileprivate func erase(_ entry: Entry, from path: FilePath) throws(FileSafetyError) {
    do throws(Errno) {
      try operations.erase(entry.location.name, in: entry.trash.files)
    } catch {
      if !entry.trash.kind.isLocal, !error.meansNotDone { throw .mayBeErased(path) }
      throw FileSafetyError(.unlink, entry.location.filePath, error)
    }
    // The file is gone, whatever this sync returns.
    try? operations.syncFolder(entry.trash.files)
  }

  /// Whether the file is gone although the call that erased it failed: a status past the kernel's cache finds nothing.
  /// A call that found nothing to erase came too late.
  fileprivate func isGone(_ found: Result<Entry, FileSafetyError>, _ error: FileSafetyError) -> Bool {
    if case .vanished = error { return false }
    guard case .success(let entry) = found else { return false }
    do {
      return try operations.statusIfPresent(of: entry.location.name, in: entry.trash.files, isForced: true) == nil
    } catch {
      return false
    }
  }

  /// The reason that keeps the files of a photo in the trash; nil where all files that are left may be erased.
  private func hold(on photo: ArraySlice<BatchFile>, _ sightings: [Sighting], _ indices: Set<Int>?) -> Hold? {
    if let kept = sightings.first(where: { $0.found.isFailure || indices?.contains($0.file.index) == false }) {
      return { .partOfKeptPhoto($0, obstacle: kept.file.path) }
    }
    guard photo.count > 1 else { return nil }
    for file in photo {
      do throws(FileSafetyError) {
        if try isAtOriginalLocation(file) { return { .photoIsAtOriginalLocation($0, photo: file.path) } }
      } catch {
        return { _ in error }
      }
    }
    let there = Set(sightings.map(\.file.index))
    // The file may be at its original location under another name, or on a drive that is away.
    if let missing = photo.first(where: { !there.contains($0.index) && !$0.isErased }) {
      return { .restOfPhotoMissing($0, missing: missing.path) }
    }
    return nil
  }

  /// Whether the file never left, was put back, or has a copy at its original location that somebody took out of the
  /// trash, as far as the size tells.
  private func isAtOriginalLocation(_ file: BatchFile) throws(FileSafetyError) -> Bool {
    if file.state == .stayed || file.state == .restored { return true }
    do throws(FileSafetyError) {
      let now = try fileStatus(of: file.path, operations: operations)
      return now.kind == .regular && now.identity.size == file.identity.size
    } catch .vanished {
      return false
    }
  }

  /// The files of a photo that are in the trash, each with what may be erased, or why it may not.
  private func sightings(
    of photo: ArraySlice<BatchFile>, _ unlike: Set<Int>, _ open: inout [TrashFolder: OpenTrash]
  ) -> [Sighting] {
    var sightings: [Sighting] = []
    for file in photo where file.state == .moved {
      guard let location = file.location else { continue }
      do throws(FileSafetyError) {
        let trash: OpenTrash
        if let known = open[location.folder] {
          trash = known
        } else {
          trash = try location.folder.open(creating: false, environment, operations)
          open[location.folder] = trash
        }
        try trash.check(forPhotosIn: folder(above: file.path), of: environment.userID)
        let entry = try entry(of: file, location, trash)
        if unlike.contains(file.index) { throw .trashEntryChanged(file.path, entry: location.filePath) }
        sightings.append((file, .success(entry)))
      } catch {
        if case .vanished = error { continue }
        sightings.append((file, .failure(error)))
      }
    }
    return sightings
  }

  /// The folder that a file came from, or the nearest one above that can be read.
  private func folder(above path: FilePath) throws(FileSafetyError) -> FileStatus {
    var folder = path.parentFolder
    while true {
      do throws(FileSafetyError) { return try fileStatus(of: folder, operations: operations) } catch {
        if folder.isRootFolder || folder.isEmpty { throw error }
        folder = folder.parentFolder
      }
    }
  }

  private func entry(
    of file: BatchFile, _ location: TrashLocation, _ trash: OpenTrash
  ) throws(FileSafetyError) -> Entry {
    let status: FileStatus
    do throws(Errno) { status = try operations.status(of: location.name, in: trash.files, isForced: true) } catch {
      throw FileSafetyError(.status, location.filePath, error)
    }
    let note = try trash.note(of: location, operations)
    // Another file has the name now, with its own `.trashinfo`: this file is not there any more.
    if note == .foreign, !file.isItself(status) { throw .vanished(location.filePath) }
    guard status.kind == .regular else { throw .notARegularFile(location.filePath, status.kind) }
    guard note == .ours, isStill(status, file, location, trash) else {
      throw .trashEntryChanged(file.path, entry: location.filePath)
    }
    return Entry(trash: trash, location: location, status: status)
  }

  /// Whether the entry is still the file of the batch: by inode, and where these do not last by the bytes, or for an
  /// older receipt by size and time.
  private func isStill(_ status: FileStatus, _ file: BatchFile, _ location: TrashLocation, _ trash: OpenTrash) -> Bool {
    let now = status.identity
    if now.isSameAfterMove(as: file.identity) { return true }
    guard now.size == file.identity.size, now.modified == file.identity.modified, !trash.kind.keepsInodes else {
      return false
    }
    guard let digest = file.digest else { return true }
    let entry = FileOperations.Place(folder: trash.files, name: location.name)
    return (try? operations.hasBytes(digest, since: file.identity, now, entry, path: location.filePath)) == true
  }
}

/// The erasing of a batch, photo by photo, or the check of what could be erased.
private struct ErasingRun {
  let eraser: Eraser
  let batch: BatchID
  /// Nil to check only.
  let journal: (any RemovalJournal)?
  private(set) var outcomes: [EraseOutcome] = []
  /// The last files of photos: nothing waits for the word about them.
  private var ended: [BatchFile] = []

  /// The number of files that are recorded as erased together.
  private static let chunkSize = 64

  init(eraser: Eraser, batch: BatchID, journal: (any RemovalJournal)?) {
    (self.eraser, self.batch, self.journal) = (eraser, batch, journal)
  }

  /// Leaves a photo where it is, after a stop.
  mutating func leave(_ sightings: [Eraser.Sighting]) {
    for (file, found) in sightings {
      do throws(FileSafetyError) {
        _ = try found.get()
        add(.refused(.stopped(file.path)), of: file)
      } catch {
        add(.refused(error), of: file)
      }
    }
  }

  /// Erases the files of a photo that are in the trash.
  ///
  /// - Parameter hold: The reason that keeps all of them; nil where there is none before the first goes.
  mutating func erase(_ sightings: [Eraser.Sighting], hold: Eraser.Hold?) {
    var hold = hold
    if hold == nil, sightings.count > 1, !write(sightings.map(\.file), areErased: false) {
      hold = { .journalFailed($0) }
    }
    for (file, found) in sightings {
      do throws(FileSafetyError) {
        let entry = try found.get()
        if let hold { throw hold(file.path) }
        if journal != nil { try eraser.erase(entry, from: file.path) }
        add(.erased(freed: entry.status.linkCount > 1 ? nil : entry.status.allocated), of: file)
        if file.index == sightings.last?.file.index {
          ended.append(file)
          if ended.count >= Self.chunkSize { writeEnded() }
        } else if !write([file], areErased: true) {
          hold = { .journalFailed($0) }
        }
        // A `.trashinfo` without its file misleads nobody; failing to remove it is no reason to call the file kept.
        if journal != nil { _ = try? entry.trash.removeOwnInfo(entry.location, eraser.operations) }
      } catch {
        if hold == nil {
          hold = { .partOfKeptPhoto($0, obstacle: file.path) }
          if eraser.isGone(found, error) { _ = write([file], areErased: true) }
        }
        add(.refused(error), of: file)
      }
    }
  }

  /// Writes down that the last files of photos were erased.
  mutating func writeEnded() {
    if !ended.isEmpty { _ = write(ended, areErased: true) }
    ended = []
  }

  private mutating func add(_ result: EraseOutcome.Result, of file: BatchFile) {
    outcomes.append(
      EraseOutcome(index: file.index, path: file.path, size: ByteCount(file.identity.size), result: result))
  }

  /// Records files as erased.
  ///
  /// - Parameter areErased: False before the first file goes, to find out whether the journal can be written.
  /// - Returns: False where the journal could not be written.
  private func write(_ files: [BatchFile], areErased: Bool) -> Bool {
    guard let journal else { return true }
    let changes = files.map { FileChange(index: $0.index, state: $0.state, isErased: areErased) }
    do {
      try eraser.operations.pass(.journal)
      try journal.record(changes, in: batch)
      return true
    } catch {
      return false
    }
  }
}

extension Result {
  fileprivate var isFailure: Bool { if case .failure = self { true } else { false } }
}
