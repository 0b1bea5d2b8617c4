import PhotoModel
import SystemPackage

/// One file from one folder to another without ever replacing anything.
///
/// `renameat2` with `RENAME_NOREPLACE` where the file system has it. FUSE, exFAT, NTFS-3G and NFS answer EINVAL;
/// there each direction has the way that risks nothing on the side that is not Deckle's:
/// - to the trash, an empty file reserves the new name, and the photo is renamed over that: whatever stands at the
///   old name at that moment is moved, never removed, and only our own empty file can be replaced;
/// - home, a hard link makes the new name (it fails where something is), then the name in the trash goes; without
///   hard links, the empty file again.
extension FileOperations {
  enum Direction {
    case toTrash, home
  }

  /// Why a move did not happen, or may not have.
  enum MoveFailure: Error {
    /// The file is where it was. `.fileExists`: the new name is taken.
    case stayed(Errno)
    /// It may be at the one place or at the other.
    case unknown
  }

  /// Moves a file. What failed by its answer alone, and was done, is no failure.
  func move(_ from: Place, to: Place, _ direction: Direction) throws(MoveFailure) {
    try settling(from, to: to) { () throws(Errno) in
      do throws(Errno) {
        try renameWithoutReplacing(from, to: to)
      } catch {
        guard Self.isUnsupported(error) else { throw error }
        switch direction {
        case .toTrash: try moveOverPlaceholder(from, to: to)
        case .home: try moveByLink(from, to: to)
        }
      }
    }
  }

  /// Moves a folder. It has no second name by which it could go where the file system lacks this rename: there it stays.
  func moveFolder(_ from: Place, to: Place) throws(MoveFailure) {
    try settling(from, to: to) { () throws(Errno) in try renameWithoutReplacing(from, to: to) }
  }

  /// Takes a step that fails, and then looks at both places: a network drive can do what it is asked, lose the answer,
  /// be asked again and say that there is nothing of that name, or that the new name is taken.
  private func settling(_ from: Place, to: Place, _ step: () throws(Errno) -> Void) throws(MoveFailure) {
    let before: FileStatus
    do { before = try status(of: from.name, in: from.folder) } catch { throw .stayed(error) }
    func isIt(_ status: FileStatus?) -> Bool {
      guard let status, status.kind == before.kind else { return false }
      // What is in a folder may change at any time.
      return before.kind == .folder
        ? status.identity.inode == before.identity.inode : status.identity.isSameAfterMove(as: before.identity)
    }
    do {
      try step()
    } catch {
      let isHere: Bool
      let isThere: Bool
      do {
        isHere = isIt(try statusIfPresent(of: from.name, in: from.folder))
        isThere = isIt(try statusIfPresent(of: to.name, in: to.folder))
      } catch {
        throw .unknown
      }
      switch (isHere, isThere) {
      case (true, false): throw .stayed(error)
      case (false, true): return
      default: throw .unknown
      }
    }
  }

  private func moveByLink(_ from: Place, to: Place) throws(Errno) {
    do {
      try link(from, to: to)
    } catch {
      if Self.isUnsupported(error) || error == .notPermitted || error == .tooManyLinks {
        return try moveOverPlaceholder(from, to: to)
      }
      guard isOneFile(from, to) else { throw error }
    }
    do {
      // Without this a power cut could keep the second step and lose the first.
      try syncFolder(to.folder, or: from.folder)
      try unlink(from.name, in: from.folder)
    } catch {
      // Takes back the name just made, if it still is what was made.
      if isOneFile(from, to) { try? unlink(to.name, in: to.folder) }
      throw error
    }
  }

  private func isOneFile(_ one: Place, _ other: Place) -> Bool {
    guard let one = try? status(of: one.name, in: one.folder), let other = try? status(of: other.name, in: other.folder)
    else { return false }
    return one.identity.isSameFile(as: other.identity)
  }

  private func moveOverPlaceholder(_ from: Place, to: Place) throws(Errno) {
    let placeholder = try createFile(to.name, in: to.folder, as: .createPlaceholder)
    do {
      let reserved = try status(of: placeholder)
      guard try isStill(reserved, at: to) else { throw Errno.fileExists }
      try renameOverPlaceholder(from, to: to)
    } catch let error as Errno {
      if let reserved = try? status(of: placeholder), (try? isStill(reserved, at: to)) == true {
        try? unlink(to.name, in: to.folder)
      }
      throw error
    } catch {
      throw .fileExists
    }
  }

  /// The empty file that was made is what stands there, and still empty.
  private func isStill(_ reserved: FileStatus, at place: Place) throws(Errno) -> Bool {
    let now = try status(of: place.name, in: place.folder)
    return now.identity.isSameFile(as: reserved.identity) && now.identity.size == 0 && now.linkCount == 1
  }

  private static func isUnsupported(_ error: Errno) -> Bool {
    error == .invalidArgument || error == .noFunction || error == .notSupportedOnSocket || error == .notSupported
  }
}

extension FileIdentity {
  /// The same file as before a move on one volume: a rename changes the time of change, and after a restart the
  /// same volume can have another device number.
  func isSameAfterMove(as other: FileIdentity) -> Bool {
    inode == other.inode && size == other.size && modified == other.modified
  }
}
