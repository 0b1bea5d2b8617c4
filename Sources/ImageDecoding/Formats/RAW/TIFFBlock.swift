/// The tags that are read.
enum TIFFTag {
  static let panasonicJPEG: UInt16 = 0x002E
  static let newSubfileType: UInt16 = 0x00FE
  static let imageWidth: UInt16 = 0x0100
  static let imageLength: UInt16 = 0x0101
  static let compression: UInt16 = 0x0103
  static let photometricInterpretation: UInt16 = 0x0106
  static let imageDescription: UInt16 = 0x010E
  static let make: UInt16 = 0x010F
  static let model: UInt16 = 0x0110
  static let stripOffsets: UInt16 = 0x0111
  static let orientation: UInt16 = 0x0112
  static let stripByteCounts: UInt16 = 0x0117
  static let software: UInt16 = 0x0131
  static let tileOffsets: UInt16 = 0x0144
  static let tileByteCounts: UInt16 = 0x0145
  static let subDirectories: UInt16 = 0x014A
  static let jpegOffset: UInt16 = 0x0201
  static let jpegLength: UInt16 = 0x0202
  static let exposureTime: UInt16 = 0x829A
  static let fNumber: UInt16 = 0x829D
  static let copyright: UInt16 = 0x8298
  static let exifDirectory: UInt16 = 0x8769
  static let gpsDirectory: UInt16 = 0x8825
  static let isoSpeed: UInt16 = 0x8827
  static let recommendedExposureIndex: UInt16 = 0x8832
  static let dateTimeOriginal: UInt16 = 0x9003
  static let dateTimeDigitized: UInt16 = 0x9004
  static let offsetTime: UInt16 = 0x9010
  static let offsetTimeOriginal: UInt16 = 0x9011
  static let offsetTimeDigitized: UInt16 = 0x9012
  static let exposureBias: UInt16 = 0x9204
  static let focalLength: UInt16 = 0x920A
  static let makerNote: UInt16 = 0x927C
  static let userComment: UInt16 = 0x9286
  static let subSecondsOriginal: UInt16 = 0x9291
  static let subSecondsDigitized: UInt16 = 0x9292
  static let pixelWidth: UInt16 = 0xA002
  static let pixelHeight: UInt16 = 0xA003
  static let lensModel: UInt16 = 0xA434
  static let dngVersion: UInt16 = 0xC612
  static let dngCropSize: UInt16 = 0xC620
}

/// A TIFF structure (the inside of an EXIF block) that may lie about everything: each read is checked against the
/// bytes there are, and each answer may be nil. Directories are read where asked for and never followed from one
/// to the next, so no ring of offsets can be walked.
struct TIFFBlock {
  /// A directory: the range of each value.
  struct Directory {
    fileprivate(set) var entries: [UInt16: Entry] = [:]
    /// The offset of the next directory; 0 after the last.
    fileprivate(set) var next = 0
  }

  struct Entry {
    var type: UInt16
    /// Inside the block.
    var range: Range<Int>
  }

  /// Entries read of one directory; cameras write fewer than a hundred.
  private static let maximumEntries = 1000

  private let bytes: [UInt8]
  let isBigEndian: Bool
  let firstDirectory: Int

  /// Creates a block of bytes; nil where they do not begin as TIFF ("II*\0" or "MM\0*" and an offset), or as one of the
  /// RAW formats that differ only in these bytes (Olympus "IIRO", "IIRS" and "MMOR", Panasonic "IIU\0").
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 8 else { return nil }
    switch (bytes[0], bytes[1], bytes[2], bytes[3]) {
    case (0x49, 0x49, 0x2A, 0), (0x49, 0x49, 0x52, 0x4F), (0x49, 0x49, 0x52, 0x53), (0x49, 0x49, 0x55, 0):
      isBigEndian = false
    case (0x4D, 0x4D, 0, 0x2A), (0x4D, 0x4D, 0x4F, 0x52): isBigEndian = true
    default: return nil
    }
    self.bytes = bytes
    let parts = bytes[4..<8].map(Int.init)
    firstDirectory = (isBigEndian ? parts : parts.reversed()).reduce(0) { $0 << 8 | $1 }
  }

  /// Whether the first bytes are those of TIFF itself.
  var isPlainTIFF: Bool { bytes[2...3].elementsEqual(isBigEndian ? [0, 0x2A] : [0x2A, 0]) }

  /// Creates a block from a structure that does not begin as TIFF, such as a maker's note.
  init(_ bytes: [UInt8], isBigEndian: Bool, firstDirectory: Int) {
    self.bytes = bytes
    self.isBigEndian = isBigEndian
    self.firstDirectory = firstDirectory
  }

  /// The directory at an offset from the start of the block; of a tag that occurs twice the first counts. Nil where the
  /// offset is outside; a directory that is cut off gives the entries that are there.
  func directory(at offset: Int) -> Directory? {
    guard let count = unsigned(at: offset, length: 2) else { return nil }
    var directory = Directory()
    directory.next = unsigned(at: offset + 2 + count * 12, length: 4) ?? 0
    for index in 0..<min(count, Self.maximumEntries) {
      let entry = offset + 2 + index * 12
      guard let tag = unsigned(at: entry, length: 2), let type = unsigned(at: entry + 2, length: 2),
        let values = unsigned(at: entry + 4, length: 4), let position = unsigned(at: entry + 8, length: 4)
      else { break }
      guard let size = Self.size(ofType: type) else { continue }
      let length = values * size
      let start = length <= 4 ? entry + 8 : position
      guard length > 0, start + length <= bytes.count, directory.entries[UInt16(tag)] == nil else { continue }
      directory.entries[UInt16(tag)] = Entry(type: UInt16(type), range: start..<start + length)
    }
    return directory
  }

  /// The first value of a whole-number tag (BYTE, SHORT, LONG, IFD). Nil where absent or of another type.
  func integer(_ tag: UInt16, in directory: Directory?) -> Int? {
    guard let entry = directory?.entries[tag], [1, 3, 4, 13].contains(entry.type) else { return nil }
    return unsigned(at: entry.range.lowerBound, length: entry.type == 1 ? 1 : entry.type == 3 ? 2 : 4)
  }

  /// All values of a whole-number tag, at most `limit` of them.
  func integers(_ tag: UInt16, in directory: Directory?, limit: Int) -> [Int] {
    guard let entry = directory?.entries[tag], let size = Self.size(ofType: Int(entry.type)),
      [1, 3, 4, 13].contains(entry.type)
    else { return [] }
    let count = min(limit, entry.range.count / size)
    return (0..<count).compactMap { unsigned(at: entry.range.lowerBound + $0 * size, length: size) }
  }

  /// The first values of a RATIONAL tag, without those with a denominator of zero.
  func fractions(_ tag: UInt16, in directory: Directory?, limit: Int) -> [Double] {
    guard let entry = directory?.entries[tag], entry.type == 5 else { return [] }
    return (0..<min(limit, entry.range.count / 8)).compactMap { index in
      guard let numerator = unsigned(at: entry.range.lowerBound + index * 8, length: 4),
        let denominator = unsigned(at: entry.range.lowerBound + index * 8 + 4, length: 4), denominator != 0
      else { return nil }
      return Double(numerator) / Double(denominator)
    }
  }

  /// Four bytes as an offset. Nil where they are not there.
  func offset(at position: Int) -> Int? { unsigned(at: position, length: 4) }

  /// The part of a range that is there.
  func bytes(in range: Range<Int>) -> [UInt8] { Array(bytes[range.clamped(to: 0..<bytes.count)]) }

  /// The bytes of a tag of type ASCII, BYTE or UNDEFINED, at most `limit` of them.
  func bytes(_ tag: UInt16, in directory: Directory?, limit: Int) -> ArraySlice<UInt8>? {
    guard let entry = directory?.entries[tag], [1, 2, 7].contains(entry.type) else { return nil }
    return bytes[entry.range].prefix(limit)
  }

  /// An unsigned number; nil where any byte of it is outside.
  private func unsigned(at offset: Int, length: Int) -> Int? {
    guard offset >= 0, offset <= bytes.count - length else { return nil }
    var value = 0
    for index in 0..<length {
      let byte = Int(bytes[offset + index])
      value |= byte << (8 * (isBigEndian ? length - 1 - index : index))
    }
    return value
  }

  /// Bytes a value of a TIFF 6.0 type. Nil: no such type.
  static func size(ofType type: Int) -> Int? {
    switch type {
    case 1, 2, 6, 7: 1
    case 3, 8: 2
    case 4, 9, 11, 13: 4
    case 5, 10, 12: 8
    default: nil
    }
  }
}
