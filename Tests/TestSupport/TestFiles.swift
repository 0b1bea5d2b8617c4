import CTestImages
package import PhotoModel

/// The way a test JPEG is stored.
package struct JPEGForm: Sendable {
  /// The sampling of the chroma components, as horizontal x vertical factor of luma.
  package enum Sampling: String, CaseIterable, Sendable {
    case full = "1x1"
    case halfWidth = "2x1"
    case halfHeight = "1x2"
    case halfBoth = "2x2"
    case thirdWidth = "3x1"
    case quarterWidth = "4x1"
    case quarterHeight = "1x4"

    /// The horizontal and the vertical sampling factor of the first component.
    var factors: (Int32, Int32) {
      switch self {
      case .full: (1, 1)
      case .halfWidth: (2, 1)
      case .halfHeight: (1, 2)
      case .halfBoth: (2, 2)
      case .thirdWidth: (3, 1)
      case .quarterWidth: (4, 1)
      case .quarterHeight: (1, 4)
      }
    }
  }

  /// CMYK is stored inverted with an Adobe marker, as Photoshop does, or plainly without.
  package enum Color: String, CaseIterable, Sendable { case ycc, rgb, gray, cmyk, adobeCMYK, adobeYCCK }

  /// The quality of libjpeg, 1…100.
  package var quality = 90
  /// The sampling of the chroma components.
  package var sampling = Sampling.halfBoth
  /// The colour model of the file.
  package var color = Color.ycc
  /// Whether the file is progressive.
  package var isProgressive = false
  /// Whether the Huffman tables are those of the standard, as many cameras write them, and not the best.
  package var hasStandardTables = false
  /// Whether the entropy coding is arithmetic, not Huffman.
  package var isArithmetic = false
  /// The number of blocks between two restart markers; 0 writes none.
  package var restartInterval = 0

  /// Creates the form of a usual JPEG: baseline, 4:2:0.
  package init() {}
}

/// A JPEG file of a picture.
///
/// - Parameter exif: A block from `exifBlock`, which goes into an APP1 segment.
package func jpegData(
  of picture: RGBPicture, quality: Int = 90, subsampling: JPEGForm.Sampling = .halfBoth, progressive: Bool = false,
  arithmetic: Bool = false, exif: [UInt8]? = nil
) -> [UInt8] {
  var form = JPEGForm()
  form.quality = quality
  form.sampling = subsampling
  form.isProgressive = progressive
  form.isArithmetic = arithmetic
  return jpegData(of: picture, form: form, exif: exif)
}

/// A JPEG file of a picture in any form. Empty where libjpeg refuses the form.
package func jpegData(of picture: RGBPicture, form: JPEGForm, exif: [UInt8]? = nil) -> [UInt8] {
  let isInk = [.cmyk, .adobeCMYK, .adobeYCCK].contains(form.color)
  let (horizontal, vertical) = form.color == .gray ? (1, 1) : form.sampling.factors
  var options = TestJPEGOptions(
    quality: Int32(form.quality), horizontal_sampling: horizontal, vertical_sampling: vertical,
    is_progressive: form.isProgressive, is_arithmetic: form.isArithmetic,
    has_standard_tables: form.hasStandardTables, is_stored_as_rgb: form.color == .rgb,
    is_stored_as_ycck: form.color == .adobeYCCK, has_adobe_marker: form.color != .cmyk,
    restart_interval: Int32(form.restartInterval))
  let pixels = form.color == .gray ? picture.luma.pixels : isInk ? ink(of: picture, form.color) : picture.pixels
  let channels: Int32 = form.color == .gray ? 1 : isInk ? 4 : 3
  let app1 = exif.map { Array("Exif\0\0".utf8) + $0 }
  var count = 0
  let bytes = testimages_jpeg(
    pixels, Int32(picture.width), Int32(picture.height), channels, &options, app1, app1?.count ?? 0, &count)
  return taken(bytes, count)
}

/// The ink of a picture without black, which is enough to tell the channels and the inversion apart.
private func ink(of picture: RGBPicture, _ color: JPEGForm.Color) -> [UInt8] {
  var ink = [UInt8]()
  ink.reserveCapacity(picture.size.pixels * 4)
  for start in stride(from: 0, to: picture.pixels.count, by: 3) {
    for light in picture.pixels[start..<start + 3] { ink.append(color == .cmyk ? 255 - light : light) }
    ink.append(color == .cmyk ? 0 : 255)
  }
  return ink
}

/// The way a test PNG is stored.
package struct PNGForm: Sendable {
  /// The colour type and the bits of a channel, 8 unless named.
  package enum Color: String, CaseIterable, Sendable {
    case rgb, rgba, rgb16, rgba16, gray, gray16, grayAlpha
    /// 64 colours: two bits of each part.
    case palette
  }

  /// The colour type.
  package var color = Color.rgb
  /// Whether the file is interlaced (Adam7).
  package var isInterlaced = false
  /// The opacity of every pixel where the colour type has alpha; of the first 32 palette entries. 255 writes none
  /// into a palette.
  package var alpha: UInt8 = 255

  /// Creates the form of an opaque 8-bit RGB file.
  package init() {}
}

/// A PNG file of a picture.
///
/// - Parameter exif: A block from `exifBlock`, which goes into an eXIf chunk.
package func pngData(of picture: RGBPicture, form: PNGForm = PNGForm(), exif: [UInt8]? = nil) -> [UInt8] {
  let gray = picture.luma.pixels
  func eachPixel(_ bytes: (Int) -> [UInt8]) -> [UInt8] { (0..<picture.size.pixels).flatMap(bytes) }
  func parts(_ index: Int) -> ArraySlice<UInt8> { picture.pixels[index * 3..<index * 3 + 3] }
  let pixels: [UInt8]
  let type: Int32
  switch form.color {
  case .rgb: (pixels, type) = (picture.pixels, 2)
  case .rgba: (pixels, type) = (eachPixel { parts($0) + [form.alpha] }, 6)
  case .rgb16: (pixels, type) = (eachPixel { parts($0).flatMap { [$0, $0] } }, 2)
  case .rgba16: (pixels, type) = (eachPixel { (parts($0) + [form.alpha]).flatMap { [$0, $0] } }, 6)
  case .gray: (pixels, type) = (gray, 0)
  case .gray16: (pixels, type) = (gray.flatMap { [$0, $0] }, 0)
  case .grayAlpha: (pixels, type) = (gray.flatMap { [$0, form.alpha] }, 4)
  case .palette:
    (pixels, type) = (eachPixel { [parts($0).reduce(0) { $0 << 2 | $1 >> 6 }] }, 3)
  }
  let palette: [UInt8] = (0..<64).flatMap { code in [code >> 4, code >> 2 & 3, code & 3].map { UInt8($0) * 85 } }
  let isPalette = form.color == .palette
  let alpha = isPalette && form.alpha < 255 ? [UInt8](repeating: form.alpha, count: 32) : nil
  var count = 0
  let bytes: UnsafeMutablePointer<UInt8>? = palette.withUnsafeBufferPointer { palette in
    (alpha ?? []).withUnsafeBufferPointer { alpha in
      (exif ?? []).withUnsafeBufferPointer { exif in
        var options = TestPNGOptions(
          bit_depth: [.rgb16, .rgba16, .gray16].contains(form.color) ? 16 : 8, color_type: type,
          is_interlaced: form.isInterlaced, palette: isPalette ? palette.baseAddress : nil, palette_count: 64,
          palette_alpha: alpha.isEmpty ? nil : alpha.baseAddress, palette_alpha_count: Int32(alpha.count),
          exif: exif.isEmpty ? nil : exif.baseAddress, exif_count: exif.count)
        return testimages_png(
          pixels, Int32(picture.width), Int32(picture.height), pixels.count / picture.height, &options, &count)
      }
    }
  }
  return taken(bytes, count)
}

private func taken(_ bytes: UnsafeMutablePointer<UInt8>?, _ count: Int) -> [UInt8] {
  defer { testimages_free(bytes) }
  return Array(UnsafeBufferPointer(start: bytes, count: bytes == nil ? 0 : count))
}
