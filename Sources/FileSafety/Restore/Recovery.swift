import PhotoModel
package import SystemPackage

/// The recovery after a crash or a power cut: it finds out the state of every file that was being moved, finishes or
/// takes back certain moves, and reports the rest without touching it.
///
/// To be run at the start, before anything else is moved, and by one process only.
package struct Recovery: Sendable {
  let environment: TrashEnvironment
  let journal: any RemovalJournal
  let operations: FileOperations

  /// Creates a recovery that reads the journal and writes its findings there.
  package init(environment: TrashEnvironment, journal: any RemovalJournal, operations: FileOperations = .live) {
    self.environment = environment
    self.journal = journal
    self.operations = operations
  }

  /// The longest time that a client of a network drive shows an old name: one second more than sshfs keeps one. A
  /// client that keeps names longer, as one of NFS or rclone can for a folder, is asked by force and by the list of
  /// names besides.
  package static let cacheTime: Duration = .seconds(21)

  /// The finding about one file.
  package enum Finding: Hashable, Sendable {
    /// The file was never moved; the preparations were undone.
    case stayed
    /// The file is in the trash with its `.trashinfo`, or in the folder that it was to go to, and can be restored.
    case inTrash
    /// The file is where it was restored to.
    case atOriginalLocation
    /// The file is where it was restored to, and its copy is still in the folder.
    case copyStays(FilePath)
    /// The file was moved, but its survivor is gone or another file since: it is back at its original location.
    case broughtBack(survivor: FilePath)
    /// The survivor is gone or another file, but the photo could not be put back: it is in the trash with its
    /// `.trashinfo`.
    case leftWithoutSurvivor(FilePath)
    /// The file is neither at its original location nor in the trash; another file may have its name. Nothing was
    /// touched.
    case inNeitherPlace
    /// The file seems to be at both locations. Nothing was touched.
    case inBothPlaces
    /// Something else is at its path in the trash. Nothing was touched.
    case somethingElseInTrash
    /// The disk cannot be asked now, for instance because a drive is not connected. Tried again at the next start.
    case couldNotCheck(FileSafetyError)
  }

  /// The findings about one unfinished batch.
  package struct Report: Hashable, Sendable {
    /// A file with its finding.
    package struct Entry: Hashable, Sendable {
      /// The file, in its new state.
      package var file: BatchFile
      /// The finding.
      package var finding: Finding
      /// The path of the copy or smaller file that still has its hidden name, for a file in neither location; else nil.
      package var hiddenFile: FilePath?
    }

    /// The files whose outcome was not known, by index.
    package var entries: [Entry]
    /// Whether no outcome is left to find out.
    package var isFinished: Bool
    /// Whether the batch was begun more than 30 days ago. A card may be away for good, so from then on the search is
    /// silent.
    package var isLongOpen: Bool
  }

  /// Settles every unfinished batch, oldest first.
  ///
  /// - Parameter waitForCaches: Called once with the path of an open question, before any answer of a server is
  ///   trusted. Returns after `cacheTime`, when everything that the kernel or a client had cached before is expired.
  /// - Throws: The errors of the journal and of the wait. Can be run again at any time.
  package func run(waitForCaches: (FilePath) throws -> Void) throws -> [Report] {
    try operations.pass(.journal)
    let batches = try journal.unfinishedBatches()
    if let file = batches.lazy.flatMap(\.files).first(where: isOpenOnServer) { try waitForCaches(file.path) }
    return try batches.map(recover)
  }

  /// A server or another program answers for its trash, or may do so.
  private func isOpenOnServer(_ file: BatchFile) -> Bool {
    guard file.state == .reserved || file.state == .restoring else { return false }
    return [file.location?.folder.path, file.folderLocation?.path.parentFolder].compactMap(\.self).contains { folder in
      do {
        return !operations.kind(of: try operations.openFolder(folder)).isLocal
      } catch .noSuchFileOrDirectory {
        return false
      } catch {
        // A server that does not answer now may do so in a moment.
        return true
      }
    }
  }

  private func recover(_ batch: RemovalBatch) throws -> Report {
    var entries: [Report.Entry] = []
    var changes: [FileChange] = []
    for file in batch.files where file.state.isUnfinished {
      var finding = finding(about: file)
      if finding.isFoundByAbsence, !isVolume(of: file, in: batch) {
        finding = .couldNotCheck(.anotherVolume(file.path))
      }
      entries.append(Report.Entry(file: file, finding: finding))
    }
    try putBack(batch, &entries)
    settleCopies(&entries)
    settleReplacements(&entries)
    for index in entries.indices where entries[index].finding == .inNeitherPlace {
      entries[index].hiddenFile = hiddenFile(of: entries[index].file)
    }
    for entry in entries {
      if let state = entry.finding.state { changes.append(FileChange(index: entry.file.index, state: state)) }
    }
    if !changes.isEmpty {
      try operations.pass(.journal)
      try journal.record(changes, in: batch.id)
    }
    let isFinished = changes.count == entries.count
    if isFinished {
      try operations.pass(.journal)
      try journal.finish(batch.id)
    }
    return Report(entries: entries, isFinished: isFinished, isLongOpen: isLongOpen(batch))
  }

  private func isLongOpen(_ batch: RemovalBatch) -> Bool {
    guard let begun = batch.startedAt.secondsSince1970, let now = environment.now().secondsSince1970 else {
      return false
    }
    return now - begun > 30 * 24 * 3600
  }

  /// The copy or the smaller file that still has the hidden name under which it was made.
  private func hiddenFile(of file: BatchFile) -> FilePath? {
    let copy = file.folderLocation.flatMap { folder in
      folder.copyName.map { folder.path.parentFolder.appending(name: $0) }
    }
    return [copy, file.replacement.map { file.path.parentFolder.appending(name: $0.name) }].compactMap(\.self).first {
      (try? fileStatus(of: $0, operations: operations)) != nil
    }
  }

  private func finding(about file: BatchFile) -> Finding {
    // `planned` is written before anything is touched, and `reserved` before its place is.
    guard file.state != .planned, file.entryPath != nil else { return .stayed }
    let place: OpenPlace
    do throws(FileSafetyError) {
      place = try openPlace(of: file)
    } catch .vanished where isInOriginalFolder(file) {
      // The whole trash or folder is gone, and the file is where it belongs.
      return file.state == .restoring ? .atOriginalLocation : .stayed
    } catch {
      return .couldNotCheck(error)
    }
    do throws(FileSafetyError) {
      let scene = try scene(of: file, in: place)
      return file.state == .restoring ? try scene.settleRestore() : try scene.settleRemoval()
    } catch {
      return .couldNotCheck(error)
    }
  }

  private enum OpenPlace {
    case trash(OpenTrash, TrashLocation)
    case folder(Descriptor, FilePath)
  }

  /// Opens the trash or the folder that a file was to go to.
  private func openPlace(of file: BatchFile) throws(FileSafetyError) -> OpenPlace {
    if let location = file.location {
      return .trash(try location.folder.open(creating: false, environment, operations), location)
    }
    let path = file.folderLocation?.path ?? file.path
    do throws(Errno) { return .folder(try operations.openFolder(path.parentFolder), path) } catch {
      throw FileSafetyError(.openFolder, path, error)
    }
  }

  private func scene(of file: BatchFile, in place: OpenPlace) throws(FileSafetyError) -> Scene {
    switch place {
    case .trash(let trash, let location): try Scene(file: file, location: location, trash, operations)
    case .folder(let folder, let path): try Scene(file: file, at: path, in: folder, operations)
    }
  }

  /// Whether some file of the batch proves that the trash or the folder of a file is the one of when the batch was
  /// begun.
  private func isVolume(of file: BatchFile, in batch: RemovalBatch) -> Bool {
    batch.files.contains { other in
      guard let path = other.entryPath, other.location?.folder == file.location?.folder,
        file.location != nil || path.parentFolder == file.entryPath?.parentFolder
      else { return false }
      return (try? scene(of: other, in: openPlace(of: other)))?.isItsVolume == true
    }
  }

  private func isInOriginalFolder(_ file: BatchFile) -> Bool {
    (try? fileStatus(of: file.path, operations: operations)).map { file.isItself($0) || file.isLike($0) } == true
  }
}

extension Recovery.Finding {
  /// Whether the finding rests on something missing, which on another volume means nothing.
  fileprivate var isFoundByAbsence: Bool {
    switch self {
    case .inNeitherPlace, .somethingElseInTrash: true
    default: false
    }
  }

  /// The state that the journal gets; nil leaves the file unfinished.
  fileprivate var state: FileState? {
    switch self {
    case .stayed, .broughtBack: .stayed
    case .inTrash, .leftWithoutSurvivor: .moved
    case .atOriginalLocation, .copyStays: .restored
    case .inNeitherPlace, .inBothPlaces, .somethingElseInTrash: .unclear
    case .couldNotCheck: nil
    }
  }
}

extension Recovery.Report.Entry {
  /// Whether the drive that could tell is away.
  fileprivate var isAway: Bool {
    switch finding {
    case .couldNotCheck(.anotherVolume), .couldNotCheck(.vanished): true
    default: false
    }
  }
}

extension Recovery.Report {
  /// The report for the user: how many files went which way, and each file that needs attention. About a drive that
  /// has been away for long, only `deckle history` goes on reporting.
  package func sentences(naming: (FilePath) -> String) -> [String] {
    let entries = isLongOpen ? entries.filter { !$0.isAway } : entries
    var sentences: [String] = []
    let stayed = entries.count { $0.finding == .stayed && $0.file.replacement == nil }
    let unshrunk = entries.count { $0.finding == .stayed && $0.file.replacement != nil }
    let inTrash = entries.count { $0.finding == .inTrash }
    let atOriginalLocation = entries.count { $0.finding == .atOriginalLocation }
    if stayed > 0 {
      let kind =
        entries.contains { $0.file.folderLocation == nil && $0.file.replacement == nil }
        ? "A move to the trash" : "A move"
      sentences.append("\(kind) was interrupted: \(counted(stayed, "file")) stayed in place.")
    }
    if unshrunk > 0 {
      sentences.append(
        "Making photos smaller was interrupted: \(counted(unshrunk, "file")) stayed as \(unshrunk == 1 ? "it was" : "they were")."
      )
    }
    if inTrash > 0 {
      let from = entries.contains { $0.file.folderLocation == nil } ? " from the trash" : ""
      sentences.append("\(counted(inTrash, "file")) of an interrupted move can be restored\(from).")
    }
    if atOriginalLocation > 0 {
      sentences.append("A restore was interrupted: \(counted(atOriginalLocation, "file")) had come back already.")
    }
    let elsewhere = entries.filter { $0.finding == .couldNotCheck(.anotherVolume($0.file.path)) }
    if let first = elsewhere.first {
      let others = elsewhere.count == 1 ? "" : " and \(counted(elsewhere.count - 1, "other file"))"
      sentences.append(
        "What became of \(naming(first.file.path))\(others) is not known yet. Another drive or card may be in place of "
          + "theirs: connect that one, and Deckle looks again at the next start.")
    }
    for entry in entries where !elsewhere.contains(entry) {
      let name = naming(entry.file.path)
      let trashed = entry.file.entryPath.map(naming) ?? "the trash"
      switch entry.finding {
      case .stayed, .inTrash, .atOriginalLocation: continue
      case .copyStays(let copy):
        sentences.append(
          "\(name) is back from an interrupted restore, and its copy stays as well: \(naming(copy)). It may go.")
      case .broughtBack(let survivor):
        let left = survivor == entry.file.folderLocation?.path ? " A copy may be left there; it may go." : ""
        sentences.append(
          "\(name) is back from an interrupted move: \(naming(survivor)), which was to stay for it, is "
            + "away or not what it was.\(left)")
      case .leftWithoutSurvivor where entry.file.replacement != nil:
        sentences.append(
          "\(name) was being made smaller, and another file has its name now. The original is at \(trashed). Restore it from "
            + "the history.")
      case .leftWithoutSurvivor(let survivor):
        sentences.append(
          "\(name) is at \(trashed) and could not be put back, and \(naming(survivor)), which was to stay for it, is "
            + "away or not what it was. Restore it from the history.")
      case .inNeitherPlace:
        let made = entry.file.replacement == nil ? "Its copy" : "Its smaller file"
        let left = entry.hiddenFile.map { " \(made) is still there under a hidden name: \(naming($0))." } ?? ""
        sentences.append(
          "\(name), as it was, is neither in its folder nor at \(trashed). Somebody else must have moved or changed it."
            + left)
      case .inBothPlaces: sentences.append("\(name) is in its folder and also at \(trashed). Nothing was touched.")
      case .somethingElseInTrash:
        sentences.append("Another file took the place of \(name) during the move and is now at \(trashed).")
      case .couldNotCheck(let error):
        sentences.append(
          "What became of \(name) is not known yet; Deckle looks again at the next start. "
            + error.sentence(naming: naming))
      }
    }
    return sentences
  }
}
