import Foundation
import GRDB
import PhotoModel
import SystemPackage

extension SessionDatabase {
  /// The rules of a session are in the schema, so that no code can break them.
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("session") { database in
      // A session of 0.1.0 has these tables, made in many steps.
      if try !database.tableExists("library") { try database.execute(sql: schema) }
      // `DecisionPruning` finds the older marks that are forgotten with a decision.
      try database.execute(sql: "DROP TRIGGER IF EXISTS word_of_raw_forgotten")
      try database.execute(sql: "DELETE FROM grdb_migrations")
    }
    migrator.registerMigration("moves to folders") { try $0.execute(sql: schemaOfFolders) }
    migrator.registerMigration("all photos", migrate: allowBrowsing)
    migrator.registerMigration("sidecars of batches", migrate: makeSidecars)
    // The folder that a marked photo moves to; null for the trash.
    migrator.registerMigration("folders of marks") { database in
      for column in ["destination", "previous_destination"] {
        try database.execute(
          sql: "ALTER TABLE decision_item ADD COLUMN \(column) BLOB CHECK (\(column) IS NULL OR length(\(column)) > 0)")
      }
    }
    migrator.registerMigration("smaller files", migrate: makeReplacements)
    return migrator
  }

  /// The steps in which a session of 0.1.0 was made, while that version was written.
  static let stepsOfFirstVersion: Set = [
    "batches", "batches of apps", "bytes of decisions", "choices of actions", "digests of receipts", "erased files",
    "erasing of photos", "files of decisions", "files that were not read", "first steps",
    "folders that were not opened",
    "keepers of marks", "ledger", "libraries and decisions", "library opened last", "moments of batches",
    "names of marks",
    "one scan of each library", "order of cards", "order of undoing", "parts of photos", "survivors of batches",
    "times of words", "verifications of batches", "words of RAWs",
  ]

  private static let schema = """
    -- The greatest "opened" is the library opened last; 0 was never one that a start went by.
    CREATE TABLE library (
      id INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE,
      card_order TEXT NOT NULL DEFAULT 'certainty' CHECK (card_order IN ('certainty', 'bytes')),
      opened INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE TABLE library_root (
      library INTEGER NOT NULL REFERENCES library ON DELETE CASCADE, path BLOB NOT NULL,
      PRIMARY KEY (library, path)
    ) STRICT, WITHOUT ROWID;

    -- Of the actions that were undone, the one with the greatest undone_number comes again first: a number of its own, for an
    -- action that comes again is the last one and gets a new id. said_at: seconds since 1970, by the clock of the machine.
    CREATE TABLE decision_action (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      library INTEGER NOT NULL REFERENCES library ON DELETE CASCADE,
      is_undone INTEGER NOT NULL DEFAULT 0 CHECK (is_undone IN (0, 1)),
      undone_number INTEGER NOT NULL DEFAULT 0, said_at REAL
    ) STRICT;
    CREATE INDEX decision_action_library ON decision_action (library, is_undone);

    -- digest is null where nobody had read the file to its end, keeper where the photo was in no set.
    CREATE TABLE decision_item (
      action INTEGER NOT NULL REFERENCES decision_action ON DELETE CASCADE, position INTEGER NOT NULL,
      path BLOB NOT NULL CHECK (length(path) > 0),
      device INTEGER NOT NULL, inode INTEGER NOT NULL, size INTEGER NOT NULL CHECK (size >= 0),
      modified INTEGER NOT NULL, changed INTEGER NOT NULL,
      category TEXT NOT NULL CHECK (category IN ('duplicate', 'similar', 'blurry', 'screenshot')),
      decision TEXT NOT NULL CHECK (decision IN ('pending', 'keep', 'delete')),
      previous TEXT NOT NULL CHECK (previous IN ('pending', 'keep', 'delete')),
      parts TEXT NOT NULL DEFAULT 'all' CHECK (parts IN ('all', 'shown', 'raw')),
      previous_parts TEXT NOT NULL DEFAULT 'all' CHECK (previous_parts IN ('all', 'shown', 'raw')),
      digest BLOB CHECK (digest IS NULL OR length(digest) = 32), companions INTEGER,
      keeper BLOB CHECK (keeper IS NULL OR length(keeper) = 32),
      previous_keeper BLOB CHECK (previous_keeper IS NULL OR length(previous_keeper) = 32),
      PRIMARY KEY (action, position)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX decision_item_path ON decision_item (path);
    CREATE INDEX decision_item_mark ON decision_item (\(nameInSmallLetters)) WHERE decision = 'delete';
    CREATE INDEX decision_item_file ON decision_item (size, modified);
    CREATE INDEX decision_item_digest ON decision_item (digest);
    -- What a decision about a photo says of the RAW beside it is forgotten with the decision.
    CREATE TRIGGER word_of_photo_forgotten AFTER DELETE ON decision_item WHEN OLD.position >= 0 BEGIN
      DELETE FROM decision_item WHERE action = OLD.action AND position = -1 - OLD.position;
    END;

    CREATE TABLE bookmark (
      library INTEGER NOT NULL REFERENCES library ON DELETE CASCADE,
      category TEXT NOT NULL CHECK (category IN ('duplicate', 'similar', 'blurry', 'screenshot')),
      path BLOB NOT NULL, PRIMARY KEY (library, category)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE chosen_keeper (
      library INTEGER NOT NULL REFERENCES library ON DELETE CASCADE, "group" TEXT NOT NULL, path BLOB NOT NULL,
      PRIMARY KEY (library, "group")
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE keeper_action (
      action INTEGER PRIMARY KEY REFERENCES decision_action ON DELETE CASCADE, "group" TEXT NOT NULL,
      path BLOB NOT NULL CHECK (length(path) > 0), previous BLOB
    ) STRICT;
    CREATE INDEX keeper_action_group ON keeper_action ("group", path);
    CREATE TRIGGER choice_ends_with_action BEFORE DELETE ON decision_action WHEN OLD.is_undone = 0 BEGIN
      DELETE FROM chosen_keeper WHERE library = OLD."library"
        AND "group" = (SELECT "group" FROM keeper_action WHERE action = OLD.id)
        AND path = (SELECT path FROM keeper_action WHERE action = OLD.id)
        AND NOT EXISTS (
          SELECT 1 FROM keeper_action JOIN decision_action ON id = keeper_action.action
          WHERE keeper_action."group" = chosen_keeper."group" AND keeper_action.path = chosen_keeper.path
            AND decision_action."library" = OLD."library" AND is_undone = 0 AND id <> OLD.id);
    END;

    CREATE TABLE ledger_company (
      id INTEGER PRIMARY KEY, digests BLOB NOT NULL UNIQUE CHECK (length(digests) > 0 AND length(digests) % 32 = 0)
    ) STRICT;
    -- is_kept 0: an earlier "keep" counts no more.
    CREATE TABLE ledger_keep (
      id INTEGER PRIMARY KEY AUTOINCREMENT, action INTEGER REFERENCES decision_action ON DELETE SET NULL,
      digest BLOB NOT NULL CHECK (length(digest) = 32),
      category TEXT NOT NULL CHECK (category IN ('duplicate', 'similar', 'blurry', 'screenshot')),
      is_kept INTEGER NOT NULL CHECK (is_kept IN (0, 1)),
      path BLOB NOT NULL CHECK (length(path) > 0), decided_at REAL NOT NULL,
      company INTEGER REFERENCES ledger_company, keeper BLOB CHECK (keeper IS NULL OR length(keeper) = 32)
    ) STRICT;
    CREATE INDEX ledger_keep_digest ON ledger_keep (digest);
    CREATE INDEX ledger_keep_action ON ledger_keep (action);
    CREATE TABLE ledger_refusal (
      id INTEGER PRIMARY KEY AUTOINCREMENT, action INTEGER REFERENCES decision_action ON DELETE SET NULL,
      first BLOB NOT NULL CHECK (length(first) = 32), second BLOB NOT NULL CHECK (length(second) = 32),
      photo BLOB NOT NULL CHECK (length(photo) > 0), keeper BLOB NOT NULL CHECK (length(keeper) > 0),
      decided_at REAL NOT NULL, CHECK (first < second)
    ) STRICT;
    CREATE INDEX ledger_refusal_action ON ledger_refusal (action);
    -- What was undone and is then forgotten was never so; without this it would come into force again.
    CREATE TRIGGER ledger_forgets_undone BEFORE DELETE ON decision_action WHEN OLD.is_undone = 1 BEGIN
      DELETE FROM ledger_keep WHERE action = OLD.id;
      DELETE FROM ledger_refusal WHERE action = OLD.id;
    END;

    -- The last scan of each library, and what that could not read.
    CREATE TABLE scan (
      id INTEGER PRIMARY KEY AUTOINCREMENT, library INTEGER NOT NULL REFERENCES library ON DELETE CASCADE,
      finished_at REAL NOT NULL, elapsed REAL NOT NULL, photos INTEGER NOT NULL CHECK (photos >= 0),
      duplicate INTEGER NOT NULL, similar INTEGER NOT NULL, blurry INTEGER NOT NULL,
      screenshot INTEGER NOT NULL, reclaimable INTEGER NOT NULL, ledger_mark INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE TABLE skipped_file (
      library INTEGER NOT NULL REFERENCES library ON DELETE CASCADE,
      path BLOB NOT NULL CHECK (length(path) > 0), reason TEXT NOT NULL, message TEXT NOT NULL,
      is_folder INTEGER NOT NULL DEFAULT 0 CHECK (is_folder IN (0, 1)),
      PRIMARY KEY (library, path)
    ) STRICT, WITHOUT ROWID;

    -- started_at is local time, as the notes in the trash have it, and does not say of which zone. With an app, the files are whole
    -- folders that it left behind; else photos. verified_*: null until the batch is read against its receipt.
    CREATE TABLE batch (
      number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE CHECK (length(id) > 0),
      started_at TEXT NOT NULL CHECK (length(started_at) = 19),
      is_finished INTEGER NOT NULL CHECK (is_finished IN (0, 1)),
      app TEXT CHECK (length(app) > 0), started_seconds INTEGER,
      verified_seconds INTEGER, verified_faults INTEGER CHECK (verified_faults >= 0)
    ) STRICT;
    -- digest is null of a folder.
    CREATE TABLE batch_file (
      batch TEXT NOT NULL REFERENCES batch (id), position INTEGER NOT NULL, photo INTEGER NOT NULL,
      path BLOB NOT NULL CHECK (length(path) > 0),
      device INTEGER NOT NULL, inode INTEGER NOT NULL, size INTEGER NOT NULL CHECK (size >= 0),
      modified INTEGER NOT NULL, changed INTEGER NOT NULL,
      state TEXT NOT NULL CHECK (
        state IN ('planned', 'reserved', 'moved', 'stayed', 'restoring', 'restored', 'unclear')),
      trash_kind TEXT, trash BLOB, trash_top BLOB, trash_name BLOB, trash_info BLOB,
      is_erased INTEGER NOT NULL DEFAULT 0 CHECK (is_erased IN (0, 1)),
      digest BLOB CHECK (digest IS NULL OR length(digest) = 32),
      PRIMARY KEY (batch, position),
      -- Nothing is said to be in the trash without its place there.
      CHECK (state IN ('planned', 'stayed', 'reserved', 'unclear') OR trash_name IS NOT NULL)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX batch_file_path ON batch_file (path);
    CREATE TABLE batch_survivor (
      batch TEXT NOT NULL, position INTEGER NOT NULL, path BLOB NOT NULL CHECK (length(path) > 0),
      device INTEGER NOT NULL, inode INTEGER NOT NULL, size INTEGER NOT NULL CHECK (size >= 0),
      modified INTEGER NOT NULL, changed INTEGER NOT NULL,
      PRIMARY KEY (batch, position),
      FOREIGN KEY (batch, position) REFERENCES batch_file (batch, position)
    ) STRICT, WITHOUT ROWID;

    -- One row from the moment the first steps begin; its step is null once they are over.
    CREATE TABLE first_steps (
      id INTEGER PRIMARY KEY CHECK (id = 1), step TEXT CHECK (step IN ('folder', 'trash', 'apps'))
    ) STRICT;
    """

  private static let schemaOfFolders = """
    -- Files of batches that went to a folder of the user's. copy_name is null where a rename did it: of such a file batch_file has a
    -- trash_name only, its name in the folder. copy_*: where the copy is in the trash after a restore.
    CREATE TABLE batch_folder (
      batch TEXT NOT NULL, position INTEGER NOT NULL, path BLOB NOT NULL CHECK (length(path) > 0),
      copy_name BLOB CHECK (length(copy_name) > 0),
      copy_kind TEXT, copy_trash BLOB, copy_top BLOB, copy_trash_name BLOB, copy_info BLOB,
      PRIMARY KEY (batch, position),
      FOREIGN KEY (batch, position) REFERENCES batch_file (batch, position)
    ) STRICT, WITHOUT ROWID;
    """

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
