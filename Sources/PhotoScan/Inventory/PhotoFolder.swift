package import FileSafety
package import PhotoModel
package import SystemPackage

/// The photos of one folder by the names in it and earlier inspections, for a person who names a file.
package struct PhotoFolder {
  private var photos: [FilePath: ScannedPhoto] = [:]
  private var shownOfCompanion: [FilePath: FilePath] = [:]
  private let reasonNotCompanion: (Companion, ScannedPhoto) -> NamesakeFile.Reason?
  private let asked = AskedMovies()

  /// Whether movies are part of their photos, once that was asked.
  private final class AskedMovies {
    var reasons: [FilePath: NamesakeFile.Reason?] = [:]
  }

  /// Reads the folder; opens no file in it.
  ///
  /// - Parameters:
  ///   - folder: Absolute, without symbolic links.
  ///   - known: The inspection of an unchanged file by an earlier scan; nil where there is none.
  ///   - reasonNotCompanion: The reason why a movie of a photo's name is no part of it; nil where it is. Called once
  ///     for each photo that is looked up.
  /// - Throws: The error where the folder cannot be read to its end: then companions cannot be determined.
  package init(
    _ folder: FilePath, protectedFolders: [FilePath] = [], known: (FilePath, FileIdentity) -> Inspection?,
    reasonNotCompanion: @escaping (Companion, ScannedPhoto) -> NamesakeFile.Reason?
  ) throws(FileSafetyError) {
    self.reasonNotCompanion = reasonNotCompanion
    var request = ScanRequest(roots: [folder], jobs: 1)
    request.protectedFolders = protectedFolders
    var permanences = FilePermanences(request, .live)
    let files = try regularFiles(in: folder).map { path, status in
      Inventory.File(
        path: path, identity: status.identity, needsSniffing: false, mountID: status.mountID,
        isProtected: request.isProtected(path), permanence: permanences.permanence(of: path, on: status.identity.device)
      )
    }
    let pictures = files.filter { FileNameParts($0.path)?.isPicture == true }.map { file in
      let inspection = known(file.path, file.identity)
      return ScannedPhoto(
        path: file.path, identity: file.identity, digest: inspection?.digest, features: inspection?.features,
        isProtected: file.isProtected, permanence: file.permanence)
    }
    let pairing = PhotoPairing(files)
    var sidecars: [FilePath: Inspection] = [:]
    for file in pairing.sidecars(without: []) { sidecars[file.path] = known(file.path, file.identity) }
    for photo in pairing.photos(of: pictures, sidecars: sidecars, reasonNotCompanion: { _, _ in nil }) {
      photos[photo.path] = photo
      for companion in photo.companions { shownOfCompanion[companion.path] = photo.path }
    }
  }

  /// Photos in it, by the names of their files.
  package var count: Int { photos.count }

  /// The photo that shows this file.
  package func photo(showing path: FilePath) -> ScannedPhoto? { photos[path].map(withoutStrangeMovies) }

  /// The photo that this file belongs to without being the one that is shown.
  package func photo(withCompanion path: FilePath) -> ScannedPhoto? {
    let photo = shownOfCompanion[path].flatMap(photo(showing:))
    return photo?.companions.contains { $0.path == path } == true ? photo : nil
  }

  private func withoutStrangeMovies(_ photo: ScannedPhoto) -> ScannedPhoto {
    var photo = photo
    for movie in photo.companions where movie.role == .movie {
      let reason = asked.reasons[movie.path] ?? reasonNotCompanion(movie, photo)
      asked.reasons[movie.path] = .some(reason)
      if let reason { photo.leaveOut(movie, reason) }
    }
    return photo
  }
}
