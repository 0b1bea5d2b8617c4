import CTurboJPEG
import PhotoModel

/// The rows of a JPEG, by libjpeg: every sampling, progressive, arithmetic, gray, RGB, CMYK and YCCK. Small luma of an
/// ordinary file comes from the one-pass reader instead, which gives the same pixels sooner.
final class JPEGSource: RowSource {
  let format = ImageFormat.jpeg
  let storedSize: PixelSize
  let isProgressive: Bool
  let shrinksInSteps = true
  var ground: UInt8 = 255

  private let reader: OpaquePointer
  private let bytes: UnsafeBufferPointer<UInt8>
  /// The plane of the one-pass reader; nil where libjpeg reads.
  private var plane: BlockPlane?
  private var nextRow = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) throws(DecodingError) {
    guard let opened = jpegreader_open(bytes.baseAddress, bytes.count) else { throw .outOfMemory }
    // All stored properties are set before anything can throw, so that deinit closes the reader.
    reader = opened
    self.bytes = bytes
    var header = JPEGReaderHeader()
    let status = jpegreader_header(opened, &header)
    storedSize = PixelSize(width: Int(header.width), height: Int(header.height))
    isProgressive = header.is_progressive
    try check(status)
    try DecodingLimits.check(storedSize)
    if header.has_multiple_scans, header.coefficient_bytes > DecodingLimits.coefficientBytes {
      throw .tooCostly(storedSize)
    }
  }

  deinit { jpegreader_close(reader) }

  var warnings: Int { Int(jpegreader_warnings(reader)) }

  func start(minimumLongSide: Int?, prefersLuma: Bool) throws(DecodingError) -> RowLayout {
    let scale = minimumLongSide.map { dctScale(longSide: storedSize.longSide, minimum: $0) } ?? 8
    if prefersLuma, let plane = try? onePassPlane(bytes, eighths: scale) {
      self.plane = plane
      return RowLayout(size: plane.size, channels: 1)
    }
    return try startLibrary(eighths: scale, prefersLuma: prefersLuma)
  }

  /// Starts libjpeg, whatever the picture.
  func startLibrary(eighths: Int, prefersLuma: Bool) throws(DecodingError) -> RowLayout {
    let maximumScans = DecodingLimits.scans(pixels: storedSize.pixels)
    var (width, height, channels): (Int32, Int32, Int32) = (0, 0, 0)
    try check(
      jpegreader_start(reader, Int32(eighths), prefersLuma, Int32(maximumScans), &width, &height, &channels))
    return RowLayout(size: PixelSize(width: Int(width), height: Int(height)), channels: Int(channels))
  }

  func readRows(_ count: Int, into pixels: UnsafeMutablePointer<UInt8>) throws(DecodingError) {
    guard let plane else { return try check(jpegreader_rows(reader, pixels, Int32(count))) }
    plane.copyRows(from: nextRow, count: count, to: pixels)
    nextRow += count
  }

  func finish() throws(DecodingError) {
    // The one-pass reader has read to the end before it gave the first row.
    if plane == nil { try check(jpegreader_finish(reader)) }
  }

  private func check(_ status: JPEGReaderStatus) throws(DecodingError) {
    switch status {
    case JPEGREADER_OK: return
    case JPEGREADER_UNSUPPORTED: throw .unsupported(.jpeg)
    case JPEGREADER_TOO_LARGE: throw .tooLarge(storedSize)
    case JPEGREADER_TOO_COSTLY: throw .tooCostly(storedSize)
    case JPEGREADER_OUT_OF_MEMORY: throw .outOfMemory
    default: throw .refusal(of: .jpeg, message: jpegreader_message(reader))
    }
  }
}

/// The smallest n of 1…8 for which n/8 of `longSide`, rounded up as libjpeg does, is at least `minimum`.
func dctScale(longSide: Int, minimum: Int) -> Int {
  (1...8).first { (longSide * $0 + 7) / 8 >= minimum } ?? 8
}
