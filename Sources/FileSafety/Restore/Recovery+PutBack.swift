import PhotoModel
import SystemPackage

/// Photos that a move had no right to take, or no time to take whole: they come back.
extension Recovery {
  /// Puts back the files in the trash of a photo of which another file stayed, because the files of a photo go together
  /// or not at all; and of a photo whose survivor is gone, which only a check after the move can see: it was cut off
  /// before.
  ///
  /// - Parameter entries: The entries of the unfinished files. Files that were put back get the finding that they
  ///   stayed.
  func putBack(_ batch: RemovalBatch, _ entries: inout [Report.Entry]) throws {
    let found = Dictionary(entries.map { ($0.file.index, $0.finding) }, uniquingKeysWith: { first, _ in first })
    let stayed = Set(batch.files.filter { $0.state == .stayed || found[$0.index] == .stayed }.map(\.item))
    let bereft = lostSurvivors(of: entries)
    let leaving = entries.indices.filter { index in
      let item = entries[index].file.item
      return entries[index].finding == .inTrash && (stayed.contains(item) || bereft[item] != nil)
    }
    .filter { isCopyGone($0, &entries) }
    guard !leaving.isEmpty else { return }
    try operations.pass(.journal)
    try journal.record(leaving.map { FileChange(index: entries[$0].file.index, state: .restoring) }, in: batch.id)
    for index in leaving {
      let file = entries[index].file
      guard let move = RestoreMove(of: file, environment, operations) else { continue }
      let survivor = bereft[file.item]
      do throws(FileSafetyError) {
        let warnings = try move.carryOut()
        entries[index].finding =
          warnings.first.map { .couldNotCheck($0) }
          // The smaller file never got the name, or lost it: nothing was to stay beside this one.
          ?? (file.replacement == nil ? survivor : nil).map { .broughtBack(survivor: $0) } ?? .stayed
      } catch .unsettled(let path, let entry) {
        entries[index].finding = .couldNotCheck(.unsettled(path, entry: entry))
      } catch {
        // The file cannot go back now, most often because something else is there: it is whole in the trash.
        if let survivor { entries[index].finding = .leftWithoutSurvivor(survivor) }
      }
    }
  }

  /// The lost survivor of each photo: the file that had to stay for one in the trash, and is gone or another file now.
  /// Only of a move that was cut off: a restore needs no survivor.
  private func lostSurvivors(of entries: [Report.Entry]) -> [Int: FilePath] {
    var lost: [Int: FilePath] = [:]
    for entry in entries
    where entry.finding == .inTrash && entry.file.state != .restoring && lost[entry.file.item] == nil {
      if let survivor = entry.file.survivor, !isStillThere(survivor, of: entry.file) {
        lost[entry.file.item] = survivor.path
      }
    }
    return lost
  }

  /// Whether the survivor is still there. The file is opened, because that asks the file system past the kernel's
  /// cache. The device number may be another one after a restart; every other number counts.
  private func isStillThere(_ survivor: Survivor, of file: BatchFile) -> Bool {
    // A copy got its last name after its identity was recorded; where inode numbers do not last, its bytes decide.
    if let smaller = file.replacement?.digest {
      return (try? storedDigest(of: survivor.path, operations: operations)) == smaller
    }
    if survivor.path == file.folderLocation?.path, let digest = file.digest {
      return (try? storedDigest(of: survivor.path, operations: operations)) == digest
    }
    let file = try? openForReading(survivor.path, limit: ByteCount(.max), operations: operations)
    return file?.status.identity.isUnchanged(since: survivor.identity) == true
  }
}
