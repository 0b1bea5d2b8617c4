import Foundation
import GRDB
import PhotoModel
import SystemPackage

/// Looking into a database without changing one byte on its disk: no folder, no lock, no migration, no companions.
extension DatabaseFile {
  /// The present content of the file. Nothing is written, so that read-only folders are no obstacle.
  ///
  /// - A file that is missing is an empty database.
  /// - Beside a writer the file itself is read, and later changes are seen.
  /// - Else a copy in memory is read: SQLite would make companions beside a file in WAL mode only to look into it.
  ///
  /// A copy that somebody wrote to meanwhile is read again. An error in it counts where it is found twice while nobody
  /// writes or holds the lock.
  ///
  /// - Parameter image: Combines the file and the log beside it.
  func openReadOnly(image: (FilePath) throws -> DatabaseQueue = DatabaseImage.open) throws(StoreError) -> DatabaseQueue
  {
    do {
      if !exists(path) { return try migrated(DatabaseQueue(configuration: .sortingInMemory)) }
      var failed: DatabaseMark?
      for attempt in 0..<Self.attempts {
        if attempt > 0 { usleep(Self.pause) }
        if hasWriter, let beside = try openBesideWriter() { return beside }
        let mark = DatabaseMark(of: path)
        let copy = Result { try readCopy(mark, image: image) }
        guard DatabaseMark(of: path) == mark else { continue }
        do { return try checked(copy.get()) } catch {
          if mark == failed {
            throw SessionLock.isLocked(for: path) ? StoreError.changing(path) : error
          }
          failed = mark
        }
      }
      throw StoreError.changing(path)
    } catch { throw Self.storeError(error, path: path) }
  }

  private static let attempts = 20
  /// Microseconds: more than the clocks of file systems take for one step.
  private static let pause: UInt32 = 10_000

  /// SQLite keeps both companions for as long as a connection is open that may write.
  private var hasWriter: Bool { exists(companion("-wal")) && exists(companion("-shm")) }

  private func companion(_ suffix: String) -> FilePath { path.adding(ending: suffix) }

  /// Whether a file exists; also true where nobody may look: then opening it gives the reason.
  private func exists(_ path: FilePath) -> Bool {
    path.withPlatformString { access($0, F_OK) } == 0 || Glibc.errno != ENOENT
  }

  /// A connection beside a writer; nil where the companions were left behind in a state that only a writer could
  /// repair, or the schema is old.
  private func openBesideWriter() throws -> DatabaseQueue? {
    var configuration = Configuration.sortingInMemory
    configuration.readonly = true
    configuration.busyMode = .timeout(2)
    guard let queue = try? DatabaseQueue(path: sqlitePath(path), configuration: configuration),
      let verdict = try? queue.read({ try String.fetchOne($0, sql: "PRAGMA quick_check(1)") }), verdict == "ok"
    else { return nil }
    try queue.read(checkVersion)
    return try queue.read(migrator.hasCompletedMigrations) ? queue : nil
  }

  /// Reads the database into memory. No temporary folder is used: a full or missing one is no obstacle.
  private func readCopy(_ mark: DatabaseMark, image: (FilePath) throws -> DatabaseQueue) throws -> DatabaseQueue {
    if mark.isUnfinished { throw StoreError.unfinished(path) }
    if isPrecious, isCutToNothing { throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "it has 0 bytes") }
    return try image(path)
  }

  private func checked(_ memory: DatabaseQueue) throws -> DatabaseQueue {
    let verdict = try memory.read { try String.fetchOne($0, sql: "PRAGMA quick_check(1)") }
    guard verdict == "ok" else { throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: verdict) }
    try memory.read(checkVersion)
    return try migrated(memory)
  }

  private func migrated(_ queue: DatabaseQueue) throws -> DatabaseQueue {
    try migrator.migrate(queue)
    return queue
  }
}
