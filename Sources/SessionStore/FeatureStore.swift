import Foundation
import GRDB
package import PhotoModel
package import PhotoScan
package import SystemPackage

/// What was measured in each file, in `features.sqlite`. Disposable: any surprise there means measuring again.
package final class FeatureStore: FeatureCache {
  /// Where a damaged predecessor was put, if one was found on opening.
  package let setAside: FilePath?
  package let path: FilePath
  let queue: DatabaseQueue

  /// - Parameters:
  ///   - isReadOnly: Look only: nothing is written to the disk, a cache that is not there is an empty one, and a damaged
  ///     one stays where it is. What is stored is forgotten.
  ///   - stamp: Goes into the name of a damaged file that has to be set aside, like "20260131-120000".
  package init(path: FilePath, isReadOnly: Bool = false, stamp: String) throws(StoreError) {
    var configuration = Configuration()
    configuration.prepareDatabase { database in
      try database.execute(sql: "PRAGMA journal_mode = WAL")
      // Losing the last rows in a power cut costs a few decodes; a sync per file would cost more.
      try database.execute(sql: "PRAGMA synchronous = NORMAL")
    }
    configuration.busyMode = .timeout(5)
    let file = DatabaseFile(path: path, migrator: Self.migrator, configuration: configuration)
    self.path = path
    if isReadOnly {
      queue = try file.openToLook()
      setAside = nil
      return
    }
    let opened = try file.open(stamp: stamp)
    queue = opened.queue
    setAside = opened.setAside
  }

  package func inspections(under roots: [FilePath]) throws -> [CachedInspection] {
    try queue.read { database in
      var all: [CachedInspection] = []
      for root in roots {
        // "/photos/" up to, not including, "/photos0": '0' is the byte after '/'.
        let prefix = root.bytes == [UInt8(ascii: "/")] ? [] : root.bytes
        let rows = try Row.fetchCursor(
          database,
          sql: "SELECT * FROM inspection WHERE path >= ? AND path < ? AND version = ?",
          arguments: [Data(prefix + [UInt8(ascii: "/")]), Data(prefix + [UInt8(ascii: "0")]), analysisVersion])
        while let row = try rows.next() {
          if let cached = Self.cached(row) { all.append(cached) }
        }
      }
      return all
    }
  }

  package func store(_ cached: CachedInspection) throws {
    let features = cached.inspection.features
    let facts = features?.facts
    try queue.writeWithoutTransaction { database in
      let statement = try database.cachedStatement(sql: Self.insertion)
      try statement.execute(arguments: [
        Data(cached.path.bytes), analysisVersion,
        // SQLite integers are signed; the bit pattern is what is compared.
        Int64(bitPattern: cached.identity.device), Int64(bitPattern: cached.identity.inode), cached.identity.size,
        cached.identity.modified, cached.identity.changed,
        cached.inspection.digest.map { Data($0.bytes) },
        features?.format.rawValue, features?.pixelSize.width, features?.pixelSize.height, features?.decodeWarnings,
        features?.perceptualHash.map { Int64(bitPattern: $0) },
        features.map { Data($0.descriptor.map { UInt8(bitPattern: $0) }) }, features.map { Data($0.lightness) },
        features.map { Data($0.fineHash) }, features.map { Data($0.windowSigns) },
        features?.sharpness, features?.screenEvidence,
        facts?.orientation.rawValue, facts?.capturedAt?.milliseconds, facts?.make, facts?.model, facts?.lens,
        facts?.software, facts?.userComment, facts?.exposureSeconds, facts?.fNumber, facts?.iso, facts?.focalLength,
        facts?.exposureBias,
        cached.inspection.problem?.reason.rawValue, cached.inspection.problem?.message,
        features.map { Data($0.regionSharpness) }, features?.sharpestRegion?.x, features?.sharpestRegion?.y,
        features?.tones.map { Data($0.bytes) },
        cached.inspection.problem?.deaths ?? 0,
      ])
    }
  }

  /// Files, pairs of contents, and bytes of the file: what `deckle cache info` shows.
  package func summary() throws -> (inspections: Int, pairs: Int, size: ByteCount) {
    let rows = try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM inspection") } ?? 0
    let pairs = try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM pair") } ?? 0
    return (rows, pairs, try size())
  }

  /// Bytes of the file, without looking at its rows.
  package func size() throws -> ByteCount {
    let pages = try queue.read { database in
      (try Int64.fetchOne(database, sql: "PRAGMA page_count") ?? 0)
        * (try Int64.fetchOne(database, sql: "PRAGMA page_size") ?? 0)
    }
    return ByteCount(pages)
  }

  /// Forgets everything that was measured. Photos, decisions and batches are not touched.
  package func clear() throws {
    try queue.write { try $0.execute(sql: "DELETE FROM inspection; DELETE FROM pair; DELETE FROM search") }
    try queue.vacuum()
  }

  private static let columns = [
    "path", "version", "device", "inode", "size", "modified", "changed", "digest", "format", "width", "height",
    "warnings", "perceptual_hash", "descriptor", "lightness", "fine_hash", "window_signs", "sharpness",
    "screen_evidence", "orientation",
    "captured_at", "make",
    "model", "lens", "software", "user_comment", "exposure", "f_number", "iso", "focal_length", "exposure_bias",
    "problem", "problem_message", "region_sharpness", "sharpest_x", "sharpest_y", "tones", "deaths",
  ]

  private static let insertion =
    "INSERT OR REPLACE INTO inspection (\(columns.joined(separator: ", "))) "
    + "VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))"

  private static var migrator: DatabaseMigrator {
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
          \(pairTable)
          """)
    }
    migrator.registerMigration("deaths of inspectors") { database in
      try database.execute(sql: "ALTER TABLE inspection ADD COLUMN deaths INTEGER NOT NULL DEFAULT 0")
    }
    migrator.registerMigration("shift between the pictures of a pair") { try $0.execute(sql: pairShift) }
    migrator.registerMigration("searches for candidates") { try $0.execute(sql: searchTable) }
    return migrator
  }

  /// Nil for a row that makes no sense: it is then measured again.
  private static func cached(_ row: Row) -> CachedInspection? {
    guard let pathBytes: Data = row["path"], let device: Int64 = row["device"], let inode: Int64 = row["inode"],
      let size: Int64 = row["size"], let modified: Int64 = row["modified"], let changed: Int64 = row["changed"]
    else { return nil }
    var inspection = Inspection()
    if let digest: Data = row["digest"] { inspection.digest = ContentDigest(bytes: Array(digest)) }
    if let reason = (row["problem"] as String?).flatMap(SkippedFile.Reason.init(rawValue:)) {
      inspection.problem = Inspection.Problem(
        reason: reason, message: row["problem_message"] ?? "", deaths: max(0, row["deaths"] ?? 0))
    }
    inspection.features = features(row)
    guard inspection.features != nil || inspection.problem != nil else { return nil }
    let identity = FileIdentity(
      device: UInt64(bitPattern: device), inode: UInt64(bitPattern: inode), size: size, modified: modified,
      changed: changed)
    return CachedInspection(path: FilePath(bytes: pathBytes), identity: identity, inspection: inspection)
  }

  private static func features(_ row: Row) -> PhotoFeatures? {
    guard let format = (row["format"] as String?).flatMap(ImageFormat.init(rawValue:)),
      let width: Int = row["width"], let height: Int = row["height"], let warnings: Int = row["warnings"],
      let descriptor: Data = row["descriptor"], let lightness: Data = row["lightness"],
      let fineHash: Data = row["fine_hash"], let windowSigns: Data = row["window_signs"]
    else { return nil }
    var facts = CaptureFacts()
    facts.orientation = (row["orientation"] as Int?).flatMap(Orientation.init(rawValue:)) ?? .up
    facts.capturedAt = (row["captured_at"] as Int64?).map(CaptureTime.init(milliseconds:))
    facts.make = row["make"]
    facts.model = row["model"]
    facts.lens = row["lens"]
    facts.software = row["software"]
    facts.userComment = row["user_comment"]
    facts.exposureSeconds = row["exposure"]
    facts.fNumber = row["f_number"]
    facts.iso = row["iso"]
    facts.focalLength = row["focal_length"]
    facts.exposureBias = row["exposure_bias"]
    var features = PhotoFeatures(
      format: format, pixelSize: PixelSize(width: width, height: height), facts: facts, decodeWarnings: warnings,
      perceptualHash: (row["perceptual_hash"] as Int64?).map { UInt64(bitPattern: $0) },
      descriptor: descriptor.map { Int8(bitPattern: $0) }, lightness: Array(lightness), fineHash: Array(fineHash),
      windowSigns: Array(windowSigns), sharpness: row["sharpness"],
      screenEvidence: row["screen_evidence"])
    features.regionSharpness = (row["region_sharpness"] as Data?).map(Array.init) ?? []
    if let x: Double = row["sharpest_x"], let y: Double = row["sharpest_y"] {
      features.sharpestRegion = RelativePoint(x: x, y: y)
    }
    if let bytes: Data = row["tones"] {
      guard let tones = Tones(bytes: Array(bytes)) else { return nil }
      features.tones = tones
    }
    return features.isPlausible ? features : nil
  }
}

extension Tones {
  /// As stored: one byte each, in the order of the properties.
  fileprivate var bytes: [UInt8] { [mean, shadow, light, nearBlack, clippedWhite] }

  fileprivate init?(bytes: [UInt8]) {
    guard bytes.count == 5 else { return nil }
    self.init(mean: bytes[0], shadow: bytes[1], light: bytes[2], nearBlack: bytes[3], clippedWhite: bytes[4])
  }
}
