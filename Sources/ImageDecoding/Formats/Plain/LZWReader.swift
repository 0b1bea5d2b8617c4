/// Unpacks LZW as GIF stores it: codes of growing length, low bits first, in blocks of up to 255 bytes.
struct LZWReader {
  /// The first byte is a code size that can be.
  let isUsable: Bool
  /// The number of values that were read.
  private(set) var delivered = 0

  private static let maximumCodes = 4096

  private let bytes: [UInt8]
  private var position: Int
  /// The bytes that are left of the present block.
  private var blockBytes = 0
  private var isAtEnd = false
  private var bits: UInt32 = 0
  private var bitCount = 0

  private let clearCode: Int
  private let firstCodeLength: Int
  private var codeLength: Int
  private var nextCode: Int
  private var previous = -1
  /// A code is the string of another one and one value more.
  private var prefixes = [UInt16](repeating: 0, count: LZWReader.maximumCodes)
  private var values = [UInt8](repeating: 0, count: LZWReader.maximumCodes)
  /// Values of the last code, the last of them first.
  private var pending = [UInt8](repeating: 0, count: LZWReader.maximumCodes + 1)
  private var pendingCount = 0
  private var firstValue: UInt8 = 0

  /// - Parameter start: The offset of the size of the first code.
  init(_ bytes: [UInt8], at start: Int) {
    self.bytes = bytes
    position = start + 1
    let size = bytes.indices.contains(start) ? Int(bytes[start]) : 0
    isUsable = (1...8).contains(size)
    let bitsOfValue = isUsable ? size : 8
    clearCode = 1 << bitsOfValue
    firstCodeLength = bitsOfValue + 1
    codeLength = firstCodeLength
    nextCode = clearCode + 2
    for code in 0..<clearCode { values[code] = UInt8(code) }
  }

  /// Fills `target` as far as there are values.
  ///
  /// - Returns: The number of values; fewer than fit where the data end.
  mutating func read(into target: UnsafeMutableBufferPointer<UInt8>) -> Int {
    var count = 0
    while count < target.count {
      if pendingCount > 0 {
        pendingCount -= 1
        target[count] = pending[pendingCount]
        count += 1
      } else if !unpackCode() {
        break
      }
    }
    delivered += count
    return count
  }

  /// Unpacks the next code. False at the end code, the end of the data, and for an invalid code.
  private mutating func unpackCode() -> Bool {
    guard !isAtEnd, isUsable, let code = nextCodeOfData() else {
      isAtEnd = true
      return false
    }
    if code == clearCode {
      codeLength = firstCodeLength
      nextCode = clearCode + 2
      previous = -1
      return true
    }
    guard code != clearCode + 1, code <= nextCode, code < nextCode || previous >= 0, previous >= 0 || code < clearCode
    else {
      isAtEnd = true
      return false
    }
    // A code that is only now being made is the previous string and its own first value.
    var current = code
    if code == nextCode {
      push(firstValue)
      current = previous
    }
    // Each prefix is smaller than its code, so this loop ends.
    while current >= clearCode {
      push(values[current])
      current = Int(prefixes[current])
    }
    firstValue = values[current]
    push(firstValue)
    if previous >= 0, nextCode < Self.maximumCodes {
      prefixes[nextCode] = UInt16(previous)
      values[nextCode] = firstValue
      nextCode += 1
      if nextCode == 1 << codeLength, codeLength < 12 { codeLength += 1 }
    }
    previous = code
    return true
  }

  private mutating func push(_ value: UInt8) {
    guard pendingCount < pending.count else { return }
    pending[pendingCount] = value
    pendingCount += 1
  }

  private mutating func nextCodeOfData() -> Int? {
    while bitCount < codeLength {
      if blockBytes == 0 {
        guard position < bytes.count, bytes[position] > 0 else { return nil }
        blockBytes = Int(bytes[position])
        position += 1
      }
      guard position < bytes.count else { return nil }
      bits |= UInt32(bytes[position]) << UInt32(bitCount)
      position += 1
      blockBytes -= 1
      bitCount += 8
    }
    let code = Int(bits & (1 << UInt32(codeLength) - 1))
    bits >>= UInt32(codeLength)
    bitCount -= codeLength
    return code
  }
}
