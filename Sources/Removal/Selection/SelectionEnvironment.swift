package import FileSafety
package import PhotoModel
package import PhotoScan
package import SystemPackage

/// The environment of a selection: the trash, the settings, the results of earlier scans, and ways to read files
/// without one.
package struct SelectionEnvironment {
  let trash: TrashEnvironment
  /// The settings, of which the names to leave out, the folders of other programs and the ratings count.
  let settings: ScanSettings
  /// The known names of folders of other programs, including those of the settings.
  let knownPlaces: KnownPlaces
  /// The folders of which nothing is moved: absolute, by all their names.
  let protectedFolders: [FilePath]
  /// The folders that Deckle keeps its own files in, to which no photo goes.
  let ownFolders: [FilePath]
  /// The text of a path for people.
  let naming: (FilePath) -> String
  /// The measures of earlier scans; opened only where they are needed.
  let cache: () -> (any FeatureCache)?
  /// Measures a photo that no scan has read; nil where it cannot be read.
  let inspect: (FilePath, FileIdentity) -> Inspection?
  /// Reads a sidecar that no scan has read; nil where it cannot be read.
  package var readSidecar: (FilePath, FileIdentity) -> Inspection?
  /// Reads the facts of a movie that no scan has read; nil where it cannot be read.
  let movieFacts: (FilePath, FileIdentity) -> MovieFacts?
  /// The function that finds the changes by which metadata is added to a sidecar.
  let sidecarEdits: SidecarFile.Edits

  /// Creates the environment; without closures nothing but the state of the disk is known of files.
  package init(
    trash: TrashEnvironment, settings: ScanSettings = ScanSettings(), protectedFolders: [FilePath] = [],
    ownFolders: [FilePath] = [], naming: @escaping (FilePath) -> String,
    cache: @escaping () -> (any FeatureCache)? = { nil },
    inspect: @escaping (FilePath, FileIdentity) -> Inspection? = { _, _ in nil },
    readSidecar: @escaping (FilePath, FileIdentity) -> Inspection? = { _, _ in nil },
    movieFacts: @escaping (FilePath, FileIdentity) -> MovieFacts? = { _, _ in nil },
    sidecarEdits: @escaping SidecarFile.Edits = { _, _, _ in .failure(SidecarRefusal("Nothing reads sidecars here.")) }
  ) {
    self.trash = trash
    self.settings = settings
    knownPlaces = KnownPlaces(adding: settings.ignoredPlaces)
    self.protectedFolders = protectedFolders
    self.ownFolders = ownFolders
    self.naming = naming
    self.cache = cache
    self.inspect = inspect
    self.readSidecar = readSidecar
    self.movieFacts = movieFacts
    self.sidecarEdits = sidecarEdits
  }

}

/// The judgement of copies of files that were named without a folder around them: which of two files lasts follows from
/// the names below their common folder only.
extension KnownPlaces {
  /// Whether a file counts as a copy that stays of all these files.
  func vouches(_ other: FilePath, for files: [FilePath]) -> Bool {
    files.allSatisfy { file in
      let folder = commonFolder(of: other, file)
      if kind(around: other, below: folder) != nil || bundle(around: other) != nil { return false }
      return permanenceNow(of: other, below: folder).vouches(for: permanenceNow(of: file, below: folder))
    }
  }

  /// The permanence of a file by its names below a folder, and by its file system.
  func permanenceNow(of file: FilePath, below folder: FilePath) -> FilePermanence {
    var permanence = permanence(of: file, below: folder)
    permanence.isInMemory = fileSystemKind(of: file.removingLastComponent()).isInMemory
    return permanence
  }
}
