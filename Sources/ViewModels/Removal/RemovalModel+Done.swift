import PhotoModel
import SystemPackage

/// The pictures of the files that were moved or put back, and the free space there.
extension RemovalModel {
  /// Shows the pictures of the first of these files.
  func showDone(_ files: [(name: String, path: FilePath)]) {
    batchPictures.show(files)
    done.thumbnails = []
    identifyDone()
  }

  /// Forgets the pictures: the user went to another screen.
  func leftDone() { batchPictures.show([]) }

  /// Reads the identities of the files now: a picture is only taken from the file that was asked about.
  private func identifyDone() {
    for path in batchPictures.toAsk() {
      work.run { [self] in
        let identity = await dependencies.pictures.identity(path)
        guard batchPictures.answered(identity, about: path) else { return }
        refreshDone()
        library.onChange(.screen)
      }
    }
    refreshDone()
  }

  /// Applies the pictures that have come meanwhile.
  func refreshDone() {
    guard !batchPictures.isEmpty else { return }
    done.thumbnails = batchPictures.thumbnails(since: done.shownAt) { photo in
      pictures.picture(of: photo, in: batchPictures.capacity.size, urgency: .beside)
    }
  }

  /// Sets the space for small pictures on the screen about a finished batch.
  func setDoneCapacity(_ capacity: PictureRow) {
    guard capacity != batchPictures.capacity else { return }
    batchPictures.capacity = capacity
    identifyDone()
  }

  /// Reads the free space on the volume of each trash, which comes late where a disk takes its time.
  func askForFree(_ folders: [FilePath]) {
    let batch = lastBatch
    for (index, folder) in folders.enumerated() {
      work.run { [self] in
        let figures = await dependencies.scan.storage(folder)
        guard lastBatch == batch, done.locations.indices.contains(index), let figures else { return }
        done.locations[index].free = figures.capacity - figures.used
        library.onChange(.screen)
      }
    }
  }
}
