import FileSafety
import Foundation
import GRDB
package import PhotoModel
import SystemPackage

/// Photos that were made smaller: the decisions about them are carried over to their new content, and back by a
/// restore.
extension SessionDatabase {
  /// Adds the tables of smaller files and of the contents that came out of a loss.
  static func makeReplacements(in database: Database) throws {
    try database.execute(
      sql: """
        -- Files of batches whose names smaller files got. digest: of the smaller one, null until it is whole. trash_*: where it is in
        -- the trash after a restore.
        CREATE TABLE batch_replacement (
          batch TEXT NOT NULL, position INTEGER NOT NULL, name BLOB NOT NULL CHECK (length(name) > 0),
          is_lossy INTEGER NOT NULL CHECK (is_lossy IN (0, 1)),
          digest BLOB CHECK (digest IS NULL OR length(digest) = 32),
          trash_kind TEXT, trash BLOB, trash_top BLOB, trash_name BLOB, trash_info BLOB,
          PRIMARY KEY (batch, position),
          FOREIGN KEY (batch, position) REFERENCES batch_file (batch, position)
        ) STRICT, WITHOUT ROWID;
        -- Outlives its batch: a second loss is never made.
        CREATE TABLE shrunk_content (
          digest BLOB PRIMARY KEY CHECK (length(digest) = 32)
        ) STRICT, WITHOUT ROWID;
        """)
  }

  /// The contents that came out of shrinking with a loss.
  package func shrunkContents() throws(StoreError) -> Set<ContentDigest> {
    try read { database in
      Set(
        try Data.fetchAll(database, sql: "SELECT digest FROM shrunk_content").compactMap {
          ContentDigest(bytes: Array($0))
        })
    }
  }

  static func record(
    _ replacement: Replacement, of index: Int, in batch: BatchID, _ database: Database
  ) throws {
    try database.execute(
      sql: """
        INSERT OR REPLACE INTO batch_replacement
          (batch, position, name, is_lossy, digest, trash_kind, trash, trash_top, trash_name, trash_info)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        batch.text, index, Data(replacement.name), replacement.isLossy, replacement.digest.map { Data($0.bytes) },
      ] + columns(replacement.trash))
  }

  static func replacement(_ row: Row) -> Replacement {
    Replacement(
      name: Array(row["name"] as Data), isLossy: row["is_lossy"],
      digest: (row["digest"] as Data?).flatMap { ContentDigest(bytes: Array($0)) },
      trash: location(
        row, kind: "trash_kind", trash: "trash", top: "trash_top", name: "trash_name", info: "trash_info"))
  }

  /// Carries the decisions about a file over to the smaller one that has its name now, or back.
  ///
  /// - Parameters:
  ///   - file: The row of the file in its batch.
  ///   - isBack: Whether the original was restored.
  /// - Returns: False for a file that was not made smaller.
  static func carryOver(_ file: Row, isBack: Bool, in database: Database) throws -> Bool {
    let key: StatementArguments = [file["batch"] as String, file["position"] as Int]
    guard
      let row = try Row.fetchOne(
        database, sql: "SELECT * FROM batch_replacement WHERE batch = ? AND position = ?", arguments: key)
    else { return false }
    guard let smaller: Data = row["digest"], let digest: Data = file["digest"],
      let survivor = try Row.fetchOne(
        database, sql: "SELECT * FROM batch_survivor WHERE batch = ? AND position = ?", arguments: key)
    else { return true }
    let original = Content(identity: identity(file), digest: digest)
    let new = Content(identity: identity(survivor), digest: smaller)
    let (from, to) = isBack ? (new, original) : (original, new)
    try carryDecisions(about: file["path"], from, to, in: database)
    try carryLedger(about: file["path"], from.digest, to.digest, in: database)
    try database.execute(
      sql: """
        INSERT OR IGNORE INTO viewed_photo (digest, action, viewed_at)
        SELECT ?, action, viewed_at FROM viewed_photo WHERE digest = ?
        """, arguments: [to.digest, from.digest])
    if row["is_lossy"] {
      try database.execute(sql: "INSERT OR IGNORE INTO shrunk_content (digest) VALUES (?)", arguments: [smaller])
    }
    return true
  }

  private struct Content {
    var identity: FileIdentity
    var digest: Data
  }

  /// Moves decisions about the file at `path` to its new content, and every keeper that names the old content.
  private static func carryDecisions(
    about path: Data, _ from: Content, _ to: Content, in database: Database
  ) throws {
    try database.execute(
      sql: """
        UPDATE decision_item SET device = ?, inode = ?, size = ?, modified = ?, changed = ?,
          digest = CASE WHEN digest IS NULL THEN NULL ELSE ? END
        WHERE path = ? AND size = ? AND modified = ? AND (digest IS NULL OR digest = ?)
        """,
      arguments: to.identity.columns
        + [to.digest, path, from.identity.size, from.identity.modified, from.digest])
    for column in ["keeper", "previous_keeper"] {
      try database.execute(
        sql: "UPDATE decision_item SET \(column) = ? WHERE \(column) = ?", arguments: [to.digest, from.digest])
    }
  }

  /// "Keep" follows the photo. "Not the same" and the groups in which something was kept hold for the other content as
  /// well, and go on for copies that still have the first one.
  private static func carryLedger(about path: Data, _ from: Data, _ to: Data, in database: Database) throws {
    try database.execute(
      sql: "UPDATE ledger_keep SET digest = ? WHERE digest = ? AND path = ?", arguments: [to, from, path])
    try database.execute(sql: "UPDATE ledger_keep SET keeper = ? WHERE keeper = ?", arguments: [to, from])
    for row in try Row.fetchAll(database, sql: "SELECT id, digests FROM ledger_company") {
      let digests = digests(row["digests"])
      guard let from = ContentDigest(bytes: Array(from)), let to = ContentDigest(bytes: Array(to)),
        digests.contains(from), !digests.contains(to), let wider = try groupSnapshot(digests + [to], in: database)
      else { continue }
      try database.execute(
        sql: "UPDATE ledger_keep SET company = ? WHERE company = ?", arguments: [wider, row["id"] as Int64])
    }
    try database.execute(
      sql: "DELETE FROM ledger_company WHERE id NOT IN (SELECT company FROM ledger_keep WHERE company IS NOT NULL)")
    let pairs = try Row.fetchAll(
      database, sql: "SELECT * FROM ledger_refusal WHERE first = ? OR second = ?", arguments: [from, from])
    for row in pairs {
      let (first, second): (Data, Data) = (row["first"], row["second"])
      let other = first == from ? second : first
      guard other != to else { continue }
      let sorted = to.lexicographicallyPrecedes(other) ? (to, other) : (other, to)
      try database.execute(
        sql: """
          INSERT INTO ledger_refusal (action, first, second, photo, keeper, decided_at)
          SELECT action, ?, ?, photo, keeper, decided_at FROM ledger_refusal WHERE id = ?
          AND NOT EXISTS (
            SELECT 1 FROM ledger_refusal AS known WHERE known.first = ? AND known.second = ?
              AND known.action IS ledger_refusal.action)
          """, arguments: [sorted.0, sorted.1, row["id"] as Int64, sorted.0, sorted.1])
    }
  }
}
