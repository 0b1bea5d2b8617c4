import PhotoModel

/// The chunks of an ordinary PNG between its signature and its end, in their order and with right checksums.
///
/// Anything else is nil: libpng, which tolerates some faults, reads it then.
struct PNGChunks {
  /// The kind of the numbers of a pixel, eight bits each.
  enum Color: UInt8 {
    case gray = 0
    case rgb = 2
    case palette = 3
    case grayAlpha = 4
    case rgba = 6

    /// Bytes a pixel as stored.
    var stored: Int {
      switch self {
      case .gray, .palette: 1
      case .grayAlpha: 2
      case .rgb: 3
      case .rgba: 4
      }
    }
  }

  private(set) var size = PixelSize(width: 0, height: 0)
  private(set) var color = Color.gray
  /// The range of the palette: red, green, blue.
  private(set) var palette: Range<Int>?
  /// The range of the opacities of the first colours of a palette.
  private(set) var opacities: Range<Int>?
  /// The ranges of the compressed pixels, in order, none empty.
  private(set) var parts: [Range<Int>] = []

  private enum Stage { case before, among, after }

  /// - Parameter bytes: The whole file.
  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    var stage = Stage.before
    var isFirst = true
    for chunk in PNGChunkSequence(bytes) {
      let data = chunk.content
      let length = data.count
      guard chunk.hasItsSum(in: bytes), isFirst == (chunk.type == PNGChunk.header) else { return nil }
      isFirst = false
      switch chunk.type {
      case PNGChunk.header: guard readHeader(bytes, data) else { return nil }
      case PNGChunk.palette:
        guard color == .palette, palette == nil, stage == .before, length > 0, length <= 768, length % 3 == 0 else {
          return nil
        }
        palette = data
      case PNGChunk.opacities:
        guard let palette, opacities == nil, stage == .before else { return nil }
        guard length > 0, length <= palette.count / 3 else { return nil }
        opacities = data
      case PNGChunk.pixels:
        guard stage != .after else { return nil }
        stage = .among
        if !data.isEmpty { parts.append(data) }
      case PNGChunk.end:
        guard length == 0, !parts.isEmpty, color != .palette || palette != nil else { return nil }
        return
      default:
        guard Self.mayBeSkipped(bytes, at: data.lowerBound - 4) else { return nil }
        if stage == .among { stage = .after }
      }
    }
    return nil
  }

  /// Thirteen bytes: size, bits a number, colours, compression, filters, interlacing.
  private mutating func readHeader(_ bytes: UnsafeBufferPointer<UInt8>, _ data: Range<Int>) -> Bool {
    let start = data.lowerBound
    guard data.count == 13, let color = Color(rawValue: bytes[start + 9]), bytes[start + 8] == 8 else { return false }
    self.color = color
    size = PixelSize(width: Self.number(bytes, at: start), height: Self.number(bytes, at: start + 4))
    return bytes[start + 10] == 0 && bytes[start + 11] == 0 && bytes[start + 12] == 0
  }

  private static func number(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> Int {
    bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
  }

  /// Four letters, the first small: the pixels do not need it. tRNS of other colours than a palette's is left to
  /// libpng.
  private static func mayBeSkipped(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
    let name = bytes[offset..<offset + 4]
    let isName = name.allSatisfy { (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) }
    return isName && bytes[offset] & 0x20 != 0
  }
}
