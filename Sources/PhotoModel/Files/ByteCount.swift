/// A number of bytes, printed in decimal units, with one digit after the point below 100.
package struct ByteCount: Hashable, Comparable, Sendable, Codable {
  /// The number; negative in a difference.
  package var bytes: Int64

  /// Creates a count from a number of bytes.
  package init(_ bytes: Int64) { self.bytes = bytes }

  /// No bytes.
  package static let zero = ByteCount(0)

  /// Compares by number.
  package static func < (left: ByteCount, right: ByteCount) -> Bool { left.bytes < right.bytes }
  /// The sum of two counts; traps on overflow.
  package static func + (left: ByteCount, right: ByteCount) -> ByteCount { ByteCount(left.bytes + right.bytes) }
  /// Adds a count; traps on overflow.
  package static func += (left: inout ByteCount, right: ByteCount) { left.bytes += right.bytes }
  /// The difference of two counts, negative where the right one is larger.
  package static func - (left: ByteCount, right: ByteCount) -> ByteCount { ByteCount(left.bytes - right.bytes) }

  /// "512 bytes", "3.1 MB", "412 GB". The same in every locale, so that tables line up and tests agree.
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
