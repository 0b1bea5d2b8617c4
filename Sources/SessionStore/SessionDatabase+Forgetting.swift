import Foundation
import GRDB
package import PhotoModel
import SystemPackage

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

  /// Deletes items, and the marks that they had ended: without this the older mark would be the last word again.
  private static func forgetItems(where isForgotten: String, _ arguments: [Data], in database: Database) throws {
    let words = try Row.fetchAll(
      database,
      sql: """
        SELECT decision_item.* FROM decision_item JOIN decision_action ON id = decision_item.action
        WHERE is_undone = 0 AND \(isForgotten)
        """, arguments: StatementArguments(arguments))
    try database.execute(
      sql: "DELETE FROM decision_item WHERE \(isForgotten)", arguments: StatementArguments(arguments))
    for word in words {
      _ = try forgetMarks(of: StoredFile(word), before: word["action"], in: database)
    }
  }
}

extension SessionDatabase {
  /// A file of which marks are forgotten.
  struct StoredFile {
    var identity: FileIdentity
    /// Nil where nobody knows.
    var digest: Data?
    /// A name of which marks are forgotten as well, whatever file had it.
    var path: Data
    /// It was said to stay: that ends marks for its bytes, too, whatever files have them.
    var isStaying = false

    init(identity: FileIdentity, path: Data) { (self.identity, self.path) = (identity, path) }

    /// - Parameter word: What was said about it.
    init(_ word: Row) {
      (identity, digest, path) = (SessionDatabase.identity(word), word["digest"], word["path"])
      isStaying = word["decision"] != "delete" || word["parts"] != "all"
    }

    var arguments: StatementArguments {
      [
        "path": path, "name": Data([UInt8(ascii: "/")] + FilePath(bytes: path).nameBytes),
        "inode": Int64(bitPattern: identity.inode), "size": identity.size, "modified": identity.modified,
        "changed": identity.changed, "digest": digest, "staying": isStaying ? digest : nil,
      ]
    }
  }

  static func registerFilesOfDecisions(in migrator: inout DatabaseMigrator) {
    migrator.registerMigration("files of decisions") { database in
      try database.execute(
        sql: """
          DROP INDEX decision_item_inode;
          CREATE INDEX decision_item_file ON decision_item (size, modified);
          CREATE INDEX decision_item_digest ON decision_item (digest);
          """)
    }
  }

  /// Forgets marks of a file, in whatever category and library and under whatever name; no undo brings them back. What is
  /// the same file, `DecisionAction.Item.isAbout` says.
  ///
  /// - Parameter action: Those that were said later stay.
  /// - Returns: The actions that they were part of.
  static func forgetMarks(
    of file: StoredFile, before action: Int64 = .max, in database: Database
  ) throws -> [Int64] {
    let isOlder = """
      action < :action AND (path = :path OR digest = :staying
        OR size = :size AND modified = :modified AND (digest IS NULL OR :digest IS NULL OR digest = :digest)
          AND (inode = :inode OR changed = :changed AND substr(path, -length(:name)) = :name))
      """
    let arguments = file.arguments + ["action": action]
    let update =
      "UPDATE decision_item SET previous = 'pending', previous_parts = 'all' WHERE previous = 'delete' AND \(isOlder)"
    try database.cachedStatement(sql: update).execute(arguments: arguments)
    let deletion = "DELETE FROM decision_item WHERE decision = 'delete' AND \(isOlder) RETURNING action"
    return try Int64.fetchAll(database.cachedStatement(sql: deletion), arguments: arguments)
  }
}
