/// What makes a file the same file as before: place on the disk, size and both times.
///
/// Two names with equal `device` and `inode` are one file (a hard link), never two copies.
package struct FileIdentity: Hashable, Sendable, Codable {
  package var device: UInt64
  package var inode: UInt64
  /// Bytes.
  package var size: Int64
  /// Nanoseconds since 1970, as `statx` gives them. The change time moves even when a copy keeps the other one.
  package var modified: Int64
  package var changed: Int64

  package init(device: UInt64, inode: UInt64, size: Int64, modified: Int64, changed: Int64) {
    self.device = device
    self.inode = inode
    self.size = size
    self.modified = modified
    self.changed = changed
  }

  /// Both names lead to the same bytes on the disk.
  package func isSameFile(as other: FileIdentity) -> Bool {
    device == other.device && inode == other.inode
  }

  /// The same content as far as size and time of writing tell: renaming, other permissions or a new link do not count.
  package func hasSameContent(as other: FileIdentity) -> Bool {
    inode == other.inode && size == other.size && modified == other.modified
  }

  /// The same file with the same content, as far as a restart of the computer lets one tell: everything but the device
  /// number, which a volume may get anew each time it is mounted.
  package func isUnchanged(since other: FileIdentity) -> Bool {
    inode == other.inode && size == other.size && modified == other.modified && changed == other.changed
  }
}

/// SHA-256 of a whole file. A file that could not be read to its end has none, and none never equals none.
package struct ContentDigest: Hashable, Sendable, Codable, Comparable {
  /// In the order of the bytes, the first in front: a million of them need no memory of their own.
  private let words: SIMD4<UInt64>

  /// Nil unless there are 32 bytes.
  package init?(bytes: some Collection<UInt8>) {
    guard bytes.count == 32 else { return nil }
    var words = SIMD4<UInt64>.zero
    for (place, byte) in bytes.enumerated() { words[place / 8] = words[place / 8] << 8 | UInt64(byte) }
    self.words = words
  }

  /// 32 bytes.
  package var bytes: [UInt8] {
    (0..<32).map { UInt8(truncatingIfNeeded: words[$0 / 8] >> UInt64(56 - $0 % 8 * 8)) }
  }

  /// In the order of the bytes.
  package static func < (left: ContentDigest, right: ContentDigest) -> Bool {
    for word in 0..<4 where left.words[word] != right.words[word] { return left.words[word] < right.words[word] }
    return false
  }
}
