import FileSafety
import Foundation
import GRDB
import PhotoModel
import SystemPackage

/// Opens a database of Deckle's, and sets a damaged one aside under another name instead of losing it.
struct DatabaseFile {
  /// The outcome of opening.
  struct Opened {
    var queue: DatabaseQueue
    /// The path of a damaged predecessor that was set aside, if there was one.
    var setAside: FilePath?
    /// The file of a precious database that may be written.
    var file: SessionFile?
  }

  let path: FilePath
  let migrator: DatabaseMigrator
  let configuration: Configuration
  /// Whether the content cannot be made again: an emptied file is then a loss to report, not a new database.
  var isPrecious = false
  /// Whether the content can be made again: that of any other version is dropped by the migration.
  var isDisposable = false
  /// All steps of a schema from before the present migrator, which adopts it.
  var earlierSteps: Set<String> = []
  /// Whether all pages are checked on opening. Else damage shows when it is met.
  var isCheckedWhole = true

  func open(timestamp: String) throws(StoreError) -> Opened {
    try makeFolder()
    do {
      if isPrecious, isCutToNothing { throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "it has 0 bytes") }
      return try openOnce()
    } catch let error as DatabaseError where Self.isDamage(error) {
      return try openDamaged(timestamp: timestamp)
    } catch { throw Self.storeError(error, path: path) }
  }

  /// Opens the database again after damage was met, or a new one in its place.
  ///
  /// A page that could not be read looks to SQLite like one that is damaged. Damage counts only if the file can be read
  /// to its end and is found wrong a second time; a disk that fails is a reason to stop, not to begin anew.
  func openDamaged(timestamp: String) throws(StoreError) -> Opened {
    do throws(FileSafetyError) {
      for suffix in ["", "-wal"] { try readToEnd(suffix) }
    } catch {
      throw .unreadable(path)
    }
    do {
      if !(isPrecious && isCutToNothing) {
        let opened = try openOnce()
        try checkWhole(opened.queue)
        return opened
      }
    } catch let error as DatabaseError where Self.isDamage(error) {
    } catch { throw Self.storeError(error, path: path) }
    let aside = try setAside(timestamp: timestamp)
    do {
      var opened = try openOnce()
      opened.setAside = aside
      return opened
    } catch { throw Self.storeError(error, path: path) }
  }

  private func readToEnd(_ suffix: String) throws(FileSafetyError) {
    do throws(FileSafetyError) {
      _ = try contentDigest(of: try realPath(path.adding(ending: suffix)))
    } catch {
      switch error {
      // The file is not there, or its shape alone shows that it is not what was written: the disk answered.
      case .vanished, .mostlyHoles, .tooLarge, .notARegularFile: return
      default: throw error
      }
    }
  }

  /// SQLite would take such a file for a new one.
  var isCutToNothing: Bool { (try? fileStatus(of: realPath(path)))?.size == .zero }

  private func openOnce() throws -> Opened {
    makePrivate()
    // The file is held before SQLite opens it: only its holder sets a damaged one aside.
    let file = isPrecious ? try SessionFile(path) : nil
    let queue = try DatabaseQueue(path: sqlitePath(path), configuration: configuration)
    if isCheckedWhole { try checkWhole(queue) }
    try queue.read(checkVersion)
    try migrator.migrate(queue)
    file?.opened()
    return Opened(queue: queue, file: file)
  }

  /// Makes the file where there is none, for this user only: SQLite would let others read it. The companions that
  /// SQLite makes get its mode and its owner.
  private func makePrivate() {
    if path.withPlatformString({ access($0, F_OK) }) != 0, Glibc.errno == ENOENT {
      // A symbolic link that leads to nothing is SQLite's to follow.
      try? openOwnFile(path, .readWrite).close()
    }
    for suffix in ["", "-wal", "-shm"] { makeOwnFilePrivate(path.adding(ending: suffix)) }
  }

  /// Steps that this version does not know, or not all of an earlier schema, or a number of the whole where this
  /// version writes none.
  func checkVersion(_ database: Database) throws {
    if isDisposable { return }
    var steps = try migrator.appliedIdentifiers(database)
    if steps.isSuperset(of: earlierSteps) { steps.subtract(earlierSteps) }
    if steps.isSubset(of: migrator.migrations), try Int.fetchOne(database, sql: "PRAGMA user_version") == 0 { return }
    throw !steps.isEmpty && steps.isSubset(of: earlierSteps) ? StoreError.olderVersion(path) : .newerVersion(path)
  }

  private func checkWhole(_ queue: DatabaseQueue) throws {
    let verdict = try queue.read { try String.fetchOne($0, sql: "PRAGMA quick_check(1)") }
    guard verdict == "ok" else { throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: verdict) }
  }

  private func makeFolder() throws(StoreError) {
    let folder = path.removingLastComponent()
    do { try makeFolders(at: folder, mode: 0o700) } catch {
      throw .folderNotWritable(folder, errno: error.rawValue)
    }
    // SQLite would answer "unable to open database file": ask first, to name the folder.
    if folder.withPlatformString({ access($0, W_OK | X_OK) }) != 0 {
      throw .folderNotWritable(folder, errno: Glibc.errno)
    }
  }

  /// The database and its companions get a name with a time in it; nothing is erased.
  private func setAside(timestamp: String) throws(StoreError) -> FilePath {
    let aside = path.adding(ending: ".damaged-" + timestamp)
    for suffix in ["", "-wal", "-shm"] {
      let from = path.adding(ending: suffix)
      let to = aside.adding(ending: suffix)
      do throws(FileSafetyError) {
        try setAsideFile(from, as: to)
      } catch {
        throw .damaged(path, "it could not be given another name")
      }
    }
    return aside
  }

  static func isDamage(_ error: DatabaseError) -> Bool {
    error.resultCode == .SQLITE_CORRUPT || error.resultCode == .SQLITE_NOTADB
  }

  /// Whether SQLite waited in vain for a lock that nobody holds: the disk did not give it back.
  static func isLostLock(_ error: DatabaseError) -> Bool { error.resultCode == .SQLITE_PROTOCOL }

  static func storeError(_ error: any Error, path: FilePath) -> StoreError {
    switch error {
    case let error as StoreError: error
    case let error as DatabaseError where error.resultCode == .SQLITE_BUSY: .inUse(path)
    case let error as DatabaseError where isDamage(error): .damaged(path, text(of: error))
    case let error as DatabaseError: .database(path, text(of: error))
    case let error as Errno where error == .ioError: .unreadable(path)
    case let error as Errno: .notReadable(path, error)
    default: .database(path, "\(error)")
    }
  }

  private static func text(of error: DatabaseError) -> String {
    error.message ?? "code \(error.resultCode.rawValue)"
  }
}
