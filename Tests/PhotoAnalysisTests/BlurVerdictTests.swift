import PhotoModel
import TestSupport
import Testing

@testable import PhotoAnalysis

/// What must not change whether a picture is called blurry, on pictures made by code.
@Suite struct BlurVerdictTests {
  private let limit = ScanSettings().blurThreshold

  private func isBlurry(_ luma: LumaPlane) -> Bool { sharpness(of: luma).map { $0 < limit } ?? false }

  @Test(arguments: [61, 62, 63, 64, 65] as [UInt64])
  func `a border, a frame or a caption changes no verdict`(seed: UInt64) {
    let scene = Drawn.scene(seed, width: 480, height: 360).noisy(3, seed: seed)
    let pictures = [
      ("sharp", scene), ("blurred", Drawn.blurred(scene, radius: 4)), ("very blurred", Drawn.blurred(scene, radius: 8)),
      ("shaken", Drawn.shaken(scene, radius: 9)),
    ]
    for (name, picture) in pictures {
      let verdict = isBlurry(picture)
      #expect(verdict == (name != "sharp"))
      for (frame, framed) in frames(around: picture, seed: seed) {
        #expect(isBlurry(framed) == verdict, "\(name), \(frame)")
      }
    }
  }

  private func frames(around picture: LumaPlane, seed: UInt64) -> [(String, LumaPlane)] {
    let letters = { (ink: UInt8) in DrawnLetters(seed: seed, ink: ink) }
    return [
      ("thin black border", picture.framed(3, level: 0)), ("gray frame", picture.framed(8, level: 128)),
      ("wide white frame", picture.framed(40, level: 255)),
      ("double frame", picture.framed(10, level: 255).framed(4, level: 0)),
      ("black bars", picture.letterboxed(90)), ("slanted border", picture.withSlantedBorder),
      ("caption below", letters(255).bar(below: picture, level: 0, scale: 2)),
      ("caption above", letters(0).bar(above: picture, level: 255, scale: 3)),
      ("headline above", letters(255).bar(above: picture, level: 0, scale: 5)),
      ("caption in large letters", letters(0).bar(below: picture, level: 255, scale: 4)),
      ("frame with a caption", letters(20).bar(below: picture.framed(14, level: 250), level: 250, scale: 3)),
      ("date in a corner", letters(picture.ink(at: 330, 325)).written(on: picture, x: 330, y: 325, scale: 2, count: 9)),
      ("name in a corner", letters(picture.ink(at: 24, 24)).written(on: picture, x: 24, y: 24, scale: 2, count: 12)),
    ]
  }

  @Test func `the content lies within the frame, and without one takes most of the picture`() {
    let scene = Drawn.blurred(Drawn.scene(61, width: 480, height: 360), radius: 3)
    let whole = contentArea(of: scene)
    #expect(whole == PixelRect(x: 15, y: 15, width: 450, height: 330))
    for (name, framed) in [("frame", scene.framed(30, level: 255)), ("bars", scene.letterboxed(70))] {
      let area = contentArea(of: framed)
      let left = (framed.width - 480) / 2
      let top = (framed.height - 360) / 2
      let inside = PixelRect(x: left, y: top, width: 480, height: 360)
      #expect(inside.contains(area), "\(name)")
      #expect(area.size.pixels * 10 > whole.size.pixels * 8, "\(name)")
    }
  }

  @Test(arguments: [71, 72, 73] as [UInt64])
  func `fine texture is never called blurry`(seed: UInt64) {
    for (name, texture) in DrawnTexture.all(seed: seed) {
      for (light, lit) in [("", texture), ("in the dark", texture.mapped { $0 * 0.2 })] {
        #expect(!isBlurry(lit), "\(name) \(light)")
      }
    }
  }

  @Test func `what may be texture is listed, and not proposed`() throws {
    var measures = try #require(BlurMeasures(of: Drawn.blurred(Drawn.scene(61, width: 480, height: 360), radius: 3)))
    #expect(try #require(measures.sharpness) < strictBlurThreshold)
    (measures.fineDensity, measures.sparseness, measures.weakestDetail) = (-1.2, 0.3, -2)
    #expect(measures.sharpness == strictBlurThreshold)
  }

  @Test(arguments: [61, 62, 63] as [UInt64])
  func `a photo with a sharp part is not proposed, however blurred the rest`(seed: UInt64) throws {
    let scene = Drawn.scene(seed, width: 960, height: 720).noisy(2, seed: seed)
    let blurred = Drawn.blurred(scene, radius: 9)
    var pixels = blurred.pixels
    for index in pixels.indices where index % 960 < 240 { pixels[index] = scene.pixels[index] }
    let part = LumaPlane(width: 960, height: 720, pixels: pixels)

    #expect(sharpestPart(of: FloatPlane(part)) > sharpPart)
    for whole in [blurred, Drawn.shaken(scene, radius: 12)] {
      #expect(sharpestPart(of: FloatPlane(whole)) < sharpPart)
    }
    #expect(try #require(sharpness(of: part)) >= strictBlurThreshold)
    #expect(sharpestPart(of: FloatPlane(LumaPlane(width: 8, height: 8, pixels: .init(repeating: 9, count: 64)))) == 0)
  }

  @Test func `what noise hides at full size is not proposed where it is sharp at three quarters`() throws {
    let scene = Drawn.scene(62, width: 960, height: 720)
    let measures = try #require(BlurMeasures(of: Drawn.blurred(scene, radius: 9)))
    #expect(try #require(measures.sharpness) < strictBlurThreshold)
    #expect(try #require(measures.reducedSharpness) < strictBlurThreshold, "spoilt at any size")
    #expect(try #require(BlurMeasures(of: scene)).reducedSharpness == nil, "nobody would propose it")
  }

  @Test func `in the dark a picture may be seen to be sharp, and never to be blurred`() throws {
    let scene = Drawn.scene(65, width: 480, height: 360).noisy(2, seed: 1)
    let windows = [(40..<180, 30..<130), (300..<450, 220..<340)]
    let night = Drawn.plane(480, 360) { x, y in
      windows.contains { $0.0.contains(x) && $0.1.contains(y) } ? Double(scene.pixels[y * 480 + x]) : 8
    }
    #expect(try #require(sharpness(of: night)) >= limit)
    #expect(sharpness(of: Drawn.blurred(night, radius: 6)) == nil)
  }

  @Test(arguments: [81, 82, 83] as [UInt64])
  func `at one size no picture is less sharp for having been enlarged`(seed: UInt64) throws {
    let small = Drawn.scene(seed, width: 480, height: 360).noisy(3, seed: seed)
    for picture in [small, Drawn.blurred(small, radius: 1), Drawn.blurred(small, radius: 3)] {
      let own = try #require(sharpness(of: picture))
      for factor in [2, 3] {
        let enlarged = picture.resampled(to: PixelSize(width: 480 * factor, height: 360 * factor))
        let again = try #require(sharpness(of: enlarged.areaAveraged(to: picture.size)))
        #expect(again >= own - sharpnessNoise)
      }
    }
  }
}

extension LumaPlane {
  fileprivate func framed(_ border: Int, level: UInt8) -> LumaPlane {
    let (wide, high) = (width + 2 * border, height + 2 * border)
    return Drawn.plane(wide, high) { x, y in
      let (u, v) = (x - border, y - border)
      return u >= 0 && v >= 0 && u < width && v < height ? Double(pixels[v * width + u]) : Double(level)
    }
  }

  /// Black at all sides, up to 2 % wide: what is left where a lens is corrected.
  fileprivate var withSlantedBorder: LumaPlane {
    Drawn.plane(width, height) { x, y in
      let least = 2 + min(x, width - x) * 8 / width
      let isInside = y >= least && y < height - least && x >= 3 + y / 60 && x < width - 3 - y / 60
      return isInside ? Double(pixels[y * width + x]) : 0
    }
  }
}

extension LumaPlane {
  /// White where it is dark there, else black.
  fileprivate func ink(at x: Int, _ y: Int) -> UInt8 {
    let near = cropped(to: PixelRect(x: x, y: y, width: 100, height: 14)).pixels
    return near.reduce(0) { $0 + Int($1) } < 128 * near.count ? 255 : 0
  }
}
