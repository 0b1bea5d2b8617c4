import Foundation
import GRDB
import PhotoModel
import SystemPackage

/// The keepers that the user chose: `chosen_keeper` holds those that count now, `keeper_action` the change of each
/// action.
extension SessionDatabase {
  static func chosenKeepers(of library: Int64, in database: Database) throws -> [PhotoGroup.ID: FilePath] {
    let rows = try Row.fetchAll(
      database, sql: "SELECT \"group\", path FROM chosen_keeper WHERE library = ?", arguments: [library])
    return Dictionary(
      uniqueKeysWithValues: rows.map { (PhotoGroup.ID($0["group"]), FilePath(bytes: $0["path"] as Data)) })
  }

  static func record(_ move: KeeperMove, action: Int64, library: Int64, in database: Database) throws {
    try database.execute(
      sql: "INSERT INTO keeper_action (action, \"group\", path, previous) VALUES (?, ?, ?, ?)",
      arguments: [action, move.group.text, Data(move.path.bytes), move.previous.map { Data($0.bytes) }])
    try setKeeper(move.path, of: move.group, library: library, in: database)
  }

  /// Gives a group the keeper back that it had before an action, unless the choice of that one is forgotten. Does
  /// nothing for an action that chose none.
  static func takeKeeperBack(of action: Int64, in database: Database) throws {
    let row = try Row.fetchOne(
      database,
      sql: """
        SELECT keeper_action.*, decision_action."library", EXISTS (
          SELECT 1 FROM keeper_action AS other JOIN decision_action AS chosen ON chosen.id = other.action
          WHERE other."group" = keeper_action."group" AND other.path = keeper_action.previous
            AND chosen."library" = decision_action."library" AND chosen.is_undone = 0) AS is_chosen
        FROM keeper_action
        JOIN decision_action ON decision_action.id = keeper_action.action WHERE keeper_action.action = ?
        """, arguments: [action])
    guard let row else { return }
    let path: Data? = row["is_chosen"] ? row["previous"] : nil
    try setKeeper(
      path.map { FilePath(bytes: $0) }, of: PhotoGroup.ID(row["group"]), library: row["library"], in: database)
  }

  static func keeperMoves(of library: Int64, in database: Database) throws -> [Int64: KeeperMove] {
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT keeper_action.* FROM keeper_action
        JOIN decision_action ON decision_action.id = keeper_action.action WHERE decision_action."library" = ?
        """, arguments: [library])
    return Dictionary(
      uniqueKeysWithValues: rows.map { row in
        let previous: Data? = row["previous"]
        return (
          row["action"],
          KeeperMove(
            group: PhotoGroup.ID(row["group"]), path: FilePath(bytes: row["path"] as Data),
            previous: previous.map { FilePath(bytes: $0) })
        )
      })
  }

  /// Stores the keeper of a group.
  ///
  /// - Parameter path: The keeper; nil leaves the choice to Deckle.
  private static func setKeeper(
    _ path: FilePath?, of group: PhotoGroup.ID, library: Int64, in database: Database
  ) throws {
    guard let path else {
      try database.execute(
        sql: "DELETE FROM chosen_keeper WHERE library = ? AND \"group\" = ?", arguments: [library, group.text])
      return
    }
    try database.execute(
      sql: "INSERT OR REPLACE INTO chosen_keeper (library, \"group\", path) VALUES (?, ?, ?)",
      arguments: [library, group.text, Data(path.bytes)])
  }
}
