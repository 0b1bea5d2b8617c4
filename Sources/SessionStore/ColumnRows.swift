import Foundation
import GRDB
import PhotoModel
import PhotoScan

/// The cache as it was when each value had a column of its own: how such a cache is made, and what becomes of its rows.
enum ColumnRows {
  static let inspections = CheckedTable(
    name: "inspection",
    columns: [
      "path", "device", "inode", "size", "modified", "changed", "digest", "problem", "problem_message", "deaths",
      "format", "width", "height", "warnings", "descriptor", "lightness", "fine_hash", "perceptual_hash", "sharpness",
      "screen_evidence", "orientation", "captured_at", "make", "model", "lens", "software", "user_comment", "exposure",
      "f_number", "iso", "focal_length", "exposure_bias", "region_sharpness", "sharpest_x", "sharpest_y", "tones",
    ])

  static let pairs = CheckedTable(
    name: "pair",
    columns: [
      "first", "second", "inliers", "spread", "is_mirrored", "scale", "rotation", "across", "down", "first_overlap",
      "second_overlap", "correlation", "agreement", "same_pixels",
    ])

  static let pairSchema = """
    CREATE TABLE pair (
      first BLOB NOT NULL, second BLOB NOT NULL, version INTEGER NOT NULL,
      inliers INTEGER NOT NULL, spread REAL NOT NULL, is_mirrored INTEGER NOT NULL, scale REAL NOT NULL,
      rotation REAL NOT NULL, first_overlap REAL NOT NULL, second_overlap REAL NOT NULL, correlation REAL NOT NULL,
      agreement REAL NOT NULL, same_pixels INTEGER, PRIMARY KEY (first, second)
    ) STRICT, WITHOUT ROWID;
    """

  /// Rows from before have no shift, and count as not there: such a pair is looked at again.
  static let pairShift = """
    ALTER TABLE pair ADD COLUMN across REAL;
    ALTER TABLE pair ADD COLUMN down REAL;
    """

  /// Each photo and each pair in one piece. What is damaged, or was made by another version, is left behind.
  static func join(_ database: Database) throws {
    try database.execute(
      sql: """
        ALTER TABLE inspection RENAME TO inspection_columns;
        ALTER TABLE pair RENAME TO pair_columns;
        \(FeatureStore.inspectionSchema)
        CREATE TABLE pair (
          first BLOB NOT NULL, second BLOB NOT NULL, version INTEGER NOT NULL, record BLOB NOT NULL, checksum INTEGER,
          PRIMARY KEY (first, second)
        ) STRICT, WITHOUT ROWID;
        \(FeatureStore.rowSchema)
        """)
    let paths = PathPacker()
    try database.forEachRow(of: "\(inspections.selection(from: "inspection_columns")) version = ?", [analysisVersion]) {
      row in
      guard let cached = cached(&row, paths), row.isWhole() else { return }
      try StoredInspection(cached).insert(into: database)
    }
    try database.forEachRow(of: "\(pairs.selection(from: "pair_columns")) version = ?", [analysisVersion]) { row in
      guard let first = row.digest(), let second = row.digest(), let key = PairKey(first, second),
        let pair = verification(&row), row.isWhole()
      else { return }
      try FeatureStore.insert(pair, of: key, into: database)
    }
    try database.execute(sql: "DROP TABLE inspection_columns; DROP TABLE pair_columns")
  }

  /// Nil for a row that makes no sense: it is then measured again.
  private static func cached(_ row: inout RowReader, _ paths: PathPacker) -> CachedInspection? {
    guard let path = row.path(paths), let device = row.integer(), let inode = row.integer(), let size = row.integer(),
      let modified = row.integer(), let changed = row.integer()
    else { return nil }
    var inspection = Inspection(digest: row.digest())
    let reason = row.text().flatMap(SkippedFile.Reason.init(rawValue:))
    let (message, crashes) = (row.text(), row.number())
    if let reason {
      inspection.problem = Inspection.Problem(reason: reason, message: message ?? "", crashes: max(0, crashes ?? 0))
    }
    inspection.features = features(&row)
    guard inspection.features != nil || inspection.problem != nil else { return nil }
    let identity = FileIdentity(
      device: UInt64(bitPattern: device), inode: UInt64(bitPattern: inode), size: size, modified: modified,
      changed: changed)
    return CachedInspection(packed: path, identity: identity, inspection: inspection)
  }

  private static func features(_ row: inout RowReader) -> PhotoFeatures? {
    guard let format = row.text().flatMap(ImageFormat.init(rawValue:)), let width = row.number(),
      let height = row.number(), let warnings = row.number(),
      let descriptor = row.blob({ Array($0.bindMemory(to: Int8.self)) }), let lumaThumbnail = row.bytes(),
      let pdqHash = row.bytes()
    else { return nil }
    let hash = row.integer().map { UInt64(bitPattern: $0) }
    let (sharpness, evidence) = (row.real(), row.real())
    let facts = facts(&row)
    let regions = row.bytes() ?? []
    let (x, y) = (row.real(), row.real())
    let tones = row.bytes().map(Tones.init(bytes:))
    if case .some(nil) = tones { return nil }
    let features = PhotoFeatures(
      format: format, pixelSize: PixelSize(width: width, height: height), facts: facts, decodeWarnings: warnings,
      perceptualHash: hash, descriptor: descriptor, lumaThumbnail: lumaThumbnail, pdqHash: pdqHash,
      sharpness: sharpness,
      screenEvidence: evidence, regionSharpness: regions,
      sharpestRegion: x.flatMap { x in y.map { RelativePoint(x: x, y: $0) } }, tones: tones ?? nil)
    return features.isPlausible ? features : nil
  }

  private static func facts(_ row: inout RowReader) -> CaptureFacts {
    var facts = CaptureFacts()
    facts.orientation = row.number().flatMap(Orientation.init(rawValue:)) ?? .up
    facts.capturedAt = row.integer().map(CaptureTime.init(milliseconds:))
    facts.make = row.text()
    facts.model = row.text()
    facts.lens = row.text()
    facts.software = row.text()
    facts.userComment = row.text()
    facts.exposureSeconds = row.real()
    facts.fNumber = row.real()
    facts.iso = row.number()
    facts.focalLength = row.real()
    facts.exposureBias = row.real()
    return facts
  }

  /// Nil for a row that makes no sense: the pair is then looked at again.
  private static func verification(_ row: inout RowReader) -> PairVerification? {
    guard let inliers = row.number(), let spread = row.real(), let isMirrored = row.integer(), let scale = row.real(),
      let rotation = row.real(), let across = row.real(), let down = row.real(), let firstOverlap = row.real(),
      let secondOverlap = row.real(), let correlation = row.real(), let agreement = row.real()
    else { return nil }
    let pair = PairVerification(
      inliers: inliers, spread: spread, isMirrored: isMirrored != 0, scale: scale, rotation: rotation,
      across: across, down: down, firstOverlap: firstOverlap, secondOverlap: secondOverlap, correlation: correlation,
      agreement: agreement, haveSamePixels: row.integer().map { $0 != 0 })
    return pair.isPlausible ? pair : nil
  }
}

extension Tones {
  /// One byte each, in the order of the properties.
  fileprivate init?(bytes: [UInt8]) {
    guard bytes.count == 5 else { return nil }
    self.init(mean: bytes[0], shadow: bytes[1], light: bytes[2], nearBlack: bytes[3], clippedWhite: bytes[4])
  }
}
