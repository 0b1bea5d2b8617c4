import CPNG
internal import CPixels
import PhotoModel

/// The pixels of an ordinary PNG, inflated at once: bit for bit those of libpng, in less than half of the time.
///
/// Ordinary means eight bits a channel, not interlaced, without a fault, and small enough to be held as a whole.
final class InflatedPNG {
  /// 1 (gray) or 3 (RGB).
  let channels: Int

  private let chunks: PNGChunks
  private let stored: UnsafeMutablePointer<UInt8>
  private let rowBytes: Int
  /// The 256 colours of a palette on the ground, three bytes each.
  private var colors: [UInt8] = []
  private var nextRow = 0
  private let ground: UInt8
  /// The ground shows in the rows that were given.
  private(set) var usesAlpha = false

  /// Larger ones are left to libpng, which holds a row at a time: a worker shall need tens of megabytes, not hundreds.
  static let mostBytes = 80_000_000

  /// Reads a picture; nil for everything that is not ordinary.
  ///
  /// - Parameters:
  ///   - bytes: The whole file; not needed afterwards.
  ///   - ground: The gray under transparent pixels: 255 white, 0 black.
  init?(_ bytes: UnsafeBufferPointer<UInt8>, ground: UInt8 = 255) {
    self.ground = ground
    guard let chunks = PNGChunks(bytes) else { return nil }
    let size = chunks.size
    guard size.width > 0, size.height > 0, size.longSide <= DecodingLimits.side else { return nil }
    rowBytes = size.width * chunks.color.stored
    let total = (rowBytes + 1) * size.height
    guard total <= Self.mostBytes, (try? DecodingLimits.checkMemory(for: total)) != nil else { return nil }
    self.chunks = chunks
    channels = chunks.color == .gray || chunks.color == .grayAlpha ? 1 : 3
    // All stored properties are set before anything can fail, so that deinit frees the rows.
    stored = .allocate(capacity: total)
    guard inflate(bytes, to: total),
      pixels_unfilter(stored, size.height, rowBytes, Int32(chunks.color.stored))
    else { return nil }
    if chunks.color == .palette, !readPalette(bytes) { return nil }
  }

  deinit { stored.deallocate() }

  /// The next rows, packed, transparency laid on the ground. Never more than there are.
  func readRows(_ count: Int, into pixels: UnsafeMutablePointer<UInt8>) {
    let width = chunks.size.width
    for index in 0..<min(count, chunks.size.height - nextRow) {
      let row = UnsafePointer(stored + nextRow * (rowBytes + 1) + 1)
      let target = pixels + index * width * channels
      switch chunks.color {
      case .gray, .rgb: target.update(from: row, count: rowBytes)
      case .grayAlpha:
        for x in 0..<width {
          target[x] = on(ground, row[2 &* x], row[2 &* x &+ 1])
          if row[2 &* x &+ 1] != 255 { usesAlpha = true }
        }
      case .rgba: flatten(row, width, to: target)
      case .palette: spread(row, width, to: target)
      }
      nextRow += 1
    }
  }

  /// Inflates the parts of the stream as one. A stream that declares a window smaller than the picture is left to
  /// libpng, which enforces it.
  private func inflate(_ bytes: UnsafeBufferPointer<UInt8>, to total: Int) -> Bool {
    guard let base = bytes.baseAddress, let first = chunks.parts.first else { return false }
    let window = 1 << (Int(bytes[first.lowerBound]) >> 4 + 8)
    guard window >= 32_768 || total <= window else { return false }
    if chunks.parts.count == 1 {
      return pnginflate_whole(base + first.lowerBound, first.count, stored, total)
    }
    var stream: [UInt8] = []
    stream.reserveCapacity(chunks.parts.reduce(0) { $0 + $1.count })
    for part in chunks.parts { stream.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[part])) }
    return pnginflate_whole(stream, stream.count, stored, total)
  }

  /// Converts the palette. False where a pixel has an index beyond the palette: libpng warns of that.
  private func readPalette(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let palette = chunks.palette else { return false }
    let entries = palette.count / 3
    colors = [UInt8](repeating: 0, count: 768)
    for entry in 0..<entries {
      let opacity = chunks.opacities.flatMap { entry < $0.count ? bytes[$0.lowerBound + entry] : nil } ?? 255
      // Whether a pixel has this colour is not asked.
      if opacity != 255 { usesAlpha = true }
      for channel in 0..<3 {
        colors[3 * entry + channel] = on(ground, bytes[palette.lowerBound + 3 * entry + channel], opacity)
      }
    }
    guard entries < 256 else { return true }
    var largest: UInt8 = 0
    for row in 0..<chunks.size.height {
      let pixels = stored + row * (rowBytes + 1) + 1
      for x in 0..<rowBytes { largest = max(largest, pixels[x]) }
    }
    return Int(largest) < entries
  }

  private func flatten(_ row: UnsafePointer<UInt8>, _ width: Int, to target: UnsafeMutablePointer<UInt8>) {
    for x in 0..<width {
      let pixel = row + 4 &* x
      let opacity = pixel[3]
      let output = target + 3 &* x
      if opacity == 255 {
        output[0] = pixel[0]
        output[1] = pixel[1]
        output[2] = pixel[2]
      } else {
        usesAlpha = true
        output[0] = on(ground, pixel[0], opacity)
        output[1] = on(ground, pixel[1], opacity)
        output[2] = on(ground, pixel[2], opacity)
      }
    }
  }

  private func spread(_ row: UnsafePointer<UInt8>, _ width: Int, to target: UnsafeMutablePointer<UInt8>) {
    colors.withUnsafeBufferPointer { colors in
      for x in 0..<width {
        let color = 3 &* Int(row[x])
        let output = target + 3 &* x
        output[0] = colors[color]
        output[1] = colors[color &+ 1]
        output[2] = colors[color &+ 2]
      }
    }
  }
}

/// The blend of a value with the ground, rounded as in pngreader.c.
@inline(__always)
private func on(_ ground: UInt8, _ value: UInt8, _ opacity: UInt8) -> UInt8 {
  let mixed = UInt32(value) &* UInt32(opacity) &+ UInt32(ground) &* (255 &- UInt32(opacity)) &+ 127
  return UInt8(truncatingIfNeeded: mixed / 255)
}
