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

  /// What other libraries keep of the photos below these folders: by the last word there, or chosen as the keeper of a set
  /// there. One for each action, with its number and the photos it is about, oldest first.
  static func keptElsewhere(
    than library: Int64?, below roots: [FilePath], in database: Database
  ) throws -> [DecisionAction] {
    var actions: [Int64: DecisionAction] = [:]
    for (condition, arguments) in conditions(ofOthersThan: library, below: roots) {
      let last = try Row.fetchAll(
        database, sql: lastKeeps(where: condition), arguments: arguments)
      let chosen = try Row.fetchAll(
        database,
        sql: """
          SELECT \(itemColumns) FROM decision_item AS item JOIN decision_action ON decision_action.id = item.action
          JOIN keeper_action ON keeper_action.action = item.action AND keeper_action.path = item.path
          JOIN chosen_keeper USING (library, "group", path) WHERE is_undone = 0 AND item.position = 0 AND \(condition)
          """, arguments: arguments)
      let words = last.compactMap { row in item(row).map { (row[0] as Int64, $0) } }
      let choices = chosen.compactMap { row in item(row).map { (row[0] as Int64, keeping($0)) } }
      for (id, item) in words + choices {
        actions[id, default: DecisionAction(id: id, items: [])].items.append(item)
      }
    }
    return actions.values.sorted { $0.id < $1.id }
  }

  /// Words of other libraries by which something of a photo stays, with their numbers: kept there, chosen as a keeper, taken
  /// out of the bin, also by "not the same", or marked in part. They are about names below these folders, or about files that
  /// this library has marked, whatever their names: a drive may have another one each time, and one folder two.
  static func stayingWords(
    ofOthersThan library: Int64, below roots: [FilePath], in database: Database
  ) throws -> [(item: DecisionAction.Item, action: Int64)] {
    let isStaying = "is_undone = 0 AND (decision <> 'delete' OR parts <> 'all')"
    let words = "SELECT \(itemColumns) FROM decision_item AS item JOIN decision_action ON id = item.action"
    var rows = try Row.fetchAll(
      database,
      sql: """
        WITH mark AS MATERIALIZED (
          SELECT DISTINCT inode, size, modified, changed FROM decision_item JOIN decision_action ON id = action
          WHERE library = ?1 AND 'delete' IN (decision, previous))
        \(words) JOIN mark ON mark.size = item.size AND mark.modified = item.modified
        WHERE (mark.inode = item.inode OR mark.changed = item.changed) AND library <> ?1 AND \(isStaying)
        """, arguments: [library])
    for (condition, arguments) in conditions(ofOthersThan: library, below: roots) {
      rows += try Row.fetchAll(
        database, sql: "\(words) WHERE \(isStaying) AND \(condition)", arguments: arguments)
    }
    return rows.compactMap { row in item(row).map { ($0, row[0]) } }
  }

  private static func conditions(
    ofOthersThan library: Int64?, below roots: [FilePath]
  ) -> [(sql: String, arguments: StatementArguments)] {
    let folders = outermostFolders(of: roots)
    // SQLite takes no expression of more than a thousand parts.
    return stride(from: 0, to: folders.count, by: 200).map { start in
      let folders = folders[start..<min(start + 200, folders.count)]
      let isBelow = Array(repeating: "item.path > ? AND item.path < ?", count: folders.count)
      let bounds = folders.flatMap { [Data($0), Data($0.dropLast() + [UInt8(ascii: "/") + 1])] }
      return (
        "library IS NOT ? AND (\(isBelow.joined(separator: " OR ")))",
        StatementArguments([library]) + StatementArguments(bounds)
      )
    }
  }

  private static func keeping(_ item: DecisionAction.Item) -> DecisionAction.Item {
    var item = item
    item.decision = .keep
    return item
  }

  /// Each ends with a slash, and none is inside of another.
  private static func outermostFolders(of roots: [FilePath]) -> [[UInt8]] {
    let slash = UInt8(ascii: "/")
    let folders = roots.map { $0.bytes.last == slash ? $0.bytes : $0.bytes + [slash] }
    var outermost: [[UInt8]] = []
    for folder in folders.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      if let last = outermost.last, folder.starts(with: last) { continue }
      outermost.append(folder)
    }
    return outermost
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
