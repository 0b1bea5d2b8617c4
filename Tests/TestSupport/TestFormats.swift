import CTestImages
package import PhotoModel

// Files in the formats besides JPEG and PNG, made from a picture.

/// The way a test WebP is stored.
package struct WebPForm: Sendable {
  /// Whether the picture is stored as VP8L.
  package var isLossless = false
  /// The opacity of every pixel; nil writes no alpha.
  package var alpha: UInt8?
  /// The canvas of an animation, with the picture at (left, top), even numbers; nil writes a still picture.
  package var canvas: PixelSize?
  /// The column of the canvas at which the picture begins.
  package var left = 0
  /// The row of the canvas at which the picture begins.
  package var top = 0

  /// Creates the form of a lossy still picture without alpha.
  package init() {}
}

/// A WebP file of a picture. Empty where libwebp refuses the form.
///
/// - Parameter exif: The whole content of the EXIF chunk.
package func webpData(of picture: RGBPicture, form: WebPForm = WebPForm(), exif: [UInt8]? = nil) -> [UInt8] {
  let pixels = form.alpha.map { withOpacity(picture, $0) } ?? picture.pixels
  let canvas = form.canvas ?? picture.size
  var options = TestWebPOptions(
    is_lossless: form.isLossless, frame_count: form.canvas == nil ? 1 : 3, canvas_width: Int32(canvas.width),
    canvas_height: Int32(canvas.height), left: Int32(form.left), top: Int32(form.top))
  var count = 0
  let bytes = testimages_webp(
    pixels, Int32(picture.width), Int32(picture.height), form.alpha == nil ? 3 : 4, &options, exif, exif?.count ?? 0,
    &count)
  return taken(bytes, count)
}

/// The form of a test TIFF.
package struct TIFFForm: Sendable {
  /// The values of the Compression tag.
  package enum Compression: Int32, CaseIterable, Sendable {
    case none = 1
    case lzw = 5
    case jpeg = 7
    case deflate = 8
    case packBits = 32_773
  }

  /// The compression of strips or tiles.
  package var compression = Compression.none
  /// The bits of a sample, 8 or 16.
  package var bits = 8
  /// Whether the picture is stored as its luma.
  package var isGray = false
  /// The opacity of every pixel; nil writes no alpha.
  package var alpha: UInt8?
  /// The number of rows in a strip, where there are no tiles.
  package var rowsPerStrip = 7
  /// The side of a tile, a multiple of 16; nil writes strips.
  package var tileSide: Int?
  /// The value of the Orientation tag.
  package var orientation = Orientation.up
  /// Whether each channel is stored apart.
  package var isPlanar = false
  /// Whether the file is a BigTIFF.
  package var isBig = false

  /// Creates the form of an uncompressed 8-bit RGB file in strips.
  package init() {}
}

/// A little-endian TIFF file of a picture, by the maker "Scanner". Empty where libtiff refuses the form.
package func tiffData(of picture: RGBPicture, form: TIFFForm = TIFFForm()) -> [UInt8] {
  let samples = form.isGray ? picture.luma.pixels : form.alpha.map { withOpacity(picture, $0) } ?? picture.pixels
  let pixels = form.bits == 16 ? samples.flatMap { [$0, $0] } : samples
  var options = TestTIFFOptions(
    compression: form.compression.rawValue, bits: Int32(form.bits), rows_per_strip: Int32(form.rowsPerStrip),
    tile_side: Int32(form.tileSide ?? 0), orientation: Int32(form.orientation.rawValue), is_planar: form.isPlanar,
    is_big: form.isBig, is_premultiplied: false)
  var count = 0
  let bytes = testimages_tiff(
    pixels, Int32(picture.width), Int32(picture.height), form.isGray ? 1 : form.alpha == nil ? 3 : 4, &options, &count)
  return taken(bytes, count)
}

/// A HEIC or AVIF file of a picture, lossy. Empty where libheif has no encoder for it on this machine.
///
/// - Parameters:
///   - alpha: The opacity of every pixel; nil writes none.
///   - exif: A block from `exifBlock`.
///   - keepsChroma: Whether chroma is 4:4:4; else 4:2:0, as cameras write it.
package func heifData(
  of picture: RGBPicture, format: ImageFormat, alpha: UInt8? = nil, exif: [UInt8]? = nil, keepsChroma: Bool = true
) -> [UInt8] {
  let pixels = alpha.map { withOpacity(picture, $0) } ?? picture.pixels
  var count = 0
  let bytes = testimages_heif(
    pixels, Int32(picture.width), Int32(picture.height), alpha == nil ? 3 : 4, format == .avif, keepsChroma, exif,
    exif?.count ?? 0, &count)
  return taken(bytes, count)
}

// MARK: - JPEG XL and JPEG 2000

/// The way a test JPEG XL is stored.
package struct JXLForm: Sendable {
  /// Whether the picture is stored without loss.
  package var isLossless = true
  /// The bits of a sample, 8 or 16.
  package var bits = 8
  /// Whether the picture is stored as its luma.
  package var isGray = false
  /// The opacity of every pixel; nil writes no alpha.
  package var alpha: UInt8?
  /// The orientation in the codestream.
  package var orientation = Orientation.up
  /// The number of frames; more than 1 make an animation.
  package var frames = 1
  /// The primaries as ITU-T H.273 numbers them: 1 are those of sRGB.
  package var primaries = 1
  /// The transfer function as ITU-T H.273 numbers it: 13 is that of sRGB.
  package var transfer = 13
  /// Whether there is a plane of distances, all 0.
  package var hasDepth = false
  /// Whether the Exif box is compressed by Brotli.
  package var compressesEXIF = false

  /// Creates the form of a lossless 8-bit sRGB file.
  package init() {}
}

/// A JPEG XL file of a picture. Empty where libjxl is not built in.
///
/// - Parameter exif: A block from `exifBlock`, in a file of boxes; nil writes a bare codestream.
package func jxlData(of picture: RGBPicture, form: JXLForm = JXLForm(), exif: [UInt8]? = nil) -> [UInt8] {
  let (samples, channels) = samples(of: picture, isGray: form.isGray, alpha: form.alpha)
  let pixels = form.bits == 16 ? samples.flatMap { [$0, $0] } : samples
  var options = TestJXLOptions(
    is_lossless: form.isLossless, bits: Int32(form.bits), orientation: Int32(form.orientation.rawValue),
    frame_count: Int32(form.frames), primaries: Int32(form.primaries), transfer: Int32(form.transfer),
    has_depth: form.hasDepth, compresses_exif: form.compressesEXIF)
  let box = exif.map { [0, 0, 0, 0] + $0 }
  var count = 0
  let bytes = testimages_jxl(
    pixels, Int32(picture.width), Int32(picture.height), channels, &options, box, box?.count ?? 0, &count)
  return taken(bytes, count)
}

/// A JPEG stored as JPEG XL, so that its bytes can be had again. Empty where libjxl is not built in.
package func jxlData(ofJPEG jpeg: [UInt8]) -> [UInt8] {
  var count = 0
  return taken(testimages_jxl_of_jpeg(jpeg, jpeg.count, &count), count)
}

/// The form of a test JPEG 2000.
package struct JP2Form: Sendable {
  /// The colour space of the components, as OpenJPEG numbers it.
  package enum Colors: Int32, Sendable {
    case rgb = 1
    case gray = 2
    case ycc = 3
    case cmyk = 5
  }

  /// Whether the file is a bare codestream, without boxes.
  package var isCodestream = false
  /// Whether the picture is stored without loss.
  package var isLossless = true
  /// The bits of a sample.
  package var bits = 8
  /// The colour space that the file names.
  package var colors = Colors.rgb
  /// The opacity of every pixel; nil writes no alpha.
  package var alpha: UInt8?
  /// Whether a box names the component that is alpha.
  package var namesAlpha = true
  /// The side of a tile; 0 writes one tile for the whole picture.
  package var tileSide = 0
  /// The step in columns and rows from one sample of the second and third component to the next.
  package var chromaStep = 1
  /// Whether samples are signed.
  package var isSigned = false

  /// Creates the form of a lossless 8-bit RGB file with boxes.
  package init() {}
}

/// A JPEG 2000 file of a picture: with YCC and CMYK the samples are what the picture becomes by the usual formulas.
/// Empty where OpenJPEG is not built in.
package func jp2Data(of picture: RGBPicture, form: JP2Form = JP2Form()) -> [UInt8] {
  let (samples, channels): ([UInt8], Int32) =
    switch form.colors {
    case .rgb, .gray: samples(of: picture, isGray: form.colors == .gray, alpha: form.alpha)
    case .ycc: (pixels(of: picture, differencesOfColor), 3)
    case .cmyk: (pixels(of: picture) { $0.map { 255 - $0 } + [0] }, 4)
    }
  var options = TestJP2Options(
    is_codestream: form.isCodestream, is_lossless: form.isLossless, bits: Int32(form.bits),
    tile_side: Int32(form.tileSide), color_space: form.colors.rawValue, chroma_step: Int32(form.chromaStep),
    is_signed: form.isSigned, has_alpha: form.alpha != nil && form.namesAlpha)
  var count = 0
  let bytes = testimages_jp2(samples, Int32(picture.width), Int32(picture.height), channels, &options, &count)
  return taken(bytes, count)
}

/// Gray or RGB, with alpha where there is one, and how many samples a pixel has.
private func samples(of picture: RGBPicture, isGray: Bool, alpha: UInt8?) -> ([UInt8], Int32) {
  let opacity = alpha.map { [$0] } ?? []
  let count = Int32(opacity.count)
  return isGray
    ? (picture.luma.pixels.flatMap { [$0] + opacity }, 1 + count)
    : (pixels(of: picture) { $0 + opacity }, 3 + count)
}

private func pixels(of picture: RGBPicture, _ change: ([UInt8]) -> [UInt8]) -> [UInt8] {
  stride(from: 0, to: picture.pixels.count, by: 3).flatMap { change(Array(picture.pixels[$0..<$0 + 3])) }
}

/// The colour differences of a pixel, as JFIF has them.
private func differencesOfColor(_ pixel: [UInt8]) -> [UInt8] {
  let (red, green, blue) = (Double(pixel[0]), Double(pixel[1]), Double(pixel[2]))
  let luma = 0.299 * red + 0.587 * green + 0.114 * blue
  return [luma, 128 + (blue - luma) / 1.772, 128 + (red - luma) / 1.402].map {
    UInt8(min(255, max(0, $0.rounded())))
  }
}

private func withOpacity(_ picture: RGBPicture, _ alpha: UInt8) -> [UInt8] {
  stride(from: 0, to: picture.pixels.count, by: 3).flatMap { picture.pixels[$0..<$0 + 3] + [alpha] }
}

private func taken(_ bytes: UnsafeMutablePointer<UInt8>?, _ count: Int) -> [UInt8] {
  defer { testimages_free(bytes) }
  return Array(UnsafeBufferPointer(start: bytes, count: bytes == nil ? 0 : count))
}

// MARK: - GIF and BMP

/// The way a test GIF is stored.
package struct GIFForm: Sendable {
  /// Whether the rows are interlaced.
  package var isInterlaced = false
  /// The palette entry that is not painted; nil paints all.
  package var transparent: UInt8?
  /// The size of the screen, larger than the picture, which is at (left, top); nil takes that of the picture.
  package var canvas: PixelSize?
  /// The column of the screen at which the picture begins.
  package var left = 0
  /// The row of the screen at which the picture begins.
  package var top = 0
  /// Whether there are a comment and a second picture around the first.
  package var hasMore = false

  /// Creates the form of one picture without transparency.
  package init() {}
}

/// A GIF file of a picture in 64 colours: two bits of each part, as `pngData` has them for palettes.
package func gifData(of picture: RGBPicture, form: GIFForm = GIFForm()) -> [UInt8] {
  func little(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8)] }
  let canvas = form.canvas ?? picture.size
  let palette: [UInt8] = (0..<64).flatMap { code in [code >> 4, code >> 2 & 3, code & 3].map { UInt8($0) * 85 } }
  let entries = stride(from: 0, to: picture.pixels.count, by: 3).map { start in
    picture.pixels[start..<start + 3].reduce(UInt8(0)) { $0 << 2 | $1 >> 6 }
  }
  let order =
    form.isInterlaced
    ? [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { Array(stride(from: $0.0, to: picture.height, by: $0.1)) }
    : Array(0..<picture.height)
  let rows = order.flatMap { entries[$0 * picture.width..<($0 + 1) * picture.width] }
  var file = Array("GIF89a".utf8) + little(canvas.width) + little(canvas.height) + [0x80 | 5, 0, 0] + palette
  if form.hasMore { file += [0x21, 0xFE, 3] + Array("abc".utf8) + [2] + Array("de".utf8) + [0] }
  if let transparent = form.transparent { file += [0x21, 0xF9, 4, 1, 0, 0, transparent, 0] }
  file += [0x2C] + little(form.left) + little(form.top) + little(picture.width) + little(picture.height)
  file += [form.isInterlaced ? 0x40 : 0] + packed(rows, bits: 6)
  if form.hasMore { file += [0x2C] + little(0) + little(0) + little(1) + little(1) + [0] + packed([0], bits: 6) }
  return file + [0x3B]
}

/// LZW in blocks of 255 bytes, with a clear code when the table is full.
private func packed(_ values: [UInt8], bits: Int) -> [UInt8] {
  let clear = 1 << bits
  var (sum, sumBits, codeLength) = (0, 0, bits + 1)
  var data: [UInt8] = []
  func put(_ code: Int) {
    sum |= code << sumBits
    sumBits += codeLength
    while sumBits >= 8 {
      data.append(UInt8(sum & 255))
      sum >>= 8
      sumBits -= 8
    }
  }
  var table: [Int: Int] = [:]
  var next = clear + 2
  put(clear)
  var string = Int(values[0])
  for value in values.dropFirst() {
    if let longer = table[string << 8 | Int(value)] {
      string = longer
      continue
    }
    put(string)
    if next < 4096 {
      // A reader is one entry behind.
      if next == 1 << codeLength { codeLength += 1 }
      table[string << 8 | Int(value)] = next
      next += 1
    } else {
      put(clear)
      (table, next, codeLength) = ([:], clear + 2, bits + 1)
    }
    string = Int(value)
  }
  put(string)
  if next == 1 << codeLength, codeLength < 12 { codeLength += 1 }
  put(clear + 1)
  if sumBits > 0 { data.append(UInt8(sum & 255)) }
  let blocks = stride(from: 0, to: data.count, by: 255).flatMap { start in
    let block = data[start..<min(start + 255, data.count)]
    return [UInt8(block.count)] + block
  }
  return [UInt8(bits)] + blocks + [0]
}

/// The way a test BMP is stored.
package struct BMPForm: Sendable {
  /// The bits of a pixel.
  package enum Depth: Int, CaseIterable, Sendable {
    case bits1 = 1
    case bits4 = 4
    case bits8 = 8
    case bits16 = 16
    case bits24 = 24
    case bits32 = 32
  }

  /// The bits of a pixel.
  package var depth = Depth.bits24
  /// Whether the first row stored is the topmost.
  package var isTopDown = false
  /// The opacity of every pixel, in bit fields of 32 bits; nil writes none.
  package var alpha: UInt8?
  /// Whether rows of 8 bits are stored as run lengths.
  package var isRunLength = false

  /// Creates the form of an opaque 24-bit file.
  package init() {}
}

/// A BMP file of a picture. With 1, 4 or 8 bits it is gray in 2, 16 or 256 levels; 16 bits are five for each colour.
package func bmpData(of picture: RGBPicture, form: BMPForm = BMPForm()) -> [UInt8] {
  func little(_ value: Int, _ length: Int) -> [UInt8] {
    (0..<length).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
  let bits = form.depth.rawValue
  let gray = picture.luma.pixels
  let levels = 1 << bits
  var palette: [UInt8] = []
  for level in 0..<(bits > 8 ? 0 : levels) {
    let gray = UInt8(level * 255 / (levels - 1))
    palette += [gray, gray, gray, 0]
  }
  func row(_ y: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    var (sum, used) = (0, 0)
    for x in 0..<picture.width {
      let index = y * picture.width + x
      let colour = picture.pixels[index * 3..<index * 3 + 3].map(Int.init)
      let whole: Int = colour[0] << 16 | colour[1] << 8 | colour[2]
      switch form.depth {
      case .bits16: bytes += little(colour.reduce(0) { $0 << 5 | $1 >> 3 }, 2)
      case .bits24: bytes += little(whole, 3)
      case .bits32: bytes += little(Int(form.alpha ?? 0) << 24 | whole, 4)
      default:
        sum = sum << bits | Int(gray[index]) >> (8 - bits)
        used += bits
        if used == 8 || x == picture.width - 1 {
          bytes.append(UInt8(truncatingIfNeeded: sum << (8 - used)))
          (sum, used) = (0, 0)
        }
      }
    }
    return bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
  }
  func runs(_ y: Int) -> [UInt8] {
    gray[y * picture.width..<(y + 1) * picture.width].flatMap { [1, $0] } + [0, 0]
  }
  let order = form.isTopDown ? Array(0..<picture.height) : (0..<picture.height).reversed()
  let pixels = form.isRunLength ? order.flatMap(runs) + [0, 1] : order.flatMap(row)
  let hasMasks = form.alpha != nil
  let headerLength = hasMasks ? 108 : 40
  var header: [(value: Int, length: Int)] = [
    (headerLength, 4), (picture.width, 4), (form.isTopDown ? -picture.height : picture.height, 4), (1, 2), (bits, 2),
    (form.isRunLength ? 1 : hasMasks ? 3 : 0, 4), (0, 20),
  ]
  if hasMasks { header += [(0xFF0000, 4), (0xFF00, 4), (0xFF, 4), (0xFF00_0000, 4), (0, 52)] }
  let start = 14 + headerLength + palette.count
  let file = [(start + pixels.count, 4), (0, 4), (start, 4)] + header
  return Array("BM".utf8) + file.flatMap(little) + palette + pixels
}
