import Foundation
import GRDB
import PhotoModel
import SystemPackage

/// What the last scan of a library could not judge: it is as true after a restart as before.
extension SessionDatabase {
  static func skippedFiles(of library: Int64, in database: Database) throws -> [SkippedFile] {
    try Row.fetchAll(
      database, sql: "SELECT path, reason, message FROM skipped_file WHERE library = ? ORDER BY path",
      arguments: [library]
    ).map { row in
      // A reason of a later version is no reason to hide the file.
      let reason = SkippedFile.Reason(rawValue: row["reason"]) ?? .readError
      return SkippedFile(path: FilePath(bytes: row["path"] as Data), reason: reason, message: row["message"])
    }
  }

  static func replaceSkippedFiles(of library: Int64, with files: [SkippedFile], in database: Database) throws {
    try database.execute(sql: "DELETE FROM skipped_file WHERE library = ?", arguments: [library])
    let insertion = try database.cachedStatement(
      sql: "INSERT OR REPLACE INTO skipped_file (library, path, reason, message) VALUES (?, ?, ?, ?)")
    for file in files where !file.path.isEmpty {
      try insertion.execute(arguments: [library, Data(file.path.bytes), file.reason.rawValue, file.message])
    }
  }
}
