import CHamming
import PhotoModel
import Testing

@testable import PhotoAnalysis

@Suite struct HammingTests {
  private func numbers(_ count: Int, _ random: inout SplitMix64) -> [UInt64] { (0..<count).map { _ in random.next() } }

  private func differing(_ left: ArraySlice<UInt64>, _ right: ArraySlice<UInt64>) -> Int {
    zip(left, right).reduce(0) { $0 + ($1.0 ^ $1.1).nonzeroBitCount }
  }

  /// Rows of which every third is a few bits off the first one.
  private func rows(_ count: Int, width: Int, _ random: inout SplitMix64) -> [UInt64] {
    var rows = numbers(count * width, &random)
    for row in stride(from: 3, to: count, by: 3) {
      rows.replaceSubrange(row * width..<(row + 1) * width, with: rows[..<width])
      for _ in 0..<row % 70 {
        rows[row * width + Int(random.next() % UInt64(width))] ^= 1 << (random.next() & 63)
      }
    }
    return rows
  }

  @Test(arguments: [0, 17, 46, 128]) func `rows near one are those that brute force finds, from any place to any other`(
    limit: Int
  ) {
    var random = SplitMix64(seed: 3)
    let rows = rows(203, width: 2, &random)
    for (first, end) in [(0, 203), (1, 200), (7, 8), (5, 5), (202, 203)] {
      var foundRows = [UInt32](repeating: 0, count: 203)
      let count = hamming_rows_near(rows, first, end, rows, UInt32(limit), &foundRows)
      let expected = (first..<end).filter { differing(rows[..<2], rows[(2 * $0)..<(2 * $0 + 2)]) <= limit }
      #expect(foundRows[..<count].map { Int($0) } == expected)
    }
  }

  @Test func `the least of some rows is the least, or the limit`() {
    var random = SplitMix64(seed: 5)
    let rows = rows(50, width: 8, &random)
    for row in 0..<50 {
      let one = Array(rows[8 * row..<8 * row + 8])
      for count in [0, 1, 7, 50] {
        let all: [Int] = (0..<count).map { differing(rows[8 * $0..<8 * $0 + 8], one[...]) }
        for limit in [0, 40, 200, 512] {
          #expect(Int(hamming_least(rows, count, one, UInt32(limit))) == min(limit, all.min() ?? limit))
        }
      }
    }
  }

  @Test(arguments: [0, 1, 7, 16, 33, 500]) func `distances of descriptors are those of their bits`(count: Int) {
    var random = SplitMix64(seed: 7)
    let rows = rows(count, width: 4, &random)
    let descriptors = (0..<count).map {
      BinaryDescriptor(words: SIMD4(rows[4 * $0], rows[4 * $0 + 1], rows[4 * $0 + 2], rows[4 * $0 + 3]))
    }
    let ends = [SIMD4<UInt64>.zero, SIMD4(repeating: .max)].map { BinaryDescriptor(words: $0) }
    let columns = DescriptorColumns(descriptors + ends)
    var distances = [Int16](repeating: 0, count: count + 2)
    for descriptor in descriptors.prefix(9) + ends {
      let least = columns.write(distancesTo: descriptor, to: &distances)
      #expect(least == distances.min())
      #expect(distances.map { Int($0) } == (descriptors + ends).map { descriptor.distance(to: $0) })
    }
  }

  /// A table in which a photo stands under the lowest four bits of its own row, and what photos meet there.
  ///
  /// - Parameters:
  ///   - cut: Bits of a value within its part, and within its piece of that.
  ///   - room: For so many questions at a time.
  private func met(
    _ photos: [UInt32], upright: [UInt64], probes: [UInt64], binarySignatures: Int, kept: Int, cut: Cut = Cut(4, 2),
    buffer: Int = 1000
  ) -> [[UInt32]] {
    var best = [UInt32](repeating: .max, count: upright.count / 2 * kept)
    for part in 0..<16 >> cut.part {
      let values = part << cut.part..<(part + 1) << cut.part
      var starts: [UInt32] = [0]
      var rows: [UInt32] = []
      for number in values {
        rows += (0..<upright.count / 2).filter { value(upright[2 * $0]) == number }.map { UInt32($0) }
        starts.append(UInt32(rows.count))
      }
      let signature = rows.flatMap { upright[2 * Int($0)..<2 * Int($0) + 2] }
      var questions = [hamming_question](repeating: hamming_question(), count: buffer + 1)
      starts.withUnsafeBufferPointer { starts in
        rows.withUnsafeBufferPointer { rows in
          signature.withUnsafeBufferPointer { signature in
            // As the topmost bits of the product.
            var band = hamming_band(
              mask: (15, 0), factors: (1 << 60, 1), shift: 60, part: UInt32(part), part_bits: UInt32(cut.part),
              piece_bits: UInt32(cut.piece), starts: starts.baseAddress, rows: rows.baseAddress,
              signatures: signature.baseAddress)
            hamming_meet(&band, probes, binarySignatures, photos, photos.count, 50, &best, kept, &questions, buffer)
          }
        }
      }
    }
    return stride(from: 0, to: best.count, by: kept).map { best[$0..<$0 + kept].filter { $0 != .max } }
  }

  /// How many bits of a value are its place within a part of the table, and within a piece of that.
  struct Cut: Sendable {
    var part, piece: Int

    init(_ part: Int, _ piece: Int) { (self.part, self.piece) = (part, piece) }
  }

  private func value(_ key: UInt64) -> Int { Int(key & 15) }

  @Test(arguments: [Cut(4, 4), Cut(4, 1), Cut(3, 1), Cut(2, 0)], [42, 70, 1000])
  func `what photos meet in a table is what they have in common with it, the nearest first, each once`(
    _ cut: Cut, _ buffer: Int
  ) {
    let (count, binarySignatures, kept) = (110, 5, 4)
    var random = SplitMix64(seed: 7)
    let upright = rows(count, width: 2, &random)
    var probes: [UInt64] = []
    for row in 0..<count {
      for _ in 0..<binarySignatures {
        probes += [upright[2 * row] ^ (1 << (random.next() & 63)), upright[2 * row + 1]]
      }
    }
    let photos = (0..<count).filter { $0 % 5 != 0 }.map { UInt32($0) }

    let found = met(
      photos, upright: upright, probes: probes, binarySignatures: binarySignatures, kept: kept, cut: cut, buffer: buffer
    )

    for photo in 0..<count {
      var nearest: [Int: Int] = [:]
      for probe in 0..<binarySignatures where photo % 5 != 0 {
        let start = 2 * (photo * binarySignatures + probe)
        let signature = probes[start..<start + 2]
        for other in 0..<count where other != photo && value(upright[2 * other]) == value(probes[start]) {
          let bits = differing(signature, upright[2 * other..<2 * other + 2])
          if bits <= 50 { nearest[other] = min(bits, nearest[other] ?? .max) }
        }
      }
      let expected: [UInt32] = nearest.map { UInt32($0.value << Int(HAMMING_ROW_BITS) | $0.key) }.sorted()
      #expect(found[photo] == Array(expected.prefix(kept)))
    }
  }

  @Test func `of very many equal ones a photo meets the next ones after it, and after the last come the first`() {
    let (count, most) = (130, Int(HAMMING_MOST_ROWS))
    let upright = [UInt64](repeating: 0, count: 2 * count)
    let photos = (0..<UInt32(count)).map { $0 }

    let found = met(photos, upright: upright, probes: upright, binarySignatures: 1, kept: most)

    for photo in 0..<count {
      #expect(Set(found[photo].map { Int($0) }) == Set((1...most).map { (photo + $0) % count }))
    }
  }
}
