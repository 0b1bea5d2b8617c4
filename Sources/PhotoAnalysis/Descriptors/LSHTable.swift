internal import CHamming
import PhotoModel

/// One of many samples of the bits of a signature, and a table from their values to the photos that have them.
///
/// Two pictures collide in a band when all sampled bits agree. A photo has eight values in the table: its three least
/// certain bits, by the size of the value behind them, are taken both ways. Source: Lv et al., "Multi-probe LSH", VLDB
/// 2007, the other way round: here the entries are multiplied, not the queries.
///
/// The table is made part by part, because in one it would take 170 bytes a photo, and each part has pieces that a
/// processor's own cache holds: look-ups are first sorted by the piece that answers them. Source: Shatdal, Kant,
/// Naughton, "Cache Conscious Algorithms for Relational Query Processing", VLDB 1994.
struct LSHTable: Sendable {
  private static let uncertainBits = 3
  private static let ways = 1 << uncertainBits

  /// The sampled bits, and their hash.
  struct Sample: Sendable {
    fileprivate let bits: [Int]
    fileprivate let mask: SIMD2<UInt64>
    fileprivate let factors: SIMD2<UInt64>
    fileprivate let shift: UInt64

    /// - Parameters:
    ///   - count: The number of photos in the table.
    ///   - random: The random numbers, always the same for the same band.
    init(count: Int, random: inout SplitMix64) {
      let log = max(1, count).bitWidth - max(1, count).leadingZeroBitCount
      // Eleven bits for every ten that would tell all photos apart: signs are correlated, and collisions of unrelated
      // pictures cost time.
      let sampled = min(48, max(10, log * 11 / 10))
      var pool = Array(0..<BinarySignature.bitCount)
      for index in 0..<sampled { pool.swapAt(index, index + Int(random.next() % UInt64(pool.count - index))) }
      bits = Array(pool[..<sampled])
      mask = bits.reduce(into: SIMD2<UInt64>.zero) { $0[$1 >> 6] |= 1 << UInt64($1 & 63) }
      factors = SIMD2(random.next() | 1, random.next() | 1)
      let valueBits = min(26, log + uncertainBits)
      shift = UInt64(64 - valueBits)
      let entries = count * ways
      partCount = entries <= Self.entriesOfPart ? 1 : entries <= 2 * Self.entriesOfPart ? 2 : 4
      partBits = valueBits - partCount.trailingZeroBitCount
      var pieces = 1
      while pieces < Int(HAMMING_MOST_PIECES), pieces * Self.entriesOfPiece < entries / partCount { pieces *= 2 }
      pieceBits = max(0, partBits - pieces.trailingZeroBitCount)
    }

    /// 20 bytes each, and 4 to 8 of values.
    private static let entriesOfPart = 1 << 22
    private static let entriesOfPiece = 1 << 14

    /// The number of parts of the table.
    let partCount: Int
    /// Bits of a value within its part, and within its piece of that.
    fileprivate let partBits: Int
    fileprivate let pieceBits: Int
    /// Pieces of a part, and of all parts.
    fileprivate var pieceCount: Int { 1 << (partBits - pieceBits) }
    fileprivate var allPieceCount: Int { partCount * pieceCount }

    /// The value of a signature, as `hamming_meet` looks it up.
    @inline(__always)
    fileprivate func value(of words: SIMD2<UInt64>) -> UInt64 {
      let kept = (words & mask) &* factors
      return (kept[0] ^ kept[1] &* 0x9E37_79B9_7F4A_7C15) &>> shift
    }
  }

  private let sample: Sample
  private let photos: [UInt32]
  private let binarySignatures: SignatureTable
  private let uncertain: LargeTable<UncertainBits>
  /// The number of entries of each block of photos in each piece of all parts.
  private let counts: LargeTable<UInt32>

  /// - Parameter photos: Indices in `binarySignatures`, rising.
  init(_ sample: Sample, of photos: [UInt32], in binarySignatures: SignatureTable) {
    self.sample = sample
    self.photos = photos
    self.binarySignatures = binarySignatures
    // A photo's values follow from these and its signature: to keep them all would take eight times as much.
    let uncertain = LargeTable<UncertainBits>(count: photos.count)
    self.uncertain = uncertain
    counts = LargeTable(count: (photos.count + Self.blockSize - 1) / Self.blockSize * sample.allPieceCount)
    let (band, counts) = (self, counts)
    forEachBlock { block, range in
      sample.bits.withUnsafeBufferPointer { bits in
        for index in range {
          uncertain[index] = Self.uncertain(
            bits, binarySignatures.certainty.start + Int(photos[index]) &* SignatureTable.certaintyBytes)
        }
      }
      let own = counts.start + block * sample.allPieceCount
      band.forEachValue(of: range) { _, value in own[value &>> sample.pieceBits] &+= 1 }
    }
  }

  private static let blockSize = 1 << 15

  /// A part of the table.
  struct Part: Sendable {
    fileprivate let sample: Sample
    fileprivate let number: Int
    /// The first index of each value in `rows` and `binarySignatures`.
    fileprivate let starts: LargeTable<UInt32>
    fileprivate let rows: LargeTable<UInt32>
    fileprivate let binarySignatures: LargeTable<BinarySignature>
  }

  /// A value within its part, and the photo that has it.
  private typealias Entry = SIMD2<UInt32>

  /// One part of the table.
  ///
  /// - Parameter number: The number of the part, from 0 to the `partCount` of the sample.
  func part(_ number: Int) -> Part {
    let pieceCount = sample.pieceCount
    let blockCount = counts.count / sample.allPieceCount
    // The position, by block and piece, at which the entries go on.
    let ends = LargeTable<UInt32>(count: blockCount * pieceCount)
    var firsts: [Int] = []
    var sum: UInt32 = 0
    for piece in 0..<pieceCount {
      firsts.append(Int(sum))
      for block in 0..<blockCount {
        ends[block * pieceCount + piece] = sum
        sum += counts[block * sample.allPieceCount + number * pieceCount + piece]
      }
    }
    firsts.append(Int(sum))
    // Each block has one spare position for entries of other parts: writing them there costs less than a branch.
    let entries = LargeTable<Entry>(count: Int(sum) + blockCount)
    let spare = Int(sum)
    let within = 1 << sample.partBits - 1
    forEachBlock { block, range in
      let own = ends.start + block * pieceCount
      forEachValue(of: range) { photo, value in
        let isOfPart = value &>> sample.partBits == number
        let end = own + (value & within) &>> sample.pieceBits
        entries.start[isOfPart ? Int(end.pointee) : spare &+ block] = Entry(
          UInt32(truncatingIfNeeded: value & within), photo)
        end.pointee &+= isOfPart ? 1 : 0
      }
    }
    let part = Part(
      sample: sample, number: number, starts: LargeTable(count: 1 << sample.partBits + 1),
      rows: LargeTable(count: Int(sum)), binarySignatures: LargeTable(count: Int(sum)))
    part.starts[1 << sample.partBits] = sum
    _ = concurrentBlocks(of: pieceCount, size: 1) { [firsts] piece in
      let piece = piece.lowerBound
      fill(
        part, piece,
        with: UnsafeBufferPointer(
          start: entries.start + firsts[piece], count: firsts[piece + 1] - firsts[piece]), from: firsts[piece])
    }
    return part
  }

  private func forEachBlock(_ body: @Sendable (_ block: Int, _ range: Range<Int>) -> Void) {
    _ = concurrentBlocks(of: photos.count, size: Self.blockSize) { body($0.lowerBound / Self.blockSize, $0) }
  }

  /// Puts the entries of a piece in the order of their values, with the signature beside each.
  private func fill(_ part: Part, _ piece: Int, with entries: UnsafeBufferPointer<Entry>, from first: Int) {
    let valueCount = 1 << sample.pieceBits
    let starts = part.starts.start + piece << sample.pieceBits
    let (rows, binarySignatures, upright) = (
      part.rows.start, part.binarySignatures.start, self.binarySignatures.upright.start
    )
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: valueCount) { ends in
      ends.initialize(repeating: 0)
      for entry in entries { ends[Int(entry[0]) & (valueCount &- 1)] &+= 1 }
      var sum = UInt32(truncatingIfNeeded: first)
      for value in 0..<valueCount {
        starts[value] = sum
        (ends[value], sum) = (sum, sum &+ ends[value])
      }
      for entry in entries {
        let value = Int(entry[0]) & (valueCount &- 1)
        let index = Int(ends[value])
        ends[value] &+= 1
        rows[index] = entry[1]
        binarySignatures[index] = upright[Int(entry[1])]
      }
    }
  }

  /// Three bit positions in a signature.
  private typealias UncertainBits = SIMD4<UInt8>

  /// All values of the photos in a range; the upper bits give the part.
  @inline(__always)
  private func forEachValue(of range: Range<Int>, _ body: (_ photo: UInt32, _ value: Int) -> Void) {
    let (uncertain, upright, sample) = (uncertain.start, binarySignatures.upright.start, sample)
    photos.withUnsafeBufferPointer { photos in
      for index in range {
        let (photo, bits) = (photos[index], uncertain[index])
        let words = upright[Int(photo)].words
        let weak = (Self.alone(bits[0]), Self.alone(bits[1]), Self.alone(bits[2]))
        for way in 0..<Self.ways {
          let flips =
            (weak.0 & Self.mask(way, 0)) | (weak.1 & Self.mask(way, 1)) | (weak.2 & Self.mask(way, 2))
          body(photo, Int(truncatingIfNeeded: sample.value(of: words ^ flips)))
        }
      }
    }
  }

  @inline(__always)
  private static func mask(_ way: Int, _ bit: Int) -> SIMD2<UInt64> {
    SIMD2(repeating: 0 &- UInt64(truncatingIfNeeded: way &>> bit & 1))
  }

  /// The sampled bits whose values are nearest to zero.
  @inline(__always)
  private static func uncertain(
    _ bits: UnsafeBufferPointer<Int>, _ certainty: UnsafePointer<UInt8>
  ) -> UncertainBits {
    // The size of the value, then the bit.
    var (first, second, third) = (Int.max, Int.max, Int.max)
    for bit in bits {
      let size = Int(certainty[bit &>> 1] &>> UInt8(bit & 1 &* 4)) & 15
      let entry = size &<< 8 | bit
      let later = max(first, entry)
      first = min(first, entry)
      third = min(third, max(second, later))
      second = min(second, later)
    }
    return UncertainBits(
      UInt8(truncatingIfNeeded: first), UInt8(truncatingIfNeeded: second), UInt8(truncatingIfNeeded: third), 0)
  }

  /// A signature with one bit.
  @inline(__always)
  private static func alone(_ index: UInt8) -> SIMD2<UInt64> {
    let bit = UInt64(1) &<< UInt64(index & 63)
    return index & 64 == 0 ? SIMD2(bit, 0) : SIMD2(0, bit)
  }
}

extension LSHTable.Part {
  /// Memory for the look-ups of some photos, used by one caller at a time.
  typealias Questions = LargeTable<hamming_question>

  /// Looks up all signatures of some photos, and keeps the nearest photos that each collides with.
  ///
  /// - Parameters:
  ///   - limit: The largest number of differing bits.
  ///   - best: The nearest photos, `kept` entries for each, as written by `hamming_meet`.
  func meet(
    _ some: ArraySlice<UInt32>, of photos: SignatureTable, within limit: Int, _ best: LargeTable<UInt32>,
    keeping kept: Int, _ questions: Questions
  ) {
    var table = hamming_band(
      mask: (sample.mask[0], sample.mask[1]), factors: (sample.factors[0], sample.factors[1]),
      shift: UInt32(sample.shift), part: UInt32(number), part_bits: UInt32(sample.partBits),
      piece_bits: UInt32(sample.pieceBits), starts: starts.start, rows: rows.start,
      signatures: UnsafeRawPointer(binarySignatures.start).assumingMemoryBound(to: UInt64.self))
    some.withUnsafeBufferPointer { some in
      hamming_meet(
        &table, UnsafeRawPointer(photos.probes.start).assumingMemoryBound(to: UInt64.self), SignatureTable.probeCount,
        some.baseAddress, some.count, UInt32(limit), best.start, kept, questions.start, questions.count - 1)
    }
  }
}
