import Foundation
import GRDB
package import PhotoModel
import SystemPackage

/// The ledger: "keep" and "not the same", by content. It belongs to no library.
///
/// Its rows hang on the action that wrote them for as long as that can be undone; when the action is forgotten for any
/// other reason (its photos were moved), they stay.
extension SessionDatabase {
  /// All entries of the ledger that are not undone.
  package func ledger() throws(StoreError) -> Ledger {
    try read { database in
      var ledger = Ledger()
      ledger.keeps = try Self.keeps(in: database)
      let needed = Set(ledger.keeps.compactMap(\.groupSnapshot))
      for row in try Row.fetchAll(database, sql: "SELECT id, digests FROM ledger_company") {
        let id: Int64 = row["id"]
        if needed.contains(id) { ledger.groupSnapshots[id] = Self.digests(row["digests"]) }
      }
      let refusals = try Row.fetchAll(
        database, sql: "SELECT * FROM ledger_refusal WHERE \(Self.isInForce) ORDER BY id")
      ledger.refusals = refusals.compactMap { row in
        guard let pair = Self.pair(row) else { return nil }
        return Ledger.Refusal(
          id: row["id"], pair: pair, photo: FilePath(bytes: row["photo"] as Data),
          keeper: FilePath(bytes: row["keeper"] as Data), decidedAt: Date(timeIntervalSince1970: row["decided_at"]))
      }
      return ledger
    }
  }

  // MARK: Writing

  static func write(_ change: LedgerChange, action: Int64, of roots: [FilePath], in database: Database) throws {
    let time = change.decidedAt.timeIntervalSince1970
    for kept in change.kept {
      try database.execute(
        sql: """
          INSERT INTO ledger_keep (action, digest, category, is_kept, path, decided_at, company, keeper)
          VALUES (?, ?, ?, 1, ?, ?, ?, ?)
          """,
        arguments: [
          action, Data(kept.digest.bytes), kept.category.rawValue, Data(kept.path.bytes), time,
          try groupSnapshot(kept.groupSnapshot, in: database), kept.keeper.map { Data($0.bytes) },
        ])
    }
    for photo in change.reopened {
      guard let kept = try keep(of: photo, below: roots, in: database) else { continue }
      try database.execute(
        sql: """
          INSERT INTO ledger_keep (action, digest, category, is_kept, path, decided_at) VALUES (?, ?, ?, 0, ?, ?)
          """,
        arguments: [action, Data(photo.digest.bytes), photo.category.rawValue, Data(kept.path.bytes), time])
    }
    if let refused = change.refused {
      try database.execute(
        sql: """
          INSERT INTO ledger_refusal (action, first, second, photo, keeper, decided_at) VALUES (?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          action, Data(refused.pair.first.bytes), Data(refused.pair.second.bytes), Data(refused.photo.bytes),
          Data(refused.keeper.bytes), time,
        ])
    }
  }

  /// Passes the ledger rows of an undone action to the one that replaces it; the rows of the old one are removed with
  /// it.
  static func passLedger(from old: Int64, to new: Int64, at time: Date, in database: Database) throws {
    try database.execute(
      sql: """
        INSERT INTO ledger_keep (action, digest, category, is_kept, path, decided_at, company, keeper)
        SELECT ?, digest, category, is_kept, path, ?, company, keeper FROM ledger_keep WHERE action = ? ORDER BY id
        """, arguments: [new, time.timeIntervalSince1970, old])
    try database.execute(
      sql: """
        INSERT INTO ledger_refusal (action, first, second, photo, keeper, decided_at)
        SELECT ?, first, second, photo, keeper, ? FROM ledger_refusal WHERE action = ? ORDER BY id
        """, arguments: [new, time.timeIntervalSince1970, old])
  }

  static func refusals(of library: Int64, in database: Database) throws -> [Int64: ContentPair] {
    let rows = try Row.fetchAll(
      database,
      sql: "SELECT * FROM ledger_refusal WHERE action IN (SELECT id FROM decision_action WHERE library = ?)",
      arguments: [library])
    return Dictionary(
      rows.compactMap { row in pair(row).map { (row["action"] as Int64, $0) } }, uniquingKeysWith: { first, _ in first }
    )
  }

  // MARK: Private

  /// The condition for rows of actions that are not undone, and for rows without an action. Each action is looked up by
  /// itself: a query about one photo must not list them all.
  private static let isInForce =
    "(action IS NULL OR EXISTS (SELECT 1 FROM decision_action WHERE id = action AND is_undone = 0))"

  /// The keeps in the ledger.
  ///
  /// - Parameter digest: The content whose keeps are read; nil for any.
  private static func keeps(of digest: ContentDigest? = nil, in database: Database) throws -> [Ledger.Keep] {
    var kept: [ContentDigest: [Ledger.Keep]] = [:]
    let isOfContent = digest == nil ? "true" : "digest = ?"
    let rows = try Row.fetchCursor(
      database, sql: "SELECT * FROM ledger_keep WHERE \(isInForce) AND \(isOfContent) ORDER BY id",
      arguments: digest.map { [Data($0.bytes)] } ?? [])
    while let row = try rows.next() {
      guard let digest = ContentDigest(bytes: Array(row["digest"] as Data)),
        let category = IssueCategory(rawValue: row["category"])
      else { continue }
      let path = FilePath(bytes: row["path"] as Data)
      // A later decision replaces keeps of this very photo only, not of a copy, whatever rows of earlier versions mean.
      kept[digest]?.removeAll { $0.category.sharesKeeps(with: category) && $0.path == path }
      guard row["is_kept"] else { continue }
      let keeper: Data? = row["keeper"]
      kept[digest, default: []].append(
        Ledger.Keep(
          id: row["id"], digest: digest, category: category, path: path,
          decidedAt: Date(timeIntervalSince1970: row["decided_at"]), groupSnapshot: row["company"],
          keeper: keeper.flatMap { ContentDigest(bytes: Array($0)) }))
    }
    return kept.values.joined().sorted { $0.id < $1.id }
  }

  /// The keep of a photo, recorded at its path or before it was renamed within its library; nil where there is none. A
  /// keep recorded elsewhere may belong to a photo that is still there.
  private static func keep(
    of photo: LedgerChange.Reopened, below roots: [FilePath], in database: Database
  ) throws -> Ledger.Keep? {
    let keeps = try keeps(of: photo.digest, in: database).filter { $0.category.sharesKeeps(with: photo.category) }
    if let own = keeps.first(where: { $0.path == photo.path }) { return own }
    return try keeps.last { keep in
      guard !photo.copies.contains(keep.path), roots.contains(where: keep.path.starts) else { return false }
      let row = try Row.fetchOne(
        database,
        sql: """
          SELECT decision_item.* FROM decision_item JOIN ledger_keep ON ledger_keep.action = decision_item.action
          WHERE ledger_keep.id = ? AND decision_item.path = ledger_keep.path
          """, arguments: [keep.id])
      guard let identity = row.map(Self.identity) else { return false }
      return identity.isSameFile(as: photo.identity) && identity.isSameVersion(as: photo.identity)
    }
  }

  /// The row ID of a group snapshot, which is inserted where it is missing; nil for an empty group.
  static func groupSnapshot(_ digests: [ContentDigest], in database: Database) throws -> Int64? {
    guard !digests.isEmpty else { return nil }
    let sorted = digests.map(\.bytes).sorted { $0.lexicographicallyPrecedes($1) }
    let key = Data(sorted.joined())
    try database.execute(sql: "INSERT OR IGNORE INTO ledger_company (digests) VALUES (?)", arguments: [key])
    return try Int64.fetchOne(database, sql: "SELECT id FROM ledger_company WHERE digests = ?", arguments: [key])
  }

  static func digests(_ key: Data) -> [ContentDigest] {
    let bytes = Array(key)
    return stride(from: 0, to: bytes.count, by: 32).compactMap {
      ContentDigest(bytes: Array(bytes[$0..<min(bytes.count, $0 + 32)]))
    }
  }

  private static func pair(_ row: Row) -> ContentPair? {
    guard let first = ContentDigest(bytes: Array(row["first"] as Data)),
      let second = ContentDigest(bytes: Array(row["second"] as Data))
    else { return nil }
    return ContentPair(first, second)
  }
}
