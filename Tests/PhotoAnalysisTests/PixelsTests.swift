import CPixels
import CProcessor
import Foundation
import PhotoModel
import TestSupport
import Testing

@testable import PhotoAnalysis

/// What is computed on many pixels at once, against its definition pixel by pixel.
@Suite struct PixelsTests {
  private let luma = TestPictures.noisy(
    TestPictures.scene(seed: 5, size: PixelSize(width: 83, height: 61)), amplitude: 120, seed: 5
  ).luma

  private func pixel(_ x: Int, _ y: Int) -> Int {
    Int(luma.pixels[min(luma.height - 1, max(0, y)) * luma.width + min(luma.width - 1, max(0, x))])
  }

  @Test func `no instructions are used beyond what the environment allows`() {
    let next = ["plain": PROCESSOR_SSE4, "sse4": PROCESSOR_AVX2, "avx2": PROCESSOR_AVX512]
    guard let name = ProcessInfo.processInfo.environment["DECKLE_INSTRUCTIONS"], let beyond = next[name] else { return }

    #expect(!processor_has(beyond) && processor_has(PROCESSOR_PLAIN))
  }

  @Test func `gradients are summed over seven by seven pixels`() throws {
    for (x, y) in [(17, 17), (40, 30), (65, 43), (23, 41)] {
      var (across, down, both) = (0, 0, 0)
      for row in y - 3...y + 3 {
        for column in x - 3...x + 3 {
          let dx = pixel(column + 1, row) - pixel(column - 1, row)
          let dy = pixel(column, row + 1) - pixel(column, row - 1)
          (across, down, both) = (across + dx * dx, down + dy * dy, both + dx * dy)
        }
      }
      let found = luma.pixels.withUnsafeBufferPointer { pixels in
        pixels.baseAddress.map { pixels_gradients($0 + y * 83 + x, 83) }
      }
      let sums = try #require(found)
      #expect((Int(sums.across), Int(sums.down), Int(sums.both)) == (across, down, both))
    }
  }

  @Test(arguments: [1, 2, 3, 4, 6, 7, 8, 9, 40, 83]) func `smoothing weighs seven by seven pixels`(width: Int) {
    let weights = [52, 46, 31, 16]
    let height = 11
    let pixels = (0..<width * height).map { luma.pixels[$0] }
    var rows = [UInt16](repeating: 0, count: pixels.count)
    var smooth = [UInt8](repeating: 0, count: pixels.count)
    pixels_smooth(pixels, width, height, &rows, &smooth)
    for y in 0..<height {
      for x in 0..<width {
        var sum = 0
        for dy in -3...3 {
          for dx in -3...3 {
            let (row, column) = (min(height - 1, max(0, y + dy)), min(width - 1, max(0, x + dx)))
            sum += weights[abs(dx)] * weights[abs(dy)] * Int(pixels[row * width + column])
          }
        }
        // The factor is rounded up: a sum that lies just under a whole number may reach it.
        #expect(Int(smooth[y * width + x]) == min(255, (sum * ((1 << 32) / (238 * 238) + 1)) >> 32))
      }
    }
    pixels_smooth([UInt8](repeating: 255, count: pixels.count), width, height, &rows, &smooth)
    #expect(smooth.allSatisfy { $0 == 255 })
  }

  @Test(arguments: [Float(0), 0.7, 2.2, -1.6, 3.1])
  func `points are turned, and compared where they come to`(angle: Float) {
    var random = SplitMix64(seed: 9)
    let count = 2 * Int(PIXELS_COMPARISONS)
    let x = (0..<count).map { _ in Float(Int(random.next() % 2001) - 1000) / 100 }
    let y = (0..<count).map { _ in Float(Int(random.next() % 2001) - 1000) / 100 }
    let (cosine, sine) = (Float(cos(Double(angle))), Float(sin(Double(angle))))
    var bits = [UInt64](repeating: 0, count: Int(PIXELS_COMPARISONS) / 64)
    luma.pixels.withUnsafeBufferPointer { pixels in
      pixels_compare(pixels.baseAddress.map { $0 + 30 * 83 + 40 }, 83, cosine, sine, x, y, &bits)
    }
    func value(_ index: Int) -> Int {
      let column = (cosine * x[index] - sine * y[index]).rounded()
      let row = (sine * x[index] + cosine * y[index]).rounded()
      return pixel(40 + Int(column), 30 + Int(row))
    }
    for bit in 0..<Int(PIXELS_COMPARISONS) {
      #expect((bits[bit / 64] >> UInt64(bit % 64) & 1 == 1) == (value(bit) < value(bit + Int(PIXELS_COMPARISONS))))
    }
  }
}
