import Foundation
import GRDB
package import PhotoModel

extension SessionDatabase {
  /// Takes something out of the ledger, with the decisions of the session that put it there, so that it is a question
  /// again, and in no bin for an older mark. What was marked since stays marked.
  package func forget(_ selection: LedgerSelection) throws(StoreError) {
    try write { database in
      if case .refusal(let pair) = selection {
        try Self.forgetRefusals(
          where: "first = ? AND second = ?", [Data(pair.first.bytes), Data(pair.second.bytes)], in: database)
      }
      if case .keep(let digest, let category) = selection {
        let categories = IssueCategory.allCases.filter(category.asksTheSame).map { "'\($0.rawValue)'" }
        try Self.forgetKeeps(
          where: "digest = ? AND category IN (\(categories.joined(separator: ", ")))", [Data(digest.bytes)],
          in: database)
      }
      if case .everything = selection {
        try Self.forgetRefusals(where: "true", [], in: database)
        try Self.forgetKeeps(where: "true", [], in: database)
      }
      try database.execute(
        sql: """
          DELETE FROM decision_action WHERE NOT EXISTS (SELECT 1 FROM decision_item WHERE action = decision_action.id);
          DELETE FROM ledger_company WHERE id NOT IN (SELECT company FROM ledger_keep WHERE company IS NOT NULL)
          """)
    }
  }

  // MARK: Private

  private static func forgetKeeps(where condition: String, _ arguments: [Data], in database: Database) throws {
    let isForgotten = """
      decision = 'keep' AND EXISTS (
        SELECT 1 FROM ledger_keep WHERE ledger_keep.action = decision_item.action
          AND ledger_keep.path = decision_item.path AND is_kept = 1 AND \(condition))
      """
    try forgetItems(where: isForgotten, arguments, in: database)
    try database.execute(
      sql: "DELETE FROM ledger_keep WHERE \(condition)", arguments: StatementArguments(arguments))
  }

  private static func forgetRefusals(where condition: String, _ arguments: [Data], in database: Database) throws {
    try forgetItems(
      where: "decision_item.action IN (SELECT action FROM ledger_refusal WHERE \(condition))", arguments, in: database)
    try database.execute(
      sql: "DELETE FROM ledger_refusal WHERE \(condition)", arguments: StatementArguments(arguments))
  }

  /// Deletes items, and the marks that they had ended: without this the older mark would be the last word again. In its own
  /// library a word ends the marks of its category, in others all; so it does where the file, or its name, was another.
  private static func forgetItems(where isForgotten: String, _ arguments: [Data], in database: Database) throws {
    let words = try Row.fetchAll(
      database,
      sql: """
        SELECT decision_item.*, library FROM decision_item JOIN decision_action ON id = decision_item.action
        WHERE is_undone = 0 AND \(isForgotten)
        """, arguments: StatementArguments(arguments))
    try database.execute(
      sql: "DELETE FROM decision_item WHERE \(isForgotten)", arguments: StatementArguments(arguments))
    let isFile = "(inode = :inode AND size = :size AND modified = :modified AND digest = :digest)"
    for word in words {
      let older = """
        action < :action AND (
          path = :path AND (
            category = :category OR (SELECT library FROM decision_action WHERE id = action) <> :library OR NOT \(isFile))
          OR path <> :path AND \(isFile))
        """
      let values: StatementArguments = [
        "action": word["action"] as Int64, "path": word["path"] as Data, "category": word["category"] as String,
        "library": word["library"] as Int64, "inode": word["inode"] as Int64, "size": word["size"] as Int64,
        "modified": word["modified"] as Int64, "digest": word["digest"] as Data?,
      ]
      try database.execute(sql: "DELETE FROM decision_item WHERE decision = 'delete' AND \(older)", arguments: values)
      try database.execute(
        sql: "UPDATE decision_item SET previous = 'pending', previous_parts = '\(PhotoParts.all.rawValue)' "
          + "WHERE previous = 'delete' AND \(older)", arguments: values)
    }
  }
}
