import Foundation
import GRDB
package import PhotoModel
package import SystemPackage

extension SessionDatabase {
  /// The saved session of a library, by its folders in any order, with the decisions of other libraries about its
  /// photos.
  package func session(of roots: [FilePath]) throws(StoreError) -> SavedSession {
    try read { database in
      var session = SavedSession()
      let known = try Self.knownLibrary(of: roots, in: database)
      session.otherLibraryDecisions = try Self.protectingDecisions(besides: known, in: database)
      session.viewed = try Self.viewedContents(in: database)
      guard let library = known else { return session }
      let order = try String.fetchOne(
        database, sql: "SELECT card_order FROM library WHERE id = ?", arguments: [library])
      session.cardOrder = order.flatMap(CardOrder.init(rawValue:)) ?? .certainty
      session.actions = try Self.actions(of: library, in: database)
      for row in try Row.fetchAll(
        database, sql: "SELECT category, path FROM bookmark WHERE library = ?", arguments: [library])
      {
        guard let category = IssueCategory(rawValue: row["category"]) else { continue }
        session.bookmarks[category] = FilePath(bytes: row["path"] as Data)
      }
      session.chosenKeepers = try Self.chosenKeepers(of: library, in: database)
      if let row = try Row.fetchOne(
        database, sql: "SELECT * FROM scan WHERE library = ? ORDER BY id DESC LIMIT 1", arguments: [library])
      {
        session.lastScan = ScanResult(
          date: Date(timeIntervalSince1970: row["finished_at"]), photosScanned: row["photos"],
          issueCounts: Dictionary(
            uniqueKeysWithValues: IssueCategory.allCases.map { ($0, row[$0.rawValue] as Int) }),
          reclaimable: ByteCount(row["reclaimable"]))
        session.lastScanElapsed = .seconds(row["elapsed"] as Double)
        session.ledgerMark = row["ledger_mark"]
      }
      session.skipped = try Self.skippedFiles(of: library, in: database)
      return session
    }
  }

  /// Stores an action on the disk, before the next card is drawn. Actions that were undone before are deleted.
  ///
  /// - Parameters:
  ///   - change: The change of the ledger, in the same transaction.
  ///   - bookmark: The next card, in the same transaction.
  /// - Returns: The action with its number.
  package func record(
    _ action: DecisionAction, ledger change: LedgerChange? = nil, bookmark: Bookmark? = nil, in roots: [FilePath]
  ) throws(StoreError) -> DecisionAction {
    try write { database in
      let library = try Self.makeLibrary(of: roots, in: database)
      try database.execute(
        sql: "DELETE FROM decision_action WHERE library = ? AND is_undone = 1", arguments: [library])
      let stored = try Self.insert(action, library: library, in: database)
      if let change { try Self.write(change, action: stored.id, of: roots, in: database) }
      if let bookmark { try Self.set(bookmark, library: library, in: database) }
      return stored
    }
  }

  /// Updates the companions in the decisions about a photo, where Deckle itself has written one of them.
  ///
  /// - Parameter mark: The `companionsMark` that the decisions are about; decisions about another mark stay as they
  ///   are.
  package func replaceCompanionsMark(
    of path: FilePath, _ mark: Int64, with new: Int64
  ) throws(StoreError) {
    try write { database in
      try database.execute(
        sql: "UPDATE decision_item SET companions = ? WHERE path = ? AND companions = ?",
        arguments: [new, Data(path.bytes), mark])
    }
  }

  /// Sets the order of the cards of a library.
  package func setCardOrder(_ order: CardOrder, in roots: [FilePath]) throws(StoreError) {
    try write { database in
      let library = try Self.makeLibrary(of: roots, in: database)
      try database.execute(
        sql: "UPDATE library SET card_order = ? WHERE id = ?", arguments: [order.rawValue, library])
    }
  }

  /// Remembers the card on the screen, so that the next start comes back to it.
  package func set(_ bookmark: Bookmark, in roots: [FilePath]) throws(StoreError) {
    try write { database in
      try Self.set(bookmark, library: Self.makeLibrary(of: roots, in: database), in: database)
    }
  }

  static func set(_ bookmark: Bookmark, library: Int64, in database: Database) throws {
    if let path = bookmark.path {
      try database.execute(
        sql: "INSERT OR REPLACE INTO bookmark (library, category, path) VALUES (?, ?, ?)",
        arguments: [library, bookmark.category.rawValue, Data(path.bytes)])
    } else {
      try database.execute(
        sql: "DELETE FROM bookmark WHERE library = ? AND category = ?",
        arguments: [library, bookmark.category.rawValue])
    }
  }

  /// Records a finished scan, which Home shows at the next start, in place of the one before.
  ///
  /// - Parameter skipped: The files that the scan could not judge; they replace those of the scan before.
  package func recordScan(
    _ result: ScanResult, elapsed: Duration, skipped: [SkippedFile] = [], of roots: [FilePath]
  ) throws(StoreError) {
    try write { database in
      let library = try Self.makeLibrary(of: roots, in: database)
      let seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
      try database.execute(
        sql: """
          INSERT INTO scan
            (library, finished_at, elapsed, photos, duplicate, similar, blurry, screenshot, reclaimable, ledger_mark)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, (SELECT coalesce(max(id), 0) FROM ledger_keep))
          """,
        arguments: [
          library, result.date.timeIntervalSince1970, seconds, result.photosScanned,
          result.issueCounts[.duplicate] ?? 0, result.issueCounts[.similar] ?? 0, result.issueCounts[.blurry] ?? 0,
          result.issueCounts[.screenshot] ?? 0, result.reclaimable.bytes,
        ])
      try database.execute(
        sql: "DELETE FROM scan WHERE library = ? AND id < ?", arguments: [library, database.lastInsertedRowID])
      try Self.replaceSkippedFiles(of: library, with: skipped, in: database)
      try Self.open(library, in: database)
    }
  }

  /// The columns that `item` reads, in this order: by index, for in a long session each name would be searched in each
  /// row.
  static let itemColumns = [
    "action", "path", "device", "inode", "size", "modified", "changed", "category", "decision", "previous", "parts",
    "previous_parts", "digest", "companions", "keeper", "previous_keeper", "destination", "previous_destination",
  ].map { "item." + $0 }.joined(separator: ", ")

  /// Reads a row of a decision.
  ///
  /// - Parameter row: A row that begins with `itemColumns`.
  /// - Returns: Nil for a row that no version of Deckle wrote.
  static func item(_ row: Row) -> DecisionAction.Item? {
    guard let category = IssueCategory(rawValue: row[7]), let decision = UserDecision(rawValue: row[8]),
      let previous = UserDecision(rawValue: row[9]), let parts = PhotoParts(rawValue: row[10]),
      let previousParts = PhotoParts(rawValue: row[11])
    else { return nil }
    let identity = FileIdentity(
      device: UInt64(bitPattern: row[2] as Int64), inode: UInt64(bitPattern: row[3] as Int64), size: row[4],
      modified: row[5], changed: row[6])
    func digest(_ index: Int) -> ContentDigest? {
      (row[index] as Data?).flatMap { $0.withUnsafeBytes(ContentDigest.init(buffer:)) }
    }
    return DecisionAction.Item(
      path: FilePath(bytes: row[1] as Data), identity: identity, category: category, decision: decision,
      previous: previous, parts: parts, previousParts: previousParts,
      digest: digest(12), companionsMark: row[13], keeper: digest(14), previousKeeper: digest(15),
      destination: (row[16] as Data?).map { FilePath(bytes: $0) },
      previousDestination: (row[17] as Data?).map { FilePath(bytes: $0) })
  }

  /// Writes an action as the last one.
  static func insert(
    _ action: DecisionAction, library: Int64, in database: Database
  ) throws -> DecisionAction {
    try database.execute(
      sql: "INSERT INTO decision_action (library, said_at) VALUES (?, (julianday('now') - 2440587.5) * 86400)",
      arguments: [library])
    var stored = action
    stored.isUndone = false
    stored.id = database.lastInsertedRowID
    let insertion = try database.cachedStatement(
      sql: """
        INSERT INTO decision_item
          (action, position, path, category, decision, previous, parts, previous_parts, digest, companions, keeper,
          previous_keeper, destination, previous_destination, device, inode, size, modified, changed)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """)
    func insert(_ item: DecisionAction.Item, at position: Int) throws {
      let values: StatementArguments = [
        stored.id, position, Data(item.path.bytes),
        item.category.rawValue, item.decision.rawValue, item.previous.rawValue, item.parts.rawValue,
        item.previousParts.rawValue, item.digest.map { Data($0.bytes) }, item.companionsMark,
        item.keeper.map { Data($0.bytes) }, item.previousKeeper.map { Data($0.bytes) },
        item.destination.map { Data($0.bytes) }, item.previousDestination.map { Data($0.bytes) },
      ]
      try insertion.execute(arguments: values + item.identity.columns)
    }
    for (position, item) in action.items.enumerated() {
      try insert(item, at: position)
      if let rawItem = item.rawDecision { try insert(rawItem, at: -1 - position) }
    }
    if let move = action.keeperMove { try record(move, action: stored.id, library: library, in: database) }
    if action.isViewing { try recordViewing(action.items, action: stored.id, in: database) }
    return stored
  }

  static func actions(of library: Int64, in database: Database) throws -> [DecisionAction] {
    var actions: [DecisionAction] = []
    var undoneNumbers: [Int64: Int] = [:]
    var raws = RAWDecisions()
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT \(itemColumns), is_undone, undone_number, position FROM decision_item AS item
        JOIN decision_action ON decision_action.id = item.action
        WHERE decision_action."library" = ? ORDER BY item.action, item.position
        """, arguments: [library])
    while let row = try rows.next() {
      guard var item = item(row) else { continue }
      let id: Int64 = row[0]
      guard !raws.takes(item, action: id, position: row[20]) else { continue }
      item.stayingRAW = raws.file(besides: row[20])
      if actions.last?.id != id {
        let isUndone: Bool = row[18]
        actions.append(DecisionAction(id: id, items: [], isUndone: isUndone))
        if isUndone { undoneNumbers[id] = row[19] }
      }
      actions[actions.count - 1].items.append(item)
    }
    // Actions that were undone before undo had numbers were undone backwards.
    let undone = actions.filter(\.isUndone).sorted {
      (undoneNumbers[$1.id] ?? 0, $0.id) < (undoneNumbers[$0.id] ?? 0, $1.id)
    }
    actions = actions.filter { !$0.isUndone } + undone
    return try withTheirSubjects(actions, of: library, in: database)
  }

  /// Adds the subjects of actions besides the photos in them.
  private static func withTheirSubjects(
    _ actions: [DecisionAction], of library: Int64, in database: Database
  ) throws -> [DecisionAction] {
    let moves = try keeperMoves(of: library, in: database)
    let refusals = try refusals(of: library, in: database)
    let viewing = try viewingActions(in: database)
    return actions.map { action in
      var action = action
      action.keeperMove = moves[action.id]
      action.refusal = refusals[action.id]
      action.isViewing = viewing.contains(action.id)
      return action
    }
  }
}
