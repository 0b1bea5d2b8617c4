import Foundation
import GRDB
package import PhotoModel
import PhotoScan

/// Which contents were searched for candidates together, so that the next scan searches for the new ones only.
extension FeatureStore {
  static let searchTable = """
    CREATE TABLE search (
      content BLOB PRIMARY KEY NOT NULL, version INTEGER NOT NULL, round INTEGER NOT NULL, reach INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    """

  package func searched(among contents: Set<ContentDigest>) throws -> [ContentDigest: Int] {
    try queue.read { database in
      var rounds: [Int64: [ContentDigest: Int]] = [:]
      let statement = try database.cachedStatement(
        sql: "SELECT round, reach FROM search WHERE content = ? AND version = ?")
      // In the order of the table, so that neighbours are read together.
      for content in contents.sorted() {
        let rows = try Row.fetchCursor(statement, arguments: [Data(content.bytes), analysisVersion])
        guard let row = try rows.next(), let round: Int64 = row[0], let reach: Int = row[1] else { continue }
        rounds[round, default: [:]][content] = reach
      }
      return rounds.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }?.value ?? [:]
    }
  }

  package func store(searched contents: [ContentDigest: Int]) throws {
    try queue.write { database in
      // A round of its own: some of an earlier one may not be among these, and were not held against the new ones.
      let round = (try Int64.fetchOne(database, sql: "SELECT max(round) FROM search") ?? 0) + 1
      let statement = try database.cachedStatement(sql: "INSERT OR REPLACE INTO search VALUES (?, ?, ?, ?)")
      for (content, reach) in contents.sorted(by: { $0.key < $1.key }) {
        try statement.execute(arguments: [Data(content.bytes), analysisVersion, round, reach])
      }
    }
  }
}
