import TestSupport
import Testing

@testable import PhotoModel

@Suite struct FeaturePoolTests {
  private func features(_ number: Int) -> PhotoFeatures {
    let byte = UInt8(truncatingIfNeeded: number)
    return PhotoFeatures(
      format: .jpeg, pixelSize: PixelSize(width: number + 1, height: 3),
      descriptor: [Int8](repeating: Int8(bitPattern: byte), count: 512), lumaThumbnail: [byte, 1],
      pdqHash: [UInt8](repeating: byte, count: number % 40), regionSharpness: [UInt8](0...15))
  }

  @Test(arguments: [0, 600, 5000, 1_000_000]) func `features say the same on a pool, in memory up to its limit`(
    limit: Int
  ) {
    let spare = TestSpillBuffer()
    let pool = FeaturePool(limit: limit, spill: spare.allocator)
    var inMemory = 0
    for number in 0..<60 {
      let own = features(number)
      let pooled = pool.pooled(own)

      #expect(pooled == own && pooled.hashValue == own.hashValue && pooled.bytes == own.bytes)
      var changed = (pooled, own)
      changed.0.lumaThumbnail = [7]
      changed.1.lumaThumbnail = [7]
      #expect(changed.0 == changed.1)
      if pooled.isIdentical(to: own) { inMemory += own.numbers.vectorCount }
    }
    #expect(inMemory <= limit && (limit == 0 || inMemory > 0))
    #expect((spare.writes > 0) == (limit < 60 * 600))
  }

  @Test(arguments: [(0, Int.max), (1, 3), (1, 0)]) func `without room they stay in memory`(
    pieces: Int, writes: Int
  ) {
    let spare = TestSpillBuffer(mostPieces: pieces, mostWrites: writes)
    let pool = FeaturePool(limit: 0, spill: spare.allocator)
    let pooled = (0..<20).map { pool.pooled(features($0)) }

    #expect(pooled == (0..<20).map(features))
    #expect(spare.writes == (pieces == 0 ? 0 : writes))
  }

  @Test func `a buffer stays as long as there are features in it, and no longer`() {
    let spare = TestSpillBuffer()
    var copies = [features(1), features(2)]
    do {
      let pool = FeaturePool(limit: 0, spill: spare.allocator)
      copies = copies.map(pool.pooled)
    }
    #expect(spare.live == 1)
    copies.removeLast()
    #expect(spare.live == 1 && copies == [features(1)])
    copies.removeAll()
    #expect(spare.live == 0)
  }
}
