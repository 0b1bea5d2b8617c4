import FileSafety
import Foundation
import GRDB
import PhotoModel
import Synchronization
package import SystemPackage

/// Decisions, undo stack, batches and receipts, in `session.sqlite`. Precious: migrated forward, never erased.
///
/// Every write is on the disk (`synchronous = FULL`) when the call returns.
package final class SessionDatabase: Sendable {
  /// Where a damaged predecessor was put, if one was found on opening.
  package let setAside: FilePath?
  package let path: FilePath
  /// Nil once it is closed.
  private let opened: Mutex<DatabaseQueue?>
  private let lock: SessionLock?

  /// - Parameters:
  ///   - isReadOnly: Look, but decide nothing: no lock is taken, nothing is written to the disk, and every write is
  ///     refused. A session that is not there is an empty one.
  ///   - stamp: Goes into the name of a damaged file that has to be set aside, like "20260131-120000".
  package init(path: FilePath, isReadOnly: Bool = false, stamp: String) throws(StoreError) {
    var configuration = Configuration.sortingInMemory
    configuration.foreignKeysEnabled = true
    configuration.busyMode = .timeout(2)
    configuration.prepareDatabase { database in
      try database.execute(sql: "PRAGMA journal_mode = WAL")
      try database.execute(sql: "PRAGMA synchronous = FULL")
    }
    var file = DatabaseFile(path: path, migrator: Self.migrator, configuration: configuration)
    file.isPrecious = true
    self.path = path
    if isReadOnly {
      lock = nil
      opened = Mutex(try file.openToLook())
      setAside = nil
      return
    }
    // The lock comes first: two programs must not both set the same damaged file aside.
    lock = try SessionLock(path: SessionLock.path(for: path))
    let opened = try file.open(stamp: stamp)
    self.opened = Mutex(opened.queue)
    setAside = opened.setAside
  }

  /// Takes the log beside the file over into it, so that the one file is the whole session: who copies it misses nothing.
  /// Nothing can be asked afterwards. Whoever is at work in it still ends that, and the last one closes it; until then what
  /// they write is in the log.
  package func close() {
    let queue = opened.withLock { queue in
      defer { queue = nil }
      return queue
    }
    if let queue, lock != nil { try? Self.takeOverLog(queue) }
  }

  /// Takes the log beside the file over into it, and makes it empty.
  static func takeOverLog(_ queue: DatabaseQueue) throws {
    _ = try queue.writeWithoutTransaction { try $0.checkpoint(.truncate) }
  }

  /// Whether another program holds the session now. Nothing is made or changed to find out.
  package static func isInUse(path: FilePath) -> Bool { SessionLock.isHeld(SessionLock.path(for: path)) }

  /// Runs a write, and turns what SQLite says into our words.
  func write<Value>(_ updates: (Database) throws -> Value) throws(StoreError) -> Value {
    guard lock != nil else { throw .database(path, "it was opened to look only") }
    return try withDatabase { try $0.write(updates) }
  }

  func read<Value>(_ value: (Database) throws -> Value) throws(StoreError) -> Value {
    try withDatabase { try $0.read(value) }
  }

  func withDatabase<Value>(_ work: (DatabaseQueue) throws -> Value) throws(StoreError) -> Value {
    guard let queue = opened.withLock(\.self) else { throw .database(path, "it is closed") }
    do { return try work(queue) } catch { throw DatabaseFile.storeError(error, path: path) }
  }
}
