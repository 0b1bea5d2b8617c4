import CTurboJPEG
package import PhotoModel

/// The limits that are checked by the header, before a single pixel: small files can ask for enormous work.
enum DecodingLimits {
  /// libjpeg's own limit, `JPEG_MAX_DIMENSION`.
  static let side = 65_500
  /// The largest phone pictures (200 megapixels, 16 320 × 12 240) pass.
  static let pixels = 300_000_000
  /// The coefficients of a progressive JPEG, which is held whole, two bytes each.
  static let coefficientBytes: UInt64 = 600_000_000
  /// The coefficients of a JPEG that is repacked; the proof holds those of two.
  static let comparedCoefficientBytes: UInt64 = 500_000_000
  /// The pixels of an interlaced PNG, which is held whole, up to four bytes each.
  static let interlacedPixels = 100_000_000
  /// The pixels of a picture that its decoder holds as a whole while it works (lossless WebP, interlaced GIF,
  /// run-length BMP).
  static let wholePixels = 100_000_000
  /// The memory that OpenJPEG may use for the samples of a picture, in bytes: four bytes a sample, and four a pixel
  /// beside them.
  static let sampleBytes = 800_000_000
  /// The memory that libjxl may use for a picture, in bytes.
  static let jxlBytes = 1_200_000_000
  /// Components of a JPEG 2000, channels of a JPEG XL beside its colours. Pictures have one or two besides their
  /// colours.
  static let components = 16
  /// Tiles of a JPEG 2000: the library keeps kilobytes about each.
  static let jp2Tiles = 16_384
  /// The largest number of tiles of a HEIC; phones write about fifty.
  static let heifTiles = 4096
  /// The largest strip or row of tiles of a TIFF, in decoded bytes.
  static let pieceBytes = 600_000_000
  /// The largest number of frames of a JPEG XL that are counted.
  static let frames = 100_000
  /// The largest number of JPEGs of a RAW file that are read; cameras write three or four.
  static let rawPreviews = 16
  /// The largest number of chunks or blocks of a file that are read for its metadata.
  static let chunks = 10_000
  /// The largest block of data about a HEIC that is taken out of it.
  static let heifBlockBytes = 16_000_000
  /// The largest part of an Exif block that is read, in bytes. A JPEG segment has less than 64 KB; phones write 190 KB
  /// into a HEIC.
  static let exifBytes = 1_000_000
  /// The largest number of Exif blocks of a file, and of texts of a PNG, that are read.
  static let exifBlocks = 16

  /// The largest number of scans of a JPEG. Encoders write about ten; each visits every block of the picture again, so
  /// a large picture gets fewer than the 500 of a small one.
  static func scans(pixels: Int) -> Int { min(500, max(64, 4_000_000_000 / max(1, pixels))) }

  /// Refuses sizes without pixels, or with too many.
  static func check(_ size: PixelSize) throws(DecodingError) {
    guard size.width > 0, size.height > 0 else { throw .corrupt("it has no pixels") }
    guard size.longSide <= side, size.pixels <= pixels else { throw .tooLarge(size) }
  }

  /// Swift ends the process where an array gets no memory; so malloc is asked first.
  static func checkMemory(for bytes: Int) throws(DecodingError) {
    guard jpegreader_has_memory(bytes) else { throw .outOfMemory }
  }
}

/// The processor time that an inspection of a picture may take, in seconds: four times that of the costliest picture of
/// its format, analysis included (`scripts/bench --limits` prints both).
///
/// - Parameter pixels: The number of pixels in the header, counted up to the largest number that is decoded.
package func allowedProcessorSeconds(for format: ImageFormat, pixels: Int) -> Int {
  let secondsPerMegapixel =
    switch format {
    case .heic: 0.42
    case .avif: 0.25
    case .jxl: 1.1
    case .jp2: 1.3
    case .jpeg, .raw, .png, .webp, .tiff, .gif, .bmp: 0.2
    }
  return Int((Double(min(pixels, DecodingLimits.pixels)) / 1_000_000 * secondsPerMegapixel).rounded(.up))
}
