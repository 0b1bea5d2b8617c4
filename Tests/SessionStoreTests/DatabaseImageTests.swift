import Foundation
import GRDB
import SystemPackage
import TestSupport
import Testing

@testable import SessionStore

/// A database that is only looked at is put together in memory.
@Suite struct DatabaseImageTests {
  private let folder = TemporaryFolder()

  private typealias Contents = [[DatabaseValue]]

  private func contents(_ queue: DatabaseQueue) throws -> Contents {
    try queue.read { database in
      guard try database.tableExists("item") else { return [] }
      return try Row.fetchAll(database, sql: "SELECT id, value FROM item ORDER BY id").map { Array($0.databaseValues) }
    }
  }

  /// Copies of the file and its log after each of some random transactions, the log taken over now and then.
  private func copies(seed: UInt64) throws -> [(file: [UInt8], log: [UInt8])] {
    var random = SeededGenerator(seed: seed)
    let path = folder["\(seed).sqlite"]
    var configuration = Configuration()
    configuration.prepareDatabase { database in
      try database.execute(sql: "PRAGMA page_size = \(512 << (seed % 8))")
      try database.execute(sql: "PRAGMA journal_mode = WAL")
      try database.execute(sql: "PRAGMA wal_autocheckpoint = 0")
    }
    let queue = try DatabaseQueue(path: path.string, configuration: configuration)
    try queue.write { try $0.execute(sql: "CREATE TABLE item (id INTEGER PRIMARY KEY, value BLOB)") }
    var copies: [(file: [UInt8], log: [UInt8])] = []
    for _ in 0..<6 {
      try queue.write { database in
        for _ in 0..<Int.random(in: 1...20, using: &random) {
          let (id, size) = (Int.random(in: 0..<40, using: &random), Int.random(in: 0..<3000, using: &random))
          let value = Data((0..<size).map { _ in UInt8.random(in: 0...255, using: &random) })
          try database.execute(sql: "INSERT OR REPLACE INTO item VALUES (?, ?)", arguments: [id, value])
          let gone = Int.random(in: 0..<40, using: &random)
          try database.execute(sql: "DELETE FROM item WHERE id = ?", arguments: [gone])
        }
      }
      if Int.random(in: 0..<4, using: &random) == 0 {
        try queue.writeWithoutTransaction { _ = try $0.checkpoint(.passive) }
      }
      copies.append((try readFile(path), try readFile(FilePath(path.string + "-wal"))))
    }
    return copies
  }

  @Test(arguments: UInt64(0)..<8) func `what is in memory equals what SQLite reads from the file and its log`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    var seen: Set<Contents> = []
    for (number, copy) in try copies(seed: seed).enumerated() {
      // Whole, cut off at any place, and with a byte that changed.
      for damage in 0..<3 {
        var log = copy.log
        if damage == 1 { log.removeLast(Int.random(in: 0...log.count, using: &random)) }
        if damage == 2 { log[Int.random(in: 0..<log.count, using: &random)] ^= 0x10 }
        let name = "\(seed)-\(number)-\(damage).sqlite"
        try folder.write(copy.file, to: name)
        try folder.write(log, to: name + "-wal")

        // Pages of an older state over newer ones can be no database: for the one as for the other.
        let image = try? contents(DatabaseImage(log: WriteAheadLog(beside: folder[name])).open(folder[name]))

        #expect(try readFile(folder[name]) == copy.file && readFile(folder[name + "-wal"]) == log)
        #expect(!folder.contains(name + "-shm"))
        #expect(image == (try? contents(DatabaseQueue(path: folder[name].string))), "\(name)")
        if let image { seen.insert(image) } else { #expect(damage > 0) }
      }
    }
    #expect(seen.count >= 6, "the log was never read")
  }

  @Test func `foreign words in an error reach no terminal as they are`() {
    let foreign = "malformed \u{1B}[31m\u{1B}]0;x\u{7}\nschema"
    for error in [StoreError.damaged("/s", foreign), .database("/s", foreign)] {
      let sentence = error.sentence { $0.string }
      #expect(!sentence.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }, "\(sentence)")
    }
  }

  @Test func `only a file that is damaged is to be moved away`() {
    let others: [StoreError] = [.database("/s", "database or disk is full"), .notReadable("/s", .permissionDenied)]
    for error in others { #expect(!error.sentence { $0.string }.contains("away")) }
    #expect(StoreError.damaged("/s", "file is not a database").sentence { $0.string }.contains("away"))
  }
}
