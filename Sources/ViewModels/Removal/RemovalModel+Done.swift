import PhotoModel
import SystemPackage

/// The answer of the disk about a file that was moved or put back.
enum MovedFileCheck: Hashable {
  case asked
  case found(FileIdentity)
  case missing
}

/// The pictures of the files that were moved or put back, from where they are now, and the free space there.
extension RemovalModel {
  /// Shows the pictures of the first of these files: enough for the widest screen.
  func showDone(_ files: [(name: String, path: FilePath)]) {
    doneFiles = Array(files.prefix(Self.mostShown))
    doneChecks = [:]
    done.thumbnails = []
    identifyDone()
  }

  private static let mostShown = 16

  /// Forgets the pictures: the user went to another screen.
  func leftDone() {
    doneFiles = []
    doneChecks = [:]
  }

  /// Reads the identities of the files now: a picture is only taken from the file that was asked about.
  func identifyDone() {
    for (_, path) in doneFiles.prefix(doneCapacity.count) where doneChecks[path] == nil {
      doneChecks[path] = .asked
      work.run { [self] in
        let identity = await dependencies.pictures.identity(path)
        guard doneChecks[path] != nil else { return }
        doneChecks[path] = identity.map(MovedFileCheck.found) ?? .missing
        refreshDone()
        onChange()
      }
    }
    refreshDone()
  }

  /// Takes over the pictures that have come meanwhile.
  func refreshDone() {
    guard !doneFiles.isEmpty else { return }
    done.thumbnails = doneFiles.prefix(doneCapacity.count).map { name, path in
      let picture: CardPicture =
        switch doneChecks[path] {
        case .found(let identity):
          pictures.picture(of: ScannedPhoto(path: path, identity: identity), in: doneCapacity.size, urgency: .beside)
        case .missing: .unavailable("it is not there")
        case .asked, nil: .loading(since: done.shownAt)
        }
      return Thumbnail(name: name, picture: picture)
    }
  }

  /// Reads the free space on the volume of each trash, which comes late where a disk takes its time.
  func askForFree(_ folders: [FilePath]) {
    let batch = lastBatch
    for (index, folder) in folders.enumerated() {
      work.run { [self] in
        let figures = await dependencies.scan.storage(folder)
        guard lastBatch == batch, done.places.indices.contains(index), let figures else { return }
        done.places[index].free = figures.capacity - figures.used
        onChange()
      }
    }
  }
}
