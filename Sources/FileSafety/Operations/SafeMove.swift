import PhotoModel
import SystemPackage

/// The moves of a file from one folder to another without ever replacing anything, and without making a placeholder at
/// the target: some mounts write back late, and an empty file that reserved the name would be written over the photo.
///
/// `renameat2` with `RENAME_NOREPLACE` where the file system has it. Many FUSE servers and NFS answer EINVAL; there
/// - to the trash, the new name is one that nothing can have (`TrashName` with an unpredictable part), and a status
///   past the kernel's cache finds nothing under it before a plain rename;
/// - back home, a hard link makes the new name (it fails where something is), then the name in the trash is removed;
///   where the file system has no reliable links, a plain rename follows right after such a status. A file that another
///   program puts there between the two is replaced.
///
/// Each has three outcomes: it was done, it was not, or nobody knows. An unknown outcome is never taken back: the next
/// start checks both locations when the caches have expired (`Recovery`).
extension FileOperations {
  /// Why a move did not happen, or may not have.
  enum MoveFailure: Error {
    /// The file is where it was. `.fileExists`: the new name is taken.
    case stayed(Errno)
    /// The file may be at either location, or at both.
    case unknown
  }

  /// Moves a file to a name in a trash.
  ///
  /// - Parameter isUnpredictable: Nothing else can have the new name. Else the file stays, with `.invalidArgument`,
  ///   where no rename refuses to replace.
  func moveToTrash(_ from: Place, to: Place, isUnpredictable: Bool) throws(MoveFailure) {
    try settling(from, to: to) { (_) throws(StepFailure) in
      do throws(Errno) {
        try renameWithoutReplacing(from, to: to)
      } catch {
        guard error.meansUnsupported else { throw StepFailure(error) }
        guard isUnpredictable else { throw StepFailure(.invalidArgument, nothingWasDone: true) }
        try checkAbsent(to)
        try renaming(from, to: to)
      }
    }
  }

  /// Moves a file out of a trash to the place that it came from, or any file to a name that must not be taken.
  ///
  /// - Parameter isCopy: Whether the original of the file stays until this is settled. Only then an answer that nothing
  ///   is there is believed of a server: by what it may have kept of names, a photo that went could seem to have stayed.
  func moveToOriginalLocation(_ from: Place, to: Place, isCopy: Bool = false) throws(MoveFailure) {
    try settling(from, to: to, isCopy: isCopy) { (kind) throws(StepFailure) in
      do throws(Errno) {
        try renameWithoutReplacing(from, to: to)
      } catch {
        guard error.meansUnsupported else { throw StepFailure(error) }
        try moveByLink(from, to: to, kind)
      }
    }
  }

  /// Moves a folder. A folder cannot have a hard link: where the file system lacks this rename, it stays.
  func moveFolder(_ from: Place, to: Place) throws(MoveFailure) {
    try settling(from, to: to) { (_) throws(StepFailure) in
      do throws(Errno) { try renameWithoutReplacing(from, to: to) } catch { throw StepFailure(error) }
    }
  }

  /// A call of a move that failed.
  private struct StepFailure: Error {
    var error: Errno
    /// Whether no call before did anything, and the error cannot stand for a lost answer.
    var nothingWasDone: Bool

    init(_ error: Errno, nothingWasDone: Bool? = nil) {
      self.error = error
      self.nothingWasDone = nothingWasDone ?? error.meansNotDone
    }
  }

  /// Takes a step that moves a file, and finds out what a failure of it means. A network drive can carry out a call,
  /// lose the answer, be asked again and report that the old name is gone or the new one taken; and a later status call
  /// may be answered from the kernel's cache. Only on a local file system is that status certain.
  private func settling(
    _ from: Place, to: Place, isCopy: Bool = false, _ step: (FileSystemKind) throws(StepFailure) -> Void
  ) throws(MoveFailure) {
    let before: FileStatus
    do { before = try status(of: from.name, in: from.folder, isForced: true) } catch { throw .stayed(error) }
    let kind = kind(of: to.folder)
    do throws(StepFailure) {
      try step(kind)
    } catch {
      if error.nothingWasDone {
        // Some servers copy and then erase, and refuse in between.
        if !kind.isLocal, error.error != .fileExists, !error.error.meansUnsupported, !isAbsent(to) { throw .unknown }
        throw .stayed(error.error)
      }
      let isRefusedName = isCopy && error.error == .noSuchFileOrDirectory && isListed(from, without: to)
      guard kind.isLocal || isRefusedName else { throw .unknown }
      func isIt(_ status: FileStatus?) -> Bool {
        guard let status, status.kind == before.kind else { return false }
        // The content of a folder may change at any time.
        return before.kind == .folder
          ? status.identity.inode == before.identity.inode : status.identity.isSameAfterMove(as: before.identity)
      }
      let isHere: Bool
      let isThere: Bool
      do {
        isHere = isIt(try statusIfPresent(of: from.name, in: from.folder, isForced: true))
        isThere = isIt(try statusIfPresent(of: to.name, in: to.folder, isForced: true))
      } catch {
        throw .unknown
      }
      switch (isHere, isThere) {
      case (true, false): throw .stayed(error.error)
      case (false, true): return
      default: throw .unknown
      }
    }
  }

  private func moveByLink(_ from: Place, to: Place, _ kind: FileSystemKind) throws(StepFailure) {
    do throws(Errno) {
      guard kind.countsLinks else { throw Errno.notSupported }
      try link(from, to: to)
    } catch {
      // A link that was made, its answer lost, is one file under both names.
      if !isSecondName(from, of: to) {
        if error == .fileExists { throw StepFailure(error, nothingWasDone: kind.isLocal) }
        // Any other error may stand for a link that is made all the same.
        guard error.meansUnsupported || error == .notPermitted || error == .tooManyLinks else {
          throw StepFailure(error)
        }
        try checkAbsent(to)
        return try renaming(from, to: to)
      }
    }
    do {
      // Without this a power cut could keep the second step and lose the first.
      try syncFolder(to.folder, or: from.folder)
      guard try removeSecondName(from, of: to) else { throw Errno.ioError }
    } catch {
      // Both names are there, or only the new one: the next start finds out which.
      throw StepFailure(error as? Errno ?? .ioError, nothingWasDone: false)
    }
  }

  private func isAbsent(_ place: Place) -> Bool {
    do { return try statusIfPresent(of: place.name, in: place.folder, isForced: true) == nil } catch { return false }
  }

  /// Whether the lists of names have the old name and not the new one. After an answer that something is not there
  /// nothing is under way any more: the file system refuses the new name, such as exFAT a colon.
  private func isListed(_ from: Place, without to: Place) -> Bool {
    let (here, there) = (names(in: from.folder), names(in: to.folder))
    return here.failure == nil && there.failure == nil && here.names.contains(from.name)
      && !there.names.contains(to.name)
  }

  private func renaming(_ from: Place, to: Place) throws(StepFailure) {
    do { try rename(from, to: to) } catch { throw StepFailure(error) }
  }

  /// Checks that nothing has a name, by a status past the kernel's cache and in the folder's list of names: the kernel
  /// may remember that a name is free, but no such list.
  ///
  /// - Throws: `.fileExists` where something is there.
  private func checkAbsent(_ place: Place) throws(StepFailure) {
    do throws(Errno) {
      if try statusIfPresent(of: place.name, in: place.folder, isForced: true) != nil { throw Errno.fileExists }
    } catch {
      throw StepFailure(error, nothingWasDone: true)
    }
    // A folder that may be written to but not read has no list.
    if names(in: place.folder).names.contains(place.name) { throw StepFailure(.fileExists, nothingWasDone: true) }
  }
}

extension Errno {
  /// Whether the error means that the file system has no such call, or not with these flags.
  var meansUnsupported: Bool {
    self == .invalidArgument || self == .noFunction || self == .notSupportedOnSocket || self == .notSupported
  }

  /// Whether the error is a refusal, which no server gives for a call that it carried out. Any other may stand for a
  /// lost answer.
  var meansNotDone: Bool {
    switch self {
    case .permissionDenied, .notPermitted, .readOnlyFileSystem, .improperLink, .noSpace, .diskQuotaExceeded,
      .fileNameTooLong, .tooManyLinks:
      true
    default: meansUnsupported
    }
  }
}

extension FileIdentity {
  /// Whether this is the same file as before a move on one volume: a rename changes the change time, and after a
  /// restart the same volume can have another device number.
  func isSameAfterMove(as other: FileIdentity) -> Bool {
    inode == other.inode && size == other.size && modified == other.modified
  }
}
