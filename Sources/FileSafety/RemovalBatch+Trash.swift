import PhotoModel
package import SystemPackage

extension RemovalBatch {
  /// The files of the batch that are really in the trash now, by what the disk says: it may have been emptied since.
  ///
  /// A file of which nobody may look whether it is there counts: only what is known to be away is away.
  package func filesStillInTrash(operations: FileOperations = .live) -> [BatchFile] {
    files.filter { ($0.state == .moved || $0.state == .unclear) && $0.isInTrash(operations: operations) }
  }

  /// Whether a restore would find something to put back. A file that is in both places or in a strange one (`unclear`)
  /// is no reason to choose this batch before an older one.
  package func hasFilesToRestore(operations: FileOperations = .live) -> Bool {
    files.contains { $0.state == .moved && $0.isInTrash(operations: operations) }
  }

  /// The trashes of its files that are not there now, in byte order.
  package func missingTrashes(operations: FileOperations = .live) -> [FilePath] {
    Set(files.compactMap { $0.missingTrash(operations: operations) }).sorted(by: precedesInByteOrder)
  }

  /// Nothing of it can be put back any more and nothing about it is open: only the memory of it is left.
  ///
  /// What lies on a drive that is away may come back with it, so that is not over.
  package func isOver(operations: FileOperations = .live) -> Bool {
    files.allSatisfy { file in
      switch file.state {
      case .stayed, .restored: true
      case .planned, .reserved, .restoring, .unclear: false
      case .moved: file.isGoneFromTrash(operations: operations)
      }
    }
  }
}

extension BatchFile {
  /// A file, or the folder of an app, is at its place in the trash, or nobody may look.
  package func isInTrash(operations: FileOperations = .live) -> Bool {
    guard let place else { return false }
    do throws(FileSafetyError) {
      return try fileStatus(of: place.filePath, operations: operations).kind == (isFolder ? .folder : .regular)
    } catch {
      if case .vanished = error { return false }
      return true
    }
  }

  /// The trash that it was moved to, where that is not there: its drive is unplugged, or mounted elsewhere. Nil else, and
  /// where nobody can tell.
  package func missingTrash(operations: FileOperations = .live) -> FilePath? {
    guard state == .moved, let place else { return nil }
    do throws(FileSafetyError) {
      _ = try fileStatus(of: place.filePath.parentFolder, operations: operations)
      return nil
    } catch {
      if case .vanished = error { return place.folder.path }
      return nil
    }
  }

  /// What stayed for it when it went, where that is not there any more, or is another file now. Nil where nothing had to
  /// stay, and where it still does.
  package func lostSurvivor(operations: FileOperations = .live) -> FilePath? {
    guard let survivor else { return nil }
    let now = try? fileStatus(of: survivor.path, operations: operations)
    let isThere =
      now.map {
        $0.kind == .regular && $0.identity.size == survivor.identity.size
          && $0.identity.modified == survivor.identity.modified
      } ?? false
    return isThere ? nil : survivor.path
  }

  /// The folder of its trash is there, and the file is not. Of a home trash only: where another drive is mounted, another
  /// one may lie with a trash of its own, while the one with the file is away.
  fileprivate func isGoneFromTrash(operations: FileOperations) -> Bool {
    guard let place, place.folder.kind == .home, !isInTrash(operations: operations) else { return false }
    return (try? fileStatus(of: place.filePath.parentFolder, operations: operations))?.kind == .folder
  }
}
