package import Foundation
import GRDB
package import PhotoModel
package import SystemPackage

extension SessionDatabase {
  /// Undoes an action, which the next redo applies again.
  ///
  /// - Throws: `.database` also where there is no such action, so that no failed write looks like a success.
  package func undo(
    _ action: Int64, bookmark: Bookmark? = nil, in roots: [FilePath] = []
  ) throws(StoreError) {
    try write { database in
      try database.execute(
        sql: """
          UPDATE decision_action SET is_undone = 1, undone_number = 1 + (
            SELECT coalesce(max(undone_number), 0) FROM decision_action AS other
            WHERE other."library" = decision_action."library" AND other.is_undone = 1)
          WHERE id = ?
          """, arguments: [action])
      guard database.changesCount == 1 else { throw DatabaseError(message: "decision \(action) is not there") }
      try Self.takeKeeperBack(of: action, in: database)
      if let bookmark { try Self.set(bookmark, library: Self.makeLibrary(of: roots, in: database), in: database) }
    }
  }

  /// Applies an undone action again. It counts as made now, after all decisions of other reviews since the undo, and so
  /// gets another number.
  ///
  /// - Parameter action: The action as it takes effect now, without marks that have ended meanwhile.
  /// - Returns: The action with its new number.
  /// - Throws: `.database` also where no such action was undone.
  package func redo(
    _ action: DecisionAction, at time: Date, bookmark: Bookmark? = nil, in roots: [FilePath]
  ) throws(StoreError) -> DecisionAction {
    try write { database in
      let isUndone = try Bool.fetchOne(
        database, sql: "SELECT is_undone FROM decision_action WHERE id = ?", arguments: [action.id])
      guard isUndone == true else { throw DatabaseError(message: "decision \(action.id) was not undone") }
      let library = try Self.makeLibrary(of: roots, in: database)
      let stored = try Self.insert(action, library: library, in: database)
      try Self.passLedger(from: action.id, to: stored.id, at: time, in: database)
      try database.execute(sql: "DELETE FROM decision_action WHERE id = ?", arguments: [action.id])
      if let bookmark { try Self.set(bookmark, library: library, in: database) }
      return stored
    }
  }
}
