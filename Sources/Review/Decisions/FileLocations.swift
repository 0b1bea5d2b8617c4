package import PhotoModel
package import SystemPackage

/// Where the files of decisions lie in a library now, as photos or as companions of photos.
package struct FileLocations {
  private let photos: LibraryPhotos
  /// Made for the first file that is not in its place: all files of the library by size and time, and companions by path.
  private var tables: (files: [FileIdentity: [Location]], companions: [FilePath: Location])?

  /// A file of a photo.
  package struct Location {
    let photo: ScannedPhoto
    /// Nil is the shown file.
    let companion: Companion?
    fileprivate var path: FilePath { companion?.path ?? photo.path }
    fileprivate var identity: FileIdentity { companion?.identity ?? photo.identity }
    fileprivate var digest: ContentDigest? { companion.map(\.digest) ?? photo.digest }
  }

  /// The locations among these photos.
  package init(_ photos: LibraryPhotos) { self.photos = photos }

  /// Other places of a file that is no photo at its path any more: as a companion, else the file itself under another name, else the
  /// files with its content, which may each be the one. None of a photo that is in its place: a copy beside it is another photo.
  ///
  /// - Parameter isOfLibrary: It was decided about as a photo of this library. Of another one nobody knows whether the file still lies
  ///   there, and nothing but the file itself counts.
  package mutating func others(of item: DecisionAction.Item, isOfLibrary: Bool) -> [Location] {
    if let photo = photos[item.path], item.effect(of: .keep, going: .all, on: photo) != nil { return [] }
    let tables = tables ?? madeTables()
    self.tables = tables
    if let companion = tables.companions[item.path] { return [companion] }
    let same = tables.files[item.identity.sizeAndTime, default: []].filter {
      item.file.isSameFile(as: $0.path, $0.identity, $0.digest)
    }
    guard same.isEmpty, isOfLibrary, let digest = item.digest else { return same }
    let owners = photos.companions[digest, default: []].compactMap { photos[$0] }
    return photos.copies(of: digest).map { Location(photo: $0, companion: nil) }
      + owners.flatMap { photo in
        photo.companions.filter { $0.digest == digest }.map { Location(photo: photo, companion: $0) }
      }
  }

  /// The path of a photo: its own, else that under which it lies now, else the first with its content. Nil where there is none.
  package mutating func path(of item: DecisionAction.Item) -> FilePath? {
    if let photo = photos[item.path], item.effect(of: .keep, going: .all, on: photo) != nil { return item.path }
    return others(of: item, isOfLibrary: true).filter { $0.companion == nil }.map(\.photo.path)
      .min(by: precedesInByteOrder)
  }

  private func madeTables() -> (files: [FileIdentity: [Location]], companions: [FilePath: Location]) {
    var (files, companions): ([FileIdentity: [Location]], [FilePath: Location]) = ([:], [:])
    for photo in photos.values {
      files[photo.identity.sizeAndTime, default: []].append(Location(photo: photo, companion: nil))
      for companion in photo.companions {
        let location = Location(photo: photo, companion: companion)
        files[companion.identity.sizeAndTime, default: []].append(location)
        companions[companion.path] = location
      }
    }
    return (files, companions)
  }
}
