import Foundation
import GRDB
package import PhotoModel
package import PhotoScan
package import SystemPackage

/// A whole library at once: an interface opens, or a scan begins, as fast as this is read.
extension FeatureStore {
  static let inspectionTable = CheckedTable(
    name: "inspection",
    columns: [
      "path", "device", "inode", "size", "modified", "changed", "digest", "problem", "problem_message", "deaths",
      "format", "width", "height", "warnings", "descriptor", "lightness", "fine_hash", "perceptual_hash", "sharpness",
      "screen_evidence", "orientation", "captured_at", "make", "model", "lens", "software", "user_comment", "exposure",
      "f_number", "iso", "focal_length", "exposure_bias", "region_sharpness", "sharpest_x", "sharpest_y", "tones",
    ])

  static let windowTable = CheckedTable(name: "windows", columns: ["content", "signs"])

  package func inspections(under roots: [FilePath]) throws -> [CachedInspection] {
    try withDatabase { queue in
      try queue.read { database in
        let selection = "\(Self.inspectionTable.selection) path >= ? AND path < ? AND version = ?"
        var all: [CachedInspection] = []
        for root in roots {
          // "/photos/" up to, not including, "/photos0": '0' is the byte after '/'.
          let prefix = root.bytes == [UInt8(ascii: "/")] ? [] : root.bytes
          let limits: StatementArguments = [
            Data(prefix + [UInt8(ascii: "/")]), Data(prefix + [UInt8(ascii: "0")]), analysisVersion,
          ]
          try database.forEachRow(of: selection, limits) { row in
            if let cached = Self.cached(&row), row.isWhole() { all.append(cached) }
          }
        }
        return all
      }
    }
  }

  package func windowSigns(of contents: Set<ContentDigest>) throws -> [ContentDigest: [UInt8]] {
    var found: [ContentDigest: [UInt8]] = [:]
    var damaged: [ContentDigest] = []
    try forEachRow(of: contents, in: Self.windowTable) { content, row in
      let signs = row.bytes()
      if row.isWhole() { found[content] = signs } else { damaged.append(content) }
    }
    if !damaged.isEmpty { try? forgetInspections(of: damaged) }
    return found
  }

  /// The next scan measures these contents anew: without its signs a photo is held against too few others.
  private func forgetInspections(of contents: [ContentDigest]) throws {
    try withDatabase { queue in
      try queue.write { database in
        for content in contents {
          try database.execute(sql: "DELETE FROM inspection WHERE digest = ?", arguments: [Data(content.bytes)])
        }
      }
    }
  }

  /// Rows of a table whose key begins with a content, of some contents: of each by its key, or, where they are many, of
  /// all from the first to the last of them, which costs less than so many searches.
  func forEachRow(
    of contents: Set<ContentDigest>, in table: CheckedTable, _ body: (ContentDigest, inout RowReader) -> Void
  ) throws {
    let (selection, key) = (table.selection, table.columns[0])
    try withDatabase { queue in
      try queue.read { database in
        func take(_ row: inout RowReader) {
          if let content = row.digest(), contents.contains(content) { body(content, &row) }
        }
        if contents.count >= mostLookUps, let first = contents.min(), let last = contents.max() {
          return try database.forEachRow(
            of: "\(selection) version = ? AND \(key) >= ? AND \(key) <= ?",
            [analysisVersion, Data(first.bytes), Data(last.bytes)], take)
        }
        // In the order of the table, so that neighbours are read together.
        for content in contents.sorted() {
          try database.forEachRow(
            of: "\(selection) \(key) = ? AND version = ?", [Data(content.bytes), analysisVersion], take)
        }
      }
    }
  }

  /// Nil for a row that makes no sense: it is then measured again.
  private static func cached(_ row: inout RowReader) -> CachedInspection? {
    guard let path = row.path(), let device = row.integer(), let inode = row.integer(), let size = row.integer(),
      let modified = row.integer(), let changed = row.integer()
    else { return nil }
    var inspection = Inspection(digest: row.digest())
    let reason = row.text().flatMap(SkippedFile.Reason.init(rawValue:))
    let (message, deaths) = (row.text(), row.number())
    if let reason {
      inspection.problem = Inspection.Problem(reason: reason, message: message ?? "", deaths: max(0, deaths ?? 0))
    }
    inspection.features = features(&row)
    guard inspection.features != nil || inspection.problem != nil else { return nil }
    let identity = FileIdentity(
      device: UInt64(bitPattern: device), inode: UInt64(bitPattern: inode), size: size, modified: modified,
      changed: changed)
    return CachedInspection(path: path, identity: identity, inspection: inspection)
  }

  private static func features(_ row: inout RowReader) -> PhotoFeatures? {
    guard let format = row.text().flatMap(ImageFormat.init(rawValue:)), let width = row.number(),
      let height = row.number(), let warnings = row.number(),
      let descriptor = row.blob({ Array($0.bindMemory(to: Int8.self)) }), let lightness = row.bytes(),
      let fineHash = row.bytes()
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
      perceptualHash: hash, descriptor: descriptor, lightness: lightness, fineHash: fineHash, sharpness: sharpness,
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
}

extension Tones {
  /// As stored: one byte each, in the order of the properties.
  var bytes: [UInt8] { [mean, shadow, light, nearBlack, clippedWhite] }

  fileprivate init?(bytes: [UInt8]) {
    guard bytes.count == 5 else { return nil }
    self.init(mean: bytes[0], shadow: bytes[1], light: bytes[2], nearBlack: bytes[3], clippedWhite: bytes[4])
  }
}
