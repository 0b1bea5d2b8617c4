package import FileSafety
package import Foundation
package import PhotoModel
import Removal
package import SystemPackage

/// One batch of the history.
package struct BatchSummary: Hashable, Sendable {
  /// The identifier of the batch.
  package var id: String
  /// The time of the move.
  package var date: Date
  /// The name of the app whose folders these are; nil for photos.
  package var app: String?
  /// The number of photos, or of folders of an app.
  package var photos: Int
  /// The number of files of these photos.
  package var files: Int
  /// Photos of which every file was put back.
  package var restored: Int
  /// The number of the other photos that are not in the trash any more: it was emptied.
  package var gone: Int
  /// The number of the other photos whose trash is on a drive that is not there.
  package var away: Int
  /// The number of the photos that went to a folder of the user's.
  package var folders = 0
  /// The number of the photos that were made smaller.
  package var smaller = 0
  /// The size of all files that were moved, without that of the smaller ones in their place.
  package var bytes: ByteCount
  /// The part of `bytes` that was put back.
  package var restoredBytes: ByteCount
  /// The part of `bytes` that is no longer in the home trash, nor back in its folder.
  package var goneBytes: ByteCount
  /// The part of `bytes` that went to a folder of the user's and was not put back.
  package var folderBytes = ByteCount.zero
  /// The last comparison of the batch with its receipt; nil where there was none.
  package var verification: BatchVerification?

  /// Creates a summary; where `files` is nil each photo is one file.
  package init(
    id: String, date: Date, app: String? = nil, photos: Int, files: Int? = nil, restored: Int, gone: Int = 0,
    away: Int = 0, bytes: ByteCount, restoredBytes: ByteCount = .zero, goneBytes: ByteCount = .zero
  ) {
    self.id = id
    self.date = date
    self.app = app
    self.photos = photos
    self.files = files ?? photos
    self.restored = restored
    self.gone = gone
    self.away = away
    self.bytes = bytes
    self.restoredBytes = restoredBytes
    self.goneBytes = goneBytes
  }
}

/// A file of a batch, and where it is now.
package struct BatchEntry: Hashable, Sendable {
  /// The location of a file: in the trash, back where it was, or gone from the trash.
  package enum State: Hashable, Sendable {
    case inTrash, restored, gone
    /// The file was made smaller, and its original is in the trash.
    case originalInTrash
    /// The file is in the folder of the user's that it was moved to.
    case inFolder
    /// The file is not in the folder that it was moved to, or not as it was.
    case notInFolder
    /// The file is on a drive that is not there now.
    case away
    /// The file is neither in the trash nor back, or in both places.
    case unclear
  }

  /// The path that the file was moved from.
  package var path: FilePath
  /// The size when it was moved.
  package var size: ByteCount
  /// The present state of the file.
  package var state: State
  /// The file as it is now, in the trash or where it was put back; nil where it is in neither place.
  package var file: ScannedPhoto?
  /// The whole photo that the file belongs to, by its earlier names, with the features of its contents: for filters.
  package var photo: ScannedPhoto

  /// Creates an entry; without a photo the file is all of it.
  package init(
    path: FilePath, size: ByteCount, state: State, file: ScannedPhoto? = nil, photo: ScannedPhoto? = nil
  ) {
    let identity = FileIdentity(device: 0, inode: 0, size: size.bytes, modified: 0, changed: 0)
    self.photo = photo ?? ScannedPhoto(path: path, identity: identity)
    self.path = path
    self.size = size
    self.state = state
    self.file = file
  }

  /// The entry of a file of a batch; nil where the file never left its folder.
  fileprivate init?(_ file: BatchFile, of photo: ScannedPhoto, _ lookup: TrashLookup) {
    let isMoved = file.folderLocation != nil
    guard let whereabouts = isMoved ? lookup.destination(of: file) : lookup.whereabouts(of: file) else { return nil }
    let state: State =
      switch whereabouts {
      case _ where file.state == .unclear: .unclear
      case .inTrash: isMoved ? .inFolder : file.smallerFile == nil ? .inTrash : .originalInTrash
      case .back: .restored
      case _ where isMoved: .notInFolder
      case .erased, .notThere, .changed: .gone
      case .away: .away
      }
    let location: FilePath? =
      switch state {
      case .inTrash, .originalInTrash: file.location?.filePath
      case .inFolder: file.folderLocation?.path
      case .restored: file.path
      default: nil
      }
    let now = (file.isFolder ? nil : location).flatMap { location in
      (try? fileStatus(of: location)).map { ScannedPhoto(path: location, identity: $0.identity) }
    }
    self.init(path: file.path, size: ByteCount(file.identity.size), state: state, file: now, photo: photo)
  }
}

extension RemovalBatch {
  /// The files that left their folders, and where they are now.
  ///
  /// - Parameter features: The features of a content, for filters.
  package func entries(
    _ lookup: TrashLookup, features: (ContentDigest) -> PhotoFeatures? = { _ in nil }
  ) -> [BatchEntry] {
    let photos = Dictionary(grouping: files, by: \.item).mapValues { files in
      var files = files.sorted { $0.index < $1.index }
      let first = files.removeFirst()
      return ScannedPhoto(
        path: first.path, identity: first.identity, digest: first.digest, features: first.digest.flatMap(features),
        companions: files.map { file in
          let isRAW = file.path.nameEnding.map(ImageFormat.raw.endings.contains) ?? false
          return Companion(
            path: file.path, identity: file.identity, role: isRAW ? .raw : .sidecar, owner: .photo,
            digest: file.digest)
        })
    }
    return files.compactMap { file in photos[file.item].flatMap { BatchEntry(file, of: $0, lookup) } }
  }
}

extension BatchSummary {
  /// Creates the summary of a batch; nil where every file stayed in its folder.
  package init?(_ batch: RemovalBatch, date: Date, _ lookup: TrashLookup) {
    // The trash belongs to the whole desktop and may have been emptied since.
    let left = zip(batch.files, batch.whereabouts(lookup)).compactMap { file, location in
      location.map {
        (item: file.item, size: file.sizeWon, location: $0, isInFolder: file.folderLocation != nil)
      }
    }
    guard !left.isEmpty else { return nil }
    let photos = Dictionary(grouping: left, by: \.item).mapValues { Set($0.map(\.location)) }.values
    let lost = photos.filter { $0 != [.back] && !$0.contains(.inTrash) }
    let away = lost.count { $0.contains(.away) }
    func bytes(_ location: Whereabouts) -> ByteCount { left.filter { $0.location == location }.map(\.size).total }
    self.init(
      id: batch.id.text, date: date, app: batch.app, photos: photos.count, files: left.count,
      restored: photos.count { $0 == [.back] }, gone: lost.count - away, away: away,
      bytes: left.map(\.size).total, restoredBytes: bytes(.back), goneBytes: bytes(.erased))
    folderBytes = left.filter { $0.isInFolder && $0.location != .back }.map(\.size).total
    folders = Set(batch.files.filter { $0.folderLocation != nil }.map(\.item)).count
    smaller = Set(batch.files.filter { $0.smallerFile != nil }.map(\.item)).count
    verification = batch.verification
  }
}

extension BatchFile {
  /// The bytes that are free once the trash is emptied: the size of the file, without that of a smaller one in its
  /// place.
  package var sizeWon: ByteCount {
    ByteCount(identity.size) - (smallerFile.map { ByteCount($0.identity.size) } ?? .zero)
  }
}
