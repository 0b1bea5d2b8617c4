import PhotoModel
import Testing

@testable import PhotoAnalysis

@Suite struct PDQHashTests {
  /// The mean of so many neighbours along y, fewer at the border.
  private func boxed(_ plane: [[Double]], _ box: Int) -> [[Double]] {
    let before = (box - 1) / 2
    return plane.indices.map { y in
      let around = plane[max(0, y - before)..<min(plane.count, y + box - before)]
      return plane[y].indices.map { x in around.reduce(0) { $0 + $1[x] } / Double(around.count) }
    }
  }

  private func transposed(_ plane: [[Double]]) -> [[Double]] {
    plane[0].indices.map { x in plane.map { $0[x] } }
  }

  @Test(arguments: [(512, 384), (512, 91), (300, 512), (129, 128), (70, 50), (3, 2), (1, 1)])
  func `fields are the middles of what two box filters along each axis give`(width: Int, height: Int) {
    var random = SplitMix64(seed: UInt64(width))
    let pixels = (0..<width * height).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    var plane = (0..<height).map { y in (0..<width).map { Double(pixels[y * width + $0]) } }
    for _ in 0..<2 {
      plane = transposed(boxed(transposed(plane), (width + 127) / 128))
      plane = boxed(plane, (height + 127) / 128)
    }

    let sampled = jaroszSampled(LumaPlane(width: width, height: height, pixels: pixels), side: 64)

    #expect(sampled.count == 64 * 64)
    for (index, value) in sampled.enumerated() {
      let x = min(width - 1, (2 * (index % 64) + 1) * width / 128)
      let y = min(height - 1, (2 * (index / 64) + 1) * height / 128)
      #expect(abs(value - plane[y][x]) < 0.01)
    }
  }
}
