import FileSafety
import Foundation
import GRDB
import PhotoModel
import SystemPackage

/// Looking into a database without changing one byte on its disk: no folder, no lock, no migration, no companions.
extension DatabaseFile {
  /// What is in the file now. Nothing is written, so it works where nothing can be written.
  ///
  /// - A file that is missing is an empty database.
  /// - Beside a writer the file itself is read, and later changes are seen.
  /// - Else a copy in memory is read: SQLite would make companions beside a file in WAL mode only to look into it.
  func openToLook() throws(StoreError) -> DatabaseQueue {
    do {
      if !exists(path) { return try migrated(DatabaseQueue(configuration: .sortingInMemory)) }
      if isPrecious, isCutToNothing { throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "it has 0 bytes") }
      if hasWriter, let beside = try openBesideWriter() { return beside }
      let copy = try readCopy()
      // A writer that began meanwhile may have changed the file under the copy.
      if hasWriter, let beside = try openBesideWriter() { return beside }
      return copy
    } catch { throw Self.storeError(error, path: path) }
  }

  /// SQLite keeps both companions for as long as a connection is open that may write.
  private var hasWriter: Bool { exists(companion("-wal")) && exists(companion("-shm")) }

  private func companion(_ suffix: String) -> FilePath { FilePath(path.string + suffix) }

  /// Also true where nobody may look: then opening it says why.
  private func exists(_ path: FilePath) -> Bool {
    path.withPlatformString { access($0, F_OK) } == 0 || Glibc.errno != ENOENT
  }

  /// Nil where the companions were left behind in a state that only a writer could repair, or the schema is old.
  private func openBesideWriter() throws -> DatabaseQueue? {
    var configuration = Configuration.sortingInMemory
    configuration.readonly = true
    configuration.busyMode = .timeout(2)
    guard let queue = try? DatabaseQueue(path: path.string, configuration: configuration),
      let verdict = try? queue.read({ try String.fetchOne($0, sql: "PRAGMA quick_check(1)") }), verdict == "ok"
    else { return nil }
    if try queue.read(isOfNewerVersion) { throw StoreError.newerVersion(path) }
    return try queue.read(migrator.hasCompletedMigrations) ? queue : nil
  }

  /// The database in memory. No temporary folder has a part in it: one that is full or missing keeps nobody from looking.
  private func readCopy() throws -> DatabaseQueue {
    let memory = try DatabaseImage(log: try WriteAheadLog(beside: path)).open(path)
    let verdict = try memory.read { try String.fetchOne($0, sql: "PRAGMA quick_check(1)") }
    guard verdict == "ok" else { throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: verdict) }
    if try memory.read(isOfNewerVersion) { throw StoreError.newerVersion(path) }
    return try migrated(memory)
  }

  private func migrated(_ queue: DatabaseQueue) throws -> DatabaseQueue {
    try migrator.migrate(queue)
    return queue
  }
}
