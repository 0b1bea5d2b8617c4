/// The test of FAST-9 on sixteen pixels of a row at once: nine of the sixteen on the circle around a pixel, one after the
/// other, are all brighter than it by more than the threshold, or all darker.
struct CornerRing {
  private typealias Pixels = SIMD16<UInt8>

  /// Bresenham's circle of radius 3, clockwise from the top.
  private static let points = [
    (0, -3), (1, -3), (2, -2), (3, -1), (3, 0), (3, 1), (2, 2), (1, 3), (0, 3), (-1, 3), (-2, 2), (-3, 1), (-3, 0),
    (-3, -1), (-2, -2), (-1, -3),
  ]

  private let pixels: UnsafeRawBufferPointer
  private let offsets: [Int]
  private let threshold: UInt8

  init(_ pixels: UnsafeRawBufferPointer, width: Int, threshold: UInt8) {
    self.pixels = pixels
    self.threshold = threshold
    offsets = Self.points.map { $0.1 * width + $0.0 }
  }

  /// How far the circles of these pixels stand out, for each that passes.
  ///
  /// - Precondition: Three rows lie above and below, and 32 bytes behind the range in its row or the next one.
  func forEachCorner(in places: Range<Int>, _ body: (_ place: Int, _ score: UInt16) -> Void) {
    withUnsafeTemporaryAllocation(of: Pixels.self, capacity: 24) { ring in
      for start in stride(from: places.lowerBound, to: places.upperBound, by: 16) {
        let centre = load(start)
        // Saturated: nothing is brighter than 255, nor darker than 0.
        let step = Pixels(repeating: threshold)
        let high = (centre &+ step) | Lanes(centre .> ~step).bytes
        let low = (centre &- step) & ~Lanes(centre .< step).bytes
        let (north, south) = (load(start &+ offsets[0]), load(start &+ offsets[8]))
        let (east, west) = (load(start &+ offsets[4]), load(start &+ offsets[12]))
        // Nine in a row hold two neighbours of the four main points.
        let brighter = ((north .> high) .| (south .> high)) .& ((east .> high) .| (west .> high))
        let darker = ((north .< low) .| (south .< low)) .& ((east .< low) .| (west .< low))
        let count = places.upperBound &- start
        if Lanes(brighter).isAnySet {
          let found = nineInARow(ring) { load(start &+ $0) .> high }
          found.forEach(below: count) { lane in body(start &+ lane, score(start &+ lane, brighter: true)) }
          // A pixel with nine brighter ones around it has not nine darker ones.
        }
        if Lanes(darker).isAnySet {
          let found = nineInARow(ring) { load(start &+ $0) .< low }
          found.forEach(below: count) { lane in body(start &+ lane, score(start &+ lane, brighter: false)) }
        }
      }
    }
  }

  @inline(__always)
  private func load(_ place: Int) -> Pixels { pixels.loadUnaligned(fromByteOffset: place, as: Pixels.self) }

  /// - Parameter ring: Room for one and a half circles.
  @inline(__always)
  private func nineInARow(
    _ ring: UnsafeMutableBufferPointer<Pixels>, _ passes: (Int) -> SIMDMask<SIMD16<Int8>>
  ) -> Lanes {
    for index in 0..<16 { ring[index] = Lanes(passes(offsets[index])).bytes }
    for index in 0..<8 { ring[16 &+ index] = ring[index] }
    // Two in a row, four, eight.
    for index in 0..<23 { ring[index] &= ring[index &+ 1] }
    for index in 0..<21 { ring[index] &= ring[index &+ 2] }
    for index in 0..<17 { ring[index] &= ring[index &+ 4] }
    var found = Pixels.zero
    for index in 0..<16 { found |= ring[index] & ring[index &+ 1] }
    return Lanes(found)
  }

  /// 1, and what the circle has beyond the threshold.
  private func score(_ place: Int, brighter: Bool) -> UInt16 {
    let (centre, threshold) = (Int(pixels[place]), Int(threshold))
    var sum = 1
    for offset in offsets {
      let above = Int(pixels[place &+ offset]) &- centre
      sum &+= max(0, (brighter ? above : 0 &- above) &- threshold)
    }
    return UInt16(truncatingIfNeeded: sum)
  }
}

/// Which of sixteen pixels pass: all bits of a byte, or none.
private struct Lanes {
  let bytes: SIMD16<UInt8>

  @inline(__always)
  init(_ bytes: SIMD16<UInt8>) { self.bytes = bytes }

  /// The standard library keeps a mask as bytes of 0 and −1, and has no cheaper way to them.
  @inline(__always)
  init(_ mask: SIMDMask<SIMD16<Int8>>) { bytes = unsafeBitCast(mask, to: SIMD16<UInt8>.self) }

  @inline(__always)
  private var words: SIMD2<UInt64> { unsafeBitCast(bytes, to: SIMD2<UInt64>.self) }

  @inline(__always)
  var isAnySet: Bool { words[0] | words[1] != 0 }

  /// In rising order.
  @inline(__always)
  func forEach(below count: Int, _ body: (Int) -> Void) {
    for half in 0..<2 {
      var word = words[half]
      while word != 0 {
        let byte = word.trailingZeroBitCount &>> 3
        let lane = half &* 8 &+ byte
        if lane < count { body(lane) }
        word &= ~(0xFF &<< UInt64(byte &* 8))
      }
    }
  }
}
