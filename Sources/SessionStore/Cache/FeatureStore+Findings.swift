import Foundation
import GRDB
import GRDBSQLite

/// Findings of libraries as they were when they were made, so that one that has not changed opens without comparing it.
extension FeatureStore {
  /// A library or two, each before and after a slider was moved.
  private static let mostFindings = 4

  /// The findings that were stored for exactly this key; nil where there are none.
  package func findings(on findingsKey: [UInt8]) throws -> [UInt8]? {
    try withDatabase { queue in
      try queue.read { database in
        let row = try Int64.fetchOne(
          database, sql: "SELECT rowid FROM findings WHERE basis = ?", arguments: [Data(findingsKey)])
        return try row.map { try database.withContent(ofFindings: $0, isForWriting: false) { try $0.read() } }
      }
    }
  }

  /// Stores findings, and deletes those that were stored longest ago.
  package func store(findings content: [UInt8], on findingsKey: [UInt8]) throws {
    try withDatabase { queue in
      try queue.write { database in
        let round = (try Int64.fetchOne(database, sql: "SELECT max(round) FROM findings") ?? 0) + 1
        try database.execute(
          sql: "INSERT OR REPLACE INTO findings VALUES (?, ?, zeroblob(?))",
          arguments: [Data(findingsKey), round, content.count])
        try database.withContent(ofFindings: database.lastInsertedRowID, isForWriting: true) { try $0.write(content) }
        let newest = "SELECT basis FROM findings ORDER BY round DESC LIMIT \(Self.mostFindings)"
        try database.execute(sql: "DELETE FROM findings WHERE basis NOT IN (\(newest))")
      }
    }
  }
}

/// Access to the content of a row in place: a query would copy the twenty megabytes of a large library.
private struct BlobHandle {
  fileprivate let handle: OpaquePointer

  func read() throws -> [UInt8] {
    let count = Int(sqlite3_blob_bytes(handle))
    return try [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      try check(sqlite3_blob_read(handle, buffer.baseAddress, Int32(count), 0))
      filled = count
    }
  }

  /// Writes the whole value.
  ///
  /// - Parameter content: Bytes of exactly the length of the value.
  func write(_ content: [UInt8]) throws {
    try content.withUnsafeBytes { try check(sqlite3_blob_write(handle, $0.baseAddress, Int32($0.count), 0)) }
  }

  private func check(_ code: Int32) throws {
    if code != SQLITE_OK { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
  }
}

extension Database {
  fileprivate func withContent<Value>(
    ofFindings row: Int64, isForWriting: Bool, _ body: (BlobHandle) throws -> Value
  ) throws -> Value {
    var handle: OpaquePointer?
    let code = sqlite3_blob_open(sqliteConnection, "main", "findings", "content", row, isForWriting ? 1 : 0, &handle)
    guard code == SQLITE_OK, let handle else {
      throw DatabaseError(resultCode: ResultCode(rawValue: code), message: lastErrorMessage)
    }
    defer { sqlite3_blob_close(handle) }
    return try body(BlobHandle(handle: handle))
  }
}
