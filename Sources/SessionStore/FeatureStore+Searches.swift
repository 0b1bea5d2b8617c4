import Foundation
import GRDB
package import PhotoModel
import PhotoScan

/// Which contents were searched for candidates together, so that the next scan searches for the new ones only.
extension FeatureStore {
  static let searchTable = CheckedTable(name: "search", columns: ["content", "round", "reach"])

  static let searchSchema = """
    CREATE TABLE search (
      content BLOB PRIMARY KEY NOT NULL, version INTEGER NOT NULL, round INTEGER NOT NULL, reach INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    """

  package func searched(among contents: Set<ContentDigest>) throws -> [ContentDigest: Int] {
    var rounds: [Int64: [ContentDigest: Int]] = [:]
    try forEachRow(of: contents, in: Self.searchTable) { content, row in
      guard let round = row.integer(), let reach = row.number(), row.isWhole() else { return }
      rounds[round, default: [:]][content] = reach
    }
    return rounds.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }?.value ?? [:]
  }

  package func store(searched contents: [ContentDigest: Int]) throws {
    try withDatabase { queue in
      try queue.write { database in
        // A round of its own: some of an earlier one may not be among these, and were not held against the new ones.
        let round = (try Int64.fetchOne(database, sql: "SELECT max(round) FROM search") ?? 0) + 1
        for (content, reach) in contents.sorted(by: { $0.key < $1.key }) {
          try Self.searchTable.insert([Data(content.bytes), round, reach], into: database)
        }
      }
    }
  }
}
