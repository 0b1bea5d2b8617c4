import FileSafety
import SystemPackage

/// The paths of Deckle's files, by the XDG base directory specification. No path goes through a symbolic link as far as
/// it exists, so that the file checked is the file that SQLite opens.
struct Places: Sendable {
  let home: FilePath
  let configuration: FilePath
  let state: FilePath
  let cache: FilePath

  /// - Parameter variables: The environment. A relative XDG path is ignored, as the specification demands.
  init(variables: ProcessEnvironment) {
    func folder(_ variable: String, _ standard: String, home: FilePath) -> FilePath {
      pathRealAsFarAsItExists((variables.folder(variable) ?? home.appending(standard)).appending("deckle"))
    }
    home = pathRealAsFarAsItExists(userHomeFolder(variables: variables))
    configuration = folder("XDG_CONFIG_HOME", ".config", home: home)
    state = folder("XDG_STATE_HOME", ".local/state", home: home)
    cache = folder("XDG_CACHE_HOME", ".cache", home: home)
  }

  /// The folders that hold the files of Deckle itself: no photo goes there.
  var ownFolders: [FilePath] { [configuration, state, cache] }
  var configurationFile: FilePath { configuration.appending("config.toml") }
  var sessionFile: FilePath { state.appending("session.sqlite") }
  var logFile: FilePath { state.appending("deckle.log") }
  var featuresFile: FilePath { cache.appending("features.sqlite") }
}
