import PhotoModel
import TestSupport
import Testing

@Suite struct PictureScalingTests {
  @Test func `a fitted size keeps the shape and never grows`() {
    let size = PixelSize(width: 4000, height: 3000)

    #expect(size.fitted(longSide: 1024) == PixelSize(width: 1024, height: 768))
    #expect(size.fitted(longSide: 4000) == size)
    #expect(size.fitted(longSide: 9000) == size)
    #expect(PixelSize(width: 9000, height: 2).fitted(longSide: 100) == PixelSize(width: 100, height: 1))
    #expect(PixelSize(width: 3, height: 9).fitted(longSide: 0) == PixelSize(width: 1, height: 1))
    #expect(PixelSize(width: 0, height: 0).fitted(longSide: 10) == PixelSize(width: 0, height: 0))
  }

  @Test func `area averaging equals the mean over the covered area`() {
    let scene = TestPictures.scene(seed: 6, size: PixelSize(width: 37, height: 23))
    let luma = scene.luma
    for (width, height) in [(1, 1), (5, 3), (12, 23), (36, 22), (37, 7), (18, 11)] {
      let size = PixelSize(width: width, height: height)
      let shrunk = luma.areaAveraged(to: size)
      let picture = scene.areaAveraged(to: size)
      #expect(shrunk.size == size)
      for y in 0..<height {
        for x in 0..<width {
          let expected = mean(of: { luma.pixels[$1 * 37 + $0] }, x, y, size, 37, 23)
          let green = mean(of: { scene.pixels[($1 * 37 + $0) * 3 + 1] }, x, y, size, 37, 23)
          #expect(abs(Double(shrunk.pixels[y * width + x]) - expected) <= 0.5001)
          #expect(abs(Double(picture.pixels[(y * width + x) * 3 + 1]) - green) <= 0.5001)
        }
      }
    }
  }

  @Test(arguments: [
    (64, 48, 32, 24), (64, 48, 64, 24), (151, 113, 102, 77), (90, 61, 31, 60), (90, 61, 30, 20), (7, 5, 6, 1),
  ])
  func `gray shrinks as a colour does, to the bit, by whatever way is short for it`(
    width: Int, height: Int, toWidth: Int, toHeight: Int
  ) {
    let scene = TestPictures.noisy(
      TestPictures.scene(seed: 3, size: PixelSize(width: width, height: height)), amplitude: 200, seed: 1)
    let gray = LumaPlane(width: width, height: height, pixels: (0..<width * height).map { scene.pixels[3 * $0] })
    let size = PixelSize(width: toWidth, height: toHeight)
    let colours = scene.areaAveraged(to: size).pixels
    #expect(gray.areaAveraged(to: size).pixels == (0..<size.pixels).map { colours[3 * $0] })
  }

  @Test func `means are rounded exactly, halves upwards`() {
    for (width, height) in [(1, 1), (1, 2), (3, 1), (7, 7), (64, 32), (255, 3), (1021, 3)] {
      for seed in 0..<8 {
        var random = SeededGenerator(seed: UInt64(seed))
        // The sums near halves and near wholes are those that a wrong quotient would betray.
        let base = random.below(255)
        let pixels = (0..<width * height).map { UInt8(base + ($0 < width * height / 2 + seed - 4 ? 1 : 0)) }
        let sum = pixels.reduce(0) { $0 + Int($1) }
        let expected = (sum + width * height / 2) / (width * height)
        let mean = LumaPlane(width: width, height: height, pixels: pixels)
          .areaAveraged(to: PixelSize(width: 1, height: 1)).pixels
        #expect(mean == [UInt8(expected)], "\(width) × \(height)")
      }
    }
  }

  @Test func `a picture never grows`() {
    let scene = TestPictures.scene(seed: 6, size: PixelSize(width: 9, height: 7))

    #expect(scene.areaAveraged(to: PixelSize(width: 100, height: 100)) == scene)
    #expect(scene.areaAveraged(to: PixelSize(width: 100, height: 3)).size == PixelSize(width: 9, height: 3))
    #expect(scene.luma.areaAveraged(to: PixelSize(width: 0, height: -3)).size == PixelSize(width: 1, height: 1))
    #expect(LumaPlane(width: 0, height: 0, pixels: []).areaAveraged(to: PixelSize(width: 1, height: 1)).pixels.isEmpty)
  }

  @Test func `white stays white and black stays black`() {
    for value: UInt8 in [0, 255] {
      let flat = LumaPlane(width: 301, height: 203, pixels: [UInt8](repeating: value, count: 301 * 203))
      #expect(flat.areaAveraged(to: PixelSize(width: 64, height: 43)).pixels.allSatisfy { $0 == value })
    }
  }

  @Test func `luma weighs the colours as BT.601 does`() {
    func luma(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> UInt8 {
      RGBPicture(width: 1, height: 1, pixels: [red, green, blue]).luma.pixels[0]
    }

    #expect(luma(255, 255, 255) == 255)
    #expect(luma(0, 0, 0) == 0)
    #expect(luma(255, 0, 0) == 76)
    #expect(luma(0, 255, 0) == 150)
    #expect(luma(0, 0, 255) == 29)
  }

  /// Brute force, in floating point.
  private func mean(
    of pixel: (Int, Int) -> UInt8, _ column: Int, _ row: Int, _ size: PixelSize, _ width: Int, _ height: Int
  ) -> Double {
    func cover(_ index: Int, _ step: Double, _ source: Int) -> Double {
      max(0, min(Double(source + 1), Double(index + 1) * step) - max(Double(source), Double(index) * step))
    }
    let (across, down) = (Double(width) / Double(size.width), Double(height) / Double(size.height))
    var sum = 0.0
    for y in 0..<height where cover(row, down, y) > 0 {
      for x in 0..<width {
        sum += Double(pixel(x, y)) * cover(column, across, x) * cover(row, down, y)
      }
    }
    return sum / (across * down)
  }
}
