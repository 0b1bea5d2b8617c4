/// A Huffman code as a DHT segment gives it (T.81, annex C), and the tables that make reading it fast.
///
/// A table is looked up with the next bits of the data, in the number of its `Bits`. Where they are not enough,
/// `LongCodes` is searched, one length after the other.
struct HuffmanCode: Sendable {
  static let differenceBits = 11
  static let skipBits = 12
  static let pairBits = 11
  static let bandBits = 12

  /// The number of codes of each length, 1…16.
  let counts: [UInt8]
  /// The symbols in the order of their codes, at most 256.
  let symbols: [UInt8]

  /// The last code of each length, −1 where there is none; [0] is not used.
  private(set) var lastCodes = [Int32](repeating: -1, count: 17)
  /// The difference between the index of a symbol and its code, for each length.
  private(set) var offsets = [Int32](repeating: 0, count: 17)
  /// Whether every code fits its length and none is all ones; else libjpeg refuses the file.
  private(set) var isSound = true
  /// Whether symbols are sizes of DC differences; else libjpeg refuses the file.
  var isForDC: Bool { symbols.allSatisfy { $0 <= 15 } }

  init(counts: [UInt8], symbols: [UInt8]) {
    self.counts = counts
    self.symbols = symbols
    var code: Int32 = 0
    var symbolIndex: Int32 = 0
    for length in 1...16 {
      let count = Int32(counts[length - 1])
      offsets[length] = symbolIndex - code
      symbolIndex += count
      code += count
      if count > 0 { lastCodes[length] = code - 1 }
      if code >= 1 << Int32(length) { isSound = false }
      code = min(code, 1 << 16) << 1
    }
  }

  /// For each value of this many bits: the length of the code at its beginning << 8 and its symbol; 0 where the code is
  /// longer.
  func firstSymbols(_ bits: Int) -> [UInt16] {
    var table = [UInt16](repeating: 0, count: 1 << bits)
    var symbolIndex = 0
    var next = 0
    for length in 1...bits {
      let span = 1 << (bits - length)
      for _ in 0..<counts[length - 1] {
        for index in min(next, table.count)..<min(next + span, table.count) {
          table[index] = UInt16(length << 8) | UInt16(symbols[symbolIndex])
        }
        symbolIndex += 1
        next += span
      }
    }
    return table
  }
}

// MARK: - Tables

extension HuffmanCode {
  /// For DC: the bits of the code and of the difference behind it, and the difference << 8; 0 where it is longer.
  func dcTable() -> [Int32] {
    firstSymbols(Self.differenceBits).enumerated().map { window, entry in
      guard entry > 0 else { return 0 }
      let length = Int(entry >> 8)
      let size = Int(entry & 255)
      guard size <= 15, length + size <= Self.differenceBits else { return 0 }
      return Int32(Self.value(in: window, Self.differenceBits - length, size: size) << 8 | (length + size))
    }
  }

  /// For AC coefficients that are skipped: as many whole symbols as are in the bits. Bits used, and << 8 the advance
  /// along the zigzag, << 16 the advance without the last symbol. The end of a block advances by 128. Where the bits
  /// are not enough for one symbol the latter advance is 64.
  func skipTable() -> [UInt32] {
    let steps = coefficientSteps(Self.skipBits)
    return steps.indices.map { window in
      var (used, advance, before) = (0, 0, 0)
      while advance < 48 {
        let step = steps[window << used & (steps.count - 1)]
        let length = Int(step & 255)
        guard length > 0, used + length <= Self.skipBits else { break }
        used += length
        before = advance
        advance += Int(step >> 8 & 255)
      }
      return UInt32(used == 0 ? 64 << 16 : used | advance << 8 | before << 16)
    }
  }

  /// For AC coefficients with their values: up to two symbols.
  ///
  /// Bits used; << 8 the advance along the zigzag (the end of a block advances by 128); << 16 and << 24 the indices of
  /// the two values, relative to the first symbol; << 32 and << 48 the values, 16 bits each with sign.
  ///
  /// A symbol without a value (end of block, 16 zeros) writes 0 where nothing else was written. Where there is no
  /// second value its index is that of the first, which must therefore be written last. Where the bits are not enough
  /// for one symbol the first index is 64.
  ///
  /// - Parameter isUnsigned: Whether values are without their signs, for sums, and 0 where there is no second one.
  func pairTable(isUnsigned: Bool = false) -> [UInt64] {
    let steps = coefficientSteps(Self.pairBits)
    func bits(_ step: Int32) -> UInt64 {
      UInt64(UInt16(truncatingIfNeeded: isUnsigned ? abs(step >> 16) : step >> 16))
    }
    return steps.indices.map { window in
      let one = steps[window]
      guard one != 0 else { return 64 << 16 }
      var (used, advance) = (UInt64(one & 255), UInt64(one >> 8 & 255))
      // The end of a block gives no index, so its 0 goes to an index without a value so far.
      let firstIndex = advance >= 128 ? 0 : advance - 1
      var (secondIndex, second) = (firstIndex, UInt64(0))
      let two = steps[window << Int(used) & (steps.count - 1)]
      if advance < 128, two != 0, used + UInt64(two & 255) <= UInt64(Self.pairBits) {
        used += UInt64(two & 255)
        second = bits(two)
        if second != 0 { secondIndex = advance + UInt64(two >> 8 & 255) - 1 }
        advance += UInt64(two >> 8 & 255)
      }
      return used | advance << 8 | firstIndex << 16 | secondIndex << 24 | bits(one) << 32 | second << 48
    }
  }

  /// For the scans of a progressive picture: one symbol, the bits of its code and of its value; << 8 its run; << 16 the
  /// value with its sign, 0 where it has none. 0 where it is longer.
  func bandTable() -> [Int32] {
    firstSymbols(Self.bandBits).enumerated().map { window, entry in
      let length = Int(entry >> 8)
      let (run, size) = (Int(entry >> 4 & 15), Int(entry & 15))
      guard entry != 0, length + size <= Self.bandBits else { return 0 }
      return Int32(length + size | run << 8 | Self.value(in: window, Self.bandBits - length, size: size) << 16)
    }
  }

  /// The AC symbol at the beginning of each value of this many bits: the bits of its code and of its value; << 8 the
  /// advance along the zigzag; << 16 the value with its sign. 0 where it is longer.
  private func coefficientSteps(_ bits: Int) -> [Int32] {
    var steps = [Int32](repeating: 0, count: 1 << bits)
    for (window, entry) in firstSymbols(bits).enumerated() where entry != 0 {
      let length = Int(entry >> 8)
      let (run, size) = (Int(entry >> 4 & 15), Int(entry & 15))
      if size == 0 {
        steps[window] = Int32(length | (run == 15 ? 16 : 128) << 8)
      } else if length + size <= bits {
        let value = Self.value(in: window, bits - length, size: size)
        steps[window] = Int32(length + size | (run + 1) << 8 | value << 16)
      }
    }
    return steps
  }

  /// The value of `size` of the lowest `left` bits of the window, the uppermost of them (T.81, F.2.2.1, EXTEND).
  private static func value(in window: Int, _ left: Int, size: Int) -> Int {
    guard size > 0 else { return 0 }
    let bits = window >> (left - size) & (1 << size - 1)
    return bits < 1 << (size - 1) ? bits - (1 << size - 1) : bits
  }
}

/// A Huffman code as plain memory, for codes that no table resolves.
struct LongCodes {
  /// The number of bits for which `HuffmanCode.firstSymbols` is made.
  static let shortBits = 9

  let short: UnsafePointer<UInt16>
  /// The last codes of each length, as in `HuffmanCode`.
  let lastCodes: UnsafePointer<Int32>
  let offsets: UnsafePointer<Int32>
  /// The 256 symbols, 0 where there are fewer.
  let symbols: UnsafePointer<UInt8>

  /// The symbol at the beginning of 16 bits, and the length of its code; nil where no code begins so.
  @inline(__always)
  func symbol(in window: Int) -> (symbol: Int, length: Int)? {
    let entry = short[window &>> (16 &- Self.shortBits)]
    if entry != 0 { return (Int(entry & 255), Int(entry &>> 8)) }
    var length = Self.shortBits &+ 1
    while length <= 16 {
      let code = Int32(truncatingIfNeeded: window &>> (16 &- length))
      if code <= lastCodes[length] {
        // A code that is sound leads to one of its symbols.
        return (Int(symbols[Int(code &+ offsets[length]) & 255]), length)
      }
      length &+= 1
    }
    return nil
  }
}
