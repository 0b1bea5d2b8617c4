import PhotoModel

/// The rows of a BMP: 1 to 32 bits a pixel, run lengths, bit fields, bottom-up and top-down; opacity laid on white
/// where the header speaks of it.
///
/// Read here and not by a library: there is none in Debian that does this and nothing else, and rows of plain numbers
/// need no more than this page.
final class BMPSource: RowSource {
  let format = ImageFormat.bmp
  let storedSize: PixelSize
  private(set) var warnings = 0
  var ground: UInt8 = 255
  private(set) var alpha = PhotoContents.Alpha.none

  private let view: ByteView
  private let header: BMPHeader
  /// Palette entries of the whole picture, bottom row first; only where it is stored as run lengths.
  private var unpacked: [UInt8]?
  private var hasOpacity = false
  private var nextRow = 0

  init(_ bytes: [UInt8]) throws(DecodingError) {
    view = ByteView(bytes)
    header = try BMPHeader(view)
    storedSize = header.size
    try DecodingLimits.check(storedSize)
    if header.isRunLength, storedSize.pixels > DecodingLimits.wholePixels { throw .tooCostly(storedSize) }
    guard header.pixelStart < bytes.count else { throw .endsEarly }
  }

  func facts(in bytes: [UInt8]) -> CaptureFacts { CaptureFacts() }

  /// Starts decoding. There is no cheaper small form: the rows are always native.
  func start(minimumLongSide: Int?, prefersLuma: Bool) throws(DecodingError) -> RowLayout {
    if header.isRunLength {
      try DecodingLimits.checkMemory(for: storedSize.pixels)
      var isWhole = false
      unpacked = unpackedRuns(
        view.slice(header.pixelStart..<view.count), size: storedSize, bits: header.bits, isWhole: &isWhole)
      if !isWhole { warnings += 1 }
    } else {
      let missing = header.pixelStart + header.rowBytes * storedSize.height - view.count
      if missing > 0 { warnings += 1 }
      // Many programs leave the fourth byte at 0: opacity counts only where some pixel has any.
      hasOpacity = header.masks[3].isPresent && anyOpacity()
      if hasOpacity { alpha = .opaque }
    }
    return RowLayout(size: storedSize, channels: 3)
  }

  func readRows(_ count: Int, into pixels: UnsafeMutablePointer<UInt8>) throws(DecodingError) {
    for index in 0..<count {
      let stored = header.isTopDown ? nextRow : storedSize.height - 1 - nextRow
      paint(stored, to: pixels + index * storedSize.width * 3)
      nextRow += 1
    }
  }

  /// Gray where the file ends too early.
  private func paint(_ row: Int, to target: UnsafeMutablePointer<UInt8>) {
    view.bytes.withUnsafeBufferPointer { bytes in
      let start = header.pixelStart + row * header.rowBytes
      for x in 0..<storedSize.width {
        let pixel = target + x * 3
        if let unpacked {
          paint(entry: Int(unpacked[row * storedSize.width + x]), to: pixel)
        } else if header.bits <= 8 {
          let bit = x * header.bits
          let offset = start + bit / 8
          guard offset < bytes.count else {
            pixel.update(repeating: 128, count: 3)
            continue
          }
          paint(entry: Int(bytes[offset]) >> (8 - header.bits - bit % 8) & (1 << header.bits - 1), to: pixel)
        } else {
          let length = header.bits / 8
          let offset = start + x * length
          guard offset + length <= bytes.count else {
            pixel.update(repeating: 128, count: 3)
            continue
          }
          var value: UInt32 = 0
          for byte in 0..<length { value |= UInt32(bytes[offset + byte]) << UInt32(8 * byte) }
          paint(value, to: pixel)
        }
      }
    }
  }

  private func paint(entry: Int, to pixel: UnsafeMutablePointer<UInt8>) {
    let colour = entry * 3
    for channel in 0..<3 {
      pixel[channel] = colour + 2 < header.palette.count ? header.palette[colour + channel] : 0
    }
  }

  private func paint(_ value: UInt32, to pixel: UnsafeMutablePointer<UInt8>) {
    let opacity = hasOpacity ? UInt32(header.masks[3].byte(of: value)) : 255
    if opacity != 255 { alpha = .used }
    for channel in 0..<3 {
      let light = UInt32(header.masks[channel].byte(of: value))
      pixel[channel] = UInt8((light * opacity + UInt32(ground) * (255 - opacity) + 127) / 255)
    }
  }

  private func anyOpacity() -> Bool {
    let length = header.bits / 8
    let mask = header.masks[3].mask
    for row in 0..<storedSize.height {
      let start = header.pixelStart + row * header.rowBytes
      for x in 0..<storedSize.width {
        guard let value = view.little(at: start + x * length, length: length) else { break }
        if UInt32(truncatingIfNeeded: value) & mask != 0 { return true }
      }
    }
    return false
  }
}
