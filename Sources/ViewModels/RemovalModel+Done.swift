import PhotoModel
import SystemPackage

/// What the disk says of a file that was moved or put back.
enum DoneLook: Hashable {
  case asked
  case found(FileIdentity)
  case missing
}

/// The pictures of what was moved, from where they are now, and what is free there.
extension RemovalModel {
  /// The first of these are shown: enough for the widest screen.
  func showDone(_ files: [(name: String, path: FilePath)]) {
    doneFiles = Array(files.prefix(Self.mostShown))
    doneLooks = [:]
    done.glimpses = []
    lookAtDone()
  }

  private static let mostShown = 16

  /// Another screen: nothing of it is decoded any more.
  func leftDone() {
    doneFiles = []
    doneLooks = [:]
  }

  /// Asks what the files are now: a picture is only taken from the file that was asked about.
  func lookAtDone() {
    for (_, path) in doneFiles.prefix(doneRoom.count) where doneLooks[path] == nil {
      doneLooks[path] = .asked
      work.run { [self] in
        let identity = await effects.pictures.identity(path)
        guard doneLooks[path] != nil else { return }
        doneLooks[path] = identity.map(DoneLook.found) ?? .missing
        refreshDone()
        onChange()
      }
    }
    refreshDone()
  }

  /// Pictures that have come meanwhile.
  func refreshDone() {
    guard !doneFiles.isEmpty else { return }
    done.glimpses = doneFiles.prefix(doneRoom.count).map { name, path in
      let picture: CardPicture =
        switch doneLooks[path] {
        case .found(let identity):
          pictures.picture(of: ScannedPhoto(path: path, identity: identity), in: doneRoom.size, urgency: .beside)
        case .missing: .unavailable("it is not there")
        case .asked, nil: .loading(since: done.shownAt)
        }
      return Glimpse(name: name, picture: picture)
    }
  }

  /// What is free on the volume of each trash comes late where a disk takes its time.
  func askForFree(_ folders: [FilePath]) {
    let batch = lastBatch
    for (index, folder) in folders.enumerated() {
      work.run { [self] in
        let figures = await effects.scan.storage(folder)
        guard lastBatch == batch, done.places.indices.contains(index), let figures else { return }
        done.places[index].free = figures.capacity - figures.used
        onChange()
      }
    }
  }
}
