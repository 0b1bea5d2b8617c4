import Foundation
import GRDB
package import PhotoModel
import PhotoScan

/// What close looks at pairs of contents found. A row belongs to the bytes of both files, wherever they lie.
extension FeatureStore {
  static let pairTable = CheckedTable(
    name: "pair",
    columns: [
      "first", "second", "inliers", "spread", "is_mirrored", "scale", "rotation", "across", "down", "first_overlap",
      "second_overlap", "correlation", "agreement", "same_pixels",
    ])

  static let pairSchema = """
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
    var found: [PairKey: PairVerification] = [:]
    if contents.count >= mostLookUps { found.reserveCapacity(try pairCount()) }
    try forEachRow(of: contents, in: Self.pairTable) { first, row in
      guard let second = row.digest(), contents.contains(second), let key = PairKey(first, second), key.first == first,
        let pair = Self.verification(&row), row.isWhole()
      else { return }
      found[key] = pair
    }
    return VerifiedPairs(found)
  }

  /// Of all libraries that share the cache.
  func pairCount() throws -> Int {
    try withDatabase { queue in
      try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM pair") ?? 0 }
    }
  }

  package func store(_ pairs: VerifiedPairs) throws {
    guard !pairs.isEmpty else { return }
    try withDatabase { queue in try queue.write { try Self.insert(pairs, into: $0) } }
  }

  private static func insert(_ pairs: VerifiedPairs, into database: Database) throws {
    for (key, pair) in pairs.all {
      try pairTable.insert(
        [
          Data(key.first.bytes), Data(key.second.bytes), pair.inliers, pair.spread, pair.isMirrored, pair.scale,
          pair.rotation, pair.across, pair.down, pair.firstOverlap, pair.secondOverlap, pair.correlation,
          pair.agreement, pair.haveSamePixels,
        ], into: database)
    }
  }

  /// Nil for a row that makes no sense: the pair is then looked at again.
  private static func verification(_ row: inout RowReader) -> PairVerification? {
    guard let inliers = row.number(), let spread = row.real(), let isMirrored = row.integer(), let scale = row.real(),
      let rotation = row.real(), let across = row.real(), let down = row.real(), let firstOverlap = row.real(),
      let secondOverlap = row.real(), let correlation = row.real(), let agreement = row.real()
    else { return nil }
    let pair = PairVerification(
      inliers: inliers, spread: spread, isMirrored: isMirrored != 0, scale: scale, rotation: rotation,
      across: across, down: down, firstOverlap: firstOverlap, secondOverlap: secondOverlap, correlation: correlation,
      agreement: agreement, haveSamePixels: row.integer().map { $0 != 0 })
    return pair.isPlausible ? pair : nil
  }
}
