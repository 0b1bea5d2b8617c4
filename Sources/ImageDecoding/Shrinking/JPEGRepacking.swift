import CTurboJPEG
import Glibc
import PhotoModel

/// The coefficients of an undamaged JPEG, held by libjpeg.
private final class JPEGCoefficients {
  private let reader: OpaquePointer

  /// - Parameter bytes: The whole file, whose memory must stay valid.
  init(_ bytes: UnsafeBufferPointer<UInt8>) throws(ShrinkRefusal) {
    guard let opened = jpegreader_open(bytes.baseAddress, bytes.count) else { throw .tooLarge }
    // All stored properties are set before anything can throw, so that deinit closes the reader.
    reader = opened
    var header = JPEGReaderHeader()
    try Self.check(jpegreader_header(reader, &header))
    let size = PixelSize(width: Int(header.width), height: Int(header.height))
    do { try DecodingLimits.check(size) } catch { throw ShrinkRefusal(error) }
    guard header.coefficient_bytes <= DecodingLimits.comparedCoefficientBytes else { throw .tooLarge }
    try Self.check(jpegreader_coefficients(reader, Int32(DecodingLimits.scans(pixels: size.pixels))))
    // Data that libjpeg skipped would be lost by repacking.
    guard jpegreader_warnings(reader) == 0 else { throw .damaged }
  }

  deinit { jpegreader_close(reader) }

  /// The coefficients as a JPEG without segments; nil where that takes more than `most` bytes.
  func written(isProgressive: Bool, most: Int) throws(ShrinkRefusal) -> [UInt8]? {
    var (bytes, count): (UnsafeMutablePointer<UInt8>?, Int) = (nil, 0)
    try Self.check(jpegreader_write_coefficients(reader, isProgressive, max(0, most), &bytes, &count))
    guard let bytes else { return nil }
    defer { free(bytes) }
    return Array(UnsafeBufferPointer(start: bytes, count: count))
  }

  func isEqual(to other: JPEGCoefficients) throws(ShrinkRefusal) -> Bool {
    var areEqual = false
    try Self.check(jpegreader_compare_coefficients(reader, other.reader, &areEqual))
    return areEqual
  }

  private static func check(_ status: JPEGReaderStatus) throws(ShrinkRefusal) {
    switch status {
    case JPEGREADER_OK: return
    case JPEGREADER_UNSUPPORTED: throw .unsupportedCoding
    case JPEGREADER_TOO_LARGE, JPEGREADER_TOO_COSTLY, JPEGREADER_OUT_OF_MEMORY: throw .tooLarge
    default: throw .damaged
    }
  }
}

/// The same coefficients with the best Huffman tables, in one scan or progressively, whichever is smaller; every APPn
/// and COM segment and the data behind the end, byte for byte. Restart markers are removed.
///
/// - Parameter most: The largest size that is worth it, in bytes.
func repackedJPEG(_ bytes: [UInt8], most: Int) throws(ShrinkRefusal) -> ShrunkenFile {
  let parts = try JPEGParts(bytes)
  let segments = parts.segments.flatMap(\.bytes)
  let space = most - segments.count - parts.trailer.count
  return try bytes.withUnsafeBufferPointer { buffer throws(ShrinkRefusal) in
    let coefficients = try JPEGCoefficients(buffer)
    let progressive = try coefficients.written(isProgressive: true, most: space)
    // Over 256 KB one scan was smaller for 2 of 130 photos, by 0.7 % at most; to try takes a quarter of the time.
    let isTried = progressive?.count ?? space <= 256_000
    let sequential =
      isTried ? try coefficients.written(isProgressive: false, most: progressive.map { $0.count - 1 } ?? space) : nil
    guard let picture = sequential ?? progressive else { throw .noGain }
    return ShrunkenFile(
      bytes: picture.prefix(2) + segments + picture.dropFirst(2) + parts.trailer,
      method: sequential == nil ? .progressiveJPEG : .sequentialJPEG)
  }
}

/// Proves that two JPEGs have equal coefficients, tables, sampling, sizes, and the same segments and trailer.
func proveRepackedJPEG(_ smaller: [UInt8], of bytes: [UInt8]) throws(ShrinkRefusal) {
  guard let parts = try? JPEGParts(smaller), try JPEGParts(bytes) == parts else { throw .notProven }
  let areEqual = try bytes.withUnsafeBufferPointer { original throws(ShrinkRefusal) in
    try smaller.withUnsafeBufferPointer { smaller throws(ShrinkRefusal) in
      let coefficients = try JPEGCoefficients(original)
      guard let repacked = try? JPEGCoefficients(smaller) else { return false }
      return try coefficients.isEqual(to: repacked)
    }
  }
  guard areEqual else { throw .notProven }
}
