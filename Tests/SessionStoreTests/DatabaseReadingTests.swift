import Foundation
import GRDB
import PhotoModel
import PhotoScan
import SystemPackage
import TestSupport
import Testing

@testable import SessionStore

/// A database that others write to, or wrote to when they were stopped, while it is only looked at.
@Suite struct DatabaseReadingTests {
  private let folder = TemporaryFolder()
  private let roots = [FilePath("/photos")]

  private func file(_ name: String) -> DatabaseFile {
    var file = DatabaseFile(path: folder[name], migrator: DatabaseMigrator(), configuration: Configuration())
    file.isPrecious = true
    return file
  }

  private func add(_ bytes: Int, to name: String) throws {
    try withDatabase(folder[name]) {
      try $0.execute(sql: "INSERT INTO item (value) VALUES (zeroblob(?))", arguments: [bytes])
    }
  }

  private func sizes(_ queue: DatabaseQueue) throws -> [Int] {
    try queue.read { try Int.fetchAll($0, sql: "SELECT length(value) FROM item ORDER BY id") }
  }

  /// A file with a log of two rows beside it, as a writer leaves both that was killed.
  private func writeWithLog(_ name: String) throws {
    let queue = try DatabaseQueue(path: folder["source"].string)
    try queue.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA journal_mode = WAL")
      try database.execute(sql: "CREATE TABLE item (id INTEGER PRIMARY KEY, value BLOB)")
      try database.execute(sql: "INSERT INTO item (value) VALUES (zeroblob(10)), (zeroblob(20))")
    }
    try folder.write(folder.read("source"), to: name)
    try folder.write(folder.read("source-wal"), to: name + "-wal")
  }

  @Test func `a writer that came and went between the log and the file is seen`() throws {
    try writeWithLog("a")
    var readings = 0

    let queue = try file("a").openReadOnly { path in
      let log = try WriteAheadLog(beside: path)
      readings += 1
      if readings == 1 { for size in [30, 9000] { try add(size, to: "a") } }
      return try DatabaseImage(log: log).open(path)
    }

    #expect(readings == 2)
    #expect(try sizes(queue) == [10, 20, 30, 9000])
  }

  @Test func `a file that somebody writes to all the time is in use, not damaged`() throws {
    try writeWithLog("a")

    #expect(throws: StoreError.changing(folder["a"])) {
      try file("a").openReadOnly { path in
        try add(20_000, to: "a")
        throw DatabaseError(resultCode: .SQLITE_CORRUPT)
      }
    }
  }

  @Test func `damage is said when it was found twice`() throws {
    try writeWithLog("a")
    var readings = 0

    let error = #expect(throws: StoreError.self) {
      try file("a").openReadOnly { _ in
        readings += 1
        throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "torn")
      }
    }

    #expect(error == .damaged(folder["a"], "torn") && readings == 2)
  }

  @Test(arguments: ["", "no database, and long enough to be looked at as one"])
  func `what a running Deckle has just begun is not called damaged`(_ text: String) throws {
    try folder.write(text, to: "a")
    let lock = try SessionLock(path: SessionLock.path(for: folder["a"]))

    withExtendedLifetime(lock) {
      _ = #expect(throws: StoreError.changing(folder["a"])) { try file("a").openReadOnly() }
    }
  }

  /// Half a transaction in the file, and the journal that takes it back, as a writer without a log leaves them.
  private func writeUnfinished() throws -> [DecisionAction] {
    let source = folder["source.sqlite"]
    let path = folder["session.sqlite"]
    let stored: [DecisionAction]
    do {
      let session = try SessionDatabase(path: source, timestamp: timestamp)
      stored = [
        try session.record(DecisionAction(items: [Samples.item(FilePath("/photos/a"), .delete)]), in: roots)
      ]
    }
    let queue = try DatabaseQueue(path: source.string)
    try queue.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA journal_mode = DELETE; PRAGMA cache_size = 1; BEGIN IMMEDIATE")
      try database.execute(sql: "DELETE FROM decision_item; CREATE TABLE filler (value BLOB)")
      for _ in 0..<60 { try database.execute(sql: "INSERT INTO filler VALUES (randomblob(3000))") }
      for suffix in ["", "-journal"] {
        try folder.write(folder.read("source.sqlite" + suffix), to: path.lastComponent!.string + suffix)
      }
      try database.execute(sql: "ROLLBACK")
    }
    return stored
  }

  @Test func `half a transaction is not taken for the truth, and is taken back by who may write`() throws {
    let stored = try writeUnfinished()
    let path = folder["session.sqlite"]
    let before = (names: folder.listing(), bytes: try folder.read("session.sqlite"))

    #expect(throws: StoreError.unfinished(path)) {
      try SessionDatabase(path: path, isReadOnly: true, timestamp: timestamp)
    }

    #expect(folder.listing() == before.names)
    #expect(try folder.read("session.sqlite") == before.bytes)
    do {
      let session = try SessionDatabase(path: path, timestamp: timestamp)
      #expect(try session.setAside == nil && session.session(of: roots).actions == stored)
    }
    #expect(
      try SessionDatabase(path: path, isReadOnly: true, timestamp: timestamp).session(of: roots).actions == stored)
  }

  @Test(arguments: [0, 4096]) func `a journal that is done with keeps nobody from looking`(size: Int) throws {
    let path = folder["session.sqlite"]
    _ = try SessionDatabase(path: path, timestamp: timestamp)
    try folder.write([UInt8](repeating: 0, count: size), to: "session.sqlite-journal")

    #expect(
      try SessionDatabase(path: path, isReadOnly: true, timestamp: timestamp).session(of: roots) == SavedSession())
  }
}
