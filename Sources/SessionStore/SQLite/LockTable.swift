import Foundation

/// The locks of all processes: `/proc/locks`, see proc(5).
///
/// A line: "1: FLOCK  ADVISORY  WRITE 4711 fd:01:12345 0 EOF".
struct LockTable {
  private let lines: [[Substring]]

  init(_ text: Data) {
    lines = String(decoding: text, as: UTF8.self).split(separator: "\n").map { $0.split(separator: " ") }
  }

  /// The process that holds a file by `flock(2)`; nil where none is known.
  func holder(device: UInt64, inode: UInt64) -> Int32? {
    // As in gnu_dev_major(3) and gnu_dev_minor(3).
    let major = (device >> 8) & 0xFFF | (device >> 32) & ~0xFFF
    let minor = device & 0xFF | (device >> 12) & ~0xFF
    let line = lines.first { fields in
      guard fields.count > 5, fields[1] == "FLOCK", fields[3] == "WRITE" else { return false }
      let file = fields[5].split(separator: ":")
      return file.count == 3 && UInt64(file[0], radix: 16) == major && UInt64(file[1], radix: 16) == minor
        && UInt64(file[2]) == inode
    }
    // The kernel writes 0 or -1 for a process that cannot be seen from here.
    return line.flatMap { Int32($0[4]) }.flatMap { $0 > 0 ? $0 : nil }
  }
}
