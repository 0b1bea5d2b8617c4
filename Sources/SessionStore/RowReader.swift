import GRDB
import GRDBSQLite
import PhotoModel
import SystemPackage

/// One row of a query, its columns read one after the other in the order of the query.
///
/// A library has millions of values: GRDB's rows look each up by its name and copy it twice.
struct RowReader {
  private let statement: OpaquePointer
  private var next: Int32 = 0

  fileprivate init(_ statement: OpaquePointer) { self.statement = statement }

  /// Nil for NULL, here and below.
  mutating func integer() -> Int64? { take { sqlite3_column_int64($0, $1) } }

  mutating func number() -> Int? { integer().map(Int.init) }

  mutating func real() -> Double? { take { sqlite3_column_double($0, $1) } }

  mutating func text() -> String? {
    take { statement, column in
      guard let text = sqlite3_column_text(statement, column) else { return "" }
      let bytes = UnsafeBufferPointer(start: text, count: Int(sqlite3_column_bytes(statement, column)))
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  mutating func bytes() -> [UInt8]? { blob { Array($0) } }

  /// The bytes live as long as the call.
  mutating func blob<Value>(_ body: (UnsafeRawBufferPointer) -> Value) -> Value? {
    take { statement, column in
      // The count after the bytes, as SQLite wants it; none of an empty blob.
      let start = sqlite3_column_blob(statement, column)
      return body(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column))))
    }
  }

  mutating func path() -> FilePath? { blob { FilePath(buffer: $0) } }

  mutating func digest() -> ContentDigest? { blob { ContentDigest(buffer: $0) } ?? nil }

  private mutating func take<Value>(_ read: (OpaquePointer, Int32) -> Value) -> Value? {
    defer { next += 1 }
    return sqlite3_column_type(statement, next) == SQLITE_NULL ? nil : read(statement, next)
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
