import Foundation
import GRDB
package import PhotoModel
import Review
package import SystemPackage

/// The deletion of decisions: about entries taken out of the ledger, and about photos that were moved, put back, or may
/// not be touched. `DecisionPruning` finds them.
extension SessionDatabase {
  /// Takes entries out of the ledger, with the decisions of the session that put them there, so that their photos are
  /// open again, and not in the bin by an older mark. Photos that were marked since stay marked.
  package func forget(_ selection: LedgerSelection) throws(StoreError) {
    try write { database in
      if case .refusal(let pair) = selection {
        try Self.forgetRefusals(
          where: "first = ? AND second = ?", [Data(pair.first.bytes), Data(pair.second.bytes)], in: database)
      }
      if case .keep(let digest, let category) = selection {
        let categories = IssueCategory.allCases.filter(category.sharesKeeps).map { "'\($0.rawValue)'" }
        try Self.forgetKeeps(
          where: "digest = ? AND category IN (\(categories.joined(separator: ", ")))", [Data(digest.bytes)],
          in: database)
      }
      if case .everything = selection {
        try Self.forgetRefusals(where: "true", [], in: database)
        try Self.forgetKeeps(where: "true", [], in: database)
      }
      try database.execute(
        sql: "DELETE FROM ledger_company WHERE id NOT IN (SELECT company FROM ledger_keep WHERE company IS NOT NULL)")
    }
  }

  /// Deletes the decisions about these photos in any library: they were moved, or put back, and are open again.
  ///
  /// - Parameters:
  ///   - photos: The photos of which only the marks for one half are deleted, because their RAW went.
  ///   - identities: The identities of the known files. Without one, a decision that something stays may be about
  ///     another file that had the name, so only marks are deleted.
  package func forgetDecisions(
    about paths: [FilePath], andOfRAWsOf photos: [FilePath] = [], identities: [FilePath: FileIdentity] = [:]
  ) throws(StoreError) {
    try write { database in
      try Self.forgetDecisions(
        about: paths.map { DecidedFile(path: $0, identity: identities[$0]) },
        halvesOf: photos.map { DecidedFile(path: $0) }, in: database)
    }
  }

  /// Deletes the decisions about files.
  ///
  /// - Parameter areBack: Whether all marks of the photos are deleted, because their RAW came back.
  static func forgetDecisions(
    about files: [DecidedFile], halvesOf photos: [DecidedFile], areBack: Bool = false, in database: Database
  ) throws {
    let pruning = DecisionPruning(about: files, halvesOf: photos, areWhole: areBack)
    try prune(pruning, near: files + photos, in: database)
  }

  // MARK: Private

  private static func forgetKeeps(where condition: String, _ arguments: [Data], in database: Database) throws {
    let isForgotten = """
      decision = 'keep' AND EXISTS (
        SELECT 1 FROM ledger_keep WHERE ledger_keep.action = item.action
          AND ledger_keep.path = item.path AND is_kept = 1 AND \(condition))
      """
    try forgetDecisions(where: isForgotten, StatementArguments(arguments), in: database)
    try database.execute(
      sql: "DELETE FROM ledger_keep WHERE \(condition)", arguments: StatementArguments(arguments))
  }

  private static func forgetRefusals(where condition: String, _ arguments: [Data], in database: Database) throws {
    try forgetDecisions(
      where: "item.action IN (SELECT action FROM ledger_refusal WHERE \(condition))", StatementArguments(arguments),
      in: database)
    try database.execute(
      sql: "DELETE FROM ledger_refusal WHERE \(condition)", arguments: StatementArguments(arguments))
  }

  private static func forgetDecisions(
    where isForgotten: String, _ arguments: StatementArguments, in database: Database
  ) throws {
    var pruning = DecisionPruning()
    var files: [DecidedFile] = []
    var actions: Set<Int64> = []
    for decision in try decisions(where: isForgotten, arguments, in: database) {
      files += try forget(decision, &pruning, in: database)
      actions.insert(decision.action)
    }
    try prune(pruning, near: files, actions, in: database)
  }

  /// Deletes the forgotten decisions, beginning with those about these files, and the actions that are left empty.
  ///
  /// - Parameter actions: The actions of which something was deleted before.
  private static func prune(
    _ pruning: DecisionPruning, near files: [DecidedFile], _ actions: Set<Int64> = [], in database: Database
  ) throws {
    var (pruning, left, actions) = (pruning, files, actions)
    while let file = left.popLast() {
      for decision in try decisions(near: file, in: database) {
        if pruning.forgets(decision.item, decision.action) {
          left += try forget(decision, &pruning, in: database)
          actions.insert(decision.action)
        } else if pruning.forgetsMark(before: decision.item, decision.action) {
          try database.cachedStatement(
            sql: """
              UPDATE decision_item SET previous = 'pending', previous_parts = 'all' WHERE action = ? AND position = ?
              """
          ).execute(arguments: [decision.action, decision.position])
        }
      }
    }
    for action in actions {
      try database.cachedStatement(
        sql: """
          DELETE FROM decision_action WHERE id = ?
          AND NOT EXISTS (SELECT 1 FROM decision_item WHERE action = decision_action.id)
          """
      ).execute(arguments: [action])
    }
  }

  /// Deletes a decision, with the decision about the RAW beside its photo.
  ///
  /// - Returns: The files whose older marks it may have ended. An undone decision never ended any.
  private static func forget(
    _ decision: StoredDecision, _ pruning: inout DecisionPruning, in database: Database
  ) throws -> [DecidedFile] {
    try database.cachedStatement(sql: "DELETE FROM decision_item WHERE action = ? AND position = ?")
      .execute(arguments: [decision.action, decision.position])
    guard !decision.isUndone, decision.item.isStaying else { return [] }
    pruning.forget(decision.item, decision.action)
    return decision.item.withRAW.map(\.file)
  }

  /// A decision with its place in the session.
  private struct StoredDecision {
    var item: DecisionAction.Item
    var action: Int64
    var position: Int64
    var isUndone: Bool
  }

  /// Decisions that may be about a file, under whatever name.
  private static func decisions(near file: DecidedFile, in database: Database) throws -> [StoredDecision] {
    try decisions(
      where: "item.path = ? OR item.size = ? AND item.modified = ? OR item.digest = ?",
      [Data(file.path.bytes), file.identity?.size, file.identity?.modified, file.digest.map { Data($0.bytes) }],
      in: database)
  }

  private static func decisions(
    where condition: String, _ arguments: StatementArguments, in database: Database
  ) throws -> [StoredDecision] {
    let rows = try Row.fetchAll(
      database.cachedStatement(
        sql: """
          SELECT \(itemColumns), item.position, is_undone FROM decision_item AS item
          JOIN decision_action ON id = item.action WHERE \(condition)
          """), arguments: arguments)
    let raws = try database.cachedStatement(
      sql: "SELECT \(itemColumns) FROM decision_item AS item WHERE action = ? AND position = ?")
    return try rows.compactMap { row in
      guard var item = item(row) else { return nil }
      let (action, position): (Int64, Int64) = (row[0], row["position"])
      if position >= 0 {
        item.stayingRAW = try Row.fetchOne(raws, arguments: [action, -1 - position]).flatMap(Self.item)?.file
      }
      return StoredDecision(item: item, action: action, position: position, isUndone: row["is_undone"])
    }
  }
}
