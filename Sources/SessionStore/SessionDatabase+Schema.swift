import Foundation
import GRDB
import PhotoModel
import SystemPackage

extension SessionDatabase {
  /// The rules of a session are in the schema, so that no code can break them.
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("libraries and decisions") { database in
      try database.execute(
        sql: """
          CREATE TABLE library (id INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE) STRICT;
          CREATE TABLE library_root (
            library INTEGER NOT NULL REFERENCES library ON DELETE CASCADE, path BLOB NOT NULL,
            PRIMARY KEY (library, path)
          ) STRICT, WITHOUT ROWID;
          CREATE TABLE decision_action (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            library INTEGER NOT NULL REFERENCES library ON DELETE CASCADE,
            is_undone INTEGER NOT NULL DEFAULT 0 CHECK (is_undone IN (0, 1))
          ) STRICT;
          CREATE INDEX decision_action_library ON decision_action (library, is_undone);
          CREATE TABLE decision_item (
            action INTEGER NOT NULL REFERENCES decision_action ON DELETE CASCADE, position INTEGER NOT NULL,
            path BLOB NOT NULL CHECK (length(path) > 0),
            device INTEGER NOT NULL, inode INTEGER NOT NULL, size INTEGER NOT NULL CHECK (size >= 0),
            modified INTEGER NOT NULL, changed INTEGER NOT NULL,
            category TEXT NOT NULL CHECK (category IN ('duplicate', 'similar', 'blurry', 'screenshot')),
            decision TEXT NOT NULL CHECK (decision IN ('pending', 'keep', 'delete')),
            previous TEXT NOT NULL CHECK (previous IN ('pending', 'keep', 'delete')),
            PRIMARY KEY (action, position)
          ) STRICT, WITHOUT ROWID;
          CREATE INDEX decision_item_path ON decision_item (path);
          CREATE TABLE bookmark (
            library INTEGER NOT NULL REFERENCES library ON DELETE CASCADE,
            category TEXT NOT NULL CHECK (category IN ('duplicate', 'similar', 'blurry', 'screenshot')),
            path BLOB NOT NULL, PRIMARY KEY (library, category)
          ) STRICT, WITHOUT ROWID;
          CREATE TABLE chosen_keeper (
            library INTEGER NOT NULL REFERENCES library ON DELETE CASCADE, "group" TEXT NOT NULL, path BLOB NOT NULL,
            PRIMARY KEY (library, "group")
          ) STRICT, WITHOUT ROWID;
          CREATE TABLE scan (
            id INTEGER PRIMARY KEY AUTOINCREMENT, library INTEGER NOT NULL REFERENCES library ON DELETE CASCADE,
            finished_at REAL NOT NULL, elapsed REAL NOT NULL, photos INTEGER NOT NULL CHECK (photos >= 0),
            duplicate INTEGER NOT NULL, similar INTEGER NOT NULL, blurry INTEGER NOT NULL,
            screenshot INTEGER NOT NULL, reclaimable INTEGER NOT NULL
          ) STRICT;
          """)
    }
    migrator.registerMigration("batches") { database in
      try database.execute(
        sql: """
          CREATE TABLE batch (
            number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE CHECK (length(id) > 0),
            started_at TEXT NOT NULL CHECK (length(started_at) = 19),
            is_finished INTEGER NOT NULL CHECK (is_finished IN (0, 1))
          ) STRICT;
          CREATE TABLE batch_file (
            batch TEXT NOT NULL REFERENCES batch (id), position INTEGER NOT NULL, photo INTEGER NOT NULL,
            path BLOB NOT NULL CHECK (length(path) > 0),
            device INTEGER NOT NULL, inode INTEGER NOT NULL, size INTEGER NOT NULL CHECK (size >= 0),
            modified INTEGER NOT NULL, changed INTEGER NOT NULL,
            state TEXT NOT NULL CHECK (
              state IN ('planned', 'reserved', 'moved', 'stayed', 'restoring', 'restored', 'unclear')),
            trash_kind TEXT, trash BLOB, trash_top BLOB, trash_name BLOB, trash_info BLOB,
            PRIMARY KEY (batch, position),
            -- Nothing is said to be in the trash without its place there.
            CHECK (state IN ('planned', 'stayed', 'reserved', 'unclear') OR trash_name IS NOT NULL)
          ) STRICT, WITHOUT ROWID;
          CREATE INDEX batch_file_path ON batch_file (path);
          """)
    }
    registerLedger(in: &migrator)
    migrator.registerMigration("parts of photos") { database in
      // What was decided before there was a choice was decided about everything.
      for column in ["parts", "previous_parts"] {
        try database.execute(
          sql: """
            ALTER TABLE decision_item ADD COLUMN \(column) TEXT NOT NULL DEFAULT 'all'
              CHECK (\(column) IN ('all', 'shown', 'raw'))
            """)
      }
    }
    migrator.registerMigration("order of cards") { database in
      try database.execute(
        sql: """
          ALTER TABLE library ADD COLUMN card_order TEXT NOT NULL DEFAULT 'certainty'
            CHECK (card_order IN ('certainty', 'bytes'))
          """)
    }
    migrator.registerMigration("survivors of batches") { database in
      try database.execute(
        sql: """
          CREATE TABLE batch_survivor (
            batch TEXT NOT NULL, position INTEGER NOT NULL, path BLOB NOT NULL CHECK (length(path) > 0),
            device INTEGER NOT NULL, inode INTEGER NOT NULL, size INTEGER NOT NULL CHECK (size >= 0),
            modified INTEGER NOT NULL, changed INTEGER NOT NULL,
            PRIMARY KEY (batch, position),
            FOREIGN KEY (batch, position) REFERENCES batch_file (batch, position)
          ) STRICT, WITHOUT ROWID;
          """)
    }
    migrator.registerMigration("batches of apps") { database in
      // Null: the files of the batch are photos. Else they are whole folders that the app of this name left behind.
      try database.execute(sql: "ALTER TABLE batch ADD COLUMN app TEXT CHECK (length(app) > 0)")
    }
    migrator.registerMigration("one scan of each library") { database in
      try database.execute(sql: "DELETE FROM scan WHERE id NOT IN (SELECT max(id) FROM scan GROUP BY library)")
    }
    migrator.registerMigration("files that were not read") { database in
      try database.execute(
        sql: """
          CREATE TABLE skipped_file (
            library INTEGER NOT NULL REFERENCES library ON DELETE CASCADE,
            path BLOB NOT NULL CHECK (length(path) > 0), reason TEXT NOT NULL, message TEXT NOT NULL,
            PRIMARY KEY (library, path)
          ) STRICT, WITHOUT ROWID;
          """)
    }
    migrator.registerMigration("moments of batches") { database in
      // started_at is local time, as the notes in the trash have it, and does not say of which zone.
      try database.execute(sql: "ALTER TABLE batch ADD COLUMN started_seconds INTEGER")
    }
    registerStart(in: &migrator)
    registerUndo(in: &migrator)
    migrator.registerMigration("bytes of decisions") { database in
      // Null: decided before these were written down, or about a file that nobody had read to its end.
      try database.execute(
        sql: """
          ALTER TABLE decision_item ADD COLUMN digest BLOB CHECK (digest IS NULL OR length(digest) = 32);
          ALTER TABLE decision_item ADD COLUMN companions INTEGER;
          CREATE INDEX decision_item_inode ON decision_item (inode);
          """)
    }
    migrator.registerMigration("erasing of photos") { database in
      // What is missing of a photo was not erased by Deckle before this was written down, by all that is known.
      try database.execute(
        sql: "ALTER TABLE batch_file ADD COLUMN is_erasing INTEGER NOT NULL DEFAULT 0 CHECK (is_erasing IN (0, 1))")
    }
    registerKeepers(in: &migrator)
    registerWordsOfRAWs(in: &migrator)
    migrator.registerMigration("erased files") { database in
      // What was about to be erased may have been taken out by somebody as well.
      try database.execute(
        sql: "ALTER TABLE batch_file RENAME COLUMN is_erasing TO is_erased; UPDATE batch_file SET is_erased = 0")
    }
    migrator.registerMigration("times of words") { database in
      // Seconds since 1970, by the clock of the machine; null: said before this was written down.
      try database.execute(sql: "ALTER TABLE decision_action ADD COLUMN said_at REAL")
    }
    registerNamesOfMarks(in: &migrator)
    registerSkippedFolders(in: &migrator)
    registerFilesOfDecisions(in: &migrator)
    migrator.registerMigration("digests of receipts") { database in
      // Null: moved before this was written down, or a folder.
      try database.execute(
        sql: "ALTER TABLE batch_file ADD COLUMN digest BLOB CHECK (digest IS NULL OR length(digest) = 32)")
    }
    migrator.registerMigration("verifications of batches") { database in
      // Null: never read against its receipt.
      try database.execute(
        sql: """
          ALTER TABLE batch ADD COLUMN verified_seconds INTEGER;
          ALTER TABLE batch ADD COLUMN verified_faults INTEGER CHECK (verified_faults >= 0);
          """)
    }
    return migrator
  }

  /// One library is one set of folders: the sorted paths with NUL between them are its key.
  private static func key(of roots: [FilePath]) -> Data {
    Data(Set(roots).sorted(by: precedesInByteOrder).map(\.bytes).joined(separator: [0]))
  }

  static func knownLibrary(of roots: [FilePath], in database: Database) throws -> Int64? {
    try Int64.fetchOne(database, sql: "SELECT id FROM library WHERE key = ?", arguments: [key(of: roots)])
  }

  static func makeLibrary(of roots: [FilePath], in database: Database) throws -> Int64 {
    if let id = try knownLibrary(of: roots, in: database) { return id }
    try database.execute(sql: "INSERT INTO library (key) VALUES (?)", arguments: [key(of: roots)])
    let id = database.lastInsertedRowID
    for root in Set(roots) {
      try database.execute(
        sql: "INSERT INTO library_root (library, path) VALUES (?, ?)", arguments: [id, Data(root.bytes)])
    }
    return id
  }
}
