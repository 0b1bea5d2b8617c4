import PhotoModel
package import SystemPackage

extension FileSafetyError {
  private static let wayOut = "Or move photos to a folder of yours on that volume: deckle move --to."

  /// The error as a sentence for the user: the problem and, where known, what would help.
  ///
  /// - Parameter naming: The text of a path; names may hold control characters, which it must escape.
  package func sentence(naming: (FilePath) -> String) -> String {
    switch self {
    // Reading
    case .vanished(let path): "\(naming(path)) is not there any more."
    case .permissionDenied(let path): "You have no permission to read \(naming(path))."
    case .symbolicLink(let path): "\(naming(path)) is reached through a symbolic link, which Deckle does not follow."
    case .notARegularFile(let path, let kind): "\(naming(path)) is \(kind.text), not a picture file."
    case .tooLarge(let path, let size, let limit):
      "\(naming(path)) is \(size.formatted), more than the \(limit.formatted) that Deckle reads of one picture."
    case .mostlyHoles(let path, let size):
      "\(naming(path)) claims \(size.formatted) but is mostly empty space, so it was not read."
    case .changed(let path): "\(naming(path)) has changed since it was looked at. Scan again to see it as it is."
    case .notAbsolute(let path): "\(naming(path)) is not a full path that starts with a slash."
    case .operationFailed(let operation, let path, let error):
      "\(naming(path)): could not \(operation.text) (\(error))."

    // Plans
    case .emptyPlan: "There is nothing to move."
    case .plannedTwice(let path): "\(naming(path)) stands twice in the list."
    case .insideProtectedFolder(let path, let folder):
      path.isInside(folder)
        ? "\(naming(path)) is in the protected folder \(naming(folder)) and stays there."
        : "\(naming(path)) stays: it is in the protected folder \(naming(folder)) by another name, or its folder and that "
          + "one would be one on some drives. Rename one of the two if it is meant to go."
    case .insideTrash(let path): "\(naming(path)) is in a trash folder already."
    case .insideLibrary(let path, let library):
      "\(naming(path)) stays: it belongs to the library \(naming(library)). Remove it in the program that manages that."
    case .guarded(let path, let folder):
      "\(naming(path)) stays: it is, holds or lies in \(naming(folder)), which is protected or in your library."
    case .mayHoldPictures(let path):
      "\(naming(path)) stays: it may hold pictures. Look through it in your file manager."
    case .mayBeOneFile(let path, let other):
      "\(naming(path)) stays: it and \(naming(other)) may be one file, which shows at two mounts."
    case .wouldEmptySet(let path): "No other copy of \(naming(path)) would stay, so it stays."

    // Backups
    case .trashIsNoBackup(let path):
      "\(naming(path)) is a trash or lies in one, so it is no backup: what is there may be erased any time. Nothing was moved; "
        + "name a folder that holds copies."

    // Moving to the trash
    case .survivorChanged(let path, let survivor):
      "\(naming(path)) stays: the copy to keep, \(naming(survivor)), has changed or is gone."
    case .survivorUnreadable(let path, let survivor):
      "\(naming(path)) stays: the copy to keep, \(naming(survivor)), could not be read to its end."
    case .survivorDiffers(let path, let survivor):
      "\(naming(path)) stays: its bytes are not those of \(naming(survivor))."
    case .survivorWentAlong(let path, let survivor):
      "\(naming(path)) stays: \(naming(survivor)) went with it when it was moved, so the two may be one file."
    case .readOnlyVolume(let path): "\(naming(path)) is on a read-only volume, so nothing can be moved there."
    case .acrossVolumes(let path):
      "\(naming(path)) stays: its trash is on another volume, and nothing goes to a trash, or comes back, by a copy."
    case .folderNotWritable(let path): "You have no permission to change \(naming(path)) or the folder that it is in."
    case .rootNotWritable(let path): "You have no permission to move files out of \(naming(path))."
    case .trashNotWritable(let path, let trash) where path == trash:
      "The trash folder \(naming(trash)) cannot be read or written to. Look at its permissions, and at those of the folders above."
    case .trashNotWritable(let path, let trash):
      "There is no trash for \(naming(path)): \(naming(trash)) cannot be made or written to. A folder of yours on the same volume can "
        + "stand in for it: name it in setAsideFolders in config.toml, or to deckle trash --set-aside. " + Self.wayOut
    case .trashNotTrusted(let path) where path.nameBytes.elementsEqual(".Trash".utf8):
      "The trash folder \(naming(path)) is not safe to use: it is a link or no folder, or it has no sticky bit, so that its "
        + "users could take photos out of each other's trash. Where it is a folder, its owner makes it safe with chmod +t. "
        + Self.wayOut
    case .trashNotTrusted(let path):
      "The trash folder \(naming(path)) is not safe to use: it is a link or no folder, or somebody owns it or may write to it "
        + "who cannot touch your photos where they are, and could erase them there. Where it is yours, chmod go-w makes it "
        + "safe. " + Self.wayOut
    case .diskFull(let path): "The disk is full, so \(naming(path)) was not touched. Free a little space first."
    case .noFreeTrashName(let path): "No free name for \(naming(path)) was found in the trash."
    case .otherFileOfPhoto(let path, let obstacle):
      "\(naming(path)) stays with \(naming(obstacle)), which belongs to it and could not be moved."
    case .somethingElseMoved(let path, let entry):
      "Another file took the place of \(naming(path)) while it was moved, and is in the trash as \(naming(entry))."
    case .unsettled(let path, let entry):
      "\(naming(path)) may have been moved: its file system gave no answer. It is there or at \(naming(entry)); Deckle looks "
        + "again at the next start."
    case .stopped(let path): "\(naming(path)) was not touched: you stopped before."
    case .journalFailed(let path):
      "\(naming(path)) was not touched: Deckle could not write down what it does, so it stopped."
    case .anotherVolume(let path):
      "Another drive or card may be in place of that with \(naming(path)): connect that one."

    // Moving to a folder of the user's
    case .unfitFolder(let path, let obstacle): obstacle.sentence(about: path, naming: naming)
    case .alreadyInFolder(let path): "\(naming(path)) is in that folder already."
    case .noSpace(let path, let folder, let available):
      "\(naming(path)) stays: \(naming(folder)) is on another volume, which has too little room for a copy "
        + "(\(available.formatted) free)."
    case .nameTaken(let path, let name):
      "\(naming(path)) stays: something else got the name \(naming(name)). Nothing was overwritten; try again."
    case .nameRefused(let path, let name):
      "\(naming(path)) stays: the drive refuses the name \(naming(name)). Some drives have no names with : ? * \" < > | \\ in "
        + "them; rename the photo first."
    case .noFreeName(let path, let folder): "No free name for \(naming(path)) was found in \(naming(folder))."
    case .copyDiffers(let path, let copy):
      "\(naming(path)) stays: what was read back of its copy, \(naming(copy)), is not what was written. Its disk may fail."
    case .tagsNotKept(let path):
      "\(naming(path)) stays: it has tags, stars or a comment of your desktop, which the other drive cannot store."

    // Making smaller
    case .leftAsItIs(let path, let refusal): "\(naming(path)) stays as it is. \(refusal.sentence)"
    case .hasOtherNames(let path, let names):
      "\(naming(path)) stays as it is: the file has \(names) names (hard links), and the others would keep its bytes."
    case .noSafeRename(let path):
      "\(naming(path)) stays as it is: its file system has no rename that refuses to replace another file, and Deckle puts "
        + "no smaller file in the place of a photo without one."
    case .insufficientSpace(let path, let available):
      "\(naming(path)) stays as it is: the original goes to the trash, and there is too little room for the smaller file "
        + "beside it (\(available.formatted) free)."
    case .attributesNotKept(let path):
      "\(naming(path)) stays as it is: the smaller file could not get its owner, permissions, times and attributes."
    case .smallerFileChanged(let path, let original):
      "\(naming(path)) was changed since it was made smaller, so it stays. The original is in the trash: \(naming(original))."

    // Restoring
    case .somethingIsThere(let path):
      "There is something at \(naming(path)) already. Nothing was overwritten; what came from there stays where it is."
    case .notInTrash(let path): "\(naming(path)) is not in the trash any more."
    case .trashIsAway(let path, let trash):
      "\(naming(path)) cannot be put back now: its trash, \(naming(trash)), is not there. If it is on a drive or a network "
        + "share, connect that where it was, and try again."
    case .photoStaysInTrash(let path, let obstacle):
      "\(naming(path)) stays in the trash with \(naming(obstacle)), which belongs to it and cannot be put back."
    case .photoStaysInFolder(let path, let obstacle):
      "\(naming(path)) stays where it was moved to with \(naming(obstacle)), which belongs to it and cannot be put back."
    case .partOfKeptPhoto(let path, let obstacle):
      "\(naming(path)) is left in the trash with \(naming(obstacle)), which belongs to it."
    case .photoIsAtOriginalLocation(let path, let photo):
      "\(naming(path)) is left in the trash: \(naming(photo)), which belongs to it, stayed or is back. Name it to deckle "
        + "restore to have it back as well, or erase it in the trash of your desktop."
    case .restOfPhotoMissing(let path, let missing):
      "\(naming(path)) is left in the trash: \(naming(missing)), which belongs to it, is not there, and may have been put "
        + "back under another name. Name it to deckle restore to have it back, or erase it in the trash of your desktop."
    case .mayBeBack(let path, let entry):
      "\(naming(path)) may be back: its file system gave no answer. It is there or at \(naming(entry)): look at both."
    case .mayBeErased(let path):
      "\(naming(path)) may be erased: its file system gave no answer. deckle history says what lies in the trash."
    case .trashEntryChanged(let path, let entry):
      "\(naming(path)) was left alone: \(naming(entry)) in the trash, or the note beside it, is not what this move put there."
    case .notInFolder(let path, let entry):
      "\(naming(path)) cannot be put back: \(naming(entry)), where it was moved to, is not there any more."
    case .takenOn(let path, let entry, let batch):
      "\(naming(path)) cannot be put back yet: a later batch took it on from \(naming(entry)). Put that one back first: "
        + "deckle restore --batch \(batch.text)"
    case .movedFileChanged(let path, let entry):
      "\(naming(path)) was left alone: \(naming(entry)) is not what was moved there, or was changed since."
    case .copyStays(let path, let copy):
      "\(naming(path)) is back, and its copy stays as well: \(naming(copy)), or a file that belongs to it, was changed, or "
        + "there is no trash for it."
    case .restoredFileDiffers(let path, let copy):
      "\(naming(path)) is back, but what can be read of it is not what was moved. Its copy stays at \(naming(copy)); compare "
        + "the two."
    case .copyIsAway(let path, let copy):
      "\(naming(path)) is back. Its copy may still be at \(naming(copy)), which cannot be looked at now; it may go."
    case .notATrashInfo(let path): "\(naming(path)) cannot be read as the note of a trashed file."
    case .escapesVolume(let path): "\(naming(path)) lies outside of the volume of this trash and was not restored."
    }
  }
}

extension FolderObstacle {
  fileprivate func sentence(about path: FilePath, naming: (FilePath) -> String) -> String {
    switch self {
    case .missing:
      "There is no folder \(naming(path)). Make it first: Deckle makes none, so that a slip in its name moves nothing."
    case .noFolder(let kind): "\(naming(path)) is \(kind.text), not a folder to move photos to."
    case .notWritable: "You have no permission to change what is in \(naming(path))."
    case .trash: "\(naming(path)) is a trash or lies in one. Photos go there with deckle trash."
    case .library(let library):
      "\(naming(path)) belongs to the library \(naming(library)). Add photos in the program that manages that."
    case .otherProgram:
      "\(naming(path)) is, or lies in, a folder that another program keeps for itself (versions, previews, caches) and may "
        + "empty. Choose a folder of your own."
    }
  }
}

extension FileKind {
  /// The kind in plain words, such as "a pipe".
  package var text: String {
    switch self {
    case .regular: "a file"
    case .folder: "a folder"
    case .symbolicLink: "a symbolic link"
    case .fifo: "a pipe"
    case .socket: "a socket"
    case .characterDevice, .blockDevice: "a device"
    }
  }
}

extension FileOperation {
  /// The operation in words that follow "could not".
  var text: String {
    switch self {
    case .openFolder: "open the folder"
    case .openFile: "open it"
    case .status: "look at it"
    case .readFolder: "read the folder to its end"
    case .read: "read it"
    case .makeFolder: "make a folder"
    case .createInfo, .writeInfo: "write the note beside it in the trash"
    case .syncFile, .syncFolder: "make sure that it is on the disk"
    case .createFile: "make a file"
    case .writeCopy: "write its copy"
    case .rename: "move it"
    case .link: "link it"
    case .unlink: "remove a name that Deckle made"
    case .space: "ask for the free space"
    case .journal: "write down what is done"
    }
  }
}

extension SkippedFile {
  /// A path that could not be read, with the reason in words that leave out the path itself.
  init(_ path: FilePath, _ error: FileSafetyError, isFolder: Bool = false) {
    let message =
      switch error {
      case .vanished: "It is not there any more."
      case .permissionDenied: "You have no permission to read it."
      case .symbolicLink: "It is reached through a symbolic link, which Deckle does not follow."
      case .notARegularFile(_, let kind): "It is \(kind.text), not a picture file."
      default: error.sentence { _ in "It" }
      }
    self.init(path: path, reason: error.skipReason, message: message, isFolder: isFolder)
  }
}
