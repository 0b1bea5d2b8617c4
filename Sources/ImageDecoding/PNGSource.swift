import CPNG
import PhotoModel

/// The rows of a PNG, by libpng: every depth and colour type, transparency laid on white.
final class PNGSource: RowSource {
  let format = ImageFormat.png
  let storedSize: PixelSize
  let isProgressive: Bool

  private let reader: OpaquePointer
  private let channels: Int

  init(_ bytes: UnsafeBufferPointer<UInt8>) throws(DecodingError) {
    if let claimed = pngSize(of: bytes) { try DecodingLimits.check(claimed) }
    guard let opened = pngreader_open(bytes.baseAddress, bytes.count) else { throw .outOfMemory }
    // All stored properties are set before anything can throw, so that deinit closes the reader.
    reader = opened
    var header = PNGReaderHeader()
    let status = pngreader_header(opened, Int32(DecodingLimits.side), &header)
    storedSize = PixelSize(width: Int(header.width), height: Int(header.height))
    isProgressive = header.is_interlaced
    channels = Int(header.channels)
    try check(status)
    try DecodingLimits.check(storedSize)
    if isProgressive, storedSize.pixels > DecodingLimits.interlacedPixels { throw .tooCostly(storedSize) }
  }

  deinit { pngreader_close(reader) }

  var warnings: Int { Int(pngreader_warnings(reader)) }

  /// A PNG has no cheaper small form: the rows are always native.
  func start(minimumLongSide: Int?, prefersLuma: Bool) throws(DecodingError) -> RowLayout {
    try check(pngreader_start(reader))
    return RowLayout(size: storedSize, channels: channels)
  }

  func readRows(_ count: Int, into pixels: UnsafeMutablePointer<UInt8>) throws(DecodingError) {
    try check(pngreader_rows(reader, pixels, Int32(count)))
  }

  func finish() throws(DecodingError) { try check(pngreader_finish(reader)) }

  private func check(_ status: PNGReaderStatus) throws(DecodingError) {
    switch status {
    case PNGREADER_OK: return
    case PNGREADER_OUT_OF_MEMORY: throw .outOfMemory
    default: throw .corrupt(String(cString: pngreader_message(reader)))
    }
  }
}
