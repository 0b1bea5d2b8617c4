import PhotoModel

/// A frame header, SOF0…SOF2 (T.81, B.2.2).
struct JPEGFrame {
  struct Component {
    var id: UInt8
    var horizontal: Int
    var vertical: Int
    var quantisation: Int
  }

  var size: PixelSize
  var isProgressive: Bool
  var components: [Component]

  /// Blocks of one component in an MCU of all components.
  func blocks(of component: Int) -> Int { components[component].horizontal * components[component].vertical }
}

/// A scan header, SOS (T.81, B.2.3).
struct JPEGScanHeader {
  /// The components by index in the frame, with the tables of each.
  var components: [(index: Int, dc: Int, ac: Int)]
  /// Ss, Se, Ah, Al.
  var spectrum: ClosedRange<Int>
  var high: Int
  var low: Int
}

/// Reads the segments of a JPEG up to its entropy-coded data, and declines segments that libjpeg warns of or refuses.
struct JPEGMarkers {
  let bytes: UnsafeBufferPointer<UInt8>
  /// The offset of the next marker, or of the entropy-coded data.
  var position = 2
  private(set) var frame: JPEGFrame?
  private(set) var restartInterval = 0
  /// The quantisation tables, in zigzag order.
  private(set) var quantisation: [[UInt16]?] = Array(repeating: nil, count: 4)
  private(set) var dcCodes: [HuffmanCode?] = Array(repeating: nil, count: 4)
  private(set) var acCodes: [HuffmanCode?] = Array(repeating: nil, count: 4)
  private var hasJFIF = false
  private var adobeTransform: UInt8?

  init(_ bytes: UnsafeBufferPointer<UInt8>) throws(OnePassDecline) {
    self.bytes = bytes
    guard bytes.count > 4, bytes[0] == 0xFF, bytes[1] == 0xD8 else { throw .process }
  }

  /// Reads on to the next scan; nil at the end of the picture.
  mutating func nextScan() throws(OnePassDecline) -> JPEGScanHeader? {
    while true {
      let marker = try nextMarker()
      if marker == 0xD9 { return nil }
      // Markers without content (TEM, RST, SOI) are not allowed here.
      guard marker > 0x01, !(0xD0...0xD8).contains(marker) else { throw .damage }
      let content = try segment()
      switch marker {
      case 0xC0, 0xC1, 0xC2: try readFrame(content, isProgressive: marker == 0xC2)
      case 0xC4: try readHuffmanCodes(content)
      case 0xDA: return try scanHeader(content)
      case 0xDB: try readQuantisation(content)
      case 0xDD:
        guard content.count == 2 else { throw .damage }
        restartInterval = number(at: content.lowerBound)
      case 0xE0: if content.count >= 12, has("JFIF\0", at: content.lowerBound) { hasJFIF = true }
      case 0xEE:
        if content.count >= 12, has("Adobe", at: content.lowerBound) { adobeTransform = bytes[content.lowerBound + 11] }
      case 0xE1...0xEF, 0xFE: break
      default: throw .process
      }
    }
  }

  /// Whether the first component is the luma of BT.601, by the rules of libjpeg (`default_decompress_parms`).
  var hasLuma: Bool {
    guard let components = frame?.components else { return false }
    if components.count == 1 { return true }
    guard components.count == 3 else { return false }
    if hasJFIF { return true }
    if let adobeTransform { return adobeTransform == 1 }
    return components.map(\.id) != Array("RGB".utf8)
  }

  private mutating func nextMarker() throws(OnePassDecline) -> UInt8 {
    guard position < bytes.count, bytes[position] == 0xFF else { throw .damage }
    // Any number of fill bytes may precede a marker.
    while position < bytes.count, bytes[position] == 0xFF { position += 1 }
    guard position < bytes.count, bytes[position] != 0 else { throw .damage }
    position += 1
    return bytes[position - 1]
  }

  /// The content of the segment whose length comes next; goes behind it.
  private mutating func segment() throws(OnePassDecline) -> Range<Int> {
    guard position + 2 <= bytes.count else { throw .damage }
    let end = position + number(at: position)
    let start = position + 2
    guard end >= start, end <= bytes.count else { throw .damage }
    position = end
    return start..<end
  }

  /// The number in two bytes, which must be there.
  private func number(at offset: Int) -> Int { Int(bytes[offset]) << 8 | Int(bytes[offset + 1]) }

  private func has(_ letters: StaticString, at offset: Int) -> Bool {
    let wanted = UnsafeBufferPointer(start: letters.utf8Start, count: letters.utf8CodeUnitCount)
    return bytes[offset...].starts(with: wanted)
  }

  private mutating func readFrame(_ content: Range<Int>, isProgressive: Bool) throws(OnePassDecline) {
    guard frame == nil, content.count >= 6 else { throw .damage }
    let start = content.lowerBound
    guard bytes[start] == 8 else { throw .process }
    let size = PixelSize(width: number(at: start + 3), height: number(at: start + 1))
    let count = Int(bytes[start + 5])
    guard content.count == 6 + 3 * count else { throw .damage }
    guard (try? DecodingLimits.check(size)) != nil else { throw .limits }
    let components = (0..<count).map { index in
      let offset = start + 6 + 3 * index
      return JPEGFrame.Component(
        id: bytes[offset], horizontal: Int(bytes[offset + 1] >> 4), vertical: Int(bytes[offset + 1] & 15),
        quantisation: Int(bytes[offset + 2]))
    }
    let isSane = components.allSatisfy {
      (1...4).contains($0.horizontal) && (1...4).contains($0.vertical) && $0.quantisation < 4
    }
    guard isSane, Set(components.map(\.id)).count == count else { throw .damage }
    frame = JPEGFrame(size: size, isProgressive: isProgressive, components: components)
  }

  private mutating func readQuantisation(_ content: Range<Int>) throws(OnePassDecline) {
    var offset = content.lowerBound
    while offset < content.upperBound {
      let (width, index) = (bytes[offset] >> 4 == 0 ? 1 : 2, Int(bytes[offset] & 15))
      offset += 1
      guard index < 4, bytes[offset - 1] >> 4 < 2, offset + 64 * width <= content.upperBound else { throw .damage }
      quantisation[index] = (0..<64).map {
        width == 1 ? UInt16(bytes[offset + $0]) : UInt16(number(at: offset + 2 * $0))
      }
      offset += 64 * width
    }
  }

  private mutating func readHuffmanCodes(_ content: Range<Int>) throws(OnePassDecline) {
    var offset = content.lowerBound
    while offset < content.upperBound {
      guard offset + 17 <= content.upperBound else { throw .damage }
      let (kind, index) = (bytes[offset] >> 4, Int(bytes[offset] & 15))
      let counts = bytes[offset + 1..<offset + 17]
      let total = counts.reduce(0) { $0 + Int($1) }
      offset += 17
      guard kind < 2, index < 4, total <= 256, offset + total <= content.upperBound else { throw .damage }
      let code = HuffmanCode(counts: Array(counts), symbols: Array(bytes[offset..<offset + total]))
      if kind == 0 { dcCodes[index] = code } else { acCodes[index] = code }
      offset += total
    }
  }

  private func scanHeader(_ content: Range<Int>) throws(OnePassDecline) -> JPEGScanHeader {
    guard let frame, content.count >= 6 else { throw .damage }
    let start = content.lowerBound
    let count = Int(bytes[start])
    guard (1...4).contains(count), content.count == 4 + 2 * count else { throw .damage }
    var components: [(index: Int, dc: Int, ac: Int)] = []
    for offset in stride(from: start + 1, to: start + 1 + 2 * count, by: 2) {
      guard let index = frame.components.firstIndex(where: { $0.id == bytes[offset] }),
        index > components.last?.index ?? -1
      else { throw .damage }
      let (dc, ac) = (Int(bytes[offset + 1] >> 4), Int(bytes[offset + 1] & 15))
      guard dc < 4, ac < 4 else { throw .damage }
      components.append((index, dc, ac))
    }
    let tail = content.upperBound - 3
    let (first, last) = (Int(bytes[tail]), Int(bytes[tail + 1]))
    guard first <= last, last < 64 else { throw .damage }
    return JPEGScanHeader(
      components: components, spectrum: first...last, high: Int(bytes[tail + 2] >> 4), low: Int(bytes[tail + 2] & 15))
  }
}
