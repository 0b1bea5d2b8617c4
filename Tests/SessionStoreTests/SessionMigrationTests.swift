import FileSafety
import Foundation
import GRDB
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import SessionStore

/// A session of 0.1.0: everything in it goes on, and the rules of the schema hold.
@Suite struct SessionMigrationTests {
  private let folder = TemporaryFolder()
  private let roots = [FilePath("/photos")]
  private var path: FilePath { folder["session.sqlite"] }

  private func open(isReadOnly: Bool = false) throws -> SessionDatabase {
    try SessionDatabase(path: path, isReadOnly: isReadOnly, timestamp: timestamp)
  }

  /// A session with something of everything.
  private func write() throws -> (session: SavedSession, batch: RemovalBatch) {
    let session = try open()
    var mark = Samples.item("/photos/a", .delete)
    (mark.digest, mark.companionsMark, mark.keeper) = (Samples.digest(7), 5, Samples.digest(8))
    let marks = Samples.hostilePaths.map { Samples.item($0, .delete, was: .keep) }
    _ = try session.record(DecisionAction(items: [mark] + marks), in: roots)
    var keep = Samples.item("/photos/k", .keep)
    keep.stayingRAW = DecidedFile(path: "/photos/k.cr2", identity: Samples.identity(3), digest: Samples.digest(3))
    _ = try session.record(DecisionAction(items: [keep]), in: roots)
    let choice = KeeperMove(group: PhotoGroup.ID("00ff"), path: "/photos/c", previous: nil)
    _ = try session.record(DecisionAction(items: [Samples.item(choice.path, .pending)], keeperMove: choice), in: roots)
    var half = Samples.item("/photos/h", .delete)
    half.parts = .raw
    _ = try session.record(DecisionAction(items: [half]), in: roots)
    let undone = try session.record(DecisionAction(items: [Samples.item("/photos/u", .keep)]), in: roots)
    try session.undo(undone.id)
    let result = ScanResult(
      date: Date(timeIntervalSince1970: 1_700_000_000), photosScanned: 7, issueCounts: [:], reclaimable: ByteCount(5))
    let skipped = SkippedFile(path: "/photos/bad", reason: .corrupt, message: "It ends early.")
    try session.recordScan(result, elapsed: .seconds(1), skipped: [skipped], of: roots)
    try session.setCardOrder(.bytes, in: roots)
    try session.set(Bookmark(.blurry, "/photos/b"), in: roots)

    let trash = TrashFolder(kind: .home, path: "/trash", topFolder: nil)
    let location = TrashLocation(folder: trash, name: Array("m.jpg".utf8), info: Array("note".utf8))
    let date = try #require(DeletionDate("2026-01-31T12:00:00", secondsSince1970: 1_769_860_800))
    var batch = RemovalBatch(
      id: BatchID("one"), startedAt: date,
      files: [
        BatchFile(
          index: 0, item: 0, path: "/photos/m.jpg", identity: Samples.identity(4), state: .moved, location: location,
          survivor: Survivor(path: "/photos/s.jpg", identity: Samples.identity(5)),
          digest: ContentDigest(bytes: Array(repeating: 7, count: 32)))
      ])
    try session.begin(batch)
    try session.finish(batch.id)
    let verification = BatchVerification(secondsSince1970: 1_769_900_000, faults: 2)
    try session.record(verification, of: batch.id)
    batch.verification = verification
    return (try session.session(of: roots), batch)
  }

  /// Makes it a session of 0.1.0: the tables as that version made them, and the same rows in them.
  private func makeFirstVersion() throws {
    let current = folder["current.sqlite"]
    try withDatabase(path) { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE") }
    try FileManager.default.moveItem(atPath: path.string, toPath: current.string)
    try withDatabase(path) { database in
      try database.execute(
        sql: "PRAGMA foreign_keys = OFF; CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
      try database.execute(sql: firstSchema)
      for step in SessionDatabase.stepsOfFirstVersion {
        try database.execute(sql: "INSERT INTO grdb_migrations VALUES (?)", arguments: [step])
      }
    }
    let rows = try withDatabase(current) { database in
      let tables = try String.fetchAll(
        database,
        sql:
          "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT IN ('grdb_migrations', 'sqlite_sequence', 'batch_folder')"
      )
      return try tables.map { ($0, try Row.fetchAll(database, sql: "SELECT * FROM \($0)")) }
    }
    try withDatabase(path) { database in
      try database.execute(sql: "PRAGMA foreign_keys = OFF")
      for (table, rows) in rows {
        for row in rows {
          let known = zip(row.columnNames, row.databaseValues).filter { !$0.0.contains("destination") }
          let columns = known.map(\.0.quotedDatabaseIdentifier).joined(separator: ", ")
          let marks = known.map { _ in "?" }.joined(separator: ", ")
          try database.execute(
            sql: "INSERT INTO \(table) (\(columns)) VALUES (\(marks))",
            arguments: StatementArguments(known.map(\.1)))
        }
      }
      try database.execute(sql: "PRAGMA journal_mode = WAL")
    }
  }

  /// Tables with their columns, indexes and triggers, however they are written.
  private func schema() throws -> Set<String> {
    try withDatabase(path) { database in
      let lines = try String.fetchAll(
        database,
        sql: """
          SELECT 'column ' || master.name || '.' || info.name || ' ' || info.type || info."notnull" || info.pk
              || coalesce(info.dflt_value, '') || (SELECT count(*) FROM pragma_foreign_key_list(master.name))
            FROM sqlite_master AS master JOIN pragma_table_info(master.name) AS info WHERE master.type = 'table'
          UNION ALL SELECT sql FROM sqlite_master WHERE type IN ('index', 'trigger') AND sql IS NOT NULL
          """)
      return Set(lines.map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") })
    }
  }

  /// The conditions on values of all tables, without spaces.
  private func checks() throws -> [String] {
    let tables = try withDatabase(path) { database in
      try String.fetchAll(database, sql: "SELECT name || sql FROM sqlite_master WHERE type = 'table'")
    }
    return tables.flatMap { table in
      table.filter { !$0.isWhitespace }.components(separatedBy: "CHECK(").dropFirst().map { text in
        var depth = 1
        return String(
          text.prefix { character in
            depth += character == "(" ? 1 : character == ")" ? -1 : 0
            return depth > 0
          })
      }
    }.sorted()
  }

  @Test func `a session of the first version goes on with all that is in it`() throws {
    let (session, batch) = try write()
    let (schema, checks) = try (schema(), checks())
    try makeFirstVersion()
    // What later versions added is made by a step of its own.
    let later = ["viewed", "batch_folder", "batch_sidecar", "destination", "batch_replacement", "shrunk_content"]
    #expect(
      try self.schema().filter { !$0.contains("word_of_raw_forgotten") }
        == schema.filter { name in !later.contains { name.contains($0) } })
    let added = [
      "length(digest)=32", "categoryIN('duplicate','similar','blurry','screenshot','browse')", "length(path)>0",
      "length(copy_name)>0", "length(batch)>0", "length(path)>0", "length(photos)>0",
      "destinationISNULLORlength(destination)>0", "previous_destinationISNULLORlength(previous_destination)>0",
      "stateIN('planned','written','undoing','kept','undone','left')",
      "length(name)>0", "is_lossyIN(0,1)", "digestISNULLORlength(digest)=32", "length(digest)=32",
    ]
    let known = ["categoryIN('duplicate','similar','blurry','screenshot')"]
    #expect(try (self.checks() + added).sorted() == (checks + known).sorted())
    let before = try folder.read("session.sqlite")

    // Who only looks sees it, and changes nothing.
    let reader = try open(isReadOnly: true)
    #expect(try reader.session(of: roots) == session && reader.allBatches() == [batch])
    #expect(try folder.read("session.sqlite") == before)

    #expect(try open().session(of: roots) == session && open().allBatches() == [batch])
    #expect(try self.schema() == schema && self.checks() == checks)
    // Nor does the second start find another one.
    #expect(try open().session(of: roots) == session)
  }

  @Test func `the rules of the schema hold in a session of the first version`() throws {
    _ = try write()
    try makeFirstVersion()

    // A decision about a photo and its RAW ends an older mark of that, and is forgotten with it.
    let session = try open()
    _ = try session.record(DecisionAction(items: [Samples.item("/photos/r.cr2", .delete, number: 6)]), in: roots)
    var keep = Samples.item("/photos/r.jpg", .keep, number: 7)
    keep.stayingRAW = DecidedFile(path: "/photos/r.cr2", identity: Samples.identity(6), digest: Samples.digest(6))
    let kept = try session.record(DecisionAction(items: [keep]), in: roots)
    #expect(try session.session(of: roots).actions.last == kept)
    try session.forgetDecisions(about: ["/photos/r.jpg"], identities: ["/photos/r.jpg": Samples.identity(7)])
    #expect(try !session.session(of: roots).actions.flatMap(\.items).contains { $0.path.string.contains("/r.") })

    // A choice ends with the action that made it.
    let group = PhotoGroup.ID("11ff")
    let choice = KeeperMove(group: group, path: "/photos/d", previous: nil)
    _ = try session.record(DecisionAction(items: [Samples.item(choice.path, .pending)], keeperMove: choice), in: roots)
    #expect(try session.session(of: roots).chosenKeepers[group] == choice.path)
    try session.forgetDecisions(about: [choice.path], identities: [choice.path: Samples.identity(1)])
    #expect(try session.session(of: roots).chosenKeepers[group] == nil)
  }

  @Test func `a session from before the first version is refused and not touched`() throws {
    _ = try write()
    try makeFirstVersion()
    try withDatabase(path) { try $0.execute(sql: "DELETE FROM grdb_migrations WHERE identifier = 'ledger'") }
    let before = try folder.read("session.sqlite")

    #expect(throws: StoreError.olderVersion(path)) { try open() }
    #expect(throws: StoreError.olderVersion(path)) { try open(isReadOnly: true) }
    #expect(try folder.read("session.sqlite") == before)
  }
}

/// As SQLite tells it of a session that 0.1.0 wrote.
private let firstSchema = #"""
  CREATE TABLE library (id INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE, card_order TEXT NOT NULL DEFAULT 'certainty'
    CHECK (card_order IN ('certainty', 'bytes')), opened INTEGER NOT NULL DEFAULT 0) STRICT;
  CREATE TABLE library_root (
    library INTEGER NOT NULL REFERENCES library ON DELETE CASCADE, path BLOB NOT NULL,
    PRIMARY KEY (library, path)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE decision_action (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    library INTEGER NOT NULL REFERENCES library ON DELETE CASCADE,
    is_undone INTEGER NOT NULL DEFAULT 0 CHECK (is_undone IN (0, 1))
  , undone_number INTEGER NOT NULL DEFAULT 0, said_at REAL) STRICT;
  CREATE INDEX decision_action_library ON decision_action (library, is_undone);
  CREATE TABLE decision_item (
    action INTEGER NOT NULL REFERENCES decision_action ON DELETE CASCADE, position INTEGER NOT NULL,
    path BLOB NOT NULL CHECK (length(path) > 0),
    device INTEGER NOT NULL, inode INTEGER NOT NULL, size INTEGER NOT NULL CHECK (size >= 0),
    modified INTEGER NOT NULL, changed INTEGER NOT NULL,
    category TEXT NOT NULL CHECK (category IN ('duplicate', 'similar', 'blurry', 'screenshot')),
    decision TEXT NOT NULL CHECK (decision IN ('pending', 'keep', 'delete')),
    previous TEXT NOT NULL CHECK (previous IN ('pending', 'keep', 'delete')), parts TEXT NOT NULL DEFAULT 'all'
    CHECK (parts IN ('all', 'shown', 'raw')), previous_parts TEXT NOT NULL DEFAULT 'all'
    CHECK (previous_parts IN ('all', 'shown', 'raw')), digest BLOB CHECK (digest IS NULL OR length(digest) = 32), companions INTEGER, keeper BLOB CHECK (keeper IS NULL OR length(keeper) = 32), previous_keeper BLOB CHECK (previous_keeper IS NULL OR length(previous_keeper) = 32),
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
  , ledger_mark INTEGER NOT NULL DEFAULT 0) STRICT;
  CREATE TABLE batch (
    number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE CHECK (length(id) > 0),
    started_at TEXT NOT NULL CHECK (length(started_at) = 19),
    is_finished INTEGER NOT NULL CHECK (is_finished IN (0, 1))
  , app TEXT CHECK (length(app) > 0), started_seconds INTEGER, verified_seconds INTEGER, verified_faults INTEGER CHECK (verified_faults >= 0)) STRICT;
  CREATE TABLE batch_file (
    batch TEXT NOT NULL REFERENCES batch (id), position INTEGER NOT NULL, photo INTEGER NOT NULL,
    path BLOB NOT NULL CHECK (length(path) > 0),
    device INTEGER NOT NULL, inode INTEGER NOT NULL, size INTEGER NOT NULL CHECK (size >= 0),
    modified INTEGER NOT NULL, changed INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (
      state IN ('planned', 'reserved', 'moved', 'stayed', 'restoring', 'restored', 'unclear')),
    trash_kind TEXT, trash BLOB, trash_top BLOB, trash_name BLOB, trash_info BLOB, is_erased INTEGER NOT NULL DEFAULT 0 CHECK (is_erased IN (0, 1)), digest BLOB CHECK (digest IS NULL OR length(digest) = 32),
    PRIMARY KEY (batch, position),
    -- Nothing is said to be in the trash without its place there.
    CHECK (state IN ('planned', 'stayed', 'reserved', 'unclear') OR trash_name IS NOT NULL)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX batch_file_path ON batch_file (path);
  CREATE TABLE ledger_company (
    id INTEGER PRIMARY KEY, digests BLOB NOT NULL UNIQUE CHECK (length(digests) > 0 AND length(digests) % 32 = 0)
  ) STRICT;
  CREATE TABLE ledger_keep (
    id INTEGER PRIMARY KEY AUTOINCREMENT, action INTEGER REFERENCES decision_action ON DELETE SET NULL,
    digest BLOB NOT NULL CHECK (length(digest) = 32),
    category TEXT NOT NULL CHECK (category IN ('duplicate', 'similar', 'blurry', 'screenshot')),
    -- 0: an earlier "keep" counts no more.
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
  CREATE TRIGGER ledger_forgets_undone BEFORE DELETE ON decision_action WHEN OLD.is_undone = 1 BEGIN
    DELETE FROM ledger_keep WHERE action = OLD.id;
    DELETE FROM ledger_refusal WHERE action = OLD.id;
  END;
  CREATE TABLE keeper_action (
    action INTEGER PRIMARY KEY REFERENCES decision_action ON DELETE CASCADE, "group" TEXT NOT NULL,
    path BLOB NOT NULL CHECK (length(path) > 0), previous BLOB
  ) STRICT;
  CREATE TABLE batch_survivor (
    batch TEXT NOT NULL, position INTEGER NOT NULL, path BLOB NOT NULL CHECK (length(path) > 0),
    device INTEGER NOT NULL, inode INTEGER NOT NULL, size INTEGER NOT NULL CHECK (size >= 0),
    modified INTEGER NOT NULL, changed INTEGER NOT NULL,
    PRIMARY KEY (batch, position),
    FOREIGN KEY (batch, position) REFERENCES batch_file (batch, position)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE skipped_file (
    library INTEGER NOT NULL REFERENCES library ON DELETE CASCADE,
    path BLOB NOT NULL CHECK (length(path) > 0), reason TEXT NOT NULL, message TEXT NOT NULL, is_folder INTEGER NOT NULL DEFAULT 0 CHECK (is_folder IN (0, 1)),
    PRIMARY KEY (library, path)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE first_steps (
    id INTEGER PRIMARY KEY CHECK (id = 1), step TEXT CHECK (step IN ('folder', 'trash', 'apps'))
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
  CREATE TRIGGER word_of_photo_forgotten AFTER DELETE ON decision_item WHEN OLD.position >= 0 BEGIN
    DELETE FROM decision_item WHERE action = OLD.action AND position = -1 - OLD.position;
  END;
  CREATE TRIGGER word_of_raw_forgotten AFTER DELETE ON decision_item WHEN OLD.position < 0
    AND EXISTS (SELECT 1 FROM decision_action WHERE id = OLD.action AND is_undone = 0)
  BEGIN
    DELETE FROM decision_item WHERE path = OLD.path AND decision = 'delete' AND action < OLD.action;
  END;
  CREATE INDEX decision_item_mark ON decision_item (lower(CAST(path AS TEXT))) WHERE decision = 'delete';
  CREATE INDEX decision_item_file ON decision_item (size, modified);
  CREATE INDEX decision_item_digest ON decision_item (digest);
  """#
