import DecodeWorker
import FileSafety
import Foundation
import PhotoModel
import PhotoScan
import SessionStore
import SettingsFile
import SystemPackage
import TextSurface
import ViewModels

/// The environment of every command: places, settings, names fit for a terminal, and the doors to the disk.
struct Program: Sendable {
  let variables: ProcessEnvironment
  let places: Places
  let configuration: Configuration
  /// The fault of the settings, where defaults stand in for them.
  let configurationError: ConfigurationError?
  let trash: TrashEnvironment

  /// - Parameter toleratesSettings: Whether a wrong configuration is kept as an error, with the defaults in force.
  /// - Throws: `CommandFailure` where the configuration is wrong and that is not tolerated.
  init(
    variables: ProcessEnvironment = .ofThisProcess, toleratesSettings: Bool = false
  ) throws {
    self.variables = variables
    places = Places(variables: variables)
    trash = TrashEnvironment.current(variables: variables)
    let file = ConfigurationFile(path: places.configurationFile, title: pathTitle(places.configurationFile, home: nil))
    do throws(ConfigurationError) {
      var configuration = try file.load()
      let home = places.home
      configuration.scan.excludedFolders = configuration.scan.excludedFolders.map { expandedPattern($0, home: home) }
      self.configuration = configuration
      configurationError = nil
    } catch {
      guard toleratesSettings else {
        let end = "Nothing was done. Mend the file, or move it away to go on with the standard settings."
        throw CommandFailure((error.sentences + [end]).joined(separator: "\n"))
      }
      configuration = Configuration()
      configurationError = error
    }
    for folder in configuration.setAsideFolders.map(expandingHome) where folder.isAbsolute {
      trash.setAside.choose(folder)
    }
  }

  /// One sentence for each setting that is well-formed and has no effect here.
  var configurationWarnings: [String] {
    let relative = configuration.setAsideFolders.filter { !expandingHome($0).isAbsolute }.map {
      "\(SafeText($0).text) is no full path, so nothing is set aside there. Check setAsideFolders in "
        + "\(naming(places.configurationFile))."
    }
    return relative
      + missingProtectedFolders.map {
        "There is no folder \(SafeText($0).text), so nothing in it is protected. Check protectedFolders in "
          + "\(naming(places.configurationFile))."
      }
  }

  /// Protected folders of the settings that are not there, as they are written.
  var missingProtectedFolders: [String] {
    configuration.protectedFolders.filter { (try? realPath(expandingHome($0))) == nil }
  }

  /// Names of other programs' places, with those of the settings.
  var knownPlaces: KnownPlaces { KnownPlaces(adding: configuration.scan.ignoredPlaces) }

  /// A path in a message: escaped, with "~" for the home folder.
  var naming: @Sendable (FilePath) -> String {
    let home = places.home
    return { pathTitle($0, home: home) }
  }

  /// "20260131-120000": goes into the names of files that are set aside.
  var timestamp: String { trash.now().fileTimestamp }

  /// Opens the cache.
  ///
  /// - Parameter isReadOnly: Whether the file is only read: not made, repaired or changed.
  func features(isReadOnly: Bool = false) throws -> FeatureStore {
    do { return try FeatureStore(path: places.featuresFile, isReadOnly: isReadOnly, timestamp: timestamp) } catch {
      throw CommandFailure(error.sentence(naming))
    }
  }

  /// Opens the session.
  ///
  /// - Parameter isReadOnly: Whether it is only read, without the session's lock.
  func session(isReadOnly: Bool) throws -> SessionDatabase {
    IOWatchdog.current?.goesOn(at: places.state)
    do { return try SessionDatabase(path: places.sessionFile, isReadOnly: isReadOnly, timestamp: timestamp) } catch {
      throw CommandFailure(error.sentence(naming))
    }
  }

  /// - Parameter note: Called with a sentence for the log when a picture ended the process that opened it.
  func engine(cache: (any FeatureCache)?, note: @escaping @Sendable (String) -> Void) -> ScanEngine {
    // The computer stays usable while a scan of hours goes on.
    ScanEngine(
      decoder: decoder(most: Self.mostWorkers, isLowPriority: true, note: note), cache: cache, trash: trash,
      naming: naming)
  }

  /// Opens pictures in locked-down processes, which are started when they are needed.
  func decoder(
    most: Int, isLowPriority: Bool = false, note: @escaping @Sendable (String) -> Void
  ) -> WorkerPhotoDecoder {
    var limits = WorkerLimits()
    limits.isLowPriority = isLowPriority
    return WorkerPhotoDecoder(limits: limits, most: most, naming: naming) { note(SafeText($0).text) }
  }

  /// The largest number of workers. More would read no faster; a scan requests as many as it has jobs.
  private static let mostWorkers = 32

  /// The folders that a person named: absolute, without symbolic links, each a folder that exists.
  ///
  /// - Throws: `CommandFailure` naming the first that is not.
  func folders(_ names: [String]) throws -> [FilePath] {
    try argumentPaths(names).map(folder)
  }

  /// A folder that was named is the first thing asked of its drive; one that hangs is not waited for for ever.
  private static let timeout = Duration.seconds(10)

  /// The real path of one folder.
  func folder(_ given: FilePath) throws -> FilePath {
    guard !given.isEmpty else { throw CommandFailure("An empty name is no folder. Name the folder to look into.") }
    do {
      IOWatchdog.current?.goesOn(at: given)
      let probe = DiskWork(at: given) {
        let path = try realPath(given)
        return (path, try fileStatus(of: path).kind)
      }
      guard let outcome = probe.result(within: Self.timeout) else {
        throw CommandFailure(
          "\(naming(given)) does not answer. Is its drive or network share connected and awake? Then try again.")
      }
      let (path, kind) = try outcome.get()
      guard kind == .folder else {
        throw CommandFailure("\(naming(given)) is a file, not a folder. Name the folder that it lies in.")
      }
      return path
    } catch let error as FileSafetyError {
      if case .vanished = error {
        throw CommandFailure("There is no folder \(naming(given)). Check the name and try again.")
      }
      throw CommandFailure(error.sentence(naming: naming))
    }
  }

  /// Protected folders of the settings by all their names; those that are not there protect nothing.
  func protectedFolders() -> [FilePath] { mountedFolders(configuration.protectedFolders) }

  /// The folders that the settings file protects now, by all names: a person who edits the file relies on the saved
  /// text.
  ///
  /// - Parameter goesOn: Called with each folder before it is checked.
  func protectedFoldersNow(goesOn: (FilePath) -> Void = { _ in }) throws(ConfigurationError) -> [FilePath] {
    let file = ConfigurationFile(path: places.configurationFile, title: "config.toml")
    var folders: [FilePath] = []
    for name in try file.load().protectedFolders {
      let named = namedFolders([name])
      named.forEach(goesOn)
      folders += named + mountedFolders([name])
    }
    return folders
  }

  /// The existing ones of these folders, by all their names, without symbolic links; "~" is the home folder.
  func mountedFolders(_ names: [String]) -> [FilePath] {
    names.compactMap { try? realPath(expandingHome($0)) }.flatMap { mountedNames(of: $0) }
  }

  /// These folders as they are written, whether they exist or not; "~" is the home folder.
  func namedFolders(_ names: [String]) -> [FilePath] {
    names.map { expandingHome($0).lexicallyNormalized() }.filter(\.isAbsolute)
  }

  /// A typed name, with the home folder in place of a leading "~".
  func expandingHome(_ name: String) -> FilePath { expandedPath(name, home: places.home) }

  /// The settings of a scan, with each folder by its whole path.
  func scanSettings(of configuration: Configuration) -> ScanSettings {
    var settings = configuration.scan
    settings.preferredFolders = configuration.preferredFolders.map(expandingHome)
    return settings
  }
}

extension SessionDatabase {
  /// The sentence for a batch of which not every outcome was recorded.
  func notRecordedSentence(_ naming: (FilePath) -> String) -> String {
    "Not every outcome could be written down. "
      + (obstacle?.sentence(naming) ?? "Deckle puts it in order at its next start.")
  }
}

/// A pattern of files to leave out, with the home folder in place of a leading "~/". Nothing in the name of the home
/// folder counts as a pattern.
func expandedPattern(_ pattern: String, home: FilePath) -> String {
  guard pattern.hasPrefix("~/") else { return pattern }
  let name = home == "/" ? "" : String(escaping: home.bytes)
  return name.map { "\\*?[{".contains($0) ? "\\\($0)" : String($0) }.joined() + pattern.dropFirst()
}

/// Ends a command with a sentence on standard error and an exit code.
struct CommandFailure: Error, CustomStringConvertible {
  let sentence: String
  let exitCode: CommandExitCode

  /// - Parameter exitCode: The exit code; `wrongUsage` where nothing but the request was wrong.
  init(_ sentence: String, exitCode: CommandExitCode = .failed) {
    self.sentence = sentence
    self.exitCode = exitCode
  }

  var description: String { sentence }
}
