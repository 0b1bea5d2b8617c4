import CPNG
import PhotoModel

/// The same pixels with the filters that compress best, by libdeflate at its highest level; every chunk but the pixels'
/// stays as it is, in its place. An interlaced picture is not interlaced any more.
///
/// - Parameter most: The largest size that is worth it, in bytes.
func repackedPNG(_ bytes: [UInt8], most: Int) throws(ShrinkRefusal) -> ShrunkenFile {
  let parts = try PNGParts(bytes)
  let rows = try PNGRows(bytes)
  let space = most - parts.file(pixels: []).count
  var best: [UInt8]?
  for filter in try rows.bestFilters() {
    guard space > 0 else { break }
    let limit = best.map { $0.count - 1 } ?? space
    best = try rows.compressed(filter, level: 12, most: limit) ?? best
  }
  guard let best else { throw .noGain }
  return ShrunkenFile(bytes: parts.file(pixels: best), method: .repackedPNG)
}

/// Proves that two PNGs have equal rows by libpng, and the same header and chunks.
func proveRepackedPNG(_ smaller: [UInt8], of bytes: [UInt8]) throws(ShrinkRefusal) {
  let (parts, rows) = (try PNGParts(bytes), try PNGRows(bytes))
  guard let itsParts = try? PNGParts(smaller), itsParts == parts, let itsRows = try? PNGRows(smaller),
    !itsRows.isInterlaced, itsRows.bytes == rows.bytes
  else { throw .notProven }
}

/// The rows of a PNG as stored.
private struct PNGRows {
  let bytes: [UInt8]
  let isInterlaced: Bool
  private let height: Int
  private let rowBytes: Int
  /// Bytes from a pixel to the one before it.
  private let stride: Int

  /// The most bytes of rows that are tried with each filter; of larger pictures a part is.
  private static let sampleBytes = 4_000_000
  /// The most bytes of rows for which the two best filters are compressed.
  private static let twiceBytes = 8_000_000
  /// The largest number of bytes of all rows; three times as much is held in memory.
  private static let mostBytes = 350_000_000

  init(_ file: [UInt8]) throws(ShrinkRefusal) {
    var header = PNGRowsHeader()
    try Self.check(pngrows_header(file, file.count, Int32(DecodingLimits.side), &header))
    do { try DecodingLimits.check(PixelSize(width: Int(header.width), height: Int(header.height))) } catch {
      throw ShrinkRefusal(error)
    }
    let count = header.row_bytes * Int(header.height)
    guard count <= Self.mostBytes, (try? DecodingLimits.checkMemory(for: 3 * count)) != nil else { throw .tooLarge }
    var status = PNGROWS_OK
    bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      status = pngrows_read(file, file.count, Int32(DecodingLimits.side), buffer.baseAddress)
      filled = count
    }
    try Self.check(status)
    (height, rowBytes, isInterlaced) = (Int(header.height), header.row_bytes, header.is_interlaced)
    let channels = [2: 3, 4: 2, 6: 4][Int(header.color_type)] ?? 1
    stride = max(1, channels * Int(header.bit_depth) / 8)
  }

  /// The filters by which a quick compression of a part is smallest, the best first: two of a small picture.
  func bestFilters() throws(ShrinkRefusal) -> [pngrows_filter] {
    let sample = sample
    var sizes: [(filter: pngrows_filter, size: Int)] = []
    for number in 0..<pngrows_filters.rawValue {
      let filter = pngrows_filter(number)
      var size = 0
      for rows in sample { size += try compressed(filter, rows, level: 6, most: .max)?.count ?? 0 }
      sizes.append((filter, size))
    }
    let best = sizes.sorted { $0.size < $1.size }.map(\.filter)
    return Array(best.prefix(bytes.count <= Self.twiceBytes ? 2 : 1))
  }

  /// All rows, or eight evenly spread bands of them.
  private var sample: [Range<Int>] {
    guard bytes.count > Self.sampleBytes else { return [0..<height] }
    let rows = max(1, Self.sampleBytes / 8 / rowBytes)
    return (0..<8).map { band in
      let start = min(height - 1, height * band / 8)
      return start..<min(height, start + rows)
    }
  }

  /// All rows as a zlib stream; nil where it has more than `most` bytes.
  func compressed(_ filter: pngrows_filter, level: Int32, most: Int) throws(ShrinkRefusal) -> [UInt8]? {
    try compressed(filter, 0..<height, level: level, most: most)
  }

  private func compressed(
    _ filter: pngrows_filter, _ rows: Range<Int>, level: Int32, most: Int
  ) throws(ShrinkRefusal) -> [UInt8]? {
    let count = rows.count * (rowBytes + 1)
    var hasMemory = false
    let filtered = [UInt8](unsafeUninitializedCapacity: count) { target, filled in
      bytes.withUnsafeBufferPointer { buffer in
        guard let base = buffer.baseAddress else { return }
        let start = base + rows.lowerBound * rowBytes
        let above = rows.lowerBound > 0 ? start - rowBytes : nil
        hasMemory = pngrows_apply(filter, start, above, rows.count, rowBytes, stride, target.baseAddress)
      }
      filled = hasMemory ? count : 0
    }
    guard hasMemory else { throw .tooLarge }
    // Deflate stores incompressible data, with five bytes for each block of at least 5000.
    let capacity = min(most, count + count / 1000 + 64)
    let stream = [UInt8](unsafeUninitializedCapacity: capacity) { target, filled in
      filled = pngrows_deflate(filtered, count, level, target.baseAddress, capacity)
    }
    return stream.isEmpty ? nil : stream
  }

  private static func check(_ status: PNGRowsStatus) throws(ShrinkRefusal) {
    switch status {
    case PNGROWS_OK: return
    case PNGROWS_OUT_OF_MEMORY: throw .tooLarge
    default: throw .damaged
    }
  }
}
