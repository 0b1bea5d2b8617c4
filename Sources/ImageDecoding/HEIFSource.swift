import CHeif
import PhotoModel

/// The rows of the primary picture of a HEIC or AVIF file, by libheif.
///
/// libheif turns the picture as the file says (irot, imir), so that it comes upright; the EXIF orientation in such a file
/// only repeats that and must not be applied a second time (ISO/IEC 23008-12, annex A.2). Embedded thumbnails are not
/// used: a thumbnail can show another picture than the one a person decides about.
final class HEIFSource: RowSource {
  let format: ImageFormat
  let storedSize: PixelSize
  let isProgressive = false

  private let reader: OpaquePointer
  private let hasAlpha: Bool
  var ground: UInt8 = 255 { didSet { heifreader_set_ground(reader, ground) } }
  private let exifBytes: Int

  init(_ bytes: [UInt8], _ buffer: UnsafeBufferPointer<UInt8>, format: ImageFormat) throws(DecodingError) {
    guard let opened = heifreader_open(buffer.baseAddress, ByteView(bytes).endOfFirstFile) else { throw .outOfMemory }
    // All stored properties are set before anything can throw, so that deinit closes the reader.
    reader = opened
    self.format = format
    let work = HEIFWork(bytes)
    var header = HEIFReaderHeader()
    var status = HEIFREADER_OK
    var refusal: DecodingError?
    do throws(DecodingError) {
      try work?.check()
      status = heifreader_header(opened, &header)
    } catch {
      refusal = error
    }
    storedSize = PixelSize(width: Int(header.width), height: Int(header.height))
    exifBytes = header.exif_bytes
    hasAlpha = header.has_alpha
    if let refusal { throw refusal }
    try check(status)
    try DecodingLimits.check(storedSize)
    // The planes as coded, and once more while they are turned or put together.
    try DecodingLimits.checkMemory(for: storedSize.pixels * 3)
  }

  var alpha: PhotoContents.Alpha { !hasAlpha ? .none : heifreader_uses_alpha(reader) ? .used : .opaque }

  deinit { heifreader_close(reader) }

  var warnings: Int { Int(heifreader_warnings(reader)) }

  func facts(in bytes: [UInt8]) -> CaptureFacts {
    guard (9...DecodingLimits.exifBytes).contains(exifBytes) else { return CaptureFacts() }
    var block = [UInt8](repeating: 0, count: exifBytes)
    guard heifreader_exif(reader, &block) == HEIFREADER_OK else { return CaptureFacts() }
    // Four bytes say how far after them the TIFF header stands: over "Exif\0\0", as a rule.
    let offset = 4 + (ByteView(block).big(at: 0, length: 4) ?? 0)
    var facts = captureFacts(inEXIF: Array(block.dropFirst(offset))) ?? CaptureFacts()
    facts.orientation = .up
    return facts
  }

  /// There is no cheaper small form: the rows are always native.
  func start(minimumLongSide: Int?, prefersLuma: Bool) throws(DecodingError) -> RowLayout {
    var (width, height, channels): (Int32, Int32, Int32) = (0, 0, 0)
    try check(heifreader_start(reader, prefersLuma, &width, &height, &channels))
    let size = PixelSize(width: Int(width), height: Int(height))
    guard size == storedSize else {
      throw .corrupt(
        "it says \(storedSize.width) × \(storedSize.height) and holds \(size.width) × \(size.height) pixels")
    }
    return RowLayout(size: size, channels: Int(channels))
  }

  func readRows(_ count: Int, into pixels: UnsafeMutablePointer<UInt8>) throws(DecodingError) {
    try check(heifreader_rows(reader, pixels, Int32(count)))
  }

  func finish() throws(DecodingError) {}

  private func check(_ status: HEIFReaderStatus) throws(DecodingError) {
    switch status {
    case HEIFREADER_OK: return
    case HEIFREADER_UNSUPPORTED: throw .unsupported(format)
    case HEIFREADER_OUT_OF_MEMORY: throw .outOfMemory
    default: throw .corrupt(String(cString: heifreader_message(reader)))
    }
  }
}
