/// A signature of 128 of the 512 signs of a descriptor, two of each field, which a search for similar pictures reads
/// first.
///
/// Directions 0 and 4 of one field, 2 and 6 of the next, as on a chessboard: neighbouring signs are strongly
/// correlated, and spread in this way they separate unrelated pictures 2.5 times as well as one pair of directions
/// everywhere.
struct BinarySignature: Hashable, Sendable {
  static let bitCount = 128
  var words: SIMD2<UInt64>

  /// - Parameter signs: The signs of a whole descriptor, in 64 bytes from `start` on.
  init(signs: UnsafeRawBufferPointer, from start: Int) {
    words = .zero
    for row in 0..<DescriptorSigns.words {
      let word = UInt64(littleEndian: signs.loadUnaligned(fromByteOffset: start + 8 * row, as: UInt64.self))
      // One bit of each half byte is kept, so that four rows fit into one word.
      let (even, odd) = row & 1 == 0 ? (word, word &>> 2) : (word &>> 2, word)
      let kept = (even & 0x0011_0011_0011_0011) | (odd & 0x1100_1100_1100_1100)
      words[row &>> 2] |= kept &<< UInt64(row & 3)
    }
  }

  /// The index in the descriptor of the value behind each bit of the upright signature.
  static let sources: [Int] = (0..<bitCount).map { bit in
    let (half, column, offset) = (bit / 64, bit / 8 % 8, bit % 8)
    let row = half * 4 + offset % 4
    return (row * 8 + column) * 8 + offset / 4 * 4 + (row + column) % 2 * 2
  }
}
