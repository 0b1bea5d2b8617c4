import CTIFF
import PhotoModel

/// The rows of the first or another page of a TIFF, by libtiff: strips and tiles, every compression and depth that
/// libtiff turns into RGB, BigTIFF, transparency laid on white.
final class TIFFSource: RowSource {
  let format = ImageFormat.tiff
  let storedSize: PixelSize

  private let reader: OpaquePointer
  private let hasAlpha: Bool
  var ground: UInt8 = 255 { didSet { tiffreader_set_ground(reader, ground) } }

  /// - Parameter page: The page, counted from 0.
  init(_ buffer: UnsafeBufferPointer<UInt8>, page: Int = 0) throws(DecodingError) {
    guard let opened = tiffreader_open(buffer.baseAddress, buffer.count, DecodingLimits.pieceBytes) else {
      throw .outOfMemory
    }
    // All stored properties are set before anything can throw, so that deinit closes the reader.
    reader = opened
    var header = TIFFReaderHeader()
    let status = tiffreader_header(opened, Int32(clamping: page), &header)
    storedSize = PixelSize(width: Int(header.width), height: Int(header.height))
    hasAlpha = header.has_alpha
    try check(status)
    try DecodingLimits.check(storedSize)
    guard header.band_bytes <= DecodingLimits.pieceBytes else { throw .tooCostly(storedSize) }
    try DecodingLimits.checkMemory(for: Int(header.band_bytes))
  }

  var alpha: PhotoContents.Alpha { !hasAlpha ? .none : tiffreader_uses_alpha(reader) ? .used : .opaque }

  deinit { tiffreader_close(reader) }

  var warnings: Int { Int(tiffreader_warnings(reader)) }

  /// The facts of the file: a TIFF is itself an EXIF block. BigTIFF is not read here; its pictures have no facts.
  func facts(in bytes: [UInt8]) -> CaptureFacts { captureFacts(inEXIF: bytes) ?? CaptureFacts() }

  /// Starts decoding. There is no cheaper small form: the rows are always native.
  func start(minimumLongSide: Int?, prefersLuma: Bool) throws(DecodingError) -> RowLayout {
    try check(tiffreader_start(reader))
    return RowLayout(size: storedSize, channels: 3)
  }

  func readRows(_ count: Int, into pixels: UnsafeMutablePointer<UInt8>) throws(DecodingError) {
    try check(tiffreader_rows(reader, pixels, Int32(count)))
  }

  private func check(_ status: TIFFReaderStatus) throws(DecodingError) {
    switch status {
    case TIFFREADER_OK: return
    case TIFFREADER_UNSUPPORTED: throw .unsupported(.tiff)
    case TIFFREADER_OUT_OF_MEMORY: throw .outOfMemory
    default: throw .refusal(of: .tiff, message: tiffreader_message(reader))
    }
  }
}
