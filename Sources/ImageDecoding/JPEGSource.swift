import CTurboJPEG
import PhotoModel

/// The rows of a JPEG, by libjpeg: every sampling, progressive, arithmetic, gray, RGB, CMYK and YCCK.
final class JPEGSource: RowSource {
  let format = ImageFormat.jpeg
  let storedSize: PixelSize
  let isProgressive: Bool
  let shrinksInSteps = true

  private let reader: OpaquePointer

  init(_ bytes: UnsafeBufferPointer<UInt8>) throws(DecodingError) {
    guard let opened = jpegreader_open(bytes.baseAddress, bytes.count) else { throw .outOfMemory }
    // All stored properties are set before anything can throw, so that deinit closes the reader.
    reader = opened
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
    let maximumScans = DecodingLimits.scans(pixels: storedSize.pixels)
    var (width, height, channels): (Int32, Int32, Int32) = (0, 0, 0)
    try check(
      jpegreader_start(reader, Int32(scale), prefersLuma, Int32(maximumScans), &width, &height, &channels))
    return RowLayout(size: PixelSize(width: Int(width), height: Int(height)), channels: Int(channels))
  }

  func readRows(_ count: Int, into pixels: UnsafeMutablePointer<UInt8>) throws(DecodingError) {
    try check(jpegreader_rows(reader, pixels, Int32(count)))
  }

  func finish() throws(DecodingError) { try check(jpegreader_finish(reader)) }

  private func check(_ status: JPEGReaderStatus) throws(DecodingError) {
    switch status {
    case JPEGREADER_OK: return
    case JPEGREADER_UNSUPPORTED: throw .unsupported(.jpeg)
    case JPEGREADER_TOO_LARGE: throw .tooLarge(storedSize)
    case JPEGREADER_TOO_COSTLY: throw .tooCostly(storedSize)
    case JPEGREADER_OUT_OF_MEMORY: throw .outOfMemory
    default: throw .corrupt(String(cString: jpegreader_message(reader)))
    }
  }
}

/// The smallest n of 1…8 for which n/8 of `longSide`, rounded up as libjpeg does, is at least `minimum`.
func dctScale(longSide: Int, minimum: Int) -> Int {
  (1...8).first { (longSide * $0 + 7) / 8 >= minimum } ?? 8
}
