import PhotoModel
import TestSupport
import Testing

@testable import PhotoAnalysis

/// The cosine of the angle between two vectors before they are rounded.
private func cosineSimilarity(_ left: [Float], _ right: [Float]) -> Float {
  func product(_ a: [Float], _ b: [Float]) -> Double { zip(a, b).reduce(0) { $0 + Double($1.0) * Double($1.1) } }
  return cosine(dot: product(left, right), product(left, left), product(right, right))
}

@Suite struct DescriptorTests {
  @Test func `has 512 bytes, and rounding costs less than 0.003 of the cosine`() {
    let a = DescriptorGrid.vector(of: Drawn.scene(1))
    let b = DescriptorGrid.vector(of: Drawn.scene(1).noisy(20, seed: 1))
    let c = DescriptorGrid.vector(of: Drawn.scene(2))

    #expect(DescriptorGrid.quantised(a).count == 512)
    for (x, y) in [(a, a), (a, b), (a, c), (b, c)] {
      let rounded = cosineSimilarity(DescriptorGrid.quantised(x), DescriptorGrid.quantised(y))
      #expect(abs(rounded - cosineSimilarity(x, y)) < 0.003)
    }
  }

  @Test(arguments: DihedralForm.all) func `a turned picture has the permuted descriptor`(form: DihedralForm) {
    let scene = Drawn.scene(3)
    var turned = form.isMirrored ? scene.mirrored : scene
    for _ in 0..<form.quarterTurns { turned = turned.turnedClockwise }

    let distance = 1 - cosineSimilarity(descriptor(of: turned), descriptor(of: scene), sources: form.sources)

    #expect(distance < 0.02)
  }

  @Test func `light, contrast, size and bars change little, another scene much`() {
    let scene = Drawn.scene(4)
    let original = descriptor(of: scene)
    let copies = [
      scene.mapped { $0 * 0.7 }, scene.mapped { $0 * 0.8 + 40 },
      scene.areaAveraged(to: scene.size.fitted(longSide: 150)),
      scene.letterboxed(30), scene.noisy(6, seed: 2),
    ]

    for copy in copies { #expect(1 - cosineSimilarity(original, descriptor(of: copy)) < 0.12) }
    for seed in 5..<15 {
      #expect(1 - cosineSimilarity(original, descriptor(of: Drawn.scene(UInt64(seed)))) > 0.4)
    }
  }

  @Test func `a picture smaller than the grid still has one`() {
    #expect(descriptor(of: Drawn.scene(1, width: 60, height: 40)).count == 512)
  }

  @Test func `flat pictures have neither descriptor nor hash`() {
    let evening = Drawn.plane(320, 240) { x, y in 40 + Double(y) * 0.6 + Double(x) * 0.1 }
    let vignette = Drawn.plane(320, 240) { x, y in
      let u = (Double(x) - 160) / 160
      let v = (Double(y) - 120) / 120
      return 200 - 40 * (u * u + v * v)
    }
    for flat in [Drawn.flat(0), Drawn.flat(255), Drawn.flat(0).noisy(3, seed: 1), evening, vignette] {
      #expect(descriptor(of: flat).isEmpty)
      #expect(perceptualHash(of: flat) == nil)
    }
  }

  @Test func `tiny pictures have a thumbnail, and no sharpness`() {
    for (width, height) in [(1, 1), (1, 50), (3, 2), (7, 9)] {
      let features = LumaFeatures(of: Drawn.plane(width, height) { x, y in Double((x + y) % 2) * 255 })
      #expect(features.lumaThumbnail.count == 256 && [0, 512].contains(features.descriptor.count))
      #expect(features.sharpness == nil && features.sharpestRegion == nil)
    }
  }
}

@Suite struct PerceptualHashTests {
  @Test func `copies differ in few bits, strangers in many`() throws {
    let scene = Drawn.scene(6)
    let original = try #require(perceptualHash(of: scene))
    for copy in [
      scene.areaAveraged(to: scene.size.fitted(longSide: 150)), scene.noisy(8, seed: 1), scene.letterboxed(25),
      scene.mapped { $0 * 0.9 + 10 },
    ] {
      let hash = try #require(perceptualHash(of: copy))
      #expect(bitDistance(original, hash) <= 6)
    }
    let stranger = try #require(perceptualHash(of: Drawn.scene(7)))
    #expect(bitDistance(original, stranger) > 17)
  }
}

@Suite struct MarginTrimTests {
  @Test func `bars and frames go, with a little more`() {
    let scene = Drawn.scene(8, width: 200, height: 150)
    let margins = trimmedMargins(of: scene.letterboxed(20, gray: 255))
    #expect(margins.left == 0 && margins.right == 0)
    #expect((20...24).contains(margins.top))
    #expect((20...24).contains(margins.bottom))
  }

  @Test func `large pictures are trimmed in their own pixels`() {
    let scene = Drawn.scene(8, width: 800, height: 600)
    let margins = trimmedMargins(of: scene.letterboxed(100))
    #expect((100...108).contains(margins.top))
  }

  @Test func `a flat picture is kept whole, and nothing is ever cut to nothing`() {
    #expect(trimmedMargins(of: Drawn.flat(30)) == .none)
    #expect(trimmedMargins(of: Drawn.flat(30, width: 4, height: 4)) == .none)
    let line = Drawn.plane(100, 100) { x, _ in x == 50 ? 255 : 0 }
    #expect(trimmedMargins(of: line) == .none)
    let cropped = line.cropped(to: Margins(left: 60, right: 60))
    #expect(cropped == line)
  }
}
