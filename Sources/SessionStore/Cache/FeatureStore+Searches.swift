import Foundation
import GRDB
package import PhotoModel

/// The contents that were searched for candidates together, so that the next scan searches for the new ones only.
extension FeatureStore {
  static let searchTable = CheckedTable(name: "search", columns: ["content", "round", "reach"])

  /// The largest set of these contents that was stored together, each with its reach.
  package func searched(among contents: ContentSet) throws -> [ContentDigest: Int] {
    var rounds: [Int64: [ContentDigest: Int]] = [:]
    try forEachRow(of: contents, in: Self.searchTable) { content, row in
      guard let round = row.integer(), let reach = row.number(), row.isWhole() else { return }
      rounds[round, default: [:]][content] = reach
    }
    return rounds.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }?.value ?? [:]
  }

  /// Stores contents that were searched together, each with its reach, as a round of their own.
  package func store(searched contents: [ContentDigest: Int]) throws {
    try withDatabase { queue in
      try queue.write { database in
        // A new round: contents of an earlier round may be missing from these, and were not compared with the new ones.
        let round = (try Int64.fetchOne(database, sql: "SELECT max(round) FROM search") ?? 0) + 1
        for (content, reach) in contents.sorted(by: { $0.key < $1.key }) {
          try Self.searchTable.insert([Data(content.bytes), round, reach], into: database)
        }
      }
    }
  }

  /// The number of finished searches that are kept: those of a few libraries, each in several states.
  private static let mostEndedSearches = 16

  /// The number of pairs in a finished search; nil where no such search is stored.
  package func pairsOfSearch(_ key: [UInt8]) throws -> Int? {
    var pairs: Int?
    try withDatabase { queue in
      try queue.read { database in
        try database.forEachRow(of: "SELECT pairs FROM ended_search WHERE mark = ?", [Data(key)]) {
          pairs = $0.number()
        }
      }
    }
    return pairs
  }

  /// Stores a search as ended. Beyond 16 the oldest are deleted.
  package func store(endOfSearch key: [UInt8], pairs: Int) throws {
    try withDatabase { queue in
      try queue.write { database in
        let round = (try Int64.fetchOne(database, sql: "SELECT max(round) FROM ended_search") ?? 0) + 1
        try database.execute(
          sql: "INSERT OR REPLACE INTO ended_search VALUES (?, ?, ?)", arguments: [Data(key), round, pairs])
        let newest = "SELECT mark FROM ended_search ORDER BY round DESC LIMIT \(Self.mostEndedSearches)"
        try database.execute(sql: "DELETE FROM ended_search WHERE mark NOT IN (\(newest))")
      }
    }
  }
}
