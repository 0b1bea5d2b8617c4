import Testing

@testable import ImageDecoding

/// What eight blocks at once are made of, and what is declined because libjpeg's own transforms differ there.
@Suite struct BlockBatchTests {
  /// The first pixels of one block, in the midst of empty ones, at places of natural order, with steps of 1.
  private func row(_ side: Int, _ coefficients: [Int: Int16]) throws -> [UInt8] {
    var values = [Int16](repeating: 0, count: BlockBatch.count(rows: 1))
    let steps = [Int32](repeating: 1, count: 64)
    var pixels = [UInt8](repeating: 0, count: 8 * side * side)
    var faults = BlockFaults()
    values.withUnsafeMutableBufferPointer { values in
      steps.withUnsafeBufferPointer { steps in
        pixels.withUnsafeMutableBufferPointer { pixels in
          guard let values = values.baseAddress, let steps = steps.baseAddress, let pixels = pixels.baseAddress else {
            return
          }
          let batch = BlockBatch(values, rows: 1, side: side, end: BlockBatch.end(side), quantisation: steps)
          for (index, natural) in ScanTables.naturalOrder.enumerated() {
            if let value = coefficients[natural] { batch.block(3, row: 0).set(index, value) }
          }
          batch.transform(row: 0, 8, to: pixels, 8 * side, &faults)
        }
      }
    }
    try faults.check()
    return Array(pixels[..<(8 * side)])
  }

  @Test(arguments: 2...7) func `a block has its pixels, and those beside it have theirs`(side: Int) throws {
    let pixels = try row(side, [0: 400])
    let expected = (0..<8).flatMap { (block: Int) -> [UInt8] in [UInt8](repeating: block == 3 ? 178 : 128, count: side)
    }
    #expect(pixels == expected)

    let slope = try row(side, [0: 0, 1: 300])[(3 * side)..<(4 * side)]
    #expect(zip(slope, slope.dropFirst()).allSatisfy { $0 > $1 }, "\(slope)")
    #expect(try #require(slope.first) > 150)
  }

  @Test(arguments: 2...7) func `values that no picture has are declined`(side: Int) throws {
    #expect(try row(side, [0: 4000])[3 * side] == 255)
    for coefficients: [Int: Int16] in [[0: 4096], [0: -4097], [8: 4096], [0: 4095, 1: 2000]] {
      #expect(throws: OnePassDecline.range, "\(coefficients)") { try row(side, coefficients) }
    }
  }

  /// The columns go beyond 16 bits with what libjpeg keeps there, though the pixels, in which they cancel, would not.
  @Test func `columns that no picture has are declined, whatever becomes of them`() throws {
    #expect(throws: OnePassDecline.range) { try row(2, [3: 4095, 11: 100, 1: 1470]) }
    #expect(try row(2, [3: 3995, 1: 1470]).count == 16)
  }
}
