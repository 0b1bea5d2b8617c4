import Foundation
import GRDB
import PhotoModel
package import SystemPackage

/// The files that the last scan of a library skipped, kept over a restart, and the folders that it may have missed.
extension SessionDatabase {
  static func skippedFiles(of library: Int64, in database: Database) throws -> [SkippedFile] {
    try Row.fetchAll(
      database, sql: "SELECT path, reason, message, is_folder FROM skipped_file WHERE library = ? ORDER BY path",
      arguments: [library]
    ).map { row in
      // A reason of a later version is no reason to hide the file.
      let reason = SkippedFile.Reason(rawValue: row["reason"]) ?? .readError
      return SkippedFile(
        path: FilePath(bytes: row["path"] as Data), reason: reason, message: row["message"], isFolder: row["is_folder"])
    }
  }

  /// Photos of a library that were marked at any time, whatever was decided since.
  package func photosEverMarked(in roots: [FilePath]) throws(StoreError) -> Set<FilePath> {
    try read { database in
      guard let library = try Self.knownLibrary(of: roots, in: database) else { return [] }
      let paths = try Data.fetchAll(
        database,
        sql: """
          SELECT DISTINCT path FROM decision_item JOIN decision_action ON decision_action.id = action
          WHERE library = ? AND is_undone = 0 AND decision = 'delete'
          """, arguments: [library])
      return Set(paths.map { FilePath(bytes: $0) })
    }
  }

  static func replaceSkippedFiles(of library: Int64, with files: [SkippedFile], in database: Database) throws {
    try database.execute(sql: "DELETE FROM skipped_file WHERE library = ?", arguments: [library])
    let insertion = try database.cachedStatement(
      sql: "INSERT OR REPLACE INTO skipped_file (library, path, reason, message, is_folder) VALUES (?, ?, ?, ?, ?)")
    for file in files where !file.path.isEmpty {
      try insertion.execute(
        arguments: [library, Data(file.path.bytes), file.reason.rawValue, file.message, file.isFolder])
    }
  }
}
