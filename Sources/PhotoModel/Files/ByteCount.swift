/// A number of bytes, and how people read it: decimal units, one digit after the point below ten.
package struct ByteCount: Hashable, Comparable, Sendable, Codable {
  package var bytes: Int64

  package init(_ bytes: Int64) { self.bytes = bytes }

  package static let zero = ByteCount(0)

  package static func < (left: ByteCount, right: ByteCount) -> Bool { left.bytes < right.bytes }
  package static func + (left: ByteCount, right: ByteCount) -> ByteCount { ByteCount(left.bytes + right.bytes) }
  package static func += (left: inout ByteCount, right: ByteCount) { left.bytes += right.bytes }
  package static func - (left: ByteCount, right: ByteCount) -> ByteCount { ByteCount(left.bytes - right.bytes) }

  /// "512 bytes", "3.1 MB", "412 GB". Same on every locale, so that tables line up and tests agree.
  package var formatted: String {
    if abs(bytes) < 1000 { return bytes == 1 ? "1 byte" : "\(bytes) bytes" }
    var value = Double(bytes)
    for unit in ["KB", "MB", "GB", "TB", "PB"] {
      value /= 1000
      // The limit is where rounding would show "1000".
      if abs(value) < 999.5 || unit == "PB" {
        if abs(value) >= 99.95 { return "\(Int(value.rounded())) \(unit)" }
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(abs(tenths % 10)) \(unit)"
      }
    }
    return "\(bytes) bytes"
  }
}

extension Sequence<ByteCount> {
  /// The sum of all.
  package var total: ByteCount { reduce(.zero, +) }
}
