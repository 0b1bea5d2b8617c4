package import PhotoModel
package import SystemPackage

/// The locations of decided files in a library now, as photos or as companions of photos.
package struct FileLocations {
  private let photos: LibraryPhotos
  /// The index of all files of the library, by size and time, and of companions by path; made for the first file that
  /// is not at its path.
  private var tables: (files: [FileIdentity: [Location]], companions: [FilePath: Location])?

  /// A file of a photo.
  package struct Location {
    let photo: ScannedPhoto
    /// The companion; nil for the shown file.
    let companion: Companion?
    fileprivate var path: FilePath { companion?.path ?? photo.path }
    fileprivate var identity: FileIdentity { companion?.identity ?? photo.identity }
    fileprivate var digest: ContentDigest? { companion.map(\.digest) ?? photo.digest }
  }

  /// Creates the locations among these photos.
  package init(_ photos: LibraryPhotos) { self.photos = photos }

  /// Other locations of a file that is no photo at its path any more: as a companion, else the file itself under
  /// another name, else all files with its content, each of which may be the file. None for a photo that is at its
  /// path: a copy beside it is another photo.
  ///
  /// - Parameter isOfLibrary: Whether the file was decided about as a photo of this library. For another library nobody
  ///   knows whether the file is still there, and only the file itself counts.
  package mutating func others(of item: DecisionAction.Item, isOfLibrary: Bool) -> [Location] {
    if let photo = photos[item.path], item.effect(of: .keep, removedParts: .all, on: photo) != nil { return [] }
    let tables = tables ?? madeTables()
    self.tables = tables
    if let companion = tables.companions[item.path] { return [companion] }
    let same = tables.files[item.identity.sizeAndTime, default: []].filter {
      item.file.isSame(as: $0.path, $0.identity, $0.digest)
    }
    guard same.isEmpty, isOfLibrary, let digest = item.digest else { return same }
    let owners = photos.companions[digest, default: []].compactMap { photos[$0] }
    return photos.copies(of: digest).map { Location(photo: $0, companion: nil) }
      + owners.flatMap { photo in
        photo.companions.filter { $0.digest == digest }.map { Location(photo: photo, companion: $0) }
      }
  }

  /// The path of a photo: its own, else the first of its other locations as a photo, in byte order. Nil where there is
  /// none.
  package mutating func path(of item: DecisionAction.Item) -> FilePath? {
    if let photo = photos[item.path], item.effect(of: .keep, removedParts: .all, on: photo) != nil { return item.path }
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
