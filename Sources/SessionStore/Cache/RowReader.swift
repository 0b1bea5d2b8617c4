import GRDB
import GRDBSQLite
import PhotoModel

/// One row of a query, its columns read one after the other in the order of the query.
///
/// A library has millions of values: GRDB's rows look each up by its name and copy it twice.
struct RowReader {
  private let statement: OpaquePointer
  private var next: Int32 = 0
  private var checksum = RowChecksum()

  fileprivate init(_ statement: OpaquePointer) {
    self.statement = statement
  }

  /// The next column; nil for NULL, here and below.
  mutating func integer() -> Int64? {
    take { statement, column, checksum in
      let number = sqlite3_column_int64(statement, column)
      checksum.add(number)
      return number
    }
  }

  mutating func number() -> Int? { integer().map(Int.init) }

  mutating func bytes() -> [UInt8]? { blob { Array($0) } }

  /// The bytes live as long as the call.
  mutating func blob<Value>(_ body: (UnsafeRawBufferPointer) -> Value) -> Value? {
    take { statement, column, checksum in
      // The count after the bytes, as SQLite wants it; none of an empty blob.
      let start = sqlite3_column_blob(statement, column)
      let bytes = UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column)))
      checksum.add(blob: bytes)
      return body(bytes)
    }
  }

  /// Passes on the next two columns, which the checksum of the row does not cover. The bytes live as long as the call.
  mutating func twoBlobs(_ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Void) {
    defer { next += 2 }
    func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
      let start = sqlite3_column_blob(statement, column)
      return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column)))
    }
    body(bytes(next), bytes(next + 1))
  }

  mutating func path(_ packer: PathPacker) -> PackedPath? { blob { packer.packed($0) } }

  mutating func digest() -> ContentDigest? { blob { ContentDigest(buffer: $0) } ?? nil }

  /// Whether the row is as it was written: its last column is the checksum of the others. To be called after the wanted
  /// values were read; the others are skipped.
  mutating func isWhole() -> Bool {
    let last = sqlite3_column_count(statement) - 1
    while next < last {
      if sqlite3_column_type(statement, next) == SQLITE_INTEGER { _ = integer() } else { blob { _ in } }
    }
    return sqlite3_column_type(statement, last) == SQLITE_INTEGER
      && sqlite3_column_int64(statement, last) == checksum.value
  }

  private mutating func take<Value>(
    _ read: (OpaquePointer, Int32, inout RowChecksum) -> Value
  ) -> Value? {
    defer { next += 1 }
    if sqlite3_column_type(statement, next) == SQLITE_NULL {
      checksum.addNull()
      return nil
    }
    return read(statement, next, &checksum)
  }
}

extension Database {
  /// The rows of a query, one after the other.
  func forEachRow(
    of sql: String, _ arguments: StatementArguments = [], _ body: (inout RowReader) throws -> Void
  ) throws {
    let statement = try cachedStatement(sql: sql)
    try statement.setArguments(arguments)
    let raw = statement.sqliteStatement
    defer { sqlite3_reset(raw) }
    while true {
      switch sqlite3_step(raw) {
      case SQLITE_ROW:
        var row = RowReader(raw)
        try body(&row)
      case SQLITE_DONE: return
      case let code: throw DatabaseError(resultCode: ResultCode(rawValue: code), message: lastErrorMessage, sql: sql)
      }
    }
  }
}
