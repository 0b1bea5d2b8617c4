import PhotoModel
import TestSupport
import Testing

@testable import PhotoAnalysis

@Suite struct SharpnessTests {
  @Test(arguments: [11, 21, 31] as [UInt64])
  func `falls with every step of blur, from sharp to strictly blurry`(seed: UInt64) throws {
    let scene = Drawn.scene(seed, width: 480, height: 360).noisy(3, seed: seed)
    let sharp = try #require(sharpness(of: scene))
    var last = sharp
    for radius in [1, 2, 3, 4, 6, 9] {
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

  @Test func `camera shake is found whichever way the camera moved`() throws {
    let scene = Drawn.scene(12, width: 480, height: 360)
    let across = Drawn.shaken(scene, radius: 9)
    let down = Drawn.shaken(scene.turnedClockwise, radius: 9).turnedClockwise
    let slanted = Drawn.plane(480, 360) { x, y in
      let steps = -9...9
      return steps.reduce(0.0) { sum, step in
        let (u, v) = (min(479, max(0, x + step)), min(359, max(0, y + step)))
        return sum + Double(scene.pixels[v * 480 + u]) / Double(steps.count)
      }
    }
    for shaken in [across, down, slanted] {
      #expect(try #require(sharpness(of: shaken)) < ScanSettings().blurThreshold)
    }
  }

  @Test func `noise hides neither a sharp picture nor a spoilt one`() throws {
    let scene = Drawn.scene(15, width: 480, height: 360)
    #expect(try #require(sharpness(of: scene.noisy(20, seed: 2))) >= ScanSettings().blurThreshold)
    let spoilt = Drawn.blurred(scene, radius: 4).noisy(12, seed: 3)
    #expect(try #require(sharpness(of: spoilt)) < ScanSettings().blurThreshold)
  }

  @Test func `fog and night do not make a sharp picture blurry`() throws {
    let scene = Drawn.scene(16, width: 480, height: 360)
    for lit in [scene.mapped { 90 + $0 * 0.35 }, scene.mapped { $0 * 0.25 }.noisy(2, seed: 4)] {
      #expect(try #require(sharpness(of: lit)) >= ScanSettings().blurThreshold)
    }
  }

  @Test func `a sharp moon in a black sky is not blurry`() {
    let moon = Drawn.plane(480, 360) { x, y in
      let (across, down) = (Double(x - 240), Double(y - 180))
      let cover: Double = min(1, max(0, 40.5 - (across * across + down * down).squareRoot()))
      return cover * Double(180 + (x * 7 + y * 13) % 41)
    }
    #expect((sharpness(of: moon) ?? 1) >= ScanSettings().blurThreshold)
  }

  @Test(arguments: [(4000, 40), (40, 4000), (2000, 33), (32, 32), (33, 900)])
  func `thin panoramas and tiny pictures do no harm`(width: Int, height: Int) {
    let score = sharpness(of: Drawn.scene(3, width: width, height: height))
    #expect(score.map { (0...1).contains($0) } ?? true)
  }

  @Test func `the sharpest region is where the subject is`() throws {
    let scene = Drawn.scene(13, width: 480, height: 360)
    let ground = Drawn.blurred(scene, radius: 6)
    let picture = Drawn.plane(480, 360) { x, y in
      Double((x >= 240 && y >= 180 ? scene : ground).pixels[y * 480 + x])
    }
    let measured = LumaFeatures(of: picture)
    let region = try #require(measured.sharpestRegion)
    #expect(region.x > 0.5 && region.y > 0.5 && region.x <= 1 && region.y <= 1)
    let fields = measured.regionSharpness
    #expect(fields.count == 16)
    let sharp = [10, 11, 14, 15].map { fields[$0] }.max() ?? 0
    let blurred = [0, 1, 4, 5].map { fields[$0] }.max() ?? 0
    #expect(sharp > 2 * blurred)
  }

  @Test func `a picture without edges has no sharpest region`() {
    let measured = LumaFeatures(of: Drawn.flat(128))
    #expect(measured.sharpestRegion == nil)
    #expect(measured.regionSharpness == [UInt8](repeating: 0, count: 16))
    #expect(LumaFeatures(of: Drawn.flat(9, width: 8, height: 8)).regionSharpness == [])
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
    #expect(zip(scale, scale.dropFirst()).allSatisfy { $0 >= $1 })
    let inside = stride(from: -4.5, through: 4.5, by: 0.25).map { sharpness(blurEvidence: $0) }
    #expect(zip(inside, inside.dropFirst()).allSatisfy { $0 > $1 })
    #expect(scale.allSatisfy { (0...1).contains($0) })
  }

  @Test func `the spectrum of a single wave has its power at that frequency`() {
    let side = 64
    let wave = Drawn.plane(side, side) { x, _ in 128 + 100 * (x % 8 < 4 ? 1 : -1) }
    let power = powerSpectrum(of: wave.pixels.map { Float($0) - 128 }, side: side)
    // Rows are the frequencies along x; each has those along y up to half the side.
    let strongest = power.indices.max { power[$0] < power[$1] }
    #expect(strongest == 8 * side / 2 || strongest == (side - 8) * side / 2)
  }
}
