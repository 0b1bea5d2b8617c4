import PhotoModel

/// A decoder that has read and accepted the header of a picture and now gives its rows from the top, as stored.
///
/// It holds a pointer to the bytes it reads, so it must not leave the closure that provides them.
protocol RowSource: AnyObject {
  var format: ImageFormat { get }
  var storedSize: PixelSize { get }
  var isProgressive: Bool { get }
  /// The number of faults that the decoder found and passed over.
  var warnings: Int { get }

  /// Whether smaller forms come only in the steps of the decoder (JPEG: n/8), with exact sizes left to the caller. Else
  /// the decoder's rows are area-averaged to the exact size.
  var shrinksInSteps: Bool { get }

  /// The facts that the camera wrote into the file, empty where there are none; its orientation is the one still to be
  /// applied to the rows. `bytes` is the whole file.
  func facts(in bytes: [UInt8]) -> CaptureFacts

  /// The ground under transparent pixels: 255 white, 0 black. To be set before `start`.
  var ground: UInt8 { get set }
  /// The use of the alpha plane in the rows that were given.
  var alpha: PhotoContents.Alpha { get }

  /// Gets ready to give rows, as small as the decoder can make them while the long side stays at least
  /// `minimumLongSide` (nil: native).
  ///
  /// - Parameter prefersLuma: One channel if that is cheap; three may come all the same.
  func start(minimumLongSide: Int?, prefersLuma: Bool) throws(DecodingError) -> RowLayout

  /// Tells the decoder that only these pixels of the stored picture are used: others may be anything. To be called
  /// before `start`.
  func willUse(only area: PixelRect)

  /// The next rows, packed. `pixels` holds `count` rows of the layout.
  func readRows(_ count: Int, into pixels: UnsafeMutablePointer<UInt8>) throws(DecodingError)

  /// Reads to the end of the picture, after the last row: damage there counts too.
  func finish() throws(DecodingError)
}

/// The rows a source will give.
struct RowLayout {
  var size: PixelSize
  /// 1 (gray) or 3 (RGB).
  var channels: Int

  var rowBytes: Int { size.width * channels }
}

extension RowSource {
  var isProgressive: Bool { false }
  var shrinksInSteps: Bool { false }
  func finish() throws(DecodingError) {}
  func willUse(only area: PixelRect) {}
  /// A format without an alpha plane.
  var alpha: PhotoContents.Alpha { .none }

  /// The facts in the Exif block of a JPEG or a PNG.
  func facts(in bytes: [UInt8]) -> CaptureFacts { captureFacts(of: bytes, format: format) }
}

/// The decoder for the format of `bytes`, with its header read and within the limits. `buffer` is their memory.
///
/// - Parameter page: The page of a TIFF, counted from 0.
func openSource(
  _ bytes: [UInt8], _ buffer: UnsafeBufferPointer<UInt8>, page: Int = 0
) throws(DecodingError) -> any RowSource {
  switch imageFormat(of: bytes) {
  case .jpeg: try JPEGSource(buffer)
  case .png: try PNGSource(buffer)
  case .heic: try HEIFSource(bytes, buffer, format: .heic)
  case .avif: try HEIFSource(bytes, buffer, format: .avif)
  case .webp: try WebPSource(buffer)
  case .tiff: try TIFFSource(buffer, page: page)
  case .jxl: try JXLSource(bytes, buffer)
  case .jp2: try JP2Source(bytes, buffer)
  case .raw: try RAWSource(bytes, buffer)
  case .gif: try GIFSource(bytes)
  case .bmp: try BMPSource(bytes)
  case nil:
    if let format = knownFormat(of: bytes) { throw .notBuiltIn(format) }
    if let name = otherFormat(of: bytes) { throw .otherFormat(name) }
    if let name = otherKind(of: bytes) { throw .otherKind(name) }
    throw .notAPicture
  }
}
