import CWebP
import PhotoModel

/// The rows of a WebP, by libwebp: lossy and lossless, transparency laid on white; of an animation the first frame, on
/// its canvas.
final class WebPSource: RowSource {
  let format = ImageFormat.webp
  let storedSize: PixelSize
  let warnings = 0

  private let reader: OpaquePointer
  private let hasAlpha: Bool
  var ground: UInt8 = 255 { didSet { webpreader_set_ground(reader, ground) } }

  init(_ buffer: UnsafeBufferPointer<UInt8>) throws(DecodingError) {
    guard let opened = webpreader_open(buffer.baseAddress, buffer.count) else { throw .outOfMemory }
    // All stored properties are set before anything can throw, so that deinit closes the reader.
    reader = opened
    var header = WebPReaderHeader()
    let status = webpreader_header(opened, &header)
    storedSize = PixelSize(width: Int(header.width), height: Int(header.height))
    hasAlpha = header.has_alpha
    try check(status)
    try DecodingLimits.check(storedSize)
    if header.is_lossless, storedSize.pixels > DecodingLimits.wholePixels { throw .tooCostly(storedSize) }
  }

  var alpha: PhotoContents.Alpha { !hasAlpha ? .none : webpreader_uses_alpha(reader) ? .used : .opaque }

  deinit { webpreader_close(reader) }

  /// The facts of the EXIF chunk, which some writers begin with "Exif\0\0".
  func facts(in bytes: [UInt8]) -> CaptureFacts {
    let view = ByteView(bytes)
    var position = 12
    for _ in 0..<DecodingLimits.chunks {
      guard let length = view.little(at: position + 4, length: 4) else { break }
      if view.has("EXIF", at: position), length <= DecodingLimits.exifBytes {
        var block = view.slice(position + 8..<position + 8 + length)
        if block.starts(with: "Exif\0\0".utf8) { block = block.dropFirst(6) }
        if let facts = captureFacts(inEXIF: Array(block)) { return facts }
      }
      position += 8 + length + length % 2
    }
    return CaptureFacts()
  }

  func start(minimumLongSide: Int?, prefersLuma: Bool) throws(DecodingError) -> RowLayout {
    let wanted = minimumLongSide.map(storedSize.fitted(longSide:)) ?? storedSize
    try DecodingLimits.checkMemory(for: wanted.pixels * 4)
    var (width, height) = (Int32(wanted.width), Int32(wanted.height))
    try check(webpreader_start(reader, &width, &height))
    return RowLayout(size: PixelSize(width: Int(width), height: Int(height)), channels: 3)
  }

  func readRows(_ count: Int, into pixels: UnsafeMutablePointer<UInt8>) throws(DecodingError) {
    try check(webpreader_rows(reader, pixels, Int32(count)))
  }

  private func check(_ status: WebPReaderStatus) throws(DecodingError) {
    switch status {
    case WEBPREADER_OK: return
    case WEBPREADER_OUT_OF_MEMORY: throw .outOfMemory
    default: throw .refusal(of: .webp, message: webpreader_message(reader))
    }
  }
}
