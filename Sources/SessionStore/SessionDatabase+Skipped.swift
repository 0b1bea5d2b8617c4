import Foundation
import GRDB
import PhotoModel
import SystemPackage

/// What the last scan of a library could not judge: it is as true after a restart as before.
extension SessionDatabase {
  static func registerSkippedFolders(in migrator: inout DatabaseMigrator) {
    migrator.registerMigration("folders that were not opened") { database in
      // Which of those before were folders is known again after the next scan.
      try database.execute(
        sql: "ALTER TABLE skipped_file ADD COLUMN is_folder INTEGER NOT NULL DEFAULT 0 CHECK (is_folder IN (0, 1))")
    }
  }

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
