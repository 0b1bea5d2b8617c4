import CPixels
import Foundation
import PhotoModel
import Testing

@testable import PhotoAnalysis

/// What the blur measures compute many places at a time, against its definition place by place, to the last bit.
@Suite struct PlanesTests {
  /// Wider than a piece that is worked on at once, with a rest behind it.
  private static let sizes = [(8, 8), (3, 3), (83, 16), (1040, 6), (600, 35)]

  private func values(_ width: Int, _ height: Int) -> [Float] {
    var random = SplitMix64(seed: UInt64(width))
    return (0..<width * height).map { _ in Float(random.next() % 2560) / 10 }
  }

  @Test(arguments: sizes) func `each pixel has its slope and the way of it`(width: Int, height: Int) {
    let plane = values(width, height)
    var (magnitudes, directions) = ([Float](repeating: 0, count: width), [Float](repeating: 0, count: width))
    for y in 0..<height {
      let rows = [max(0, y - 1), y, min(height - 1, y + 1)].map { Array(plane[$0 * width..<($0 + 1) * width]) }
      pixels_directions(rows[0], rows[1], rows[2], width, &magnitudes, &directions)
      for x in 0..<width {
        func at(_ row: Int, _ step: Int) -> Float { rows[row][min(width - 1, max(0, x + step))] }
        let across = (at(0, 1) - at(0, -1)) + 2 * (at(1, 1) - at(1, -1)) + (at(2, 1) - at(2, -1))
        let down = (at(2, -1) - at(0, -1)) + 2 * (at(2, 0) - at(0, 0)) + (at(2, 1) - at(0, 1))
        #expect(magnitudes[x] == (across * across + down * down).squareRoot())
        guard magnitudes[x] > 0 else { continue }
        // Modulo eight: a slope along the row lies at both ends.
        let exact = atan2(Double(down), Double(across)) * 8 / Double.pi + 8
        let difference = abs((Double(directions[x]) - exact).remainder(dividingBy: 8))
        #expect(difference < 2e-6 && (0...8).contains(directions[x]))
      }
    }
  }

  @Test func `slopes of every kind have their way, and no slope has none`() {
    for (left, right, above, below) in [
      (0, 0, 0, 0), (0, 8, 0, 0), (8, 0, 0, 0), (0, 0, 0, 8), (0, 0, 8, 0), (0, 8, 0, 8), (8, 0, 8, 0), (8, 0, 0, 8),
      (0, 8, 8, 0), (0, 1e-30, 0, 1e-30), (0, 1e-20, 0, 1), (0, 1e18, 0, 1e-18),
    ] as [(Float, Float, Float, Float)] {
      var (magnitude, direction) = ([Float](repeating: -1, count: 3), [Float](repeating: -1, count: 3))
      pixels_directions([0, above, 0], [left, 0, right], [0, below, 0], 3, &magnitude, &direction)
      let (across, down) = (2 * (right - left), 2 * (below - above))
      #expect(magnitude[1] == (across * across + down * down).squareRoot())
      let exact = atan2(Double(down), Double(across)) * 8 / Double.pi + 8
      #expect(magnitude[1] == 0 || abs((Double(direction[1]) - exact).remainder(dividingBy: 8)) < 2e-6)
      #expect((0...8).contains(direction[1]))
    }
  }

  @Test(arguments: sizes) func `roughness is counted at each pixel with eight neighbours`(width: Int, height: Int) {
    let plane = values(width, height).map { $0 == 0 ? 100_000 : $0 }
    var histogram = [UInt32](repeating: 0, count: Int(PIXELS_ROUGHNESS))
    pixels_roughness(plane, width, height, &histogram)
    var expected = histogram.map { _ in UInt32(0) }
    for y in 1..<height - 1 {
      for x in 1..<width - 1 {
        func pixel(_ dx: Int, _ dy: Int) -> Float { plane[(y + dy) * width + x + dx] }
        let corners: Float = pixel(-1, -1) + pixel(1, -1) + pixel(-1, 1) + pixel(1, 1)
        let sides: Float = pixel(0, -1) + pixel(0, 1) + pixel(-1, 0) + pixel(1, 0)
        let roughness: Float = abs(corners - 2 * sides + 4 * pixel(0, 0))
        expected[min(expected.count - 1, Int(roughness * 4))] += 1
      }
    }
    #expect(histogram == expected)
  }

  @Test(arguments: [(16, 16, 16), (32, 16, 37), (1040, 32, 1041)])
  func `a step of wavelets halves the picture and keeps what that loses`(width: Int, height: Int, stride: Int) {
    let plane = values(stride, height)
    let half = (width / 2) * (height / 2)
    var (means, energies) = ([Float](repeating: 0, count: half), [Float](repeating: 0, count: half))
    var histogram = [UInt32](repeating: 0, count: Int(PIXELS_DIAGONALS))
    pixels_haar(plane, width, height, stride, &means, &energies, &histogram)
    var expected = histogram.map { _ in UInt32(0) }
    for y in 0..<height / 2 {
      for x in 0..<width / 2 {
        func pixel(_ dx: Int, _ dy: Int) -> Float { plane[(2 * y + dy) * stride + 2 * x + dx] }
        let (a, b, c, d) = (pixel(0, 0), pixel(1, 0), pixel(0, 1), pixel(1, 1))
        let (across, down, diagonal) = ((a - b + c - d) / 2, (a + b - c - d) / 2, (a - b - c + d) / 2)
        #expect(means[y * (width / 2) + x] == (a + b + c + d) / 2)
        #expect(energies[y * (width / 2) + x] == across * across + down * down + diagonal * diagonal)
        expected[min(expected.count - 1, Int(abs(diagonal) * 2))] += 1
      }
    }
    #expect(histogram == expected)
  }

  @Test(arguments: [2, 4, 8, 64]) func `the largest of each block is found`(side: Int) {
    for (columns, rows) in [(1, 1), (3, 2), (50, 1)] {
      let width = columns * side
      let plane = values(width, rows * side)
      var maxima = [Float](repeating: 0, count: columns * rows)
      pixels_block_maxima(plane, width, rows * side, side, &maxima)
      for block in maxima.indices {
        let all = (0..<side * side).map { position in
          plane[(block / columns * side + position / side) * width + block % columns * side + position % side]
        }
        #expect(maxima[block] == all.max())
      }
    }
  }

  @Test(arguments: [32, 64, 128, 512]) func `a spectrum is that of the definition`(side: Int) {
    let plane = values(side, side).map { $0 - 128 }
    let power = powerSpectrum(of: plane, side: side)
    for (u, v) in [(0, 0), (1, 0), (0, 3), (side - 1, 5), (side / 2, side / 2 - 1), (side / 3, side / 5)] {
      var sum = SIMD2<Double>.zero
      for y in 0..<side {
        for x in 0..<side {
          let angle = -2 * Double.pi * Double((u * x + v * y) % side) / Double(side)
          sum += SIMD2(cos(angle), sin(angle)) * Double(plane[y * side + x])
        }
      }
      let expected = (sum * sum).sum()
      #expect(abs(Double(power[u * side / 2 + v]) - expected) < 1e-4 * Double(side * side) * 5461)
    }
  }

  @Test(arguments: [5, 12, 83, 700]) func `edges are the steepest of their row, as wide as their ramps`(width: Int) {
    let plane = smooth(values(width, 3))
    func pixel(_ x: Int, _ y: Int = 1) -> Float { plane[y * width + x] }
    func slope(_ x: Int) -> Float { (pixel(x + 1) - pixel(x - 1)) / 2 }
    var (expected, spreads) = ([Int32](), [Float]())
    for x in 2..<width - 2 {
      let (own, across) = (slope(x), (pixel(x, 2) - pixel(x, 0)) / 2)
      guard abs(own) > 6, abs(across) < abs(own), abs(own) >= abs(slope(x - 1)), abs(own) > abs(slope(x + 1)) else {
        continue
      }
      let rise = rise(from: x, slope: own, least: 0.5 + 0.05 * abs(own), most: 20, in: (0..<width).map { pixel($0) })
      guard rise > 30 else { continue }
      expected.append(Int32(x))
      let length = (own * own + across * across).squareRoot()
      let blur: Float = rise / (2.5066 * abs(own))
      spreads.append(blur * (abs(own) / length))
    }
    var marks = [UInt8](repeating: 0, count: width)
    var (foundColumns, found) = ([Int32](repeating: 0, count: width), [Float](repeating: 0, count: width))
    let count = plane.withUnsafeBufferPointer { plane in
      plane.baseAddress.map { pixels_edge_spreads($0 + width, width, 6, 30, &marks, &foundColumns, &found) }
    }
    #expect(count == expected.count && Array(foundColumns[..<expected.count]) == expected)
    #expect(Array(found[..<spreads.count]) == spreads)
    #expect(width < 100 || expected.count > 20)
  }

  /// Steps of more than `least` one after the other from a place, to the right and to the left.
  private func rise(from position: Int, slope: Float, least: Float, most: Int, in row: [Float]) -> Float {
    let sign: Float = slope > 0 ? 1 : -1
    var rise: Float = 0
    for direction in [1, -1] {
      for step in 0..<most {
        let here = position + (direction > 0 ? step : -step - 1)
        guard row.indices.contains(here), row.indices.contains(here + 1) else { break }
        let height = sign * (row[here + 1] - row[here])
        guard height > least else { break }
        rise += height
      }
    }
    return rise
  }

  /// So that ramps have more than one step.
  private func smooth(_ values: [Float]) -> [Float] {
    values.indices.map { position in
      let near = values[max(0, position - 4)...min(values.count - 1, position + 4)]
      return near.reduce(0, +) / Float(near.count) * 3
    }
  }

  @Test(arguments: [(1, 1), (1, 9), (40, 30), (160, 3)])
  func `gray between pixels is linear, and the border goes on`(width: Int, height: Int) {
    var random = SplitMix64(seed: UInt64(width * height))
    let pixels = (0..<width * height).map { _ in UInt8(random.next() % 256) }
    let size = PixelSize(width: 4 * width + 1, height: 3 * height + 2)
    let picture = LocalFeatures(
      size: size, keypoints: [], descriptors: [], small: LumaPlane(width: width, height: height, pixels: pixels))
    var x = (0..<700).map { _ in Double.random(in: -9...Double(size.width + 9), using: &random) }
    var y = (0..<700).map { _ in Double.random(in: -9...Double(size.height + 9), using: &random) }
    x += [0, Double(size.width), -1e300, 1e300, .infinity, 0.5]
    y += [0, Double(size.height), 1e300, -1e300, -.infinity, 0.5]
    let expected = zip(x, y).map { x, y in
      let across = min(Double(width - 1), max(0, x * Double(width) / Double(size.width) - 0.5))
      let down = min(Double(height - 1), max(0, y * Double(height) / Double(size.height) - 0.5))
      let (left, top) = (Int(across), Int(down))
      let (right, lower) = (across - Double(left), down - Double(top))
      func row(_ y: Int) -> Double {
        let (first, second) = (pixels[y * width + left], pixels[y * width + min(width - 1, left + 1)])
        return Double(first) * (1 - right) + Double(second) * right
      }
      return row(top) * (1 - lower) + row(min(height - 1, top + 1)) * lower
    }
    #expect(picture.grays(x, y) == expected)
  }

  @Test func `the match of a keypoint is the nearest that none elsewhere comes close to`() {
    for seed in 1...12 as ClosedRange<UInt64> {
      let (first, second) = (features(seed, count: 60), features(seed, count: 37 + Int(seed)))
      let found = matches(of: first, in: second, isMirrored: false)
      var expected: Set<SIMD4<Double>> = []
      for (keypoint, descriptor) in zip(first.keypoints, first.descriptors) {
        let distances = second.descriptors.map { $0.distance(to: descriptor) }
        let best = distances.indices.min { distances[$0] < distances[$1] } ?? 0
        let position = second.keypoints[best]
        let others = distances.indices.filter {
          max(abs(second.keypoints[$0].x - position.x), abs(second.keypoints[$0].y - position.y)) > 8
        }
        let rival = min(256, others.map { distances[$0] }.min() ?? 256)
        guard distances[best] < 72, !others.contains(where: { distances[$0] <= Int(Double(distances[best]) / 0.85) })
        else { continue }
        let ratio = Double(distances[best]) / Double(max(1, rival))
        expected.insert(SIMD4(Double(keypoint.x), Double(position.x), Double(position.y), ratio))
      }
      #expect(Set(found.map { SIMD4($0.from.x, $0.to.x, $0.to.y, $0.ratio) }) == expected)
      #expect(!expected.isEmpty && expected.count < first.keypoints.count)
    }
  }

  /// The same few descriptors with some bits changed, at places of a coarse grid.
  private func features(_ seed: UInt64, count: Int) -> LocalFeatures {
    var models = SplitMix64(seed: 5)
    let text = (0..<40).map { _ in SIMD4(models.next(), models.next(), models.next(), models.next()) }
    var random = SplitMix64(seed: seed &* UInt64(count))
    var (keypoints, descriptors) = ([Keypoint](), [BinaryDescriptor]())
    for index in 0..<count {
      var descriptor = text[Int(random.next() % 40)]
      for lane in 0..<4 { descriptor[lane] ^= random.next() & random.next() & random.next() }
      descriptors.append(BinaryDescriptor(words: descriptor))
      let (x, y) = (Float(index) / 8, Float(random.next() % 4) * 6)
      keypoints.append(Keypoint(x: x, y: y, angle: 0, level: 0))
    }
    let small = LumaPlane(width: 1, height: 1, pixels: [0])
    return LocalFeatures(
      size: PixelSize(width: 640, height: 480), keypoints: keypoints, descriptors: descriptors, small: small)
  }
}
