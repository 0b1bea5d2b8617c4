import Foundation
import GRDB
import PhotoModel

/// The photos that were viewed in the category of all photos, by content and for all libraries. Moving or deleting
/// decisions leaves them: they do not decide that a photo stays.
extension SessionDatabase {
  /// Adds the table of viewed photos, and lets decisions have the category of all photos.
  ///
  /// The table of decisions is made anew from its stored SQL, so that other steps may have changed it before.
  static func allowBrowsing(in database: Database) throws {
    try database.execute(
      sql: """
        CREATE TABLE viewed_photo (
          digest BLOB PRIMARY KEY CHECK (length(digest) = 32),
          action INTEGER REFERENCES decision_action ON DELETE SET NULL, viewed_at REAL NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX viewed_photo_action ON viewed_photo (action);
        CREATE TRIGGER viewed_forgets_undone BEFORE DELETE ON decision_action WHEN OLD.is_undone = 1 BEGIN
          DELETE FROM viewed_photo WHERE action = OLD.id;
        END;
        """)
    let made = try Row.fetchAll(
      database,
      sql: """
        SELECT type, sql FROM sqlite_master WHERE tbl_name = 'decision_item' AND sql IS NOT NULL
        ORDER BY type <> 'table', rowid
        """)
    for row in made {
      let sql: String = row["sql"]
      guard row["type"] == "table" else {
        try database.execute(sql: sql)
        continue
      }
      let wider = sql.replacing("'blurry', 'screenshot')", with: "'blurry', 'screenshot', 'browse')")
        .replacing(/^CREATE TABLE "?decision_item"?/, with: "CREATE TABLE wider_item")
      try database.execute(sql: wider)
      try database.execute(
        sql: """
          INSERT INTO wider_item SELECT * FROM decision_item;
          DROP TABLE decision_item;
          ALTER TABLE wider_item RENAME TO decision_item;
          """)
    }
  }

  /// The contents of all photos that were viewed and are not taken back.
  static func viewedContents(in database: Database) throws -> Set<ContentDigest> {
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT digest FROM viewed_photo LEFT JOIN decision_action ON id = action WHERE is_undone IS NOT 1
        """)
    var contents: Set<ContentDigest> = []
    while let row = try rows.next() {
      if let digest = (row[0] as Data).withUnsafeBytes(ContentDigest.init(buffer:)) { contents.insert(digest) }
    }
    return contents
  }

  /// The actions by which photos were viewed, undone ones among them.
  static func viewingActions(in database: Database) throws -> Set<Int64> {
    try Int64.fetchSet(database, sql: "SELECT action FROM viewed_photo WHERE action IS NOT NULL")
  }

  /// Notes that the photos of an action were viewed.
  static func recordViewing(_ items: [DecisionAction.Item], action: Int64, in database: Database) throws {
    for digest in Set(items.compactMap(\.digest)) {
      try database.execute(
        sql: """
          INSERT OR REPLACE INTO viewed_photo (digest, action, viewed_at)
          VALUES (?, ?, (julianday('now') - 2440587.5) * 86400)
          """, arguments: [Data(digest.bytes), action])
    }
  }
}
