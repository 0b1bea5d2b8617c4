import Foundation
import GRDB
import PhotoModel

/// A checksum of the values of a row, in their order: SQLite notices a page that makes no sense, and no number that has
/// become another one.
struct RowChecksum {
  private var sum = Checksum()

  /// The checksum as SQLite stores it.
  var value: Int64 { Int64(bitPattern: sum.value) }

  private enum Kind: UInt64 {
    case null, integer, real, text, blob
  }

  mutating func addNull() { sum.add(Kind.null.rawValue) }

  mutating func add(_ number: Int64) {
    sum.add(Kind.integer.rawValue)
    sum.add(UInt64(bitPattern: number))
  }

  mutating func add(_ number: Double) {
    sum.add(Kind.real.rawValue)
    // SQLite keeps no zero below zero.
    sum.add((number + 0).bitPattern)
  }

  mutating func add(text bytes: UnsafeRawBufferPointer) { add(.text, bytes) }

  mutating func add(blob bytes: UnsafeRawBufferPointer) { add(.blob, bytes) }

  private mutating func add(_ kind: Kind, _ bytes: UnsafeRawBufferPointer) {
    sum.add(UInt64(bytes.count) << 3 | kind.rawValue)
    sum.add(bytes)
  }
}

extension RowChecksum {
  /// Creates the checksum of values as they are handed to SQLite.
  init(_ values: [DatabaseValue]) {
    for value in values {
      switch value.storage {
      case .null: addNull()
      case .int64(let number): add(number)
      case .double(let number): add(number)
      // SQLite keeps a text up to its first NUL.
      case .string(let text): Array(text.utf8.prefix { $0 != 0 }).withUnsafeBytes { add(text: $0) }
      case .blob(let data): data.withUnsafeBytes { add(blob: $0) }
      }
    }
  }
}

/// A table of the cache whose rows end with a checksum.
struct CheckedTable {
  let name: String
  /// The columns in the order of reading: the key first; the checksum follows them.
  let columns: [String]

  static let all = [
    FeatureStore.inspectionTable, FeatureStore.windowTable, FeatureStore.pairTable, FeatureStore.searchTable,
  ]

  /// "SELECT …" up to its "WHERE".
  var selection: String { "SELECT \(columns.joined(separator: ", ")), checksum FROM \(name) WHERE" }

  /// Stores a row, replacing another one of its key.
  ///
  /// - Parameter unlessThere: Whether a row of the same checksum is left as it is: large rows cost more to write than
  ///   to look up.
  func insert(
    _ values: [(any DatabaseValueConvertible)?], unlessThere: Bool = false, into database: Database
  ) throws {
    let row = values.map { $0?.databaseValue ?? .null }
    let sum = RowChecksum(row).value.databaseValue
    if unlessThere {
      let there = try database.cachedStatement(sql: "SELECT checksum FROM \(name) WHERE \(columns[0]) = ?")
      if try DatabaseValue.fetchOne(there, arguments: [row[0]]) == sum { return }
    }
    try database.cachedStatement(sql: insertion).execute(arguments: StatementArguments(row + [sum]))
  }

  private var insertion: String {
    "INSERT OR REPLACE INTO \(name) (\(columns.joined(separator: ", ")), checksum) "
      + "VALUES (?\(String(repeating: ", ?", count: columns.count)))"
  }
}
