import GRDB

extension FeatureStore {
  /// Room for about fifteen photos: at SQLite's 4 KB most of a photo would lie on a page of its own, half of it empty.
  static let pageSize = 16384

  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("inspections") { database in
      try database.execute(
        sql: """
          CREATE TABLE inspection (
            path BLOB PRIMARY KEY NOT NULL, version INTEGER NOT NULL,
            device INTEGER NOT NULL, inode INTEGER NOT NULL, size INTEGER NOT NULL,
            modified INTEGER NOT NULL, changed INTEGER NOT NULL,
            digest BLOB, format TEXT, width INTEGER, height INTEGER, warnings INTEGER,
            perceptual_hash INTEGER, descriptor BLOB, lightness BLOB, sharpness REAL, screen_evidence REAL,
            orientation INTEGER, captured_at INTEGER, make TEXT, model TEXT, lens TEXT, software TEXT,
            user_comment TEXT, exposure REAL, f_number REAL, iso INTEGER, focal_length REAL, exposure_bias REAL,
            problem TEXT, problem_message TEXT
          ) STRICT, WITHOUT ROWID
          """)
    }
    migrator.registerMigration("sharp regions and tones") { database in
      for column in ["region_sharpness BLOB", "sharpest_x REAL", "sharpest_y REAL", "tones BLOB"] {
        try database.execute(sql: "ALTER TABLE inspection ADD COLUMN \(column)")
      }
    }
    migrator.registerMigration("close looks") { database in
      try database.execute(
        sql: """
          ALTER TABLE inspection ADD COLUMN fine_hash BLOB;
          ALTER TABLE inspection ADD COLUMN window_signs BLOB;
          \(ColumnRows.pairSchema)
          """)
    }
    migrator.registerMigration("deaths of inspectors") { database in
      try database.execute(sql: "ALTER TABLE inspection ADD COLUMN deaths INTEGER NOT NULL DEFAULT 0")
    }
    migrator.registerMigration("shift between the pictures of a pair") { try $0.execute(sql: ColumnRows.pairShift) }
    migrator.registerMigration("searches for candidates") { try $0.execute(sql: searchSchema) }
    migrator.registerMigration("signs of windows apart") { try $0.execute(sql: windowSchema) }
    migrator.registerMigration("checksums of rows") { database in
      for table in [ColumnRows.inspections, windowTable, ColumnRows.pairs, searchTable] {
        try database.execute(sql: "ALTER TABLE \(table.name) ADD COLUMN checksum INTEGER")
        try table.seal(database)
      }
    }
    migrator.registerMigration("findings") { try $0.execute(sql: findingsSchema) }
    migrator.registerMigration("one record a row") { try ColumnRows.join($0) }
    migrator.registerMigration("ends of searches") { try $0.execute(sql: endedSearchSchema) }
    migrator.registerMigration("rows of features apart") { try moveRowsApart($0) }
    // Copies, and files that were moved, are known by what is in them.
    migrator.registerMigration("files by content") { database in
      try database.execute(sql: "CREATE INDEX inspection_content ON inspection (digest, version)")
    }
    return migrator
  }

  /// More than half of what is measured in a photo, and needed only where candidates are searched for. By content: copies
  /// have the same.
  private static let windowSchema = """
    CREATE TABLE windows (
      content BLOB PRIMARY KEY NOT NULL, version INTEGER NOT NULL, signs BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;
    INSERT OR IGNORE INTO windows SELECT digest, version, window_signs FROM inspection
      WHERE digest IS NOT NULL AND window_signs IS NOT NULL;
    ALTER TABLE inspection DROP COLUMN window_signs;
    """
}
