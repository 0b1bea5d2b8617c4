/// The values that make a file the same file as before: its numbers on the disk, size and both times.
///
/// Two names with equal `device` and `inode` are one file (a hard link), never two copies.
package struct FileIdentity: Hashable, Sendable, Codable {
  /// The number of the device that the file lies on (`st_dev`); a volume may get another each time it is mounted.
  package var device: UInt64
  /// The number of the file on its device (`st_ino`); 0 where the driver has none.
  package var inode: UInt64
  /// The size in bytes.
  package var size: Int64
  /// The time of writing in nanoseconds since 1970, as `statx` gives it.
  package var modified: Int64
  /// The change time in nanoseconds since 1970: moves with each change of content or metadata, also when a program
  /// sets `modified` back.
  package var changed: Int64

  /// Creates an identity from the values of `statx`.
  package init(device: UInt64, inode: UInt64, size: Int64, modified: Int64, changed: Int64) {
    self.device = device
    self.inode = inode
    self.size = size
    self.modified = modified
    self.changed = changed
  }

  /// Whether both names lead to the same file on the disk.
  package func isSameFile(as other: FileIdentity) -> Bool {
    device == other.device && inode == other.inode
  }

  /// Whether this is the same file, not written since, by size and time of writing: renaming, other permissions or a new
  /// link do not count.
  ///
  /// Some drivers of FAT, exFAT and network drives give a file another inode each time they are mounted. There the time
  /// of change stands in for it: where it is the same, no file was renamed to this path since. FAT has no such time and
  /// shows the time of writing instead, so there only size and time of writing count.
  package func isSameVersion(as other: FileIdentity) -> Bool {
    (inode == other.inode || changed == other.changed) && size == other.size && modified == other.modified
  }

  /// Whether file and content are the same, even after a restart of the computer: all values are compared but the
  /// device number, which a volume may get anew each time it is mounted.
  package func isUnchanged(since other: FileIdentity) -> Bool {
    onAnyDevice == other.onAnyDevice
  }

  /// Size and both times, without the numbers that identify the file.
  package var contentMark: FileIdentity {
    FileIdentity(device: 0, inode: 0, size: size, modified: modified, changed: changed)
  }

  /// All values but the device number. Where two files on two devices have these in common, down to the change time
  /// that nobody can set, they may be one: seen through a mirror, or cloned with the whole disk.
  package var onAnyDevice: FileIdentity {
    FileIdentity(device: 0, inode: inode, size: size, modified: modified, changed: changed)
  }
}

extension FileIdentity {
  /// Whether this identity alone tells the file from all others, whatever its name: the change time, which nobody can
  /// set, is finer than that of FAT, exFAT and drivers that make inode numbers up.
  package var identifiesFile: Bool { inode != 0 && changed % 10_000_000 != 0 }
}

/// SHA-256 of a whole file. A file that could not be read to its end has no digest, and counts as equal to no other.
package struct ContentDigest: Hashable, Sendable, Comparable {
  // The bytes in their order, the first in front. Stored in place, not in an array: a library has millions of digests.
  private let first: UInt64
  private let second: UInt64
  private let third: UInt64
  private let fourth: UInt64

  /// Creates a digest; nil unless there are 32 bytes.
  package init?(bytes: [UInt8]) {
    guard let digest = bytes.withUnsafeBytes(ContentDigest.init(buffer:)) else { return nil }
    self = digest
  }

  /// Creates a digest; nil unless there are 32 bytes.
  package init?(buffer: UnsafeRawBufferPointer) {
    guard buffer.count == 32 else { return nil }
    func word(_ index: Int) -> UInt64 {
      UInt64(bigEndian: buffer.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self))
    }
    (first, second, third, fourth) = (word(0), word(1), word(2), word(3))
  }

  /// The first eight bytes. Two contents have the same ones with a chance of one in 10¹⁹.
  package var prefix: UInt64 { first }

  /// Hashes the first eight bytes, which are as evenly spread as all of them.
  package func hash(into hasher: inout Hasher) { hasher.combine(first) }

  // `Hasher` would protect from keys that an attacker chose, and costs a library of 100 000 photos 50 ms a scan. Files
  // whose SHA-256 collide in the seeded bits make a scan of them slow, and nothing else.
  // swift-format-ignore: NoLeadingUnderscores
  /// The hash value that `Set` and `Dictionary` ask for, mixed from the first eight bytes without a `Hasher`.
  package func _rawHashValue(seed: Int) -> Int {
    let mixed = (first ^ UInt64(truncatingIfNeeded: seed)) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed ^ mixed >> 32)
  }

  /// The 32 bytes of the digest.
  package var bytes: [UInt8] {
    [first, second, third, fourth].flatMap { word in
      stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> UInt64($0)) }
    }
  }

  /// Compares in the order of the bytes.
  package static func < (left: ContentDigest, right: ContentDigest) -> Bool {
    (left.first, left.second, left.third, left.fourth) < (right.first, right.second, right.third, right.fourth)
  }
}

extension ContentDigest: Codable {
  private enum CodingKeys: String, CodingKey {
    case bytes
  }

  /// Encodes the 32 bytes.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(bytes, forKey: .bytes)
  }

  /// Decodes 32 bytes.
  ///
  /// - Throws: `DecodingError` where there are not 32.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    guard let digest = ContentDigest(bytes: try container.decode([UInt8].self, forKey: .bytes)) else {
      throw DecodingError.dataCorruptedError(forKey: .bytes, in: container, debugDescription: "not 32 bytes")
    }
    self = digest
  }
}

extension ContentDigest {
  /// 64 lower-case digits.
  package var hexadecimal: String { bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }

  /// Creates a digest from 64 hexadecimal digits of either case; nil for another text.
  package init?(hexadecimal text: String) {
    let digits = text.utf8.map { Character(Unicode.Scalar($0)).hexDigitValue }
    guard digits.count == 64, digits.allSatisfy({ $0 != nil }) else { return nil }
    let values = digits.compactMap { $0 }
    self.init(bytes: stride(from: 0, to: 64, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) })
  }
}
