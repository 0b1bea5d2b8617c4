import GRDBSQLite

extension SessionDatabase {
  /// The library that keeps the decisions: "SQLite 3.40.1".
  package static var libraryVersion: String { "SQLite " + String(cString: sqlite3_libversion()) }
}
