import FileSafety
import Glibc
import PhotoModel
import SessionStore
import SystemPackage

/// Deckle's own folders and databases.
struct FileChecks {
  typealias Check = DoctorDocument.Check

  let program: Program

  /// All checks, the most common question first; databases are opened only where they exist.
  var all: [Check] {
    let places = program.places
    return user + settings + [
      folder("settings folder", places.configuration, .warning, "Settings cannot be saved."),
      folder(
        "state", places.state, .problem,
        "Nothing can be decided or moved. Make it writable, or set XDG_STATE_HOME to a folder that is."),
    ] + session + [
      folder(
        "cache", places.cache, .warning,
        "Every scan measures anew. Make it writable, or set XDG_CACHE_HOME to a folder that is.")
    ] + cache
  }

  private var user: [Check] {
    guard program.trash.isRootForSomebody else { return [] }
    let name = ForeignOwner.name(of: program.trash.userID)
    return [
      Check(
        "files", "user", .warning, "you are root, with the home folder of \(name)",
        advice: "Photos go to the trash of \(name), who also owns what Deckle makes. Without need run it as \(name).")
    ]
  }

  /// The faults of the settings file; none where it is right or missing.
  private var settings: [Check] {
    if let error = program.configurationError {
      return error.sentences.map {
        Check(
          "files", "config.toml", .problem, $0,
          advice:
            "Until it is mended Deckle puts photos back and shows its history, and does not scan or move; this report "
            + "was made with the defaults.")
      }
    }
    return program.configurationWarnings.map { Check("files", "config.toml", .warning, $0) }
  }

  private func folder(_ name: String, _ path: FilePath, _ state: Check.State, _ advice: String) -> Check {
    var existing = path
    while !exists(existing), !existing.components.isEmpty { existing.removeLastComponent() }
    let isWritable = existing.withPlatformString { access($0, W_OK | X_OK) } == 0
    let title = program.naming(path)
    if isWritable { return Check("files", name, .ok, existing == path ? title : "\(title), made when needed") }
    return Check("files", name, state, "\(title) cannot be written", advice: advice)
  }

  private func exists(_ path: FilePath) -> Bool { path.withPlatformString { access($0, F_OK) } == 0 }

  // MARK: Databases

  private var session: [Check] {
    let title = program.naming(program.places.sessionFile)
    guard exists(program.places.sessionFile) else {
      return [Check("files", "session", .ok, "none yet; it begins with the first decision")]
    }
    do throws(StoreError) {
      // The session is opened read-only, so that a damaged file stays where it is.
      let isInUse = SessionDatabase.isInUse(path: program.places.sessionFile)
      let session = try SessionDatabase(
        path: program.places.sessionFile, isReadOnly: true, timestamp: program.timestamp)
      return [isInUse ? inUse(title) : Check("files", "session", .ok, title)] + unfinished(session)
    } catch {
      return [
        Check("files", "session", .problem, "\(title) cannot be used", advice: error.sentence(program.naming))
      ]
    }
  }

  private func inUse(_ title: String) -> Check {
    Check(
      "files", "session", .warning, "\(title) is in use by another Deckle",
      advice: "Looking works; close the other one to decide and to move.")
  }

  private func unfinished(_ session: SessionDatabase) -> [Check] {
    let count = (try? session.unfinishedBatches().count) ?? 0
    if count == 0 { return [] }
    return [
      Check(
        "files", "interrupted moves", .warning, counted(count, "batch", "batches"),
        advice: "The next start of the interface, or of trash or restore, finds out what became of them.")
    ]
  }

  private var cache: [Check] {
    guard exists(program.places.featuresFile) else {
      return [Check("files", "measurements", .ok, "none yet; the first scan makes them")]
    }
    guard let features = try? program.features(isReadOnly: true), let summary = try? features.summary() else {
      return [
        Check(
          "files", "measurements", .warning, "\(program.naming(program.places.featuresFile)) cannot be used",
          advice: "Scans work without it and take longer. It holds nothing that cannot be measured again.")
      ]
    }
    return [
      Check("files", "measurements", .ok, "of \(counted(summary.inspections, "file")), \(summary.size.formatted)")
    ]
  }
}
