import CHeif
import PhotoModel

/// The rows of the primary picture of a HEIC or AVIF file, by libheif.
///
/// libheif applies the rotation of the file (irot, imir), so that rows come upright; the EXIF orientation in such a
/// file only repeats that and must not be applied a second time (ISO/IEC 23008-12, annex A.2).
final class HEIFSource: RowSource {
  let format: ImageFormat
  let storedSize: PixelSize

  private let reader: OpaquePointer
  private let hasAlpha: Bool
  var ground: UInt8 = 255 { didSet { heifreader_set_ground(reader, ground) } }
  private let exifBytes: Int
  private let grid: HEVCGrid?
  private let buffer: UnsafeBufferPointer<UInt8>
  private let isCutOff: Bool
  /// The part that is decoded; nil: all.
  private var wanted: PixelRect?

  /// - Parameters:
  ///   - usesTiles: Whether the tiles of a grid are decoded here; libheif gives the same pixels.
  ///   - showsThumbnail: Whether the thumbnail is decoded in place of the picture. It may show another one: the caller
  ///     has compared tiles with it.
  init(
    _ bytes: [UInt8], _ buffer: UnsafeBufferPointer<UInt8>, format: ImageFormat, usesTiles: Bool = true,
    showsThumbnail: Bool = false
  ) throws(DecodingError) {
    let items = HEIFItems(bytes)
    guard let opened = openHEIF(bytes, buffer, items) else { throw .outOfMemory }
    // All stored properties are set before anything can throw, so that deinit closes the reader.
    reader = opened
    self.format = format
    var header = HEIFReaderHeader()
    var status = HEIFREADER_OK
    var refusal: DecodingError?
    do throws(DecodingError) {
      try items?.check()
      status = heifreader_header(opened, &header)
      if showsThumbnail, status == HEIFREADER_OK { status = heifreader_take_thumbnail(opened, &header) }
    } catch {
      refusal = error
    }
    storedSize = PixelSize(width: Int(header.width), height: Int(header.height))
    exifBytes = header.exif_bytes
    hasAlpha = header.has_alpha
    grid = usesTiles && !showsThumbnail && !header.has_alpha ? items?.primaryGrid : nil
    self.buffer = buffer
    isCutOff = items?.isCutOff ?? false
    if let refusal { throw refusal }
    do throws(DecodingError) { try check(status) } catch {
      guard case .corrupt = error, items?.hasPrimaryPicture == true else { throw error }
      throw .needsNewer(format, reader: "libheif \(String(cString: heifreader_version()))")
    }
    try DecodingLimits.check(storedSize)
    // The planes as coded, and once more while they are turned or put together.
    try DecodingLimits.checkMemory(for: storedSize.pixels * 3)
  }

  var alpha: PhotoContents.Alpha { !hasAlpha ? .none : heifreader_uses_alpha(reader) ? .used : .opaque }

  deinit { heifreader_close(reader) }

  /// The number of faults, with one for a file that ends too early: the part that is missing may be an auxiliary
  /// picture.
  var warnings: Int { Int(heifreader_warnings(reader)) + (isCutOff ? 1 : 0) }

  /// Whether the first plane of these tiles equals the gray rows that libheif would give.
  func showsLuma(of tiles: OpaquePointer) -> Bool { heifreader_shows_luma_of(reader, hevctiles_color(tiles)) }

  func facts(in bytes: [UInt8]) -> CaptureFacts {
    guard (9...DecodingLimits.heifBlockBytes).contains(exifBytes) else { return CaptureFacts() }
    var block = [UInt8](repeating: 0, count: exifBytes)
    guard heifreader_exif(reader, &block) == HEIFREADER_OK else { return CaptureFacts() }
    var facts = captureFacts(inEXIF: exifBlock(ofItem: block)) ?? CaptureFacts()
    facts.orientation = .up
    return facts
  }

  func willUse(only area: PixelRect) { wanted = area }

  /// Starts decoding. There is no cheaper small form: the rows are always native.
  func start(minimumLongSide: Int?, prefersLuma: Bool) throws(DecodingError) -> RowLayout {
    if let tiles = grid?.decoded(from: buffer, only: wanted),
      heifreader_take_tiles(reader, tiles, prefersLuma) == HEIFREADER_OK
    {
      return RowLayout(size: storedSize, channels: prefersLuma ? 1 : 3)
    }
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

  private func check(_ status: HEIFReaderStatus) throws(DecodingError) {
    switch status {
    case HEIFREADER_OK: return
    case HEIFREADER_UNSUPPORTED: throw .unsupported(format)
    case HEIFREADER_OUT_OF_MEMORY: throw .outOfMemory
    case _ where isCutOff: throw .endsEarly
    default: throw .corrupt(String(cString: heifreader_message(reader)))
    }
  }
}

/// The TIFF structure in an Exif item, up to the number of bytes that are read.
///
/// Four bytes give its distance behind them: behind "Exif\0\0", as a rule. Some programs leave out those six bytes, or
/// all ten.
func exifBlock(ofItem item: [UInt8]) -> [UInt8] {
  let view = ByteView(item)
  let stated = 4 + (view.big(at: 0, length: 4) ?? 0)
  let start = [stated, 0, 4, 10, stated + 6].first { view.has("II*\0", at: $0) || view.has("MM\0*", at: $0) }
  return Array(item.dropFirst(start ?? stated).prefix(DecodingLimits.exifBytes))
}
