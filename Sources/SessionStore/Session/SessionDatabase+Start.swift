import Foundation
import GRDB
package import PhotoModel
package import SystemPackage

/// The state that the next start begins with: the library, and the first steps.
extension SessionDatabase {
  /// The folders of the library that was chosen or scanned last; nil before the first.
  package func lastLibrary() throws(StoreError) -> [FilePath]? {
    try read { database in
      let id = try Int64.fetchOne(
        database, sql: "SELECT id FROM library WHERE opened > 0 ORDER BY opened DESC LIMIT 1")
      guard let id else { return nil }
      return try Data.fetchAll(
        database, sql: "SELECT path FROM library_root WHERE library = ? ORDER BY path", arguments: [id]
      ).map { FilePath(bytes: $0) }
    }
  }

  /// The folders of every library that was ever opened or scanned, those of the library opened last first.
  package func knownRoots() throws(StoreError) -> [FilePath] {
    try read { database in
      try Data.fetchAll(
        database,
        sql: """
          SELECT path FROM library_root JOIN library ON library.id = library_root.library
          GROUP BY path ORDER BY max(opened) DESC, path
          """
      ).map { FilePath(bytes: $0) }
    }
  }

  /// The folders of each library that was ever opened or scanned, in byte order.
  package func libraries() throws(StoreError) -> [[FilePath]] {
    try read { database in
      try Int64.fetchAll(database, sql: "SELECT id FROM library ORDER BY id").map { id in
        try Data.fetchAll(
          database, sql: "SELECT path FROM library_root WHERE library = ? ORDER BY path", arguments: [id]
        ).map { FilePath(bytes: $0) }
      }
    }
  }

  /// The next start without a folder opens this library.
  package func setLastLibrary(_ roots: [FilePath]) throws(StoreError) {
    try write { database in try Self.open(Self.makeLibrary(of: roots, in: database), in: database) }
  }

  static func open(_ library: Int64, in database: Database) throws {
    try database.execute(
      sql: "UPDATE library SET opened = (SELECT max(opened) FROM library) + 1 WHERE id = ?", arguments: [library])
  }

  /// The step to go on with; nil where they are over, or were never needed: there is a library, or a batch.
  package func firstStep() throws(StoreError) -> FirstStep? {
    try read { database in
      if let row = try Row.fetchOne(database, sql: "SELECT step FROM first_steps") {
        return (row["step"] as String?).flatMap(FirstStep.init(rawValue:))
      }
      let isUsed = try Bool.fetchOne(
        database, sql: "SELECT EXISTS (SELECT 1 FROM library) OR EXISTS (SELECT 1 FROM batch)")
      return isUsed == true ? nil : .folder
    }
  }

  /// The first steps have come to this one; nil ends them for good.
  package func setFirstStep(_ step: FirstStep?) throws(StoreError) {
    try write { database in
      try database.execute(
        sql: "INSERT OR REPLACE INTO first_steps (id, step) VALUES (1, ?)", arguments: [step?.rawValue])
    }
  }
}
