import CPNG
import PhotoModel

/// The rows of a PNG, transparency laid on white: ordinary ones inflated at once, every other kind by libpng.
final class PNGSource: RowSource {
  let format = ImageFormat.png
  let storedSize: PixelSize
  let isProgressive: Bool

  private let bytes: UnsafeBufferPointer<UInt8>
  private let reader: OpaquePointer
  private let channels: Int
  private let hasAlpha: Bool
  var ground: UInt8 = 255 { didSet { pngreader_set_ground(reader, ground) } }
  private var inflated: InflatedPNG?
  /// Ordinary pictures, too: for comparing the two ways.
  var isLeftToLibrary = false

  init(_ bytes: UnsafeBufferPointer<UInt8>) throws(DecodingError) {
    if let claimed = pngSize(of: bytes) { try DecodingLimits.check(claimed) }
    guard let opened = pngreader_open(bytes.baseAddress, bytes.count) else { throw .outOfMemory }
    // All stored properties are set before anything can throw, so that deinit closes the reader.
    reader = opened
    self.bytes = bytes
    var header = PNGReaderHeader()
    let status = pngreader_header(opened, Int32(DecodingLimits.side), &header)
    storedSize = PixelSize(width: Int(header.width), height: Int(header.height))
    isProgressive = header.is_interlaced
    channels = Int(header.channels)
    hasAlpha = header.has_alpha
    try check(status)
    try DecodingLimits.check(storedSize)
    if isProgressive, storedSize.pixels > DecodingLimits.interlacedPixels { throw .tooCostly(storedSize) }
  }

  var alpha: PhotoContents.Alpha {
    guard hasAlpha else { return .none }
    return inflated?.usesAlpha ?? pngreader_uses_alpha(reader) ? .used : .opaque
  }

  deinit { pngreader_close(reader) }

  var warnings: Int { Int(pngreader_warnings(reader)) }

  /// A PNG has no cheaper small form: the rows are always native.
  func start(minimumLongSide: Int?, prefersLuma: Bool) throws(DecodingError) -> RowLayout {
    inflated = isProgressive || isLeftToLibrary ? nil : InflatedPNG(bytes, ground: ground)
    if inflated == nil { try check(pngreader_start(reader)) }
    return RowLayout(size: storedSize, channels: channels)
  }

  func readRows(_ count: Int, into pixels: UnsafeMutablePointer<UInt8>) throws(DecodingError) {
    if let inflated { return inflated.readRows(count, into: pixels) }
    try check(pngreader_rows(reader, pixels, Int32(count)))
  }

  /// An inflated picture was read to its end before its first row was given.
  func finish() throws(DecodingError) {
    if inflated == nil { try check(pngreader_finish(reader)) }
  }

  private func check(_ status: PNGReaderStatus) throws(DecodingError) {
    switch status {
    case PNGREADER_OK: return
    case PNGREADER_OUT_OF_MEMORY: throw .outOfMemory
    default: throw .refusal(of: .png, message: pngreader_message(reader))
    }
  }
}
