internal import CHamming
import PhotoModel

/// One of many samples of the bits of a sketch, and a table from their values to the photos that have them.
///
/// Two pictures meet in a band when all sampled bits agree. A photo stands in the table under eight values: its three
/// least certain bits, by the size of the value behind them, are taken both ways. Source: Lv et al., "Multi-probe LSH",
/// VLDB 2007, turned round: here it is the entries that are many.
struct SketchBand: Sendable {
  private static let uncertainBits = 3
  private static let ways = 1 << uncertainBits

  /// Which bits count, and how they are hashed.
  struct Sample: Sendable {
    fileprivate let bits: [Int]
    fileprivate let mask: SIMD2<UInt64>
    fileprivate let factors: SIMD2<UInt64>
    fileprivate let shift: UInt64

    /// - Parameters:
    ///   - count: Photos in the table.
    ///   - random: The same for the same band, whoever makes it.
    init(count: Int, random: inout SplitMix64) {
      let log = max(1, count).bitWidth - max(1, count).leadingZeroBitCount
      // Eleven for every ten that would tell all photos apart: signs depend on each other, and strangers that meet cost time.
      let sampled = min(48, max(10, log * 11 / 10))
      var pool = Array(0..<SignSketch.bitCount)
      for place in 0..<sampled { pool.swapAt(place, place + Int(random.next() % UInt64(pool.count - place))) }
      bits = Array(pool[..<sampled])
      mask = bits.reduce(into: SIMD2<UInt64>.zero) { $0[$1 >> 6] |= 1 << UInt64($1 & 63) }
      factors = SIMD2(random.next() | 1, random.next() | 1)
      shift = UInt64(64 - min(26, log + uncertainBits))
    }

    /// As `hamming_meet` looks it up.
    @inline(__always)
    fileprivate func value(of words: SIMD2<UInt64>) -> UInt64 {
      let kept = (words & mask) &* factors
      return (kept[0] ^ kept[1] &* 0x9E37_79B9_7F4A_7C15) &>> shift
    }
  }

  private let sample: Sample
  private let starts: LargeTable<UInt32>
  private let rows: LargeTable<UInt32>

  /// - Parameter photos: Places in `sketches`, rising.
  init(_ sample: Sample, of photos: [UInt32], in sketches: SketchedPhotos) {
    self.sample = sample
    let starts = LargeTable<UInt32>(count: (1 << Int(64 - sample.shift)) + 2)
    let rows = LargeTable<UInt32>(count: photos.count * Self.ways + Int(HAMMING_ROOM))
    // Its values follow from these and its sketch: to keep them all would take eight times as much.
    let uncertain = LargeTable<UncertainBits>(count: photos.count)
    let (start, row) = (starts.start, rows.start)
    photos.withUnsafeBufferPointer { photos in
      Self.find(uncertain.start, of: photos, sample, sketches.certainty.start)
      // Counted two places on: after the sums the place before a value is where it starts, and moves up as it is filled.
      Self.forEachValue(of: photos, uncertain.start, sample, sketches.upright.start) { _, value in
        start[value &+ 2] &+= 1
      }
      for value in 2..<starts.count { start[value] &+= start[value &- 1] }
      Self.forEachValue(of: photos, uncertain.start, sample, sketches.upright.start) { photo, value in
        row[Int(start[value &+ 1])] = photo
        start[value &+ 1] &+= 1
      }
    }
    self.starts = starts
    self.rows = rows
  }

  /// Three places in a sketch.
  private typealias UncertainBits = SIMD4<UInt8>

  private static func find(
    _ uncertain: UnsafeMutablePointer<UncertainBits>, of photos: UnsafeBufferPointer<UInt32>, _ sample: Sample,
    _ certainty: UnsafePointer<UInt8>
  ) {
    sample.bits.withUnsafeBufferPointer { bits in
      for place in photos.indices {
        uncertain[place] = self.uncertain(bits, certainty + Int(photos[place]) &* SketchedPhotos.certaintyBytes)
      }
    }
  }

  /// All values that each photo stands under.
  @inline(__always)
  private static func forEachValue(
    of photos: UnsafeBufferPointer<UInt32>, _ uncertain: UnsafePointer<UncertainBits>, _ sample: Sample,
    _ upright: UnsafePointer<SignSketch>, _ body: (_ photo: UInt32, _ value: Int) -> Void
  ) {
    for place in photos.indices {
      let (photo, bits) = (photos[place], uncertain[place])
      let weak = (alone(bits[0]), alone(bits[1]), alone(bits[2]))
      for way in 0..<ways {
        let flips = (weak.0 & mask(way, 0)) | (weak.1 & mask(way, 1)) | (weak.2 & mask(way, 2))
        body(photo, Int(truncatingIfNeeded: sample.value(of: upright[Int(photo)].words ^ flips)))
      }
    }
  }

  @inline(__always)
  private static func mask(_ way: Int, _ bit: Int) -> SIMD2<UInt64> {
    SIMD2(repeating: 0 &- UInt64(truncatingIfNeeded: way &>> bit & 1))
  }

  /// Those of the sampled bits whose values are nearest to zero.
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

  /// A sketch with one bit.
  @inline(__always)
  private static func alone(_ place: UInt8) -> SIMD2<UInt64> {
    let bit = UInt64(1) &<< UInt64(place & 63)
    return place & 64 == 0 ? SIMD2(bit, 0) : SIMD2(0, bit)
  }

  /// Looks up all sketches of some photos, and keeps the nearest of what each meets.
  ///
  /// - Parameters:
  ///   - limit: Differing bits.
  ///   - best: `kept` entries a photo, as `hamming_meet` writes them.
  func meet(
    _ some: ArraySlice<UInt32>, of photos: SketchedPhotos, within limit: Int, _ best: LargeTable<UInt32>,
    keeping kept: Int
  ) {
    var table = hamming_band(
      mask: (sample.mask[0], sample.mask[1]), factors: (sample.factors[0], sample.factors[1]),
      shift: UInt32(sample.shift), starts: starts.start, rows: rows.start)
    some.withUnsafeBufferPointer { some in
      hamming_meet(
        &table, UnsafeRawPointer(photos.upright.start).assumingMemoryBound(to: UInt64.self),
        UnsafeRawPointer(photos.probes.start).assumingMemoryBound(to: UInt64.self), SketchedPhotos.probeCount,
        some.baseAddress, some.count, UInt32(limit), best.start, kept)
    }
  }
}
