import PhotoModel
import Testing

@testable import PhotoAnalysis

@Suite struct SharpnessTests {
  @Test func `falls with every step of blur, from sharp to strictly blurry`() throws {
    let scene = Drawn.scene(11, width: 480, height: 360)
    let sharp = try #require(sharpness(of: scene))
    var last = sharp
    for radius in [1, 3, 6] {
      let score = try #require(sharpness(of: Drawn.blurred(scene, radius: radius)))
      #expect(score <= last)
      last = score
    }
    #expect(sharp > 0.80)
    #expect(last < strictBlurThreshold)
  }

  @Test func `a camera that moved is blurry, though edges along the way stay sharp`() throws {
    let shaken = Drawn.shaken(Drawn.scene(12, width: 480, height: 360), radius: 7)
    #expect(try #require(sharpness(of: shaken)) < ScanSettings().blurThreshold)
  }

  @Test func `a sharp subject before a blurred ground is not blurry`() throws {
    let scene = Drawn.scene(13, width: 480, height: 360)
    let ground = Drawn.blurred(scene, radius: 6)
    let portrait = Drawn.plane(480, 360) { x, y in
      let isSubject = (150..<330).contains(x) && (60..<310).contains(y)
      return Double((isSubject ? scene : ground).pixels[y * 480 + x])
    }
    #expect(try #require(sharpness(of: portrait)) >= ScanSettings().blurThreshold)
  }

  @Test func `a dark but sharp picture is not blurry`() throws {
    let dark = Drawn.scene(14, width: 480, height: 360).mapped { $0 * 0.25 }
    #expect(try #require(sharpness(of: dark)) >= ScanSettings().blurThreshold)
  }

  @Test func `flat, tiny and black pictures cannot be told`() {
    #expect(sharpness(of: Drawn.flat(0)) == nil)
    #expect(sharpness(of: Drawn.flat(128).noisy(0.4, seed: 1)) == nil)
    #expect(sharpness(of: Drawn.scene(1, width: 20, height: 20)) == nil)
    #expect(sharpness(of: LumaPlane(width: 1, height: 1, pixels: [9])) == nil)
  }

  @Test func `no blur evidence is 0.30, and the scale falls with evidence`() {
    #expect(abs(sharpness(blurEvidence: 0) - 0.30) < 1e-9)
    #expect(abs(sharpness(blurEvidence: 1.35) - strictBlurThreshold) < 0.002)
    let scale = stride(from: -20.0, through: 20, by: 0.25).map { sharpness(blurEvidence: $0) }
    #expect(zip(scale, scale.dropFirst()).allSatisfy { $0 > $1 })
    #expect(scale.allSatisfy { (0...1).contains($0) })
  }

  @Test func `the spectrum of a single wave has its power at that frequency`() {
    let side = 64
    let wave = Drawn.plane(side, side) { x, _ in 128 + 100 * (x % 8 < 4 ? 1 : -1) }
    let power = powerSpectrum(of: wave.pixels.map { Float($0) - 128 }, side: side)
    let strongest = power.indices.max { power[$0] < power[$1] }
    #expect(strongest == 8 || strongest == side - 8)
  }
}
