import CJXL
import PhotoModel

/// The rows of a JPEG XL, by libjxl: lossy and lossless, transparency laid on white; of an animation the first frame.
///
/// The codestream has the orientation, and libjxl applies it; the orientation in Exif only repeats that (ISO/IEC
/// 18181-2, 9.6).
final class JXLSource: RowSource {
  let format = ImageFormat.jxl
  let storedSize: PixelSize
  private(set) var warnings: Int

  private let reader: OpaquePointer
  private let header: JXLReaderHeader
  private let exif: [UInt8]?
  var ground: UInt8 = 255 { didSet { jxlreader_set_ground(reader, ground) } }

  init(_ bytes: [UInt8], _ buffer: UnsafeBufferPointer<UInt8>) throws(DecodingError) {
    guard let opened = jxlreader_open(buffer.baseAddress, buffer.count) else { throw .outOfMemory }
    // All stored properties are set before anything can throw, so that deinit closes the reader.
    reader = opened
    var header = JXLReaderHeader()
    let status = jxlreader_header(opened, &header)
    self.header = header
    storedSize = PixelSize(width: Int(header.width), height: Int(header.height))
    let boxes = JXLBoxes(ByteView(bytes))
    exif = boxes.exif
    warnings = boxes.isDamaged ? 1 : 0
    try check(status)
    try DecodingLimits.check(storedSize)
    guard header.extra_channels <= DecodingLimits.components, decodingBytes <= DecodingLimits.jxlBytes else {
      throw .tooCostly(storedSize)
    }
  }

  /// The memory that libjxl 0.7 uses while it decodes, in bytes, measured at 25 megapixels: of a lossy picture 6 bytes
  /// a pixel, of a lossless one up to 22, with a plane beside the colours 35.
  private var decodingBytes: Int {
    let planes = Int(header.extra_channels)
    return storedSize.pixels * (planes > 0 ? 28 + 8 * planes : header.is_whole ? 24 : 6)
  }

  var alpha: PhotoContents.Alpha { !header.has_alpha ? .none : jxlreader_uses_alpha(reader) ? .used : .opaque }

  deinit { jxlreader_close(reader) }

  func facts(in bytes: [UInt8]) -> CaptureFacts {
    var facts = exif.flatMap { captureFacts(inEXIF: $0) } ?? CaptureFacts()
    facts.orientation = .up
    return facts
  }

  /// Starts decoding. There is no cheaper small form: the rows are always native.
  func start(minimumLongSide: Int?, prefersLuma: Bool) throws(DecodingError) -> RowLayout {
    try DecodingLimits.checkMemory(for: decodingBytes)
    try check(jxlreader_start(reader, 0))
    return RowLayout(size: storedSize, channels: Int(header.channels))
  }

  func readRows(_ count: Int, into pixels: UnsafeMutablePointer<UInt8>) throws(DecodingError) {
    try check(jxlreader_rows(reader, pixels, Int32(count)))
  }

  /// Checks the frames behind the first by their headers and, where it is cheap, by the pixels of the last one.
  func finish() throws(DecodingError) {
    guard header.is_animated else { return }
    var (frames, milliseconds): (Int32, Int64) = (0, 0)
    var status = jxlreader_frames(reader, Int32(DecodingLimits.frames), &frames, &milliseconds)
    if status == JXLREADER_OK, frames > 1, Int(frames) * storedSize.pixels <= DecodingLimits.wholePixels {
      status = jxlreader_start(reader, frames - 1)
    }
    if status != JXLREADER_OK { warnings += 1 }
  }

  private func check(_ status: JXLReaderStatus) throws(DecodingError) {
    switch status {
    case JXLREADER_OK: return
    case JXLREADER_OUT_OF_MEMORY: throw .outOfMemory
    default: throw .refusal(of: .jxl, message: jxlreader_message(reader))
    }
  }
}
