import FileSafety
import Foundation
import PhotoModel
import SessionStore
import SystemPackage
import ViewModels

/// The files that the interface needs before there is anything to decide about: the folders, the session with what an
/// earlier run left open settled, and the cache. Any of it may wait for a drive.
struct InterfaceSetup: Sendable {
  let roots: [FilePath]
  /// The first step to show, for a user who has named no folder and decided nothing yet; nil once the first steps are
  /// over.
  let firstStep: FirstStep?
  let session: SessionDatabase
  let readOnlyReason: String?
  let features: FeatureStore?
  let cacheDamage: CacheDamage
  let protectedFolders: [FilePath]
  let backup: FilePath?
  /// The sentences about it for the user.
  let notes: [String]

  init(folders: [String], backup: String?, isReadOnly: Bool, program: Program) throws {
    roots = try Self.roots(folders, program)
    self.backup = try backup.map { try program.folders([$0])[0] }
    let opened = try Self.openSession(isReadOnly: isReadOnly, program)
    session = opened.database
    readOnlyReason = opened.readOnlyReason
    firstStep = folders.isEmpty && readOnlyReason == nil ? try? session.firstStep() : nil
    if !folders.isEmpty, readOnlyReason == nil { Self.choose(roots, in: session) }
    let cache = Self.openCache(program)
    features = cache.store
    cacheDamage = CacheDamage(cache.store, naming: program.naming)
    protectedFolders = program.protectedFolders()
    let owner = readOnlyReason == nil ? program.foreignOwner(of: roots) : nil
    notes =
      [owner?.sentence].compactMap(\.self) + opened.notes + cache.notes + [cacheDamage.sentence()].compactMap(\.self)
      + program.configurationWarnings
  }

  private static func roots(_ folders: [String], _ program: Program) throws -> [FilePath] {
    if !folders.isEmpty { return try program.folders(folders) }
    if let last = lastLibrary(program), !last.isEmpty { return last }
    let pictures = PicturesFolder(home: program.places.home, variables: program.variables).path
    return (try? realPath(pictures)).map { [$0] } ?? []
  }

  /// Makes the named folders the library of the next start without any, scanned or not.
  private static func choose(_ roots: [FilePath], in session: SessionDatabase) {
    // Nothing is written where the value is unchanged, which is nearly always.
    if let last = try? session.lastLibrary(), Set(last) == Set(roots) { return }
    // A session that cannot be written is reported at the first decision.
    try? session.setLastLibrary(roots)
  }

  /// The folders of the last library that are still there.
  private static func lastLibrary(_ program: Program) -> [FilePath]? {
    guard let session = try? program.readableSession() else { return nil }
    return try? session.lastLibrary()
  }

  private struct OpenedSession {
    var database: SessionDatabase
    var readOnlyReason: String?
    var notes: [String] = []
  }

  /// Opens the session: one program may decide, a second one may only read.
  private static func openSession(isReadOnly: Bool, _ program: Program) throws -> OpenedSession {
    if isReadOnly {
      return OpenedSession(
        database: try program.session(isReadOnly: true), readOnlyReason: "Read-only: you can look, but not decide.")
    }
    let database: SessionDatabase
    do throws(StoreError) {
      database = try SessionDatabase(path: program.places.sessionFile, timestamp: program.timestamp)
    } catch {
      guard case .inUse(_, let process) = error else { throw CommandFailure(error.sentence(program.naming)) }
      let holder = process.map { " (process \($0))" } ?? ""
      return OpenedSession(
        database: try program.session(isReadOnly: true),
        readOnlyReason: "Another Deckle is open\(holder): you can look, but not decide. Close it, then start again.")
    }
    var opened = OpenedSession(database: database)
    if let aside = database.setAside {
      // The user is no newcomer, and the state of the session is reported first.
      try? database.setFirstStep(nil)
      opened.notes.append("The session was damaged. It is kept as \(program.naming(aside)); this is a new one.")
    }
    do {
      let reports = try Recovery(environment: program.trash, journal: database).run { path in
        // The start screen shows the path that is waited for.
        IOWatchdog.current?.goesOn(at: path)
        Thread.sleep(forTimeInterval: Double(Recovery.cacheTime.components.seconds))
      }
      opened.notes += reports.flatMap { $0.sentences(naming: program.naming) }
      let sidecars = try BatchSidecars(journal: database).settleAll()
      opened.notes += sidecars.compactMap { $0.sentence(naming: program.naming) }
    } catch { throw failure(error, program) }
    return opened
  }

  private static func openCache(_ program: Program) -> (store: FeatureStore?, notes: [String]) {
    do throws(StoreError) {
      return (try FeatureStore(path: program.places.featuresFile, timestamp: program.timestamp), [])
    } catch {
      return (nil, ["Without its cache Deckle measures every photo anew: \(error.sentence(program.naming))"])
    }
  }

  static func failure(_ error: any Error, _ program: Program) -> CommandFailure {
    if let error = error as? StoreError { return CommandFailure(error.sentence(program.naming)) }
    if let error = error as? UserFacingError { return CommandFailure(error.sentence) }
    return CommandFailure("The session cannot be read: \(error)")
  }
}
