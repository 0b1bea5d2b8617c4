import PhotoModel
import SystemPackage

/// The answer of the disk about a file that was moved or put back.
enum MovedFileCheck: Hashable {
  case asked
  case found(FileIdentity)
  case missing
}

/// The pictures of what was moved, from where they are now, and what is free there.
extension RemovalModel {
  /// The first of these are shown: enough for the widest screen.
  func showDone(_ files: [(name: String, path: FilePath)]) {
    doneFiles = Array(files.prefix(Self.mostShown))
    doneChecks = [:]
    done.thumbnails = []
    identifyDone()
  }

  private static let mostShown = 16

  /// Another screen: nothing of it is decoded any more.
  func leftDone() {
    doneFiles = []
    doneChecks = [:]
  }

  /// Asks what the files are now: a picture is only taken from the file that was asked about.
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

  /// Pictures that have come meanwhile.
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

  /// What is free on the volume of each trash comes late where a disk takes its time.
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
