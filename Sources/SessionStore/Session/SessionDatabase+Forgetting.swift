import FileSafety
import Foundation
import GRDB
package import PhotoModel
package import SystemPackage

extension SessionDatabase {
  /// Takes something out of the ledger, with the decisions of the session that put it there, so that it is a question
  /// again, and in no bin for an older mark. What was marked since stays marked.
  package func forget(_ selection: LedgerSelection) throws(StoreError) {
    try write { database in
      if case .refusal(let pair) = selection {
        try Self.forgetRefusals(
          where: "first = ? AND second = ?", [Data(pair.first.bytes), Data(pair.second.bytes)], in: database)
      }
      if case .keep(let digest, let category) = selection {
        let categories = IssueCategory.allCases.filter(category.asksTheSame).map { "'\($0.rawValue)'" }
        try Self.forgetKeeps(
          where: "digest = ? AND category IN (\(categories.joined(separator: ", ")))", [Data(digest.bytes)],
          in: database)
      }
      if case .everything = selection {
        try Self.forgetRefusals(where: "true", [], in: database)
        try Self.forgetKeeps(where: "true", [], in: database)
      }
      try database.execute(
        sql: """
          DELETE FROM decision_action WHERE NOT EXISTS (SELECT 1 FROM decision_item WHERE action = decision_action.id);
          DELETE FROM ledger_company WHERE id NOT IN (SELECT company FROM ledger_keep WHERE company IS NOT NULL)
          """)
    }
  }

  // MARK: Private

  private static func forgetKeeps(where condition: String, _ arguments: [Data], in database: Database) throws {
    let isForgotten = """
      decision = 'keep' AND EXISTS (
        SELECT 1 FROM ledger_keep WHERE ledger_keep.action = decision_item.action
          AND ledger_keep.path = decision_item.path AND is_kept = 1 AND \(condition))
      """
    try forgetItems(where: isForgotten, StatementArguments(arguments), in: database)
    try database.execute(
      sql: "DELETE FROM ledger_keep WHERE \(condition)", arguments: StatementArguments(arguments))
  }

  private static func forgetRefusals(where condition: String, _ arguments: [Data], in database: Database) throws {
    try forgetItems(
      where: "decision_item.action IN (SELECT action FROM ledger_refusal WHERE \(condition))",
      StatementArguments(arguments), in: database)
    try database.execute(
      sql: "DELETE FROM ledger_refusal WHERE \(condition)", arguments: StatementArguments(arguments))
  }
}

extension SessionDatabase {
  /// Drops what was decided about these photos in any library: they were moved, or put back, and are a new question.
  ///
  /// - Parameters:
  ///   - photos: Of these only what was decided about their RAW, which went, or beside it.
  ///   - identities: Of those whose file is known. Where it is not, words that something stays may be about another file that
  ///     had the name, and nothing but marks is forgotten.
  package func forgetDecisions(
    about paths: [FilePath], andOfRAWsOf photos: [FilePath] = [], identities: [FilePath: FileIdentity] = [:]
  ) throws(StoreError) {
    try write { database in
      let files = paths.map {
        StoredFile(identity: identities[$0], path: Data($0.bytes), isReached: identities[$0] != nil)
      }
      let halves = photos.map { StoredFile(identity: nil, path: Data($0.bytes)) }
      try Self.forgetDecisions(about: files, andOfRAWsOf: halves, in: database)
    }
  }

  /// - Parameter areBack: Of the photos all marks are forgotten: their RAW came back.
  static func forgetDecisions(
    about files: [StoredFile], andOfRAWsOf photos: [StoredFile], areBack: Bool = false, in database: Database
  ) throws {
    var actions: Set<Int64> = []
    for photo in photos { actions.formUnion(try forgetMarks(of: photo, inPart: !areBack, in: database)) }
    for file in files {
      let isAboutIt = """
        path = :path AND size = :size AND modified = :modified AND (inode = :inode OR changed = :changed)
        AND (digest IS NULL OR :digest IS NULL OR digest = :digest)
        """
      actions.formUnion(
        try forgetItems(where: isAboutIt, file.arguments, isReached: file.isReached, in: database))
      actions.formUnion(try forgetMarks(of: file, in: database))
    }
    for action in actions {
      try database.execute(
        sql: """
          DELETE FROM decision_action WHERE id = ?
          AND NOT EXISTS (SELECT 1 FROM decision_item WHERE action = decision_action.id)
          """, arguments: [action])
    }
  }

  /// A file of which something is forgotten.
  struct StoredFile {
    /// Nil where only the name is known.
    var identity: FileIdentity?
    /// Nil where nobody knows.
    var digest: Data?
    /// A name of which marks are forgotten as well, whatever file had it; nil for none.
    var path: Data?
    /// It was said to stay: that ends marks for its bytes, too. They are forgotten where the last part of the name is the same,
    /// in whatever folder; another name is more likely that of a copy.
    var isStaying = false
    /// Its drive answered a moment ago, so that other names on it may be looked at. Where that is not known, hard links are
    /// forgotten, too.
    var isReached = false

    init(identity: FileIdentity?, path: Data?, isReached: Bool = false) {
      (self.identity, self.path, self.isReached) = (identity, path, isReached)
    }

    /// - Parameter item: What was said about it.
    init(_ item: Row) {
      (identity, digest, path) = (SessionDatabase.identity(item), item["digest"], item["path"])
      isStaying = item["decision"] != "delete" || item["parts"] != "all"
    }

    var arguments: StatementArguments {
      [
        "path": path, "name": path.map { Data([UInt8(ascii: "/")] + FilePath(bytes: $0).nameBytes) },
        "inode": identity.map { Int64(bitPattern: $0.inode) }, "size": identity?.size,
        "modified": identity?.modified, "changed": identity?.changed, "digest": digest,
        "staying": isStaying ? digest : nil,
      ]
    }
  }

  /// Forgets marks of a file, in whatever category and library and under whatever name; no undo brings them back. What is
  /// the same file, `DecisionAction.Item.isAbout` says. Hard links are marked each for itself: one that is in its place stays
  /// marked, unless a word ended that, which is forgotten.
  ///
  /// - Parameters:
  ///   - action: Those that were said later stay.
  ///   - isPart: Only marks for one half of a photo.
  /// - Returns: The actions that they were part of.
  static func forgetMarks(
    of file: StoredFile, before action: Int64 = .max, inPart isPart: Bool = false, in database: Database
  ) throws -> Set<Int64> {
    let hasName = "substr(path, -length(:name)) = :name"
    let isOlder = """
      action < :action AND (path = :path OR digest = :staying AND \(hasName)
        OR size = :size AND modified = :modified AND (digest IS NULL OR :digest IS NULL OR digest = :digest)
          AND (inode = :inode OR changed = :changed AND \(hasName)))
        AND hex(path) NOT IN (SELECT value FROM json_each(:links))
      """
    let links = try markedLinks(of: file, in: database)
    let arguments = file.arguments + ["action": action, "spared": isPart ? "all" : nil, "links": json(links)]
    let update = """
      UPDATE decision_item SET previous = 'pending', previous_parts = 'all'
      WHERE previous = 'delete' AND previous_parts IS NOT :spared AND \(isOlder)
      """
    try database.cachedStatement(sql: update).execute(arguments: arguments)
    let isMark = "decision = 'delete' AND parts IS NOT :spared"
    return try forgetItems(
      where: "\(isMark) AND \(isOlder)", arguments, isReached: file.isReached, in: database)
  }

  /// Names that were marked and stay in place when the file goes, or comes back, by another one.
  private static func markedLinks(of file: StoredFile, in database: Database) throws -> [FilePath] {
    guard file.isReached, !file.isStaying, let path = file.path.map({ FilePath(bytes: $0) }),
      let identity = file.identity
    else { return [] }
    let marked = try Data.fetchAll(
      database.cachedStatement(
        sql: """
          SELECT DISTINCT path FROM decision_item
          WHERE size = :size AND modified = :modified AND inode = :inode AND path <> :path
            AND 'delete' IN (decision, previous)
          """), arguments: file.arguments)
    return hardLinks(of: path, identity, among: marked.map { FilePath(bytes: $0) })
  }

  /// A list for `json_each`, of the bytes of names as `hex` writes them.
  private static func json(_ names: [FilePath]) -> String {
    "[" + names.map { "\"" + $0.bytes.map { String(format: "%02X", $0) }.joined() + "\"" }.joined(separator: ",") + "]"
  }

  /// Deletes items with what they say of RAWs, and the marks that each had ended: without this the older mark would be the
  /// last word again. What was undone never ended any.
  ///
  /// - Parameter isReached: The drive of what they are about answered a moment ago.
  /// - Returns: The actions that they were part of.
  @discardableResult
  private static func forgetItems(
    where isForgotten: String, _ arguments: StatementArguments, isReached: Bool = false, in database: Database
  ) throws -> Set<Int64> {
    let items = try Row.fetchAll(
      database.cachedStatement(
        sql: """
          WITH word AS MATERIALIZED (SELECT action, position FROM decision_item WHERE \(isForgotten))
          SELECT item.*, is_undone FROM word JOIN decision_item AS item ON item.action = word.action
            AND item.position IN (word.position, min(word.position, -1 - word.position))
          JOIN decision_action ON id = item.action
          """), arguments: arguments)
    guard !items.isEmpty else { return [] }
    try database.cachedStatement(sql: "DELETE FROM decision_item WHERE \(isForgotten)").execute(arguments: arguments)
    var actions = Set(items.map { $0["action"] as Int64 })
    for item in items where item["is_undone"] == false {
      var file = StoredFile(item)
      file.isReached = isReached
      actions.formUnion(try forgetMarks(of: file, before: item["action"], in: database))
    }
    return actions
  }
}
