import Foundation
import GRDB
package import PhotoModel

/// The stored measurements of what files would become if they were made smaller: to measure costs as much as to do it.
extension FeatureStore {
  /// The measurements that were stored, without those of methods with a limit of bytes.
  package func shrinkMeasurements() throws -> [ShrinkMeasurement] {
    try withDatabase { queue in
      try queue.read { database in
        guard try database.tableExists(Self.shrinkTable) else { return [] }
        let rows = try Row.fetchCursor(
          database, sql: "SELECT content, long_side, bytes_after, reason FROM \(Self.shrinkTable)")
        var measurements: [ShrinkMeasurement] = []
        while let row = try rows.next() {
          guard let content = ContentDigest(bytes: Array(row["content"] as Data)) else { continue }
          let longSide: Int = row["long_side"]
          let way: ShrinkWay = longSide == 0 ? .lossless : .fit(longSide: longSide, byteLimit: nil)
          if let bytes: Int64 = row["bytes_after"] {
            measurements.append(ShrinkMeasurement(content, way, .smaller(ByteCount(bytes))))
          } else if let reason: String = row["reason"] {
            measurements.append(ShrinkMeasurement(content, way, .left(reason)))
          }
        }
        return measurements
      }
    }
  }

  /// Stores a measurement; does nothing for a way with a limit of bytes.
  package func store(_ measurement: ShrinkMeasurement) throws {
    let longSide: Int
    switch measurement.way {
    case .lossless: longSide = 0
    case .fit(let side, nil): longSide = side
    case .fit: return
    }
    var (bytes, reason) = (Int64?.none, String?.none)
    switch measurement.outcome {
    case .smaller(let size): bytes = size.bytes
    case .left(let sentence): reason = sentence
    }
    try withDatabase { queue in
      try queue.write { database in
        // The table is made when it is needed, and dropped with all others when the version of the analysis changes.
        try database.execute(
          sql: """
            CREATE TABLE IF NOT EXISTS \(Self.shrinkTable) (
              content BLOB NOT NULL, long_side INTEGER NOT NULL, bytes_after INTEGER, reason TEXT,
              PRIMARY KEY (content, long_side)
            ) STRICT, WITHOUT ROWID
            """)
        try database.execute(
          sql: "INSERT OR REPLACE INTO \(Self.shrinkTable) VALUES (?, ?, ?, ?)",
          arguments: [Data(measurement.content.bytes), longSide, bytes, reason])
      }
    }
  }

  private static let shrinkTable = "shrink"
}
