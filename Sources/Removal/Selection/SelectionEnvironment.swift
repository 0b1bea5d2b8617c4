package import FileSafety
package import PhotoModel
package import PhotoScan
package import SystemPackage

/// Surroundings of a selection: the trash, the settings, what earlier scans know of files, and ways to read one that they do not.
package struct SelectionEnvironment {
  let trash: TrashEnvironment
  /// Settings of a scan, of which the names to leave out, the places of other programs and the ratings count.
  let settings: ScanSettings
  /// Names of other programs' places, with those of the settings.
  let places: KnownPlaces
  /// Folders of which nothing is moved: absolute, by all their names.
  let protectedFolders: [FilePath]
  /// Paths as people read them.
  let naming: (FilePath) -> String
  /// Measures of earlier scans; asked for only where they are needed.
  let cache: () -> (any FeatureCache)?
  /// Measures of a photo that no scan has read.
  let inspect: (FilePath, FileIdentity) -> Inspection?
  /// Contents of a sidecar that no scan has read.
  let readSidecar: (FilePath, FileIdentity) -> Inspection?
  /// Facts of a movie that no scan has read; nil where it cannot be read.
  let movieFacts: (FilePath, FileIdentity) -> MovieFacts?

  /// Creates the environment; without closures nothing is known of files but what the disk says.
  package init(
    trash: TrashEnvironment, settings: ScanSettings = ScanSettings(), protectedFolders: [FilePath] = [],
    naming: @escaping (FilePath) -> String, cache: @escaping () -> (any FeatureCache)? = { nil },
    inspect: @escaping (FilePath, FileIdentity) -> Inspection? = { _, _ in nil },
    readSidecar: @escaping (FilePath, FileIdentity) -> Inspection? = { _, _ in nil },
    movieFacts: @escaping (FilePath, FileIdentity) -> MovieFacts? = { _, _ in nil }
  ) {
    self.trash = trash
    self.settings = settings
    places = KnownPlaces(adding: settings.ignoredPlaces)
    self.protectedFolders = protectedFolders
    self.naming = naming
    self.cache = cache
    self.inspect = inspect
    self.readSidecar = readSidecar
    self.movieFacts = movieFacts
  }

}

/// Copies of files that were named by themselves, without a folder around them: what two paths have in common says nothing of
/// which of the two lasts, only the names below it do.
extension KnownPlaces {
  /// A file counts as what stays of others that go.
  func vouches(_ other: FilePath, for files: [FilePath]) -> Bool {
    files.allSatisfy { file in
      let folder = commonFolder(of: other, file)
      if kind(around: other, below: folder) != nil || bundle(around: other) != nil { return false }
      return standingNow(of: other, below: folder).vouches(for: standingNow(of: file, below: folder))
    }
  }

  /// The standing of a file by its names below a folder, and by its file system.
  func standingNow(of file: FilePath, below folder: FilePath) -> Standing {
    var standing = standing(of: file, below: folder)
    standing.isInMemory = isInMemory(file.removingLastComponent())
    return standing
  }
}
