import PhotoModel

/// The headers of a BMP: Windows' of 40 to 124 bytes, and those of OS/2 (12, 16 and 64).
struct BMPHeader {
  /// The bits of a pixel that hold one colour.
  struct Mask {
    let mask: UInt32
    private let shift: UInt32
    private let largest: UInt32

    init(_ mask: UInt32) {
      self.mask = mask
      shift = mask == 0 ? 0 : UInt32(mask.trailingZeroBitCount)
      largest = mask >> shift
    }

    var isPresent: Bool { mask != 0 }

    /// 0…255.
    func byte(of pixel: UInt32) -> UInt8 {
      guard largest > 0 else { return 0 }
      // The bits of a mask need not be neighbours; then this can be above the largest.
      let value = UInt64((pixel & mask) >> shift)
      let most = UInt64(largest)
      return UInt8(min(255, (value * 255 + most / 2) / most))
    }
  }

  var size: PixelSize
  var isTopDown = false
  /// 1, 2, 4, 8, 16, 24 or 32.
  var bits: Int
  var isRunLength = false
  /// RGB triples.
  var palette: [UInt8] = []
  /// Red, green, blue and opacity; used from 16 bits on.
  var masks: [Mask]
  var pixelStart: Int

  /// Rows are filled up to four bytes.
  var rowBytes: Int { (size.width * bits + 31) / 32 * 4 }

  init(_ view: ByteView) throws(DecodingError) {
    guard let start = view.little(at: 10, length: 4), let length = view.little(at: 14, length: 4) else {
      throw .endsEarly
    }
    pixelStart = start
    let isOld = length == 12
    let wide = isOld ? 2 : 4
    guard let width = view.little(at: 18, length: wide), let rawHeight = view.little(at: 18 + wide, length: wide),
      let bits = view.little(at: 20 + 2 * wide, length: 2)
    else { throw .endsEarly }
    let height = isOld ? rawHeight : Int(Int32(truncatingIfNeeded: rawHeight))
    isTopDown = height < 0
    size = PixelSize(width: width, height: abs(height))
    self.bits = bits
    let compression = length >= 20 ? view.little(at: 30, length: 4) ?? 0 : 0
    masks = Self.masks(view, headerLength: length, bits: bits, compression: compression)
    switch (compression, bits) {
    case (0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (0, 24), (0, 32), (3, 16), (3, 32), (6, 16), (6, 32): break
    case (1, 8), (2, 4): isRunLength = true
    // OS/2 has other meanings for 3 and 4; 4 and 5 are a JPEG or PNG for printers.
    default: throw .unsupported(.bmp)
    }
    if bits <= 8 { readPalette(view, headerLength: length) }
  }

  private mutating func readPalette(_ view: ByteView, headerLength: Int) {
    let entryBytes = headerLength == 12 ? 3 : 4
    let claimed = headerLength >= 36 ? view.little(at: 46, length: 4) ?? 0 : 0
    let count = min(claimed == 0 ? 1 << bits : claimed, 256)
    var position = 14 + headerLength
    for _ in 0..<count {
      // Blue comes first. Bytes behind the first pixel are no palette.
      guard position + 3 <= pixelStart, let blue = view.big(at: position, length: 1),
        let green = view.big(at: position + 1, length: 1), let red = view.big(at: position + 2, length: 1)
      else { return }
      palette += [UInt8(red), UInt8(green), UInt8(blue)]
      position += entryBytes
    }
  }

  private static func masks(_ view: ByteView, headerLength: Int, bits: Int, compression: Int) -> [Mask] {
    func mask(_ index: Int) -> Mask {
      Mask(UInt32(truncatingIfNeeded: view.little(at: 54 + index * 4, length: 4) ?? 0))
    }
    if compression == 3 || compression == 6 {
      let hasOpacity = headerLength >= 56 || compression == 6
      return [mask(0), mask(1), mask(2), hasOpacity ? mask(3) : Mask(0)]
    }
    // Five bits for each colour, or eight; the others have no meaning.
    let plain: [UInt32] = bits == 16 ? [0x7C00, 0x3E0, 0x1F, 0] : [0xFF0000, 0xFF00, 0xFF, 0]
    return plain.map(Mask.init)
  }
}

/// Unpacks the run lengths of a BMP of 4 or 8 bits to one byte a pixel, bottom row first. What is skipped is entry 0.
///
/// - Parameter isWhole: Set where the data end with their own mark, or fill the picture.
func unpackedRuns(_ data: ArraySlice<UInt8>, size: PixelSize, bits: Int, isWhole: inout Bool) -> [UInt8] {
  var pixels = [UInt8](repeating: 0, count: size.pixels)
  var (x, y) = (0, 0)
  func put(_ value: UInt8) {
    if x < size.width, y < size.height { pixels[y * size.width + x] = value }
    x += 1
  }
  var position = data.startIndex
  func next() -> Int? {
    guard position < data.endIndex else { return nil }
    defer { position += 1 }
    return Int(data[position])
  }
  while y < size.height, let count = next(), let value = next() {
    switch (count, value) {
    case (1..., _):
      for index in 0..<count { put(bits == 8 ? UInt8(value) : UInt8(index % 2 == 0 ? value >> 4 : value & 15)) }
    case (_, 0): (x, y) = (0, y + 1)
    case (_, 1):
      isWhole = true
      return pixels
    case (_, 2):
      guard let right = next(), let up = next() else { return pixels }
      (x, y) = (x + right, y + up)
    default:
      // Single pixels in this number, padded to two bytes.
      let byteCount = bits == 8 ? value : (value + 1) / 2
      for index in 0..<byteCount {
        guard let byte = next() else { return pixels }
        if bits == 8 {
          put(UInt8(byte))
        } else {
          put(UInt8(byte >> 4))
          if index * 2 + 1 < value { put(UInt8(byte & 15)) }
        }
      }
      if byteCount % 2 == 1 { position += 1 }
    }
  }
  isWhole = y >= size.height
  return pixels
}
