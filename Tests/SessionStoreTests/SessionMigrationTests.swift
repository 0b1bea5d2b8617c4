import FileSafety
import Foundation
import GRDB
import PhotoModel
import SessionStore
import SystemPackage
import TestSupport
import Testing

/// Sessions of earlier versions: everything in them goes on, and the rules of today hold from then on.
@Suite struct SessionMigrationTests {
  private let folder = TemporaryFolder()
  private let roots = [FilePath("/photos")]
  private var path: FilePath { folder["session.sqlite"] }

  private func open(isReadOnly: Bool = false) throws -> SessionDatabase {
    try SessionDatabase(path: path, isReadOnly: isReadOnly, timestamp: timestamp)
  }

  /// What came into the schema, the newest first, and how it is taken out again.
  private static let steps: [(name: String, takingOut: String)] = [
    (
      "verifications of batches",
      "ALTER TABLE batch DROP COLUMN verified_faults; ALTER TABLE batch DROP COLUMN verified_seconds;"
    ),
    ("digests of receipts", "ALTER TABLE batch_file DROP COLUMN digest;"),
    ("folders that were not opened", "ALTER TABLE skipped_file DROP COLUMN is_folder;"),
    ("names of marks", "DROP INDEX decision_item_mark;"),
    ("times of words", "ALTER TABLE decision_action DROP COLUMN said_at;"),
    ("erased files", "ALTER TABLE batch_file RENAME COLUMN is_erased TO is_erasing;"),
    (
      "files of decisions",
      """
      DROP INDEX decision_item_file; DROP INDEX decision_item_digest;
      CREATE INDEX decision_item_inode ON decision_item (inode);
      """
    ),
    (
      "words of RAWs",
      """
      DROP TRIGGER word_of_photo_forgotten; DROP TRIGGER word_of_raw_forgotten;
      DELETE FROM decision_item WHERE position < 0;
      """
    ),
    (
      "keepers of marks",
      "ALTER TABLE decision_item DROP COLUMN keeper; ALTER TABLE decision_item DROP COLUMN previous_keeper;"
    ),
    ("choices of actions", "DROP TRIGGER choice_ends_with_action; DROP INDEX keeper_action_group;"),
    ("erasing of photos", "ALTER TABLE batch_file DROP COLUMN is_erasing;"),
    (
      "bytes of decisions",
      """
      DROP INDEX decision_item_inode;
      ALTER TABLE decision_item DROP COLUMN digest; ALTER TABLE decision_item DROP COLUMN companions;
      """
    ),
    ("order of undoing", "ALTER TABLE decision_action DROP COLUMN undone_number;"),
    ("first steps", "DROP TABLE first_steps;"),
    ("library opened last", "ALTER TABLE library DROP COLUMN opened;"),
    ("moments of batches", "ALTER TABLE batch DROP COLUMN started_seconds;"),
    ("files that were not read", "DROP TABLE skipped_file;"),
    ("one scan of each library", ""),
    ("batches of apps", "ALTER TABLE batch DROP COLUMN app;"),
    ("survivors of batches", "DROP TABLE batch_survivor;"),
    ("order of cards", "ALTER TABLE library DROP COLUMN card_order;"),
    (
      "parts of photos",
      "ALTER TABLE decision_item DROP COLUMN parts; ALTER TABLE decision_item DROP COLUMN previous_parts;"
    ),
    (
      "ledger",
      """
      DROP TRIGGER ledger_forgets_undone; DROP TABLE ledger_keep; DROP TABLE ledger_refusal; DROP TABLE ledger_company;
      DROP TABLE keeper_action; ALTER TABLE scan DROP COLUMN ledger_mark;
      """
    ),
  ]

  private static func isTakenOut(_ name: String, by count: Int) -> Bool {
    steps.prefix(count).contains { $0.name == name }
  }

  /// A session with something of everything.
  private func write() throws -> (session: SavedSession, batch: RemovalBatch) {
    let session = try open()
    var mark = Samples.item("/photos/a", .delete)
    (mark.digest, mark.companionsMark, mark.keeper) = (Samples.digest(7), 5, Samples.digest(8))
    let marks = Samples.hostilePaths.map { Samples.item($0, .delete, was: .keep) }
    _ = try session.record(DecisionAction(items: [mark] + marks), in: roots)
    var keep = Samples.item("/photos/k", .keep)
    keep.stayingRAW = StayingFile(path: "/photos/k.cr2", identity: Samples.identity(3), digest: Samples.digest(3))
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
    let place = TrashPlace(folder: trash, name: Array("m.jpg".utf8), info: Array("note".utf8))
    let date = try #require(DeletionDate("2026-01-31T12:00:00", secondsSince1970: 1_769_860_800))
    var batch = RemovalBatch(
      id: BatchID("one"), startedAt: date,
      files: [
        BatchFile(
          index: 0, item: 0, path: "/photos/m.jpg", identity: Samples.identity(4), state: .moved, place: place,
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

  /// Makes it what a version wrote that had not heard of the newest so many steps.
  private func takeOut(_ count: Int) throws {
    try withDatabase(path) { database in
      try database.execute(sql: "PRAGMA journal_mode = DELETE")
      for step in Self.steps.prefix(count) {
        try database.execute(sql: step.takingOut)
        try database.execute(sql: "DELETE FROM grdb_migrations WHERE identifier = ?", arguments: [step.name])
      }
    }
  }

  /// What is left of a session that such a version could have written down.
  private func expected(_ session: SavedSession, without count: Int) -> SavedSession {
    func lacks(_ name: String) -> Bool { Self.isTakenOut(name, by: count) }
    var session = session
    for action in session.actions.indices {
      if lacks("ledger") { session.actions[action].keeperMove = nil }
      for item in session.actions[action].items.indices {
        func change(_ change: (inout DecisionAction.Item) -> Void) { change(&session.actions[action].items[item]) }
        if lacks("words of RAWs") { change { $0.stayingRAW = nil } }
        if lacks("keepers of marks") { change { $0.keeper = nil } }
        if lacks("bytes of decisions") { change { ($0.digest, $0.companionsMark) = (nil, nil) } }
        if lacks("parts of photos") { change { $0.parts = .all } }
      }
    }
    if lacks("files that were not read") { session.skipped = [] }
    if lacks("order of cards") { session.cardOrder = .certainty }
    // Of a choice no more than a name was known, which counts for no file.
    if lacks("ledger") { session.chosenKeepers = [:] }
    return session
  }

  private func expected(_ batch: RemovalBatch, without count: Int) throws -> RemovalBatch {
    var batch = batch
    if Self.isTakenOut("verifications of batches", by: count) { batch.verification = nil }
    if Self.isTakenOut("digests of receipts", by: count) { batch.files[0].digest = nil }
    if Self.isTakenOut("survivors of batches", by: count) { batch.files[0].survivor = nil }
    if Self.isTakenOut("moments of batches", by: count) {
      batch.startedAt = try #require(DeletionDate(batch.startedAt.text))
    }
    return batch
  }

  /// Tables with their columns, indexes and triggers.
  private func schema() throws -> Set<String> {
    try withDatabase(path) { database in
      Set(
        try String.fetchAll(
          database,
          sql: """
            SELECT 'column ' || master.name || '.' || info.name || ' ' || info.type || info."notnull" || info.pk
              FROM sqlite_master AS master JOIN pragma_table_info(master.name) AS info WHERE master.type = 'table'
            UNION ALL SELECT sql FROM sqlite_master WHERE type IN ('index', 'trigger') AND sql IS NOT NULL
            """))
    }
  }

  @Test func `every step but the first two is taken out by one of the tests`() throws {
    _ = try open()
    let known = try withDatabase(path) { database in
      try String.fetchAll(database, sql: "SELECT identifier FROM grdb_migrations")
    }

    #expect(Set(known) == Set(Self.steps.map(\.name) + ["libraries and decisions", "batches"]))
  }

  @Test(arguments: 1...SessionMigrationTests.steps.count)
  func `a session of every earlier version goes on with all that is in it`(_ count: Int) throws {
    let (session, batch) = try write()
    let schema = try schema()
    try takeOut(count)
    let before = try folder.read("session.sqlite")

    // Who only looks sees it, and changes nothing.
    let looking = try open(isReadOnly: true)
    #expect(try looking.session(of: roots) == expected(session, without: count))
    #expect(try looking.allBatches() == [expected(batch, without: count)])
    #expect(try folder.read("session.sqlite") == before)

    #expect(try open().session(of: roots) == expected(session, without: count))
    #expect(try open().allBatches() == [expected(batch, without: count)])
    #expect(try self.schema() == schema)
  }

  @Test(arguments: 1...SessionMigrationTests.steps.count)
  func `the rules of today hold in a session of every earlier version`(_ count: Int) throws {
    _ = try write()
    try takeOut(count)

    // A word about a photo and its RAW ends an older mark of that, and is forgotten with it.
    let session = try open()
    _ = try session.record(
      DecisionAction(items: [Samples.item("/photos/r.cr2", .delete, number: 6)]), in: roots)
    var word = Samples.item("/photos/r.jpg", .keep, number: 7)
    word.stayingRAW = StayingFile(path: "/photos/r.cr2", identity: Samples.identity(6), digest: Samples.digest(6))
    let kept = try session.record(DecisionAction(items: [word]), in: roots)
    #expect(try session.session(of: roots).actions.last == kept)
    try session.forgetDecisions(about: ["/photos/r.jpg"], identities: ["/photos/r.jpg": Samples.identity(7)])
    #expect(try !session.session(of: roots).actions.flatMap(\.items).contains { $0.path.string.contains("/r.") })

    // A choice ends with what was said of its photo.
    let group = PhotoGroup.ID("11ff")
    let choice = KeeperMove(group: group, path: "/photos/d", previous: nil)
    _ = try session.record(DecisionAction(items: [Samples.item(choice.path, .pending)], keeperMove: choice), in: roots)
    #expect(try session.session(of: roots).chosenKeepers[group] == choice.path)
    try session.forgetDecisions(about: [choice.path], identities: [choice.path: Samples.identity(1)])
    #expect(try session.session(of: roots).chosenKeepers[group] == nil)

    // Nothing was being erased by a version that did not write it down; from now on it is.
    #expect(try session.allBatches()[0].files.map(\.isErased) == [false])
    try session.record([FileChange(index: 0, state: .moved, isErased: true)], in: BatchID("one"))
    #expect(try session.allBatches()[0].files.map(\.isErased) == [true])
  }
}
