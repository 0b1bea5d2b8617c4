import Foundation
import GRDB
import PhotoModel
import PhotoScan
import SystemPackage

/// The rows of features, two thirds of what is measured in a photo, apart from the rest: a library in which nothing has
/// changed needs none of them. A checksum of each stands with the numbers.
extension FeatureStore {
  /// All at once, in the order of the library. What is missing is measured by the next scan.
  func readRows(_ limits: (first: Data, end: Data), to intake: inout StoredFeatures.Intake) {
    try? withDatabase { queue in
      try queue.read { database in
        intake.begin()
        try database.forEachRow(
          of: "SELECT path, content FROM feature_rows WHERE path >= ? AND path < ?", [limits.first, limits.end]
        ) { row in
          row.twoBlobs { intake.take($0, $1) }
        }
      }
    }
    let missing = intake.missing
    if !missing.isEmpty { try? forget(missing) }
  }

  /// But for what was stored anew since its numbers were read.
  private func forget(_ missing: [(path: FilePath, checksum: UInt64)]) throws {
    let old = StoredFeatures(pool: FeaturePool(limit: .max, spill: { _ in nil })) { _ in }
    try withDatabase { queue in
      try queue.write { database in
        var reader = FeatureReader()
        for (path, checksum) in missing {
          var isOld = false
          try database.forEachRow(of: "\(Self.inspectionTable.selection) path = ?", [Data(path.bytes)]) { row in
            isOld = Self.cached(&row, &reader, old)?.inspection.features?.checksum == checksum
          }
          guard isOld else { continue }
          for table in ["inspection", "feature_rows"] {
            try database.execute(sql: "DELETE FROM \(table) WHERE path = ?", arguments: [Data(path.bytes)])
          }
        }
      }
    }
  }
}

/// An inspection as it is stored.
struct StoredInspection {
  private let path: Data
  private let values: [(any DatabaseValueConvertible)?]
  /// Nil where nothing could be measured.
  private let rows: Data?
  /// With the content that they are of; nil where there are none, or they were left where they are stored.
  private let signs: [(any DatabaseValueConvertible)?]?

  init(_ cached: CachedInspection) {
    path = cached.packedPath.withBytes { Data($0) }
    values = [path, cached.inspection.digest.map { Data($0.bytes) }, Data(cached.record)]
    rows = cached.inspection.features?.withStoredFeatures { Data($0) }
    let signs = cached.inspection.features?.windowDescriptors ?? []
    self.signs = signs.isEmpty ? nil : cached.inspection.digest.map { [Data($0.bytes), Data(signs)] }
  }

  func insert(into database: Database) throws {
    try FeatureStore.inspectionTable.insert(values, into: database)
    if let signs { try FeatureStore.windowTable.insert(signs, unlessThere: true, into: database) }
    if let rows {
      try database.cachedStatement(sql: "INSERT OR REPLACE INTO feature_rows (path, content) VALUES (?, ?)")
        .execute(arguments: [path, rows])
    } else {
      try database.cachedStatement(sql: "DELETE FROM feature_rows WHERE path = ?").execute(arguments: [path])
    }
  }
}
