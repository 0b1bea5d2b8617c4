internal import CHamming

/// A corner of a picture that can be found again in another one, at some size and some turn.
package struct Keypoint: Hashable, Sendable {
  /// The column in pixels of the picture, from its upper left.
  var x: Float
  var y: Float
  /// The direction in which the patch is brighter: radians, clockwise, −π…π.
  var angle: Float
  /// The level of the pyramid: the keypoint was found in a picture smaller by 1.2 to this power.
  var level: UInt8
}

/// 256 comparisons of two points in the patch around a keypoint, one bit each.
///
/// The second 128 comparisons are the first 128 with their points mirrored at the axis of the keypoint. So the
/// descriptor of the mirrored patch is this one with its halves exchanged, and no pixel is needed for it.
struct BinaryDescriptor: Hashable, Sendable {
  var words: SIMD4<UInt64>

  var mirrored: BinaryDescriptor { BinaryDescriptor(words: SIMD4(words[2], words[3], words[0], words[1])) }

  /// Differing bits, 0…256.
  @inline(__always)
  func distance(to other: BinaryDescriptor) -> Int {
    // Bits are counted in all four words at once: without a population count instruction this is twice as fast.
    var bits = words ^ other.words
    let pairs = SIMD4<UInt64>(repeating: 0x5555_5555_5555_5555)
    let fours = SIMD4<UInt64>(repeating: 0x3333_3333_3333_3333)
    bits = bits &- ((bits &>> 1) & pairs)
    bits = (bits & fours) &+ ((bits &>> 2) & fours)
    // Counts are at most 8 in four bits of two words, 16 in a byte of them, 32 in a byte of the sum.
    let nibbles = bits.lowHalf &+ bits.highHalf
    let low = SIMD2<UInt64>(repeating: 0x0F0F_0F0F_0F0F_0F0F)
    let bytes = (nibbles & low) &+ ((nibbles &>> 4) & low)
    let sum = bytes[0] &+ bytes[1]
    return Int(truncatingIfNeeded: (sum &* 0x0101_0101_0101_0101) &>> 56) & 0xFF
      // 256 equal bytes of 32 overflow the byte: only the complement of a descriptor reaches it.
      + (sum == 0x2020_2020_2020_2020 ? 256 : 0)
  }
}

/// The descriptors of one picture, arranged for comparison with those of others.
struct DescriptorColumns {
  let count: Int
  /// The first word of each, then the second of each.
  private let words: [UInt64]

  init(_ descriptors: [BinaryDescriptor]) {
    count = descriptors.count
    words = (0..<4).flatMap { word in descriptors.map { $0.words[word] } }
  }

  /// Writes the distance of each descriptor to this one, 0…256 bits, and returns the least.
  ///
  /// - Precondition: `distances.count == count`.
  func write(distancesTo descriptor: BinaryDescriptor, to distances: inout [Int16]) -> Int16 {
    precondition(distances.count == count)
    return withUnsafeBytes(of: descriptor.words) { row in
      hamming_distances(words, count, row.assumingMemoryBound(to: UInt64.self).baseAddress, &distances)
    }
  }
}
