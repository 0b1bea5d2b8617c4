import Foundation
import GRDB
package import PhotoModel

/// The verifications of pairs of contents. A record belongs to the bytes of both files, whatever their paths.
extension FeatureStore {
  static let pairTable = CheckedTable(name: "pair", columns: ["first", "second", "record"])

  /// The verifications of all pairs among these contents; damaged records are left out.
  package func verifications(among contents: ContentSet) throws -> VerifiedPairs {
    try VerifiedPairs(among: contents) { add in
      try forEachRow(of: contents, in: Self.pairTable) { first, row in
        guard let second = row.digest(), let key = ContentPair(first, second), key.first == first,
          let pair = row.blob(PairVerification.init(record:)) ?? nil, row.isWhole()
        else { return }
        add(key, pair)
      }
    }
  }

  /// The number of pairs of all libraries that share the cache.
  func pairCount() throws -> Int {
    try withDatabase { queue in
      try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM pair") ?? 0 }
    }
  }

  /// Stores verifications in one transaction, replacing those of the same pairs.
  package func store(_ pairs: VerifiedPairs) throws {
    guard !pairs.isEmpty else { return }
    try withDatabase { queue in
      try queue.write { database in
        for (key, pair) in pairs.all { try Self.insert(pair, of: key, into: database) }
      }
    }
  }

  static func insert(_ pair: PairVerification, of key: ContentPair, into database: Database) throws {
    try pairTable.insert([Data(key.first.bytes), Data(key.second.bytes), Data(pair.record)], into: database)
  }
}
