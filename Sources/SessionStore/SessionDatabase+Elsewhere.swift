import Foundation
import GRDB
package import PhotoModel
import SystemPackage

/// What reviews of other libraries say about the photos of one. Marks are of one library; that a photo stays, or is
/// no longer marked, is heard in all, for a mark that is older than this word would move what the user took back since.
extension SessionDatabase {
  /// Photos of which the last word in the review of some library is to keep them: the files that were on the screen.
  package func keptPhotos() throws(StoreError) -> [StayingFile] {
    try read { database in
      // That its photo is an open question takes no keep from a RAW.
      let isOwn = "(item.position >= 0 OR item.decision = 'keep')"
      return try Row.fetchAll(database, sql: Self.lastWords(where: isOwn, that: "decision = 'keep'")).compactMap(
        Self.stayingFile)
    }
  }

  /// - Parameter row: Begins with `itemColumns`.
  static func stayingFile(_ row: Row) -> StayingFile? {
    item(row).map { StayingFile(path: $0.path, identity: $0.identity, digest: $0.digest) }
  }

  /// Last words of other libraries by which photos below these folders are not to go: kept there, chosen as the keeper of a
  /// set there, or taken out of the bin, also by "not the same". One for each action, with its number and the photos it is
  /// about, oldest first.
  static func wordsElsewhere(
    than library: Int64?, below roots: [FilePath], in database: Database
  ) throws -> [DecisionAction] {
    var actions: [Int64: DecisionAction] = [:]
    let folders = outermostFolders(of: roots)
    // SQLite takes no expression of more than a thousand parts.
    for start in stride(from: 0, to: folders.count, by: 200) {
      let folders = folders[start..<min(start + 200, folders.count)]
      let isBelow = Array(repeating: "item.path > ? AND item.path < ?", count: folders.count)
      let condition = "library IS NOT ? AND (\(isBelow.joined(separator: " OR ")))"
      let bounds = folders.flatMap { [Data($0), Data($0.dropLast() + [UInt8(ascii: "/") + 1])] }
      let arguments = StatementArguments([library]) + StatementArguments(bounds)
      let last = try Row.fetchAll(
        database, sql: lastWords(where: condition, that: "decision <> 'delete'"), arguments: arguments)
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

  /// The last word about each photo and category in each library, where it is one of these. Beside `max`, SQLite takes the
  /// other columns from the row that it is found in.
  private static func lastWords(where condition: String, that isWanted: String) -> String {
    """
    SELECT \(itemColumns) FROM (
      SELECT max(item.action), item.* FROM decision_item AS item
      JOIN decision_action ON decision_action.id = item.action
      WHERE is_undone = 0 AND \(condition) GROUP BY library, item.path, item.category
    ) AS item WHERE \(isWanted)
    """
  }
}

extension SavedSession {
  /// Takes in the last words of other libraries: marks that are older than one of them are none any more, and what is kept
  /// there is kept here. A word that leaves the photo open takes no keep away.
  mutating func hear(_ words: [DecisionAction]) {
    keptElsewhere = words.compactMap { action in
      var action = action
      action.items.removeAll { $0.decision != .keep }
      return action.items.isEmpty ? nil : action
    }
    var latest: [FilePath: Int64] = [:]
    for action in words { for item in action.items { latest[item.path] = action.id } }
    guard !latest.isEmpty else { return }
    for place in actions.indices {
      for index in actions[place].items.indices {
        let item = actions[place].items[index]
        guard let word = latest[item.path], word > actions[place].id else { continue }
        if item.decision == .delete { actions[place].items[index].decision = .pending }
        if item.previous == .delete { actions[place].items[index].previous = .pending }
      }
    }
  }
}
