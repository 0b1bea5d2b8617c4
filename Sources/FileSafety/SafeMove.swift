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

  /// - Throws: `.fileExists` where the new name is taken. After any error the file is where it was.
  func move(_ from: Place, to: Place, _ direction: Direction) throws(Errno) {
    do {
      try renameWithoutReplacing(from, to: to)
    } catch {
      guard Self.isUnsupported(error) else { throw error }
      switch direction {
      case .toTrash: try moveOverPlaceholder(from, to: to)
      case .home: try moveByLink(from, to: to)
      }
    }
  }

  private func moveByLink(_ from: Place, to: Place) throws(Errno) {
    do {
      try link(from, to: to)
    } catch {
      guard Self.isUnsupported(error) || error == .notPermitted || error == .tooManyLinks else { throw error }
      return try moveOverPlaceholder(from, to: to)
    }
    do {
      // Without this a power cut could keep the second step and lose the first.
      try syncFolder(to.folder, or: from.folder)
      try unlink(from.name, in: from.folder)
    } catch {
      // Takes back the name just made, if it still is what was made.
      if let made = try? status(of: to.name, in: to.folder), let kept = try? status(of: from.name, in: from.folder),
        made.identity.isSameFile(as: kept.identity)
      {
        try? unlink(to.name, in: to.folder)
      }
      throw error
    }
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
