package import PhotoModel
package import SystemPackage

/// Everything that can stand between Deckle and a file, with the paths it is about.
///
/// The words for the user are made in `sentence(naming:)` and nowhere else.
package enum FileSafetyError: Error, Hashable, Sendable {
  // Reading
  case vanished(FilePath)
  case permissionDenied(FilePath)
  /// A symbolic link stands at the path or in a folder above it; Deckle follows none.
  case symbolicLink(FilePath)
  case notARegularFile(FilePath, FileKind)
  case tooLarge(FilePath, ByteCount, limit: ByteCount)
  /// The file claims far more bytes than it keeps on the disk.
  case mostlyHoles(FilePath, ByteCount)
  /// The file changed since its check: another inode, size or time.
  case changed(FilePath)
  /// A path that is not absolute, has `.` or `..`, or holds a NUL.
  case notAbsolute(FilePath)
  /// A system call failed in a way that has no case of its own.
  case operationFailed(FileOperation, FilePath, Errno)

  // Plans
  case emptyPlan
  case plannedTwice(FilePath)
  case insideProtectedFolder(FilePath, folder: FilePath)
  case insideTrash(FilePath)
  /// Another program manages the library that holds the file.
  case insideLibrary(FilePath, library: FilePath)
  /// The path is a guarded folder, holds one or lies in one.
  case guarded(FilePath, folder: FilePath)
  /// A folder that is to move as a whole and holds a picture, or could not be searched to its end.
  case mayHoldPictures(FilePath)
  /// No copy would stay that is a separate file of the same size, not empty and not planned itself.
  case wouldEmptySet(FilePath)
  /// The copy that should stay may be the file itself, seen at another mount.
  case mayBeOneFile(FilePath, other: FilePath)

  // Backups
  /// The folder that is to prove a backup is a trash, or lies in one.
  case trashIsNoBackup(FilePath)

  // Moving to the trash
  case survivorChanged(FilePath, survivor: FilePath)
  case survivorUnreadable(FilePath, survivor: FilePath)
  /// The bytes of the photo and of its survivor are not the same.
  case survivorDiffers(FilePath, survivor: FilePath)
  /// The survivor went or changed when the photo was moved, so it may be the same file; the photo was put back.
  case survivorWentAlong(FilePath, survivor: FilePath)
  case readOnlyVolume(FilePath)
  /// The trash is on another volume than the file: moving would mean to copy and erase.
  case acrossVolumes(FilePath)
  /// The folder of the file cannot be written to.
  case folderNotWritable(FilePath)
  /// The root folder, from which photos are to be moved, cannot be written to.
  case rootNotWritable(FilePath)
  case trashNotWritable(FilePath, trash: FilePath)
  /// A trash folder, or a folder in it, that is a symbolic link or no folder, or that others can take photos out of who
  /// could not touch them at home.
  case trashNotTrusted(FilePath)
  case diskFull(FilePath)
  case noFreeTrashName(FilePath)
  /// Another file of the same photo could not be moved, so this one was put back or left.
  case otherFileOfPhoto(FilePath, obstacle: FilePath)
  /// Something else took the place of the file during the move; that is in the trash now and could not be put back.
  case somethingElseMoved(FilePath, entry: FilePath)
  /// The disk failed in the middle: the file is at its original location or in the trash, and the next start finds out.
  case unsettled(FilePath, entry: FilePath)
  /// The person asked to stop before it was this file's turn.
  case stopped(FilePath)
  /// The journal of the move could not be written, so nothing more was moved.
  case journalFailed(FilePath)

  // Moving to a folder of the user's
  /// The folder cannot take photos.
  case unfitFolder(FilePath, FolderObstacle)
  /// The folder is the one that the file lies in.
  case alreadyInFolder(FilePath)
  /// The folder is on another mount, and a copy would not fit there.
  case noSpace(FilePath, folder: FilePath, available: ByteCount)
  /// Something got the name that the file should get in the folder.
  case nameTaken(FilePath, name: FilePath)
  /// The file system of the folder has no such name, as exFAT none with a colon.
  case nameRefused(FilePath, name: FilePath)
  /// No number makes a name that is free in the folder.
  case noFreeName(FilePath, folder: FilePath)
  /// The bytes read back from the copy are not those that were written.
  case copyDiffers(FilePath, copy: FilePath)
  /// The photo is back, and its copy could not go to the trash.
  case copyStays(FilePath, copy: FilePath)
  /// The photo is back, but its bytes are not those that were moved, so its copy stays.
  case restoredFileDiffers(FilePath, copy: FilePath)
  /// The photo is back, and the folder of its copy cannot be reached.
  case copyIsAway(FilePath, copy: FilePath)

  // Making smaller
  /// A rule of shrinking leaves the file as it is, or there is nothing to gain.
  case leftAsItIs(FilePath, ShrinkRefusal)
  /// The file has hard links, which would keep the old bytes.
  case hasOtherNames(FilePath, Int)
  /// The file system has no rename that refuses to replace a file.
  case noSafeRename(FilePath)
  /// The disk is too full: the original stays until the trash is emptied, and both do not fit.
  case insufficientSpace(FilePath, available: ByteCount)
  /// The smaller file cannot have the owner, the permissions or the attributes of the original.
  case attributesNotKept(FilePath)
  /// The drive that a file is to be copied to has no extended attributes, in which the file has tags of a desktop.
  case tagsNotKept(FilePath)
  /// The smaller file was changed after it got its name, so it keeps that name.
  case smallerFileChanged(FilePath, original: FilePath)

  // After an interrupted move
  /// Nothing proves that the volume now mounted there is the one that the file is on.
  case anotherVolume(FilePath)

  // Restoring
  case somethingIsThere(FilePath)
  case notInTrash(FilePath)
  /// The file is not in the folder that it was moved to.
  case notInFolder(FilePath, entry: FilePath)
  /// A later batch took the file on from the folder that it was moved to.
  case takenOn(FilePath, entry: FilePath, batch: BatchID)
  /// The file at that path in the folder is not the one that was moved there.
  case movedFileChanged(FilePath, entry: FilePath)
  /// The trash cannot be reached.
  case trashIsAway(FilePath, trash: FilePath)
  /// Another file of the same photo cannot be put back, so this one stays with it.
  case photoStaysInTrash(FilePath, obstacle: FilePath)
  /// Another file of the same photo cannot be put back from the folder, so this one stays there with it.
  case photoStaysInFolder(FilePath, obstacle: FilePath)
  /// A file of the same photo may not be erased, so none of it is.
  case partOfKeptPhoto(FilePath, obstacle: FilePath)
  /// Another file of the same photo is at home, so this one is not erased.
  case photoIsAtOriginalLocation(FilePath, photo: FilePath)
  /// Another file of the same photo is not in the trash, and Deckle did not erase it, so this one is not erased.
  case restOfPhotoMissing(FilePath, missing: FilePath)
  /// The file system gave no answer, and no batch records the file, so that no later start checks it.
  case mayBeBack(FilePath, entry: FilePath)
  /// The file system gave no answer when the file was to be erased.
  case mayBeErased(FilePath)
  /// The entry in the trash is not the one that Deckle made.
  case trashEntryChanged(FilePath, entry: FilePath)
  case notATrashInfo(FilePath)
  /// The location to restore to lies outside of the volume of the trash.
  case escapesVolume(FilePath)
}

/// The reason why a folder cannot take photos.
package enum FolderObstacle: Hashable, Sendable {
  case missing
  case noFolder(FileKind)
  case notWritable
  /// The folder is a trash, or lies in one.
  case trash
  /// Another program manages the library that the folder is or lies in.
  case library(FilePath)
  /// Another program keeps what it made in the folder, or in one around it, and may erase it.
  case otherProgram
}

extension Errno {
  /// Whether the drive or the server that was asked is not there: unplugged, unmounted, or it does not answer.
  var meansAway: Bool {
    switch self {
    case .socketNotConnected, .staleNFSFileHandle, .hostIsDown, .noRouteToHost, .noSuchAddressOrDevice, .timedOut,
      .operationNotSupportedByDevice:
      true
    default: false
    }
  }
}

extension FileSafetyError {
  /// The path that the error is about; nil for an empty plan.
  package var path: FilePath? {
    switch self {
    case .emptyPlan: nil
    case .vanished(let path), .permissionDenied(let path), .symbolicLink(let path), .notARegularFile(let path, _),
      .tooLarge(let path, _, _), .mostlyHoles(let path, _), .changed(let path), .notAbsolute(let path),
      .operationFailed(_, let path, _), .plannedTwice(let path), .insideProtectedFolder(let path, _),
      .insideTrash(let path), .insideLibrary(let path, _), .guarded(let path, _), .mayHoldPictures(let path),
      .wouldEmptySet(let path),
      .mayBeOneFile(let path, _), .trashIsNoBackup(let path), .survivorChanged(let path, _),
      .survivorUnreadable(let path, _), .survivorDiffers(let path, _), .survivorWentAlong(let path, _),
      .readOnlyVolume(let path),
      .acrossVolumes(let path), .folderNotWritable(let path), .rootNotWritable(let path),
      .trashNotWritable(let path, _),
      .trashNotTrusted(let path), .diskFull(let path), .noFreeTrashName(let path), .otherFileOfPhoto(let path, _),
      .somethingElseMoved(let path, _), .unsettled(let path, _), .mayBeBack(let path, _),
      .stopped(let path), .journalFailed(let path),
      .anotherVolume(let path), .somethingIsThere(let path), .notInTrash(let path), .trashIsAway(let path, _),
      .photoStaysInTrash(let path, _), .photoStaysInFolder(let path, _), .partOfKeptPhoto(let path, _),
      .photoIsAtOriginalLocation(let path, _),
      .restOfPhotoMissing(let path, _), .mayBeErased(let path),
      .unfitFolder(let path, _), .alreadyInFolder(let path), .noSpace(let path, _, _), .nameTaken(let path, _),
      .nameRefused(let path, _),
      .noFreeName(let path, _), .copyDiffers(let path, _), .copyStays(let path, _), .copyIsAway(let path, _),
      .restoredFileDiffers(let path, _),
      .notInFolder(let path, _), .takenOn(let path, _, _),
      .leftAsItIs(let path, _), .hasOtherNames(let path, _), .noSafeRename(let path), .insufficientSpace(let path, _),
      .attributesNotKept(let path), .tagsNotKept(let path), .smallerFileChanged(let path, _),
      .movedFileChanged(let path, _),
      .trashEntryChanged(let path, _), .notATrashInfo(let path), .escapesVolume(let path):
      path
    }
  }

  /// The reason that `scan --json` prints for a file or folder that could not be read.
  package var skipReason: SkippedFile.Reason {
    switch self {
    case .vanished: .vanished
    case .permissionDenied, .folderNotWritable, .rootNotWritable: .permissionDenied
    case .symbolicLink, .notARegularFile: .specialFile
    case .tooLarge, .mostlyHoles: .tooLarge
    case .changed: .vanished
    default: .readError
    }
  }

  /// The failed call as a situation, seen from someone who wanted to read `path`.
  package init(_ operation: FileOperation, _ path: FilePath, _ error: Errno) {
    self =
      switch error {
      // A stale handle of a network drive does not show whether the file is there.
      case .noSuchFileOrDirectory: .vanished(path)
      case .notDirectory where operation == .openFolder: .vanished(path)
      case .permissionDenied, .notPermitted: .permissionDenied(path)
      case .tooManySymbolicLinkLevels: .symbolicLink(path)
      case .readOnlyFileSystem: .readOnlyVolume(path)
      case .improperLink: .acrossVolumes(path)
      case .noSpace, .diskQuotaExceeded: .diskFull(path)
      default: .operationFailed(operation, path, error)
      }
  }
}
