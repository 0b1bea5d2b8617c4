import Foundation
import GRDB
import PhotoModel
package import SystemPackage

/// What reviews of other libraries say about the photos of one. Marks are of one library; that a photo stays is heard in
/// all, for a mark that is older than this word would move what the user kept since.
extension SessionDatabase {
  /// Photos of which the last word in the review of some library is to keep them.
  package func keptPhotos() throws(StoreError) -> Set<FilePath> {
    try read { database in
      let rows = try Row.fetchAll(
        database, sql: "SELECT path FROM (\(Self.lastWords(where: "true"))) WHERE decision = 'keep'")
      return Set(rows.map { FilePath(bytes: $0["path"] as Data) })
    }
  }

  /// Words of other libraries that photos below these folders stay: kept there, or chosen as the keeper of a set there.
  /// One for each action, with its number and the photos it is about, oldest first.
  static func keepsElsewhere(
    than library: Int64?, below roots: [FilePath], in database: Database
  ) throws -> [DecisionAction] {
    guard !roots.isEmpty else { return [] }
    var bounds: [Data] = []
    for root in roots {
      let folder = root.bytes.last == UInt8(ascii: "/") ? root.bytes : root.bytes + [UInt8(ascii: "/")]
      bounds += [Data(folder), Data(folder.dropLast() + [UInt8(ascii: "/") + 1])]
    }
    let isBelow = Array(repeating: "item.path > ? AND item.path < ?", count: roots.count).joined(separator: " OR ")
    let condition = "library IS NOT ? AND (\(isBelow))"
    let arguments = StatementArguments([library]) + StatementArguments(bounds)
    let kept = try Row.fetchAll(
      database, sql: "SELECT * FROM (\(lastWords(where: condition))) WHERE decision = 'keep'", arguments: arguments)
    let chosen = try Row.fetchAll(
      database,
      sql: """
        SELECT item.* FROM decision_item AS item JOIN decision_action ON decision_action.id = item.action
        JOIN keeper_action ON keeper_action.action = item.action AND keeper_action.path = item.path
        JOIN chosen_keeper USING (library, "group", path) WHERE is_undone = 0 AND \(condition)
        """, arguments: arguments)
    var actions: [Int64: DecisionAction] = [:]
    for row in kept + chosen {
      guard var item = item(row) else { continue }
      item.decision = .keep
      actions[row["action"], default: DecisionAction(id: row["action"], items: [])].items.append(item)
    }
    return actions.values.sorted { $0.id < $1.id }
  }

  /// The last word about each photo and category in each library. Beside `max`, SQLite takes the other columns from the
  /// row that it is found in.
  private static func lastWords(where condition: String) -> String {
    """
    SELECT max(item.action), item.* FROM decision_item AS item
    JOIN decision_action ON decision_action.id = item.action
    WHERE is_undone = 0 AND \(condition) GROUP BY library, item.path, item.category
    """
  }
}

extension SavedSession {
  /// Marks that are older than a word of another library that their photo stays are none any more.
  mutating func takeBackMarks() {
    var kept: [FilePath: Int64] = [:]
    for action in keptElsewhere { for item in action.items { kept[item.path] = action.id } }
    guard !kept.isEmpty else { return }
    for place in actions.indices {
      for index in actions[place].items.indices {
        let item = actions[place].items[index]
        guard let keep = kept[item.path], keep > actions[place].id else { continue }
        if item.decision == .delete { actions[place].items[index].decision = .pending }
        if item.previous == .delete { actions[place].items[index].previous = .pending }
      }
    }
  }
}
