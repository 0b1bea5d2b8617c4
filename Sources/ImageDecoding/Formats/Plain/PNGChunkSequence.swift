import CPNG

/// A chunk of a PNG: the four letters of its name as one number, and the range of its content. The checksum is behind
/// it.
struct PNGChunk {
  let type: Int
  let content: Range<Int>

  static let header = 0x4948_4452
  static let palette = 0x504C_5445
  static let opacities = 0x7452_4E53
  static let pixels = 0x4944_4154
  static let exif = 0x6558_4966
  static let text = 0x7445_5874
  static let compressedText = 0x7A54_5874
  static let internationalText = 0x6954_5874
  static let end = 0x4945_4E44

  /// The letters of the type.
  var name: String {
    String(decoding: (0..<4).map { UInt8(truncatingIfNeeded: type >> (24 - 8 * $0)) }, as: UTF8.self)
  }

  /// Whether the checksum, of the name and the content, is right.
  func hasItsSum(in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let base = bytes.baseAddress else { return false }
    let sum = pnginflate_crc(base + content.lowerBound - 4, content.count + 4)
    return Int(sum) == bigNumber(in: bytes, at: content.upperBound)
  }
}

/// The chunks of a PNG behind its signature, in their order, up to the first that is not whole.
struct PNGChunkSequence<Bytes: RandomAccessCollection<UInt8>>: Sequence, IteratorProtocol where Bytes.Index == Int {
  private let bytes: Bytes
  private var position = 8
  private var left: Int

  /// - Parameters:
  ///   - bytes: The whole file, with its first byte at 0.
  ///   - most: The largest number of chunks.
  init(_ bytes: Bytes, most: Int = DecodingLimits.chunks) {
    self.bytes = bytes
    left = most
  }

  mutating func next() -> PNGChunk? {
    guard left > 0, position <= bytes.count - 12 else { return nil }
    let length = bigNumber(in: bytes, at: position)
    guard length <= bytes.count - position - 12 else { return nil }
    let chunk = PNGChunk(
      type: bigNumber(in: bytes, at: position + 4), content: position + 8..<position + 8 + length)
    position = chunk.content.upperBound + 4
    left -= 1
    return chunk
  }
}

/// The number in the four bytes at an index.
private func bigNumber<Bytes: RandomAccessCollection<UInt8>>(in bytes: Bytes, at index: Int) -> Int
where Bytes.Index == Int {
  bytes[index..<index + 4].reduce(0) { $0 << 8 | Int($1) }
}
