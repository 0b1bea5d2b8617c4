import Foundation
import GRDB
package import PhotoModel
import PhotoScan

/// What close looks at pairs of contents found. A row belongs to the bytes of both files, wherever they lie.
extension FeatureStore {
  static let pairTable = """
    CREATE TABLE pair (
      first BLOB NOT NULL, second BLOB NOT NULL, version INTEGER NOT NULL,
      inliers INTEGER NOT NULL, spread REAL NOT NULL, is_mirrored INTEGER NOT NULL, scale REAL NOT NULL,
      rotation REAL NOT NULL, first_overlap REAL NOT NULL, second_overlap REAL NOT NULL, correlation REAL NOT NULL,
      agreement REAL NOT NULL, same_pixels INTEGER, PRIMARY KEY (first, second)
    ) STRICT, WITHOUT ROWID;
    """

  /// Rows from before have no shift, and count as not there: such a pair is looked at again.
  static let pairShift = """
    ALTER TABLE pair ADD COLUMN across REAL;
    ALTER TABLE pair ADD COLUMN down REAL;
    """

  package func verifications(among contents: Set<ContentDigest>) throws -> VerifiedPairs {
    try queue.read { database in
      var found = VerifiedPairs.none
      let statement = try database.cachedStatement(sql: "SELECT * FROM pair WHERE first = ? AND version = ?")
      for first in contents {
        let rows = try Row.fetchCursor(statement, arguments: [Data(first.bytes), analysisVersion])
        while let row = try rows.next() {
          guard let second = (row["second"] as Data?).flatMap({ ContentDigest(bytes: Array($0)) }),
            contents.contains(second), let key = PairKey(first, second), key.first == first
          else { continue }
          found[key] = Self.verification(row)
        }
      }
      return found
    }
  }

  package func store(_ pairs: VerifiedPairs) throws {
    guard !pairs.isEmpty else { return }
    try queue.write { database in
      let statement = try database.cachedStatement(
        sql: "INSERT OR REPLACE INTO pair VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
      for (key, pair) in pairs.all {
        try statement.execute(arguments: [
          Data(key.first.bytes), Data(key.second.bytes), analysisVersion, pair.inliers, pair.spread, pair.isMirrored,
          pair.scale, pair.rotation, pair.firstOverlap, pair.secondOverlap, pair.correlation, pair.agreement,
          pair.haveSamePixels, pair.across, pair.down,
        ])
      }
    }
  }

  /// Nil for a row that makes no sense: the pair is then looked at again.
  private static func verification(_ row: Row) -> PairVerification? {
    guard let inliers: Int = row["inliers"], let spread: Double = row["spread"],
      let isMirrored: Bool = row["is_mirrored"], let scale: Double = row["scale"],
      let rotation: Double = row["rotation"], let firstOverlap: Double = row["first_overlap"],
      let secondOverlap: Double = row["second_overlap"], let correlation: Double = row["correlation"],
      let agreement: Double = row["agreement"], let across: Double = row["across"], let down: Double = row["down"]
    else { return nil }
    let pair = PairVerification(
      inliers: inliers, spread: spread, isMirrored: isMirrored, scale: scale, rotation: rotation,
      across: across, down: down, firstOverlap: firstOverlap, secondOverlap: secondOverlap, correlation: correlation,
      agreement: agreement,
      haveSamePixels: row["same_pixels"])
    return pair.isPlausible ? pair : nil
  }
}
