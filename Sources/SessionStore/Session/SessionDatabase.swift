import Foundation
import GRDB
import Synchronization
package import SystemPackage

/// Decisions, undo stack, batches and receipts, in `session.sqlite`. Precious: migrated forward, never erased.
///
/// Every write is on the disk (`synchronous = FULL`) when the call returns.
package final class SessionDatabase: Sendable {
  /// The path that a damaged database was moved to, if one was found on opening.
  package let setAside: FilePath?
  /// The path of the database.
  package let path: FilePath
  /// The open session; nil once it is closed.
  private let opened: Mutex<OpenSession?>
  private let lock: SessionLock?

  /// - Parameters:
  ///   - isReadOnly: Whether no lock is taken, nothing is written to the disk, and every write is refused. A missing
  ///     session is then an empty one.
  ///   - timestamp: The part of the name of a damaged file that is set aside, such as "20260131-120000".
  package init(path: FilePath, isReadOnly: Bool = false, timestamp: String) throws(StoreError) {
    var configuration = Configuration.sortingInMemory
    configuration.foreignKeysEnabled = true
    configuration.busyMode = .timeout(2)
    configuration.prepareDatabase { database in
      try database.execute(sql: "PRAGMA journal_mode = WAL")
      try database.execute(sql: "PRAGMA synchronous = FULL")
    }
    var file = DatabaseFile(path: path, migrator: Self.migrator, configuration: configuration)
    file.isPrecious = true
    file.earlierSteps = Self.stepsOfFirstVersion
    self.path = path
    if isReadOnly {
      lock = nil
      opened = Mutex(OpenSession(queue: try file.openReadOnly(), file: nil, timestamp: timestamp))
      setAside = nil
      return
    }
    // The lock comes first: two programs must not both set the same damaged file aside.
    lock = try SessionLock(path: SessionLock.path(for: path))
    let opened = try file.open(timestamp: timestamp)
    self.opened = Mutex(OpenSession(queue: opened.queue, file: opened.file, timestamp: timestamp))
    setAside = opened.setAside
  }

  deinit { close() }

  /// Closes the session; nothing can be read or written afterwards. The write-ahead log is moved into the database, so
  /// that a copy of the one file is the whole session. Work under way is still finished, and the last user closes the
  /// file; until then its writes are in the log.
  package func close() {
    let session = opened.withLock { session in
      defer { session = nil }
      return session
    }
    guard lock != nil else { return }
    _ = try? session?.work { try $0.checkpoint(.truncate) }
  }

  /// Whether another program has the session open now. Nothing is made or changed to find out. Not to be called while
  /// this program reads the session.
  package static func isInUse(path: FilePath) -> Bool { SessionLock.isLocked(for: path) }

  /// The reason why decisions cannot be stored now: the file is not at its path any more. Nil where they can be stored,
  /// and for a read-only session.
  package var obstacle: StoreError? {
    guard lock != nil else { return nil }
    do throws(StoreError) {
      try withDatabase { _ in }
      return nil
    } catch { return error }
  }

  /// Runs a write, and turns errors of SQLite into `StoreError`.
  ///
  /// - Throws: `StoreError.removed` where the file is not at its path any more: a write to an unnamed file does not
  ///   count.
  func write<Value>(_ updates: (Database) throws -> Value) throws(StoreError) -> Value {
    guard lock != nil else { throw .database(path, "it was opened to look only") }
    return try withSession { session in
      try session.work { database in
        var value: Value?
        try database.inTransaction {
          value = try updates(database)
          try session.file?.checkPath()
          return .commit
        }
        guard let value else { throw StoreError.database(path, "nothing was written") }
        return value
      }
    }
  }

  func read<Value>(_ value: (Database) throws -> Value) throws(StoreError) -> Value {
    try withSession { try $0.queue.read(value) }
  }

  private func withSession<Value>(_ work: (OpenSession) throws -> Value) throws(StoreError) -> Value {
    guard let session = opened.withLock(\.self) else { throw .database(path, "it is closed") }
    do { return try work(session) } catch { throw DatabaseFile.storeError(error, path: path) }
  }

  /// Work on the database outside of a transaction.
  func withDatabase<Value>(_ work: (Database) throws -> Value) throws(StoreError) -> Value {
    try withSession { try $0.work(work) }
  }
}

/// The connection of a session with its file; both are given up together.
private final class OpenSession: Sendable {
  let queue: DatabaseQueue
  /// The file of the session; nil where it is read-only.
  let file: SessionFile?
  private let timestamp: String

  init(queue: DatabaseQueue, file: SessionFile?, timestamp: String) {
    (self.queue, self.file, self.timestamp) = (queue, file, timestamp)
  }

  /// Work outside of a transaction, on a file that is at its path before and afterwards.
  func work<Value>(_ work: (Database) throws -> Value) throws -> Value {
    try queue.writeWithoutTransaction { database in
      guard let file else { return try work(database) }
      do throws(StoreError) { try file.check() } catch {
        file.setLogAside(timestamp: timestamp)
        throw error
      }
      defer { file.written() }
      let value = try work(database)
      try file.settle(database)
      return value
    }
  }

  deinit {
    if let file, file.isOverwritten {
      // The connection is leaked: closing it would write the pages of its log into the file that somebody has put
      // there.
      _ = Unmanaged.passRetained(queue)
    } else {
      // The connection is closed before the descriptor of the file.
      try? queue.close()
    }
  }
}
