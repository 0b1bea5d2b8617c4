import Foundation
import GRDB
import PhotoModel
import PhotoScan
import SystemPackage

/// The vectors of photos, two thirds of their measurements, stored apart from the rest: an unchanged library needs none
/// of them. The record has a checksum of each.
extension FeatureStore {
  /// Reads all vectors at once, in the order of the library. Missing ones are measured by the next scan.
  func readVectors(_ ranges: [PathRange], to intake: inout FeaturePool.Intake) {
    try? withDatabase { queue in
      try queue.read { database in
        intake.restart()
        for range in ranges {
          try database.forEachRow(
            of: "SELECT path, vectors FROM vectors WHERE path >= ? AND path < ?", [range.first, range.end]
          ) { row in
            row.twoBlobs { intake.add($0, $1) }
          }
        }
      }
    }
    let missing = intake.missing
    if !missing.isEmpty { try? forget(missing) }
  }

  /// Deletes the rows of photos without vectors, but for those stored anew since their record was read.
  private func forget(_ missing: [(path: FilePath, checksum: UInt64)]) throws {
    let pool = FeaturePool(limit: .max, spill: { _ in nil })
    try withDatabase { queue in
      try queue.write { database in
        for (path, checksum) in missing {
          var isOld = false
          try database.forEachRow(of: "\(Self.inspectionTable.selection) path = ?", [Data(path.bytes)]) { row in
            isOld = CachedInspection(&row, PathPacker(), pool)?.inspection.features?.checksum == checksum
          }
          guard isOld else { continue }
          for table in ["inspection", "vectors"] {
            try database.execute(sql: "DELETE FROM \(table) WHERE path = ?", arguments: [Data(path.bytes)])
          }
        }
      }
    }
  }
}

extension CachedInspection {
  /// Inserts the inspection into a database.
  ///
  /// - Precondition: Its vectors are in memory: reading them may need this database, which is in use.
  func insert(into database: Database) throws {
    let path = packedPath.withBytes { Data($0) }
    let digest = inspection.digest.map { Data($0.bytes) }
    try FeatureStore.inspectionTable.insert([path, digest, Data(record)], into: database)
    guard let features = inspection.features else {
      try database.cachedStatement(sql: "DELETE FROM vectors WHERE path = ?").execute(arguments: [path])
      return
    }
    let windows = features.windowDescriptors
    if !windows.isEmpty, let digest {
      try FeatureStore.windowTable.insert([digest, Data(windows)], unlessThere: true, into: database)
    }
    try database.cachedStatement(sql: "INSERT OR REPLACE INTO vectors (path, vectors) VALUES (?, ?)")
      .execute(arguments: [path, features.withVectors { Data($0) }])
  }
}
