import PhotoModel

/// The rows of the first picture of a GIF (87a and 89a) on its canvas; transparent pixels, and those not covered by
/// that picture, show the background.
///
/// Read here and not by a library: of an animation only the first picture counts, and the rest of the format is small
/// enough to check every byte.
final class GIFSource: RowSource {
  let format = ImageFormat.gif
  let storedSize: PixelSize
  let isProgressive: Bool
  private(set) var warnings = 0
  var ground: UInt8 = 255
  private(set) var alpha = PhotoContents.Alpha.none

  private let frame: GIFFrame
  private var lzw: LZWReader
  /// Palette entries of the whole frame, top row first; only where the rows are stored in another order.
  private var indices: [UInt8] = []
  private var row: [UInt8]
  private var nextRow = 0
  private var isEnded = false

  init(_ bytes: [UInt8]) throws(DecodingError) {
    frame = try GIFFrame(bytes)
    // A first picture larger than the declared screen enlarges it, as in browsers.
    let size = PixelSize(
      width: max(frame.canvas.width, frame.left + frame.size.width),
      height: max(frame.canvas.height, frame.top + frame.size.height))
    storedSize = size
    isProgressive = frame.isInterlaced
    row = [UInt8](repeating: 0, count: frame.size.width)
    if frame.size != size { alpha = .used } else if frame.transparent != nil { alpha = .opaque }
    lzw = LZWReader(bytes, at: frame.dataStart)
    try DecodingLimits.check(size)
    try DecodingLimits.check(frame.size)
    if isProgressive, frame.size.pixels > DecodingLimits.wholePixels { throw .tooCostly(size) }
  }

  func facts(in bytes: [UInt8]) -> CaptureFacts { CaptureFacts() }

  /// Starts decoding. There is no cheaper small form: the rows are always native.
  func start(minimumLongSide: Int?, prefersLuma: Bool) throws(DecodingError) -> RowLayout {
    guard lzw.isUsable else { throw .corrupt("its pixels cannot be read") }
    if isProgressive {
      try DecodingLimits.checkMemory(for: frame.size.pixels)
      indices = [UInt8](repeating: 0, count: frame.size.pixels)
      // The interlaced order: every eighth row, the rows between them, and so on.
      for (first, step) in [(0, 8), (4, 8), (2, 4), (1, 2)] {
        for y in stride(from: first, to: frame.size.height, by: step) {
          readRow()
          indices.replaceSubrange(y * frame.size.width..<(y + 1) * frame.size.width, with: row)
        }
      }
      try checkSomethingCame()
    }
    return RowLayout(size: storedSize, channels: 3)
  }

  func readRows(_ count: Int, into pixels: UnsafeMutablePointer<UInt8>) throws(DecodingError) {
    let rowBytes = storedSize.width * 3
    for index in 0..<count {
      let target = pixels + index * rowBytes
      target.update(repeating: ground, count: rowBytes)
      let inside = nextRow - frame.top
      nextRow += 1
      guard inside >= 0, inside < frame.size.height else { continue }
      if isProgressive {
        row.replaceSubrange(
          0..<row.count, with: indices[inside * frame.size.width..<(inside + 1) * frame.size.width])
      } else {
        readRow()
      }
      paint(target + frame.left * 3)
    }
    if nextRow >= storedSize.height { try checkSomethingCame() }
  }

  /// Reads the next row. The missing part of a cut off file is transparent where the file has a transparent colour,
  /// else in its first colour.
  private func readRow() {
    let count = row.withUnsafeMutableBufferPointer { lzw.read(into: $0) }
    guard count < row.count else { return }
    for index in count..<row.count { row[index] = UInt8(frame.transparent ?? 0) }
    if !isEnded { warnings += 1 }
    isEnded = true
  }

  private func checkSomethingCame() throws(DecodingError) {
    guard lzw.delivered > 0 else { throw .corrupt("its pixels cannot be read") }
  }

  private func paint(_ target: UnsafeMutablePointer<UInt8>) {
    let transparent = frame.transparent ?? -1
    if row.contains(where: { Int($0) == transparent }) { alpha = .used }
    frame.palette.withUnsafeBufferPointer { palette in
      for (x, index) in row.enumerated() where Int(index) != transparent {
        let colour = Int(index) * 3
        for channel in 0..<3 { target[x * 3 + channel] = colour + 2 < palette.count ? palette[colour + channel] : 0 }
      }
    }
  }
}

/// The first picture of a GIF: its area, its data and its colours (CompuServe, GIF89a, 1990).
struct GIFFrame {
  var canvas: PixelSize
  var left = 0
  var top = 0
  var size = PixelSize(width: 0, height: 0)
  var isInterlaced = false
  /// The palette entry that is not painted.
  var transparent: Int?
  /// RGB triples: the picture's own, else that of the file.
  var palette: [UInt8] = []
  /// The offset of the LZW data: of the size of the first code.
  var dataStart = 0

  init(_ bytes: [UInt8]) throws(DecodingError) {
    let view = ByteView(bytes)
    guard let width = view.little(at: 6, length: 2), let height = view.little(at: 8, length: 2),
      let flags = view.big(at: 10, length: 1)
    else { throw .endsEarly }
    canvas = PixelSize(width: width, height: height)
    var position = 13
    palette = Self.palette(flags, at: &position, of: view)
    for _ in 0..<DecodingLimits.chunks {
      switch view.big(at: position, length: 1) {
      case 0x21:
        // A graphic control extension: flags, delay, transparent entry.
        if view.big(at: position + 1, length: 1) == 0xF9, let flags = view.big(at: position + 3, length: 1) {
          transparent = flags & 1 == 1 ? view.big(at: position + 6, length: 1) : nil
        }
        position += 2
        // Blocks of up to 255 bytes, the last one empty.
        while let length = view.big(at: position, length: 1), length > 0 { position += 1 + length }
        position += 1
      case 0x2C:
        guard let left = view.little(at: position + 1, length: 2), let top = view.little(at: position + 3, length: 2),
          let width = view.little(at: position + 5, length: 2), let height = view.little(at: position + 7, length: 2),
          let flags = view.big(at: position + 9, length: 1)
        else { throw .endsEarly }
        (self.left, self.top, size) = (left, top, PixelSize(width: width, height: height))
        isInterlaced = flags & 0x40 != 0
        position += 10
        let own = Self.palette(flags, at: &position, of: view)
        if !own.isEmpty { palette = own }
        dataStart = position
        return
      case nil: throw .endsEarly
      default: throw .corrupt("an unknown block stands before its first picture")
      }
    }
    throw .corrupt("its first picture is not found")
  }

  /// The table after a set of flags, if they announce one; steps over it.
  private static func palette(_ flags: Int, at position: inout Int, of view: ByteView) -> [UInt8] {
    guard flags & 0x80 != 0 else { return [] }
    let length = 3 << ((flags & 7) + 1)
    defer { position += length }
    return Array(view.slice(position..<position + length))
  }
}
