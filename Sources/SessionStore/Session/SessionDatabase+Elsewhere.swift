package import Foundation
import GRDB
package import PhotoModel
import SystemPackage

/// What reviews of other libraries say about the photos of one. Marks are of one library; that a photo stays, or is
/// no longer marked, is heard in all, for a mark that is older than this word would move what the user took back since.
extension SessionDatabase {
  /// Photos of which the last word in the review of some library is to keep them: the files that were on the screen.
  package func keptPhotos() throws(StoreError) -> [StayingFile] {
    try read { database in
      try Row.fetchAll(database, sql: Self.lastKeeps(where: "true")).compactMap(Self.stayingFile)
    }
  }

  /// Files about which something was said after this moment, in the review of some library, last of all that they stay, or one
  /// half of them: kept, chosen, taken out of the bin, not the same. By the clock of the machine.
  package func filesSaidToStay(since date: Date) throws(StoreError) -> [StayingFile] {
    try read { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT \(Self.itemColumns) FROM (
            SELECT max(item.action), item.* FROM decision_item AS item JOIN decision_action ON id = item.action
            WHERE is_undone = 0 AND said_at > ? GROUP BY item.path
          ) AS item WHERE decision <> 'delete' OR parts <> 'all'
          """, arguments: [date.timeIntervalSince1970]
      ).compactMap(Self.stayingFile)
    }
  }

  /// - Parameter row: Begins with `itemColumns`.
  static func stayingFile(_ row: Row) -> StayingFile? {
    item(row).map { StayingFile(path: $0.path, identity: $0.identity, digest: $0.digest) }
  }

  /// What other libraries keep: by the last word there, or chosen as the keeper of a set there. One for each action, with its
  /// number and the photos it is about, oldest first.
  static func keptElsewhere(than library: Int64?, in database: Database) throws -> [DecisionAction] {
    let last = try Row.fetchAll(database, sql: lastKeeps(where: "library IS NOT ?"), arguments: [library])
    let chosen = try Row.fetchAll(
      database,
      sql: """
        SELECT \(itemColumns) FROM decision_item AS item JOIN decision_action ON decision_action.id = item.action
        JOIN keeper_action ON keeper_action.action = item.action AND keeper_action.path = item.path
        JOIN chosen_keeper USING (library, "group", path)
        WHERE is_undone = 0 AND item.position = 0 AND library IS NOT ?
        """, arguments: [library])
    return actions(
      last.compactMap { row in item(row).map { (row[0], $0) } }
        + chosen.compactMap { row in item(row).map { (row[0], keeping($0)) } })
  }

  /// Words of other libraries by which something of a photo stays: kept there, chosen as a keeper, taken out of the bin, also
  /// by "not the same", or marked in part. Whatever they name: a drive may have another name each time, and one folder two,
  /// and which files belong to the photos of a library is not known here. With them, with the number 0, files of the sizes
  /// of those marked that were moved: what is here of them came back.
  static func stayingElsewhere(than library: Int64, in database: Database) throws -> [DecisionAction] {
    let text = try Row.fetchAll(
      database,
      sql: """
        SELECT \(itemColumns) FROM decision_item AS item JOIN decision_action ON id = item.action
        WHERE library <> ? AND is_undone = 0 AND (decision <> 'delete' OR parts <> 'all')
        """, arguments: [library])
    let moved = try Row.fetchAll(
      database,
      sql: """
        SELECT * FROM batch_file WHERE state NOT IN ('planned', 'reserved', 'stayed') AND size IN (
          SELECT size FROM decision_item JOIN decision_action ON id = action
          WHERE library = ? AND decision = 'delete')
        """, arguments: [library])
    return actions(
      text.compactMap { row in item(row).map { (row[0], $0) } }
        + moved.map { row in
          (
            0,
            DecisionAction.Item(
              path: FilePath(bytes: row["path"] as Data), identity: identity(row), category: .blurry,
              decision: .pending,
              previous: .pending)
          )
        })
  }

  private static func actions(_ text: [(action: Int64, item: DecisionAction.Item)]) -> [DecisionAction] {
    Dictionary(grouping: text, by: \.action)
      .map { DecisionAction(id: $0, items: $1.map(\.item)) }
      .sorted { $0.id < $1.id }
  }

  private static func keeping(_ item: DecisionAction.Item) -> DecisionAction.Item {
    var item = item
    item.decision = .keep
    return item
  }

  /// The last word about each photo and category in each library, where it is to keep it. That its photo is an open question
  /// takes no keep from a RAW. Beside `max`, SQLite takes the other columns from the row that it is found in.
  private static func lastKeeps(where condition: String) -> String {
    """
    SELECT \(itemColumns) FROM (
      SELECT max(item.action), item.* FROM decision_item AS item
      JOIN decision_action ON decision_action.id = item.action
      WHERE is_undone = 0 AND (item.position >= 0 OR item.decision = 'keep') AND \(condition)
      GROUP BY library, item.path, item.category
    ) AS item WHERE decision = 'keep'
    """
  }
}
