import FileSafety
import PhotoModel
import SessionStore
import SettingsFile
import SystemPackage
import ViewModels

/// The settings in `config.toml`, and the cache, for the interface.
struct LivePreferences: Sendable {
  let program: Program
  let session: SessionDatabase
  let features: FeatureStore?

  var dependencies: PreferencesDependencies {
    let file = ConfigurationFile(path: program.places.configurationFile, title: "config.toml")
    let (program, session, features) = (program, session, features)
    return PreferencesDependencies(
      load: {
        do throws(ConfigurationError) {
          let configuration = try file.load()
          return (configuration.preferences, program.scanSettings(of: configuration))
        } catch {
          throw UserFacingError(error.sentence)
        }
      },
      change: { change in
        do { return try file.change { change(&$0.preferences) }.preferences } catch {
          throw UserFacingError(
            (error as? ConfigurationError)?.sentence
              ?? "\(program.naming(file.path)) cannot be written, so nothing has changed.")
        }
      },
      written: { preferences in
        EffectiveFolders(
          excluded: preferences.excludedFolders.map { expandedPattern($0, home: program.places.home) },
          protected: program.namedFolders(preferences.protectedFolders))
      },
      found: { preferences in await onDiskThread { program.mountedFolders(preferences.protectedFolders) } },
      cacheSize: { await onDiskThread { try? features?.size() } },
      clearCache: {
        let problem = await onDiskThread { () -> String? in
          do {
            try features?.clear()
            return nil
          } catch { return "The cache in \(program.naming(program.places.featuresFile)) cannot be emptied." }
        }
        if let problem { throw UserFacingError(problem) }
      },
      batchesOver: {
        try await onDiskThread {
          do { return ForgettableBatches(try session.allBatches()) } catch {
            throw UserFacingError("The history cannot be read.")
          }
        }
      },
      forgetBatches: { batches in
        try await onDiskThread {
          do throws(StoreError) { try session.forget(batches.map { BatchID($0) }) } catch {
            throw UserFacingError("The history could not be forgotten: \(error.sentence(program.naming))")
          }
        }
      })
  }
}

extension ForgettableBatches {
  /// Looks into the trash, because it may have been emptied since.
  init(_ batches: [RemovalBatch]) {
    let lookup = TrashLookup()
    let over = batches.filter { $0.isOver(lookup) }.map(\.id.text)
    self.init(over: over, others: batches.count - over.count)
  }
}
