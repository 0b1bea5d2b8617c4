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
      // Six for every five that would tell all photos apart: signs depend on each other, and strangers that meet cost time.
      let sampled = min(48, max(10, log * 6 / 5))
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
  private let starts: [Int32]
  private let rows: [Int32]

  /// - Parameter photos: Places in `sketches`, rising.
  init(_ sample: Sample, of photos: [Int32], in sketches: SketchedPhotos) {
    self.sample = sample
    var starts = [Int32](repeating: 0, count: (1 << Int(64 - sample.shift)) + 2)
    rows = [Int32](unsafeUninitializedCapacity: photos.count * Self.ways) { rows, count in
      let values = UnsafeMutableBufferPointer<Int32>.allocate(capacity: photos.count * Self.ways)
      defer { values.deallocate() }
      Self.write(values, of: photos, sample, sketches)
      starts.withUnsafeMutableBufferPointer { starts in
        // Counted two places on: after the sums the place before a value is where it starts, and moves up as it is filled.
        for value in values { starts[Int(value) &+ 2] &+= 1 }
        for value in 2..<starts.count { starts[value] &+= starts[value &- 1] }
        for place in 0..<values.count {
          let value = Int(values[place]) &+ 1
          rows[Int(starts[value])] = photos[place / Self.ways]
          starts[value] &+= 1
        }
      }
      count = photos.count * Self.ways
    }
    self.starts = starts
  }

  /// All values that each photo stands under.
  private static func write(
    _ values: UnsafeMutableBufferPointer<Int32>, of photos: [Int32], _ sample: Sample, _ sketches: SketchedPhotos
  ) {
    sketches.upright.withUnsafeBufferPointer { upright in
      sketches.certainty.withUnsafeBufferPointer { certainty in
        sample.bits.withUnsafeBufferPointer { bits in
          for place in photos.indices {
            let photo = Int(photos[place])
            let weak = uncertain(bits, certainty, photo &* SignSketch.bitCount)
            for way in 0..<ways {
              let flips = (weak.0 & mask(way, 0)) | (weak.1 & mask(way, 1)) | (weak.2 & mask(way, 2))
              let words = upright[photo].words ^ flips
              values[place &* ways &+ way] = Int32(truncatingIfNeeded: sample.value(of: words))
            }
          }
        }
      }
    }
  }

  @inline(__always)
  private static func mask(_ way: Int, _ bit: Int) -> SIMD2<UInt64> {
    SIMD2(repeating: 0 &- UInt64(truncatingIfNeeded: way &>> bit & 1))
  }

  /// Those of the sampled bits whose values are nearest to zero, each as a sketch of that bit.
  @inline(__always)
  private static func uncertain(
    _ bits: UnsafeBufferPointer<Int>, _ certainty: UnsafeBufferPointer<UInt8>, _ start: Int
  ) -> (SIMD2<UInt64>, SIMD2<UInt64>, SIMD2<UInt64>) {
    // The size of the value, then the bit.
    var (first, second, third) = (Int.max, Int.max, Int.max)
    for bit in bits {
      let entry = Int(certainty[start &+ bit]) &<< 8 | bit
      let later = max(first, entry)
      first = min(first, entry)
      third = min(third, max(second, later))
      second = min(second, later)
    }
    @inline(__always)
    func alone(_ entry: Int) -> SIMD2<UInt64> {
      let bit = UInt64(1) &<< UInt64(entry & 63)
      return entry & 64 == 0 ? SIMD2(bit, 0) : SIMD2(0, bit)
    }
    return (alone(first), alone(second), alone(third))
  }

  /// Looks up all sketches of some photos, and keeps the nearest of what each meets.
  ///
  /// - Parameters:
  ///   - most: Entries looked at under one value: of very many the next ones after the photo, so that k equal pictures
  ///     cost k.
  ///   - limit: Differing bits.
  ///   - best: `kept` entries a photo: differing bits << 32 | other photo, rising, each photo once.
  func meet(
    _ some: ArraySlice<Int32>, of photos: SketchedPhotos, atMost most: Int, within limit: Int,
    _ best: UnsafeMutablePointer<UInt64>, keeping kept: Int
  ) {
    starts.withUnsafeBufferPointer { starts in
      rows.withUnsafeBufferPointer { rows in
        var table = hamming_band(
          mask: (sample.mask[0], sample.mask[1]), factors: (sample.factors[0], sample.factors[1]),
          shift: UInt32(sample.shift), starts: starts.baseAddress, rows: rows.baseAddress)
        photos.upright.withUnsafeBytes { upright in
          photos.probes.withUnsafeBytes { probes in
            some.withUnsafeBufferPointer { some in
              hamming_meet(
                &table, upright.assumingMemoryBound(to: UInt64.self).baseAddress,
                probes.assumingMemoryBound(to: UInt64.self).baseAddress, SketchedPhotos.probeCount, some.baseAddress,
                some.count, UInt32(limit), most, best, kept)
            }
          }
        }
      }
    }
  }
}
