import Foundation
import GRDB

/// Findings of libraries as they were when they were made, so that one that has not changed opens without comparing it.
extension FeatureStore {
  static let findingsSchema = """
    CREATE TABLE findings (
      basis BLOB PRIMARY KEY NOT NULL, round INTEGER NOT NULL, content BLOB NOT NULL
    ) STRICT;
    """

  /// A library or two, each before and after a slider was moved.
  private static let mostFindings = 4

  /// What was stored for exactly this basis.
  package func findings(on basis: [UInt8]) throws -> [UInt8]? {
    var content: [UInt8]?
    try withDatabase { queue in
      try queue.read { database in
        try database.forEachRow(of: "SELECT content FROM findings WHERE basis = ?", [Data(basis)]) {
          content = $0.bytes()
        }
      }
    }
    return content
  }

  /// Those that were stored longest ago are forgotten.
  package func store(findings content: [UInt8], on basis: [UInt8]) throws {
    try withDatabase { queue in
      try queue.write { database in
        let round = (try Int64.fetchOne(database, sql: "SELECT max(round) FROM findings") ?? 0) + 1
        try database.execute(
          sql: "INSERT OR REPLACE INTO findings VALUES (?, ?, ?)", arguments: [Data(basis), round, Data(content)])
        let newest = "SELECT basis FROM findings ORDER BY round DESC LIMIT \(Self.mostFindings)"
        try database.execute(sql: "DELETE FROM findings WHERE basis NOT IN (\(newest))")
      }
    }
  }
}
