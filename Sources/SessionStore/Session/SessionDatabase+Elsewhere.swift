package import Foundation
import GRDB
package import PhotoModel
import SystemPackage

/// The reviews of other libraries, read for the decision rule; `SavedSession.protectingDecisions` gives the decisions
/// that count elsewhere.
extension SessionDatabase {
  /// The decisions and chosen keepers of every library.
  package func reviews() throws(StoreError) -> [SavedSession] {
    try read { database in try Self.reviews(except: nil, in: database) }
  }

  /// Files of which the last decision in the review of some library is that they, or one half of them, stay (kept,
  /// chosen, taken out of the bin, not the same), and about which something was decided after a moment, by the clock of
  /// the machine.
  package func filesStaying(since date: Date) throws(StoreError) -> [DecidedFile] {
    try read { database in
      let numbers = try Int64.fetchAll(
        database, sql: "SELECT id FROM decision_action WHERE said_at > ?", arguments: [date.timeIntervalSince1970])
      return numbers.isEmpty ? [] : try Self.reviews(except: nil, in: database).filesStaying(among: Set(numbers))
    }
  }

  /// The decisions in other libraries by which a photo stays, oldest first.
  static func protectingDecisions(besides library: Int64?, in database: Database) throws -> [DecisionAction] {
    try reviews(except: library, in: database).flatMap(\.protectingDecisions).sorted { $0.id < $1.id }
  }

  private static func reviews(except library: Int64?, in database: Database) throws -> [SavedSession] {
    try Int64.fetchAll(database, sql: "SELECT id FROM library WHERE id IS NOT ? ORDER BY id", arguments: [library]).map
    {
      SavedSession(actions: try actions(of: $0, in: database), chosenKeepers: try chosenKeepers(of: $0, in: database))
    }
  }
}
