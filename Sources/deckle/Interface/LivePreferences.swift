import FileSafety
import PhotoModel
import SessionStore
import SystemPackage
import ViewModels

/// The settings in `config.toml`, and the cache, for the interface.
struct LivePreferences: Sendable {
  let program: Program
  let features: FeatureStore?

  var effects: PreferencesEffects {
    let file = ConfigurationFile(path: program.places.configurationFile, title: "config.toml")
    let (program, features) = (program, features)
    return PreferencesEffects(
      load: {
        do throws(ConfigurationError) { return try file.load().preferences } catch {
          throw SpokenStoreError(sentence: error.sentence)
        }
      },
      change: { change in
        let preferences: Preferences
        do { preferences = try file.change { change(&$0.preferences) }.preferences } catch {
          throw SpokenStoreError(
            sentence: (error as? ConfigurationError)?.sentence
              ?? "\(program.naming(file.path)) cannot be written, so nothing has changed.")
        }
        let folders = FoldersInForce(
          excluded: preferences.excludedFolders.map { expandedPattern($0, home: program.places.home) },
          protected: program.realFolders(preferences.protectedFolders).flatMap { mountedNames(of: $0) })
        return (preferences, folders)
      },
      cacheSize: { await onDiskThread { try? features?.size() } },
      clearCache: {
        let problem = await onDiskThread { () -> String? in
          do {
            try features?.clear()
            return nil
          } catch { return "The cache in \(program.naming(program.places.featuresFile)) cannot be emptied." }
        }
        if let problem { throw SpokenStoreError(sentence: problem) }
      })
  }
}
