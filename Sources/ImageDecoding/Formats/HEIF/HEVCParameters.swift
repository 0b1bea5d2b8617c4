import PhotoModel

/// The size of HEVC pictures by the first sequence parameter set in a decoder configuration record (ISO/IEC 14496-15,
/// 8.3.3.1). A box around them may declare a smaller one.
///
/// - Parameter configuration: The content of an hvcC box.
func hevcSize(inConfiguration configuration: Range<Int>, of view: ByteView) -> PixelSize? {
  var position = configuration.lowerBound + 22
  guard let arrays = view.big(at: position, length: 1) else { return nil }
  position += 1
  for _ in 0..<arrays {
    guard let type = view.big(at: position, length: 1), let units = view.big(at: position + 1, length: 2) else {
      return nil
    }
    position += 3
    for _ in 0..<units {
      guard position < configuration.upperBound, let length = view.big(at: position, length: 2) else { return nil }
      position += 2
      let isSequence = type & 0x3F == 33
      // The data before the size take less than 200 bytes.
      if isSequence { return size(inSequenceParameters: view.slice(position..<position + min(length, 256))) }
      position += length
    }
  }
  return nil
}

/// ITU-T H.265, 7.3.2.2, as far as the size.
private func size(inSequenceParameters unit: ArraySlice<UInt8>) -> PixelSize? {
  var bits = BitReader(withoutEmulation(unit.dropFirst(2)))
  bits.skip(4)
  let subLayers = bits.number(3)
  // general_profile and general_level.
  bits.skip(1 + 88 + 8)
  var flags: [(hasProfile: Bool, hasLevel: Bool)] = []
  for _ in 0..<subLayers { flags.append((bits.number(1) == 1, bits.number(1) == 1)) }
  if subLayers > 0 { bits.skip(2 * (8 - subLayers)) }
  for flag in flags { bits.skip((flag.hasProfile ? 88 : 0) + (flag.hasLevel ? 8 : 0)) }
  _ = bits.exponentialGolomb()
  if bits.exponentialGolomb() == 3 { bits.skip(1) }
  let size = PixelSize(width: bits.exponentialGolomb(), height: bits.exponentialGolomb())
  return bits.isExhausted ? nil : size
}

/// The bytes without the 3 that follows two zeros so that no start code appears (7.4.2).
private func withoutEmulation(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
  var result: [UInt8] = []
  var zeros = 0
  for byte in bytes {
    if zeros >= 2, byte == 3 {
      zeros = 0
      continue
    }
    zeros = byte == 0 ? zeros + 1 : 0
    result.append(byte)
  }
  return result
}

/// Bits from the highest of each byte on; after the end they are 0.
private struct BitReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isExhausted: Bool { position > bytes.count * 8 }

  mutating func skip(_ count: Int) { position += count }

  mutating func number(_ count: Int) -> Int {
    var value = 0
    for _ in 0..<count {
      let byte = position >> 3 < bytes.count ? bytes[position >> 3] : 0
      value = value << 1 | Int(byte >> (7 - UInt8(position & 7)) & 1)
      position += 1
    }
    return value
  }

  /// ue(v) of ITU-T H.265, 9.2.
  mutating func exponentialGolomb() -> Int {
    var zeros = 0
    while zeros < 31, !isExhausted, number(1) == 0 { zeros += 1 }
    return (1 << zeros) - 1 + number(zeros)
  }
}
