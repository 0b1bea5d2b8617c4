import PhotoModel
package import SystemPackage

extension RemovalBatch {
  /// The files that went as one photo with the file of this path, in their order.
  package func files(ofPhotoAt path: FilePath) -> [BatchFile] {
    let photos = Set(files.filter { $0.path == path }.map(\.item))
    return files.filter { photos.contains($0.item) }
  }

  /// The whereabouts of each file of the batch, in their order; nil for files that never left or are not settled.
  package func whereabouts(_ lookup: TrashLookup = TrashLookup()) -> [Whereabouts?] { files.map(lookup.whereabouts) }

  /// The location of each file of the batch as shown to a person, in their order; nil for files that never left or are
  /// not settled.
  package func destinations(_ lookup: TrashLookup = TrashLookup()) -> [Whereabouts?] { files.map(lookup.destination) }

  /// The files of the batch that are really in the trash now, by the state of the disk: it may have been emptied since.
  package func filesStillInTrash(_ lookup: TrashLookup = TrashLookup()) -> [BatchFile] {
    files.filter { lookup.whereabouts(of: $0) == .inTrash }
  }

  /// Whether a restore would find something to put back. A file that is in both places or in a strange one (`unclear`)
  /// is no reason to choose this batch before an older one.
  package func hasFilesToRestore(_ lookup: TrashLookup = TrashLookup()) -> Bool {
    files.contains { $0.state == .moved && lookup.whereabouts(of: $0) == .inTrash }
  }

  /// The trashes and folders of its files that are not there now, in byte order.
  package func missingTrashes(_ lookup: TrashLookup = TrashLookup()) -> [FilePath] {
    let away = files.filter { $0.state == .moved && lookup.whereabouts(of: $0) == .away }
    return Set(away.compactMap { $0.location?.folder.path ?? $0.folderLocation?.path.parentFolder })
      .sorted(by: precedesInByteOrder)
  }

  /// Whether no file of the batch can be put back any more and nothing about it is open: only its record is left.
  /// A file on a drive that is away may come back with it, so such a batch is not over.
  package func isOver(_ lookup: TrashLookup = TrashLookup()) -> Bool {
    files.allSatisfy { file in
      switch file.state {
      case .stayed, .restored: true
      case .planned, .reserved, .restoring, .unclear: false
      case .moved:
        switch lookup.whereabouts(of: file) {
        case .erased: true
        // Where another drive is mounted now, another file may resemble this one.
        case .back: file.location?.folder.kind == .home
        case .inTrash, .notThere, .changed, .away, nil: false
        }
      }
    }
  }
}

extension BatchFile {
  /// The survivor of the file, where it is gone or is another file now. Nil where nothing had to stay, and where the
  /// survivor is still there.
  package func lostSurvivor() -> FilePath? {
    guard let survivor else { return nil }
    let now = try? fileStatus(of: survivor.path)
    let isThere =
      now.map {
        $0.kind == .regular && $0.identity.size == survivor.identity.size
          && $0.identity.modified == survivor.identity.modified
      } ?? false
    return isThere ? nil : survivor.path
  }
}
