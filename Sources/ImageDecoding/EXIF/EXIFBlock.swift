import CEXIF

/// An Exif block (JEITA CP-3451, Exif 2.32), read by libexif: the directories IFD0, Exif and GPS, nothing of the
/// thumbnail. Reading never fails: invalid values are absent.
final class EXIFBlock {
  private let reader: OpaquePointer

  /// - Parameter bytes: The block from the byte order mark on, without "Exif\0\0"; also a whole TIFF or RAW file.
  /// - Returns: Nil where the bytes do not begin as TIFF.
  convenience init?(_ bytes: [UInt8]) {
    guard let block = TIFFBlock(bytes) else { return nil }
    if bytes.count <= Self.maxByteCount, block.isPlainTIFF {
      self.init(plain: bytes)
    } else {
      let main = block.directory(at: block.firstDirectory)
      func directory(_ tag: UInt16) -> TIFFBlock.Directory? {
        block.integer(tag, in: main).flatMap { block.directory(at: $0) }
      }
      self.init(
        picture: (block, main), shooting: (block, directory(TIFFTag.exifDirectory)),
        gps: (block, directory(TIFFTag.gpsDirectory)))
    }
  }

  /// Creates a block from directories in different blocks (CR3 separates them), or far apart: libexif reads 64 KB and
  /// takes no other first bytes than those of a TIFF, while cameras write blocks of 190 KB and RAW files with marks of
  /// their own.
  convenience init?(
    picture: (TIFFBlock, TIFFBlock.Directory?), shooting: (TIFFBlock, TIFFBlock.Directory?),
    gps: (TIFFBlock, TIFFBlock.Directory?)
  ) {
    self.init(plain: smallBlock(picture: picture, shooting: shooting, gps: gps))
  }

  private init?(plain bytes: [UInt8]) {
    guard let opened = exifreader_open(bytes, bytes.count) else { return nil }
    reader = opened
  }

  deinit { exifreader_close(reader) }

  /// The size of a block that libexif reads, in bytes.
  static let maxByteCount = 65_528

  enum Directory {
    case picture, shooting, gps

    fileprivate var code: EXIFReaderDirectory {
      switch self {
      case .picture: EXIFREADER_MAIN
      case .shooting: EXIFREADER_SHOOTING
      case .gps: EXIFREADER_GPS
      }
    }
  }

  var isBigEndian: Bool { exifreader_is_big_endian(reader) }

  /// A value of a whole-number tag. Nil where absent or of another type.
  func integer(_ tag: UInt16, in directory: Directory) -> Int? {
    var value: Int64 = 0
    return exifreader_integer(reader, entry(tag, in: directory), 0, &value) ? Int(value) : nil
  }

  /// A value of a RATIONAL or SRATIONAL tag. Nil where absent, of another type, or over zero.
  func fraction(_ tag: UInt16, in directory: Directory, at index: Int = 0) -> Double? {
    var value = 0.0
    let entry = entry(tag, in: directory)
    return exifreader_fraction(reader, entry, UInt32(clamping: index), &value) ? value : nil
  }

  /// The bytes of a tag of type ASCII, BYTE or UNDEFINED, at most `limit` of them.
  func bytes(_ tag: UInt16, in directory: Directory, limit: Int) -> ArraySlice<UInt8>? {
    let entry = entry(tag, in: directory)
    guard [1, 2, 7].contains(entry.format), let start = entry.bytes else { return nil }
    return Array(UnsafeBufferPointer(start: start, count: min(entry.count, limit)))[...]
  }

  /// The entry of a tag in a directory, or in the other one: some programs write the tags of IFD0 into the Exif
  /// directory or the reverse, and no number is used in both.
  private func entry(_ tag: UInt16, in directory: Directory) -> EXIFReaderEntry {
    let entry = exifreader_entry(reader, directory.code, tag)
    guard entry.bytes == nil, directory != .gps else { return entry }
    return exifreader_entry(reader, (directory == .picture ? Directory.shooting : .picture).code, tag)
  }
}

/// The values of three directories in one block that libexif reads whole: values of at most 4 KB, and if these exceed
/// 64 KB those of the lower tags. All are in the byte order of IFD0.
private func smallBlock(
  picture: (block: TIFFBlock, directory: TIFFBlock.Directory?),
  shooting: (block: TIFFBlock, directory: TIFFBlock.Directory?),
  gps: (block: TIFFBlock, directory: TIFFBlock.Directory?)
) -> [UInt8] {
  let isBigEndian = picture.block.isBigEndian
  func number(_ value: Int, _ length: Int) -> [UInt8] {
    (0..<length).map { UInt8(truncatingIfNeeded: value >> (8 * (isBigEndian ? length - 1 - $0 : $0))) }
  }
  let pointers = [TIFFTag.exifDirectory, TIFFTag.gpsDirectory]
  var space = EXIFBlock.maxByteCount - 64
  func entries(_ source: (block: TIFFBlock, directory: TIFFBlock.Directory?)) -> [(tag: UInt16, type: UInt16, [UInt8])]
  {
    guard source.block.isBigEndian == isBigEndian else { return [] }
    return (source.directory?.entries ?? [:]).sorted { $0.key < $1.key }.compactMap { tag, entry in
      guard entry.range.count <= 4096, !pointers.contains(tag), space >= entry.range.count + 13 else { return nil }
      space -= entry.range.count + 13
      return (tag, entry.type, source.block.bytes(in: entry.range))
    }
  }
  let parts = [entries(picture), entries(shooting), entries(gps)]
  let lengths = [2 + 12 * (parts[0].count + 2) + 4, 2 + 12 * parts[1].count + 4, 2 + 12 * parts[2].count + 4]
  let starts = [8, 8 + lengths[0], 8 + lengths[0] + lengths[1]]
  var values: [UInt8] = []
  let valueStart = 8 + lengths.reduce(0, +)
  var block = (isBigEndian ? Array("MM".utf8) : Array("II".utf8)) + number(42, 2) + number(8, 4)
  for (part, entries) in parts.enumerated() {
    block += number(entries.count + (part == 0 ? 2 : 0), 2)
    for (tag, type, bytes) in entries {
      block += number(Int(tag), 2) + number(Int(type), 2)
      block += number(bytes.count / max(1, TIFFBlock.size(ofType: Int(type)) ?? 1), 4)
      if bytes.count <= 4 {
        block += bytes + [UInt8](repeating: 0, count: 4 - bytes.count)
      } else {
        block += number(valueStart + values.count, 4)
        values += bytes + (bytes.count % 2 == 1 ? [0] : [])
      }
    }
    if part == 0 {
      for (pointer, start) in zip(pointers, starts[1...]) {
        block += number(Int(pointer), 2) + number(4, 2) + number(1, 4) + number(start, 4)
      }
    }
    block += number(0, 4)
  }
  return block + values
}
