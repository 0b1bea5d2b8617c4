package import FileSafety
package import Foundation
import GRDB
import PhotoModel
package import SystemPackage

/// The journal of batches and receipts. Each call is one transaction, on the disk when it returns.
extension SessionDatabase: RemovalJournal {
  /// Stores a new batch with all its files.
  package func begin(_ batch: RemovalBatch) throws {
    try write { database in
      try database.execute(
        sql: "INSERT INTO batch (id, started_at, started_seconds, is_finished, app) VALUES (?, ?, ?, 0, ?)",
        arguments: [batch.id.text, batch.startedAt.text, batch.startedAt.secondsSince1970, batch.app])
      let insertion = try database.cachedStatement(
        sql: """
          INSERT INTO batch_file
            (batch, position, photo, path, state, digest, device, inode, size, modified, changed,
            trash_kind, trash, trash_top, trash_name, trash_info)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
          """)
      for file in batch.files {
        let values: StatementArguments = [
          batch.id.text, file.index, file.item, Data(file.path.bytes), file.state.rawValue,
          file.digest.map { Data($0.bytes) },
        ]
        let location = Self.columns(file.location, orName: file.folderLocation?.path.nameBytes)
        try insertion.execute(arguments: values + file.identity.columns + location)
        try Self.record(file.survivor, file.folderLocation, file.replacement, of: file.index, in: batch.id, database)
      }
    }
  }

  /// Records the changes, and in the same transaction deletes the decisions about files that went or came back, or
  /// carries them over to smaller files: no crash comes between the two.
  package func record(_ changes: [FileChange], in batch: BatchID) throws {
    try write { database in
      for change in changes {
        let isBack = change.state == .restored
        if let file = try Self.rowLeavingState(by: change, in: batch, database),
          try !Self.carryOver(file, isBack: isBack, in: database)
        {
          try Self.forgetDecisions(
            about: [Self.decidedFile(file)], halvesOf: Self.photosMarked(beside: file, in: database),
            areBack: isBack, in: database)
        }
        // The place comes first: the schema lets nothing be in the trash without one.
        if let location = change.location {
          try Self.update(
            "trash_kind = ?, trash = ?, trash_top = ?, trash_name = ?, trash_info = ?", Self.columns(location),
            of: change.index, in: batch, database)
        }
        try Self.record(
          change.survivor, change.folderLocation, change.replacement, of: change.index, in: batch, database)
        try Self.update("state = ?", [change.state.rawValue], of: change.index, in: batch, database)
        guard database.changesCount == 1 else {
          throw DatabaseError(message: "file \(change.index) is not in batch \(batch.text)")
        }
        if let digest = change.digest {
          try Self.update("digest = ?", [Data(digest.bytes)], of: change.index, in: batch, database)
        }
        if let isErased = change.isErased {
          try Self.update("is_erased = ?", [isErased], of: change.index, in: batch, database)
        }
      }
    }
  }

  /// The row of a file that, by a change, went to the trash or came back; nil for any other change. A failed restore
  /// does not count: another file may be decided about under its name by now.
  private static func rowLeavingState(
    by change: FileChange, in batch: BatchID, _ database: Database
  ) throws -> Row? {
    let before: FileState
    switch change.state {
    case .moved: before = .reserved
    case .restored: before = .restoring
    case .planned, .reserved, .stayed, .restoring, .unclear: return nil
    }
    return try Row.fetchOne(
      database.cachedStatement(sql: "SELECT * FROM batch_file WHERE batch = ? AND position = ? AND state = ?"),
      arguments: [batch.text, change.index, before.rawValue])
  }

  /// Photos beside the file with the same stem, ignoring ASCII case: a RAW that goes by itself was decided about by the
  /// name of its photo. Also the one that had to stay for it, which may be marked under other names alone.
  private static func photosMarked(beside file: Row, in database: Database) throws -> [DecidedFile] {
    let path = FilePath(bytes: file["path"] as Data)
    guard let dot = path.nameBytes.lastIndex(of: UInt8(ascii: ".")) else { return [] }
    let stem = path.bytes.dropLast(path.nameBytes.count - dot)
    let isBeside = "\(nameInSmallLetters) > lower(CAST(? AS TEXT)) AND \(nameInSmallLetters) < lower(CAST(? AS TEXT))"
    // The slash is the next byte after the dot.
    let bounds: StatementArguments = [Data(stem + [UInt8(ascii: ".")]), Data(stem + [UInt8(ascii: "/")])]
    let marked = try Row.fetchAll(
      database.cachedStatement(sql: "SELECT * FROM decision_item WHERE decision = 'delete' AND \(isBeside)"),
      arguments: bounds)
    let staying = try Row.fetchAll(
      database.cachedStatement(sql: "SELECT * FROM batch_survivor WHERE batch = ? AND position = ? AND \(isBeside)"),
      arguments: [file["batch"] as String, file["position"] as Int] + bounds)
    let folder = path.removingLastComponent()
    return (marked + staying).map(decidedFile).filter { $0.path.removingLastComponent() == folder }
  }

  private static func decidedFile(_ row: Row) -> DecidedFile {
    DecidedFile(path: FilePath(bytes: row["path"] as Data), identity: identity(row))
  }

  /// The expression by which names are compared where a RAW is found beside its JPEG: only ASCII letters have two
  /// cases.
  static let nameInSmallLetters = "lower(CAST(path AS TEXT))"

  /// Marks a batch as finished.
  package func finish(_ batch: BatchID) throws {
    try write { try $0.execute(sql: "UPDATE batch SET is_finished = 1 WHERE id = ?", arguments: [batch.text]) }
  }

  /// Marks a finished batch as unfinished.
  package func reopen(_ batch: BatchID) throws {
    try write { try $0.execute(sql: "UPDATE batch SET is_finished = 0 WHERE id = ?", arguments: [batch.text]) }
  }

  /// The batches that are not finished, oldest first.
  package func unfinishedBatches() throws -> [RemovalBatch] {
    try read { try Self.batches(in: $0, where: "is_finished = 0 ORDER BY number") }
  }

  /// A batch by its id; nil where there is none.
  package func batch(_ id: BatchID) throws -> RemovalBatch? {
    try read { try Self.batches(in: $0, where: "id = ?", arguments: [id.text]).first }
  }

  /// All batches, the newest first.
  package func allBatches() throws -> [RemovalBatch] {
    try read { try Self.batches(in: $0, where: "true ORDER BY number DESC") }
  }

  /// The batch whose file came from this path and is still in the trash, the newest one.
  package func batch(ofTrashedFileFrom path: FilePath) throws -> BatchID? {
    try newestBatch(with: path, where: "named.state = 'moved'")
  }

  /// The newest batch that took the file at a path away, or is about to, and did neither put it back nor erase it.
  package func batchAway(from path: FilePath) throws -> BatchID? {
    try newestBatch(
      with: path, where: "named.state IN ('reserved', 'moved', 'restoring', 'unclear') AND NOT named.is_erased")
  }

  /// The newest batch in which the file of this path is back, and another file of its photo is still in the trash.
  package func batch(withRestOfPhotoAt path: FilePath) throws -> BatchID? {
    try newestBatch(
      with: path,
      where: """
        named.state = 'restored' AND EXISTS (
          SELECT 1 FROM batch_file AS part
          WHERE part.batch = named.batch AND part.photo = named.photo AND part.state = 'moved')
        """)
  }

  /// Writes down that a batch was read against its receipt. Nothing where the batch was forgotten meanwhile.
  package func record(_ verification: BatchVerification, of batch: BatchID) throws {
    try write { database in
      try database.execute(
        sql: "UPDATE batch SET verified_seconds = ?, verified_faults = ? WHERE id = ?",
        arguments: [verification.secondsSince1970, verification.faults, batch.text])
    }
  }

  private func newestBatch(with path: FilePath, where condition: String) throws -> BatchID? {
    try read { database in
      try String.fetchOne(
        database,
        sql: """
          SELECT batch.id FROM batch_file AS named JOIN batch ON batch.id = named.batch
          WHERE named.path = ? AND \(condition) ORDER BY batch.number DESC LIMIT 1
          """, arguments: [Data(path.bytes)]
      ).map(BatchID.init)
    }
  }

  /// The original paths of files that went to the trash in this second or later: a file at such a path came back.
  package func paths(ofFilesMovedSince date: Date) throws(StoreError) -> Set<FilePath> {
    try read { database in
      let paths = try Data.fetchAll(
        database,
        sql: """
          SELECT path FROM batch_file JOIN batch ON batch.id = batch_file.batch
          WHERE started_seconds >= ? AND state NOT IN ('planned', 'reserved', 'stayed')
          """, arguments: [Int64(date.timeIntervalSince1970.rounded(.down))])
      return Set(paths.map { FilePath(bytes: $0) })
    }
  }

  /// Sets columns of a file of a batch.
  private static func update(
    _ assignments: String, _ values: StatementArguments, of index: Int, in batch: BatchID, _ database: Database
  ) throws {
    try database.execute(
      sql: "UPDATE batch_file SET \(assignments) WHERE batch = ? AND position = ?",
      arguments: values + [batch.text, index])
  }

  /// Stores the values of a file that have tables of their own.
  private static func record(
    _ survivor: Survivor?, _ folder: FolderLocation?, _ replacement: Replacement?, of index: Int, in batch: BatchID,
    _ database: Database
  ) throws {
    if let survivor { try record(survivor, of: index, in: batch, database) }
    if let folder { try record(folder, of: index, in: batch, database) }
    if let replacement { try record(replacement, of: index, in: batch, database) }
  }

  private static func record(
    _ folder: FolderLocation, of index: Int, in batch: BatchID, _ database: Database
  ) throws {
    try database.execute(
      sql: """
        INSERT OR REPLACE INTO batch_folder
          (batch, position, path, copy_name, copy_kind, copy_trash, copy_top, copy_trash_name, copy_info)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [batch.text, index, Data(folder.path.bytes), folder.copyName.map { Data($0) }]
        + columns(folder.copyTrash))
    guard folder.copyName == nil else { return }
    try update("trash_name = ?", [Data(folder.path.nameBytes)], of: index, in: batch, database)
  }

  private static func record(
    _ survivor: Survivor, of index: Int, in batch: BatchID, _ database: Database
  ) throws {
    try database.cachedStatement(
      sql: """
        INSERT OR REPLACE INTO batch_survivor (batch, position, path, device, inode, size, modified, changed)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: [batch.text, index, Data(survivor.path.bytes)] + survivor.identity.columns)
  }

  private static func batches(
    in database: Database, where condition: String, arguments: StatementArguments = StatementArguments()
  ) throws -> [RemovalBatch] {
    let rows = try Row.fetchAll(database, sql: "SELECT * FROM batch WHERE \(condition)", arguments: arguments)
    return try rows.map { row in
      let id: String = row["id"]
      let files = try Row.fetchAll(
        database, sql: "SELECT * FROM batch_file WHERE batch = ? ORDER BY position", arguments: [id])
      let survivors = try Row.fetchAll(database, sql: "SELECT * FROM batch_survivor WHERE batch = ?", arguments: [id])
      let byPosition = Dictionary(uniqueKeysWithValues: survivors.map { ($0["position"] as Int, survivor($0)) })
      let folderRows = try Row.fetchAll(database, sql: "SELECT * FROM batch_folder WHERE batch = ?", arguments: [id])
      let folders = Dictionary(uniqueKeysWithValues: folderRows.map { ($0["position"] as Int, folder($0)) })
      let replacementRows = try Row.fetchAll(
        database, sql: "SELECT * FROM batch_replacement WHERE batch = ?", arguments: [id])
      let replacements = Dictionary(
        uniqueKeysWithValues: replacementRows.map { ($0["position"] as Int, replacement($0)) })
      // The schema checks the form of the date; a row that breaks it all the same gets 1970.
      let started =
        DeletionDate(row["started_at"] as String, secondsSince1970: row["started_seconds"])
        ?? DeletionDate(secondsSince1970: 0)
      let app: String? = row["app"]
      return RemovalBatch(
        id: BatchID(id), startedAt: started,
        files: try files.map { row in
          var file = try file(row, byPosition, isFolder: app != nil)
          file.folderLocation = folders[file.index]
          file.replacement = replacements[file.index]
          return file
        }, app: app,
        verification: verification(row))
    }
  }

  private static func verification(_ row: Row) -> BatchVerification? {
    guard let seconds: Int64 = row["verified_seconds"], let faults: Int = row["verified_faults"] else { return nil }
    return BatchVerification(secondsSince1970: seconds, faults: faults)
  }

  private static func folder(_ row: Row) -> FolderLocation {
    FolderLocation(
      path: FilePath(bytes: row["path"] as Data), copyName: (row["copy_name"] as Data?).map { Array($0) },
      copyTrash: location(
        row, kind: "copy_kind", trash: "copy_trash", top: "copy_top", name: "copy_trash_name", info: "copy_info"))
  }

  /// The values of the columns kind, folder, top folder, name and info of a location in a trash.
  ///
  /// - Parameter name: The name where there is no location in a trash.
  static func columns(_ location: TrashLocation?, orName name: [UInt8]? = nil) -> StatementArguments {
    [
      location?.folder.kind.rawValue, location.map { Data($0.folder.path.bytes) },
      location?.folder.topFolder.map { Data($0.bytes) }, (location?.name ?? name).map { Data($0) },
      location.map { Data($0.info) },
    ]
  }

  /// A location in a trash by these columns; nil where not all of them have a value.
  static func location(
    _ row: Row, kind: String, trash: String, top: String, name: String, info: String
  ) -> TrashLocation? {
    guard let kind = (row[kind] as String?).flatMap(TrashFolder.Kind.init(rawValue:)), let trash: Data = row[trash],
      let name: Data = row[name], let info: Data = row[info]
    else { return nil }
    let top: Data? = row[top]
    return TrashLocation(
      folder: TrashFolder(kind: kind, path: FilePath(bytes: trash), topFolder: top.map { FilePath(bytes: $0) }),
      name: Array(name), info: Array(info))
  }

  private static func survivor(_ row: Row) -> Survivor {
    Survivor(path: FilePath(bytes: row["path"] as Data), identity: identity(row))
  }

  static func identity(_ row: Row) -> FileIdentity {
    FileIdentity(
      device: UInt64(bitPattern: row["device"] as Int64), inode: UInt64(bitPattern: row["inode"] as Int64),
      size: row["size"], modified: row["modified"], changed: row["changed"])
  }

  /// Reads a row of a file.
  ///
  /// - Parameter isFolder: Whether the batch consists of whole folders that an app left behind.
  private static func file(_ row: Row, _ survivors: [Int: Survivor], isFolder: Bool) throws -> BatchFile {
    guard let state = FileState(rawValue: row["state"]) else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a file of a batch has no state")
    }
    let location = location(
      row, kind: "trash_kind", trash: "trash", top: "trash_top", name: "trash_name", info: "trash_info")
    return BatchFile(
      index: row["position"], item: row["photo"], path: FilePath(bytes: row["path"] as Data), identity: identity(row),
      state: state, location: location, survivor: survivors[row["position"]],
      digest: (row["digest"] as Data?).flatMap { ContentDigest(bytes: Array($0)) }, isFolder: isFolder,
      isErased: row["is_erased"] ?? false)
  }
}

extension FileIdentity {
  /// The values of the columns device, inode, size, modified and changed.
  var columns: StatementArguments {
    [Int64(bitPattern: device), Int64(bitPattern: inode), size, modified, changed]
  }
}
