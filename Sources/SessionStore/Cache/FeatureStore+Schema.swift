import GRDB
import PhotoScan

extension FeatureStore {
  /// The page size in bytes: space for about fifteen photos. With SQLite's 4 KB most photos would have a page of their
  /// own, half of it empty.
  static let pageSize = 16384

  /// The migrator with one step, named by the version of the analysis, which empties a cache of any other version.
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("analysis \(analysisVersion)") { database in
      let tables = try String.fetchAll(
        database,
        sql:
          "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB 'sqlite_*' AND name <> 'grdb_migrations'"
      )
      for table in tables { try database.execute(sql: "DROP TABLE \(table.quotedDatabaseIdentifier)") }
      try database.execute(sql: "DELETE FROM grdb_migrations; \(schema)")
    }
    return migrator
  }

  /// The vectors, two thirds of the measurements of a photo, are stored apart from the record with the rest (the layout
  /// of `PhotoFeatures`): a library in which nothing has changed needs none of them. The window descriptors are needed
  /// only where candidates are searched for, and belong to the content: copies have the same.
  private static let schema = """
    CREATE TABLE inspection (
      path BLOB PRIMARY KEY NOT NULL, digest BLOB, record BLOB NOT NULL, checksum INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    -- Copies, and files that were moved, are known by what is in them.
    CREATE INDEX inspection_content ON inspection (digest);
    CREATE TABLE vectors (path BLOB PRIMARY KEY NOT NULL, vectors BLOB NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE windows (
      content BLOB PRIMARY KEY NOT NULL, descriptors BLOB NOT NULL, checksum INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE pair (
      first BLOB NOT NULL, second BLOB NOT NULL, record BLOB NOT NULL, checksum INTEGER NOT NULL,
      PRIMARY KEY (first, second)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE search (
      content BLOB PRIMARY KEY NOT NULL, round INTEGER NOT NULL, reach INTEGER NOT NULL, checksum INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE ended_search (
      mark BLOB PRIMARY KEY NOT NULL, round INTEGER NOT NULL, pairs INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE findings (basis BLOB PRIMARY KEY NOT NULL, round INTEGER NOT NULL, content BLOB NOT NULL) STRICT;
    """
}
