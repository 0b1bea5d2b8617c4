import CJP2
import PhotoModel

/// The rows of a JPEG 2000, by OpenJPEG: files and bare codestreams, every depth, palettes, transparency laid on white;
/// of several pictures the first.
///
/// The format has no word for how a picture is turned; the orientation in Exif is applied, as by the viewers that read
/// it.
final class JP2Source: RowSource {
  let format = ImageFormat.jp2
  let storedSize: PixelSize

  private let buffer: UnsafeBufferPointer<UInt8>
  private let boxes: JP2Boxes
  private let colors: JP2ReaderColors
  private var reader: OpaquePointer
  private var resolutions: Int32 = 1
  var ground: UInt8 = 255 { didSet { jp2reader_set_ground(reader, ground) } }

  init(_ bytes: [UInt8], _ buffer: UnsafeBufferPointer<UInt8>) throws(DecodingError) {
    self.buffer = buffer
    boxes = JP2Boxes(ByteView(bytes))
    storedSize = boxes.size
    colors = boxes.colors ?? JP2READER_RGB
    guard !boxes.components.isEmpty else { throw boxes.isCutOff ? .endsEarly : .corrupt("it has no header") }
    try DecodingLimits.check(storedSize)
    guard boxes.colors != nil, boxes.components.count <= DecodingLimits.components else { throw .unsupported(.jp2) }
    guard boxes.tiles <= DecodingLimits.jp2Tiles,
      storedSize.pixels * (boxes.components.count + 1) * 4 <= DecodingLimits.sampleBytes
    else { throw .tooCostly(storedSize) }
    reader = try Self.open(buffer)
    try check(jp2reader_header(reader, &resolutions))
  }

  private static func open(_ buffer: UnsafeBufferPointer<UInt8>) throws(DecodingError) -> OpaquePointer {
    guard let opened = jp2reader_open(buffer.baseAddress, buffer.count, buffer.first == 0xFF) else {
      throw .outOfMemory
    }
    return opened
  }

  var alpha: PhotoContents.Alpha {
    !jp2reader_has_alpha(reader) ? .none : jp2reader_uses_alpha(reader) ? .used : .opaque
  }

  /// The number of faults, with one for a file that ends too early: the part that is missing may be no part of the
  /// picture.
  var warnings: Int { Int(jp2reader_warnings(reader)) + (boxes.isCutOff ? 1 : 0) }

  deinit { jp2reader_close(reader) }

  func facts(in bytes: [UInt8]) -> CaptureFacts {
    boxes.exif.lazy.compactMap { captureFacts(inEXIF: $0) }.first ?? CaptureFacts()
  }

  /// Small ones are decoded to half the size, or a quarter…, as long as that is half as much again as is wanted: the
  /// rest is averaged, as of a picture that was decoded whole.
  func start(minimumLongSide: Int?, prefersLuma: Bool) throws(DecodingError) -> RowLayout {
    var reductions: Int32 = 0
    if let minimumLongSide {
      while reductions + 1 < resolutions, storedSize.longSide >> Int(reductions + 1) >= minimumLongSide * 3 / 2 {
        reductions += 1
      }
    }
    try DecodingLimits.checkMemory(for: (storedSize.pixels >> Int(2 * reductions)) * (boxes.components.count + 1) * 4)
    do throws(DecodingError) { return try decode(reductions) } catch {
      guard reductions > 0, case .corrupt = error else { throw error }
      // A tile may have fewer resolutions than the first header declares.
      jp2reader_close(reader)
      reader = try Self.open(buffer)
      jp2reader_set_ground(reader, ground)
      try check(jp2reader_header(reader, &resolutions))
      return try decode(0)
    }
  }

  private func decode(_ reductions: Int32) throws(DecodingError) -> RowLayout {
    var (width, height, channels): (Int32, Int32, Int32) = (0, 0, 0)
    try check(jp2reader_start(reader, colors, reductions, &width, &height, &channels))
    let size = PixelSize(width: Int(width), height: Int(height))
    guard reductions > 0 || size == storedSize else { throw .corrupt("it holds other pixels than it says") }
    return RowLayout(size: size, channels: Int(channels))
  }

  func readRows(_ count: Int, into pixels: UnsafeMutablePointer<UInt8>) throws(DecodingError) {
    try check(jp2reader_rows(reader, pixels, Int32(count)))
  }

  private func check(_ status: JP2ReaderStatus) throws(DecodingError) {
    switch status {
    case JP2READER_OK: return
    case JP2READER_OUT_OF_MEMORY: throw .outOfMemory
    case _ where boxes.isCutOff: throw .endsEarly
    default: throw .refusal(of: .jp2, message: jp2reader_message(reader))
    }
  }
}
