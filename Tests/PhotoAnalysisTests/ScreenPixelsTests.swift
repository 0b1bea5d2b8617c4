import CPixels
import PhotoModel
import TestSupport
import Testing

/// What tells a screen from a photo, many pixels at once, against its definition pixel by pixel.
@Suite struct ScreenPixelsTests {
  private func bytes(_ count: Int, seed: UInt64, of values: ClosedRange<UInt8> = 0...255) -> [UInt8] {
    var random = SpreadGenerator(seed: seed)
    return (0..<count).map { _ in UInt8.random(in: values, using: &random) }
  }

  @Test(arguments: [0, 1, 2, 63, 64, 65, 200]) func `luma is that of libjpeg, also over the colours`(count: Int) {
    let rgb = bytes(count * 3, seed: 1) + [255, 255, 255, 0, 0, 0]
    let expected = (0..<count + 2).map { index in
      let (red, green, blue) = (Int(rgb[3 * index]), Int(rgb[3 * index + 1]), Int(rgb[3 * index + 2]))
      return UInt8((19_595 * red + 38_470 * green + 7_471 * blue + 32_768) >> 16)
    }
    var luma = [UInt8](repeating: 7, count: count + 3)
    pixels_luma(rgb, count + 2, &luma)
    #expect(luma == expected + [7])
    var over = rgb
    over.withUnsafeMutableBufferPointer { pixels_luma($0.baseAddress, count + 2, $0.baseAddress) }
    #expect(Array(over.prefix(count + 2)) == expected)
  }

  @Test(arguments: [0, 1, 63, 64, 65, 500]) func `pixels of a colour are counted by five bits a channel`(count: Int) {
    // Few values, so that many pixels have the colour.
    let rgb = bytes(count * 3, seed: 2, of: 92...100)
    let colour: [UInt8] = [96, 88, 96]
    let expected = (0..<count).count { index in
      (0..<3).allSatisfy { rgb[3 * index + $0] >> 3 == colour[$0] >> 3 }
    }
    #expect(pixels_of_colour(rgb, count, colour) == expected)
    #expect(count < 500 || expected > 10)
  }

  @Test(arguments: [0, 1, 63, 64, 65, 500], [UInt8(9), 255])
  func `steps of two to eight are counted, by the larger one`(count: Int, most: UInt8) {
    let row = bytes(count + 1, seed: 3, of: 0...most)
    let below = bytes(count, seed: 4, of: 0...most)
    let expected = (0..<count).count { index in
      let (here, right, down) = (Int(row[index]), Int(row[index + 1]), Int(below[index]))
      return (2...8).contains(max(abs(here - right), abs(here - down)))
    }
    #expect(pixels_middling(row, below, count) == expected)
    #expect(count < 500 || (1..<500).contains(expected))
  }

  @Test func `blocks of text are those of two grays with steep steps between them, printed ones have an even ground`() {
    let side = Int(PIXELS_TEXT_SIDE)
    var random = SpreadGenerator(seed: 5)
    var counts = [0, 0, 0]
    for round in 0..<600 {
      // Ink on paper, of every contrast and amount, with noise over it.
      let (paper, ink) = (UInt8.random(in: 0...255, using: &random), UInt8.random(in: 0...255, using: &random))
      let (amount, noise) = (
        Double.random(in: 0...1, using: &random), round % 2 * Int.random(in: 0...40, using: &random)
      )
      let blocks = 1 + round % 3
      let width = blocks * side
      let pixels = (0..<width * side).map { _ in
        let value = Double.random(in: 0...1, using: &random) < amount ? ink : paper
        return UInt8(min(255, max(0, Int(value) + Int.random(in: -noise...noise, using: &random))))
      }
      var marks = [UInt8](repeating: 9, count: blocks)
      pixels_text(pixels, width, blocks, &marks)
      for block in 0..<blocks {
        let rows = (0..<side).map { row in (0..<side).map { Int(pixels[row * width + block * side + $0]) } }
        #expect(marks[block] == (!isText(rows) ? 0 : hasGround(rows) ? 2 : 1))
        counts[Int(marks[block])] += 1
      }
    }
    #expect(counts.allSatisfy { $0 > 50 }, "\(counts)")
  }

  private func isText(_ rows: [[Int]]) -> Bool {
    let all = rows.flatMap { $0 }
    guard let low = all.min(), let high = all.max(), high - low > 55 else { return false }
    let near = 0.18 * Double(high - low)
    let steps = rows.reduce(0) { sum, row in sum + zip(row, row.dropFirst()).count { abs($0 - $1) > 28 } }
    let lows = Double(all.count { Double($0 - low) < near - 1e-9 }) / Double(all.count)
    let highs = Double(all.count { Double(high - $0) < near - 1e-9 }) / Double(all.count)
    return steps >= 12 && max(lows, highs) > 0.35 && lows + highs > 0.5
  }

  private func hasGround(_ rows: [[Int]]) -> Bool {
    let counts = rows.joined().reduce(into: [Int: Int]()) { $0[$1, default: 0] += 1 }
    return counts.values.contains { Double($0) >= 0.3 * 256 }
  }
}
