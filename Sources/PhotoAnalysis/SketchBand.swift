import Dispatch
import PhotoModel

/// One of many samples of the bits of a sketch, and a table from their values to the photos that have them.
///
/// Two pictures meet in a band when all sampled bits agree. A photo stands in the table under eight values: its three
/// least certain bits, by the size of the value behind them, are taken both ways. Source: Lv et al., "Multi-probe LSH",
/// VLDB 2007, turned round: here it is the entries that are many.
struct SketchBand {
  private static let uncertainBits = 3

  private let bits: [Int]
  private let mask: SIMD2<UInt64>
  private let factors: SIMD2<UInt64>
  private let shift: UInt64
  private var starts: [Int32]
  private var rows: [Int32]

  /// - Parameters:
  ///   - photos: Places in `sketches`, rising.
  ///   - random: The same for the same band, whoever makes it.
  init(of photos: [Int], in sketches: SketchedPhotos, random: inout SplitMix64) {
    let log = max(1, photos.count).bitWidth - max(1, photos.count).leadingZeroBitCount
    // Six for every five that would tell all photos apart: signs depend on each other, and strangers that meet cost time.
    let sampled = min(48, max(10, log * 6 / 5))
    var pool = Array(0..<SignSketch.bitCount)
    for place in 0..<sampled { pool.swapAt(place, place + Int(random.next() % UInt64(pool.count - place))) }
    bits = Array(pool[..<sampled])
    mask = bits.reduce(into: .zero) { $0[$1 >> 6] |= 1 << UInt64($1 & 63) }
    factors = SIMD2(random.next() | 1, random.next() | 1)
    shift = UInt64(64 - min(26, log + Self.uncertainBits))
    starts = []
    rows = []
    fill(with: photos, sketches)
  }

  private mutating func fill(with photos: [Int], _ sketches: SketchedPhotos) {
    let ways = 1 << Self.uncertainBits
    let values = values(of: photos, sketches, ways: ways)
    starts = [Int32](repeating: 0, count: (1 << Int(64 - shift)) + 1)
    for value in values { starts[Int(value) + 1] += 1 }
    for value in 1..<starts.count { starts[value] += starts[value - 1] }
    var next = starts
    rows = [Int32](repeating: 0, count: values.count)
    for (place, value) in values.enumerated() {
      rows[Int(next[Int(value)])] = Int32(photos[place / ways])
      next[Int(value)] += 1
    }
  }

  /// All values that each photo stands under.
  private func values(of photos: [Int], _ sketches: SketchedPhotos, ways: Int) -> [Int32] {
    let block = 4096
    return [Int32](unsafeUninitializedCapacity: photos.count * ways) { buffer, initialised in
      // Each block of photos writes its own part.
      nonisolated(unsafe) let values = buffer
      DispatchQueue.concurrentPerform(iterations: (photos.count + block - 1) / block) { number in
        for place in number * block..<min(photos.count, (number + 1) * block) {
          let words = sketches.upright[photos[place]].words
          let weak = uncertainBits(of: photos[place], sketches)
          for way in 0..<ways {
            let flips = (weak.0 & mask(way, 0)) | (weak.1 & mask(way, 1)) | (weak.2 & mask(way, 2))
            values.initializeElement(at: place * ways + way, to: Int32(value(of: words ^ flips)))
          }
        }
      }
      initialised = photos.count * ways
    }
  }

  private func mask(_ way: Int, _ bit: Int) -> SIMD2<UInt64> {
    SIMD2(repeating: way >> bit & 1 == 1 ? .max : 0)
  }

  /// Those of the sampled bits whose values are nearest to zero, each as a sketch of that bit.
  private func uncertainBits(
    of photo: Int, _ sketches: SketchedPhotos
  ) -> (SIMD2<UInt64>, SIMD2<UInt64>, SIMD2<UInt64>) {
    // The size of the value, then the bit.
    var (first, second, third) = (Int.max, Int.max, Int.max)
    for bit in bits {
      let entry = Int(sketches.certainty[photo * SignSketch.bitCount + bit]) << 8 | bit
      if entry < first {
        (first, second, third) = (entry, first, second)
      } else if entry < second {
        (second, third) = (entry, second)
      } else if entry < third {
        third = entry
      }
    }
    func alone(_ entry: Int) -> SIMD2<UInt64> {
      let bit = UInt64(1) &<< UInt64(entry & 63)
      return entry & 64 == 0 ? SIMD2(bit, 0) : SIMD2(0, bit)
    }
    return (alone(first), alone(second), alone(third))
  }

  @inline(__always)
  private func value(of words: SIMD2<UInt64>) -> Int {
    let kept = (words & mask) &* factors
    return Int((kept[0] ^ kept[1] &* 0x9E37_79B9_7F4A_7C15) &>> shift)
  }

  /// Calls `body` with photos that agree with the sketch: all, or of very many the next ones after `row`, so that k equal
  /// pictures cost k.
  @inline(__always)
  func forEach(meeting sketch: SignSketch, after row: Int, atMost most: Int, _ body: (Int) -> Void) {
    let value = value(of: sketch.words)
    let (start, end) = (Int(starts[value]), Int(starts[value + 1]))
    guard end - start > most else {
      for place in start..<end { body(Int(rows[place])) }
      return
    }
    var (low, high) = (start, end)
    while low < high {
      let middle = (low + high) / 2
      if Int(rows[middle]) <= row { low = middle + 1 } else { high = middle }
    }
    for step in 0..<most { body(Int(rows[low + step < end ? low + step : low + step - (end - start)])) }
  }
}
