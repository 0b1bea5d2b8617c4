import PhotoModel
import TestSupport
import Testing

@testable import PhotoAnalysis

@Suite struct CornerTests {
  @Test(arguments: [3, 15, 60], [UInt64(1), 2])
  func `corners are where nine of the ring in a row stand out, as FAST defines it`(amplitude: Int, seed: UInt64) {
    let scene = TestPictures.scene(seed: seed, size: PixelSize(width: 150, height: 110))
    let luma = TestPictures.noisy(scene, amplitude: amplitude, seed: seed).luma

    let found = CornerDetector.corners(of: luma, count: .max)

    #expect(Set(found.map { $0.y * luma.width + $0.x }) == Set(Definition(luma: luma).corners))
    #expect(found.count > 10)
  }

  @Test(arguments: [UInt64(3), 4]) func `black and white are the ends of gray`(seed: UInt64) {
    let scene = TestPictures.noisy(
      TestPictures.scene(seed: seed, size: PixelSize(width: 150, height: 110)), amplitude: 20, seed: seed
    ).luma
    let pixels = scene.pixels.map { $0 < 110 ? $0 / 16 : $0 > 140 ? 255 - $0 % 12 : $0 }
    let luma = LumaPlane(width: scene.width, height: scene.height, pixels: pixels)

    let found = CornerDetector.corners(of: luma, count: .max)

    #expect(Set(found.map { $0.y * luma.width + $0.x }) == Set(Definition(luma: luma).corners))
    #expect(found.count > 10)
    #expect(zip(found, found.dropFirst()).allSatisfy { ($1.strength, $0.y, $0.x) < ($0.strength, $1.y, $1.x) })
  }

  @Test func `a percentile is that of the sorted values`() {
    for count in [1, 2, 3, 12, 300, 5000] {
      for spread: ClosedRange<Float> in [0.3...9, 2...2.001, -5...5, 0...0] {
        // Multiples of an irrational number fill an interval evenly and in no order.
        let values = (0..<count).map { index in
          spread.lowerBound + (spread.upperBound - spread.lowerBound)
            * (Float(index) * 0.618_034).truncatingRemainder(dividingBy: 1)
        }
        let sorted = values.sorted()
        for share in [0, 0.25, 0.5, 0.98, 1] {
          let position = share * Double(count - 1)
          let (low, high) = (sorted[Int(position)], sorted[min(count - 1, Int(position) + 1)])
          let expected = Double(low) + (position - Double(Int(position))) * Double(high - low)
          #expect(percentile(share, of: values) == expected, "\(share) of \(count) in \(spread)")
        }
      }
    }
    #expect(percentile(0.5, of: []) == nil)
  }

  @Test func `stretching cuts to 0 to 255, and by one changes nothing`() {
    let luma = LumaPlane(width: 4, height: 1, pixels: [0, 60, 100, 255])

    #expect(FloatPlane(luma, stretched: Contrast(low: 0, gain: 1)).values == [0, 60, 100, 255])
    #expect(FloatPlane(luma, stretched: Contrast(low: 50, gain: 2)).values == [0, 20, 100, 255])
  }
}

/// FAST-9 as its authors describe it, pixel by pixel.
private struct Definition {
  let luma: LumaPlane

  private static let ring = [
    (0, -3), (1, -3), (2, -2), (3, -1), (3, 0), (3, 1), (2, 2), (1, 3), (0, 3), (-1, 3), (-2, 2), (-3, 1), (-3, 0),
    (-3, -1), (-2, -2), (-1, -3),
  ]

  var corners: [Int] {
    let scores = (0..<luma.pixels.count).map { position in
      let (x, y) = (position % luma.width, position / luma.width)
      let border = CornerDetector.border
      guard (border..<luma.width - border).contains(x), (border..<luma.height - border).contains(y) else { return 0 }
      return score(x, y)
    }
    return scores.indices.filter { position in
      guard scores[position] > 0 else { return false }
      let around = [-luma.width - 1, -luma.width, -luma.width + 1, -1, 1, luma.width - 1, luma.width, luma.width + 1]
      return around.allSatisfy { step in
        step < 0 ? scores[position] > scores[position + step] : scores[position] >= scores[position + step]
      }
    }
  }

  private func score(_ x: Int, _ y: Int) -> Int {
    let centre = Int(luma.pixels[y * luma.width + x])
    let values = Self.ring.map { Int(luma.pixels[(y + $0.1) * luma.width + x + $0.0]) }
    for excess in [values.map { $0 - centre - 10 }, values.map { centre - 10 - $0 }] {
      let hasNine = (0..<16).contains { start in (0..<9).allSatisfy { excess[(start + $0) % 16] > 0 } }
      if hasNine { return excess.reduce(1) { $0 + max(0, $1) } }
    }
    return 0
  }
}
