import PhotoModel
import TestSupport
import Testing

@testable import PhotoAnalysis

@Suite struct PairEvidenceTests {
  private let scene = Drawn.scene(31)

  private func similarity(_ left: ScannedPhoto, _ right: ScannedPhoto) -> Double {
    PairEvidence(ComparedPhoto(left), ComparedPhoto(right))?.similarity ?? 0
  }

  private func similarity(to changed: LumaPlane) -> Double { similarity(scanned("/a", scene), scanned("/b", changed)) }

  private let settings = ScanSettings()

  @Test func `the same pixels have 1, a resized or re-saved copy is a duplicate`() {
    #expect(similarity(to: scene) > 0.999)
    #expect(similarity(to: scene.areaAveraged(to: scene.size.fitted(longSide: 160))) >= settings.duplicateThreshold)
    #expect(similarity(to: scene.noisy(3, seed: 1)) >= settings.duplicateThreshold)
  }

  @Test func `an edited copy is similar and no duplicate`() {
    let edits = [
      scene.mapped { $0 * 0.7 }, scene.mapped { $0 * 0.7 + 70 }, scene.letterboxed(30), scene.mirrored,
      scene.turnedClockwise, scene.mirrored.turnedClockwise, scene.captioned,
    ]
    for edit in edits {
      #expect(similarity(to: edit) >= settings.similarThreshold)
      #expect(similarity(to: edit) < settings.duplicateThreshold)
    }
  }

  @Test func `something that moved within the picture makes two shots, not a duplicate`() {
    let moved = Drawn.plane(scene.width, scene.height) { x, y in
      (100..<118).contains(x) && (90..<125).contains(y) ? 250 : Double(scene.pixels[y * scene.width + x])
    }
    #expect(similarity(to: moved) < settings.duplicateThreshold)
  }

  @Test func `different scenes have nothing in common, even under the same caption`() {
    for seed in 32..<44 {
      #expect(similarity(to: Drawn.scene(UInt64(seed))) < settings.similarThreshold)
      #expect(
        similarity(scanned("/a", scene.captioned), scanned("/b", Drawn.scene(UInt64(seed)).captioned))
          < settings.similarThreshold)
    }
  }

  @Test func `another moment or another exposure by the camera's own data is never a duplicate`() {
    let taken = { (seconds: Int, bias: Double) in
      scanned("/\(seconds)\(bias)", self.scene) {
        $0.facts.model = "X"
        $0.facts.capturedAt = CaptureTime(milliseconds: Int64(seconds) * 1000)
        $0.facts.exposureBias = bias
      }
    }
    #expect(similarity(taken(10, 0), taken(10, 0)) > 0.999)
    #expect(similarity(taken(10, 0), taken(11, 0)) < settings.duplicateThreshold)
    #expect(similarity(taken(10, 0), taken(10, 2)) < settings.duplicateThreshold)
    #expect(similarity(taken(10, 0), taken(11, 0)) >= settings.similarThreshold)
  }

  @Test func `what merely looks alike is not listed by default where days lie between, and what is proven is`() throws {
    let taken = { (hours: Int) in
      ComparedPhoto(
        scanned("/\(hours)", self.scene) { $0.facts.capturedAt = CaptureTime(milliseconds: Int64(hours) * 3_600_000) })
    }
    for hours in [1, 23] {
      #expect(try #require(PairEvidence(taken(0), taken(hours))).similarity >= settings.similarThreshold)
    }
    for (first, second) in [(0, 25), (25, 0), (0, 9000)] {
      var pair = try #require(PairEvidence(taken(first), taken(second)))
      #expect((0.75..<settings.similarThreshold).contains(pair.similarity))
      pair.verification = PairVerification(
        inliers: 40, spread: 0.6, firstOverlap: 1, secondOverlap: 1, correlation: 0.95, agreement: 0.9)
      #expect(pair.similarity >= settings.similarThreshold)
      pair.verification?.haveSamePixels = true
      #expect(pair.similarity == 1)
    }
    let unknown = ComparedPhoto(scanned("/a", scene))
    #expect(try #require(PairEvidence(unknown, taken(9000))).similarity >= settings.similarThreshold)
  }

  @Test func `time and camera alone join nothing`() {
    let taken = { (seed: UInt64) in
      scanned("/\(seed)", Drawn.scene(seed)) {
        $0.facts.model = "X"
        $0.facts.capturedAt = CaptureTime(milliseconds: 5)
      }
    }
    #expect(similarity(taken(45), taken(46)) < settings.similarThreshold)
  }

  @Test func `screenshots join only when size and content are nearly the same`() {
    let screen = { (path: String, luma: LumaPlane) in scanned(path + "/Screenshot.png", luma) }
    #expect(similarity(screen("/a", scene), screen("/b", scene)) > 0.99)
    #expect(similarity(screen("/a", scene), screen("/b", scene.captioned)) == 0)
    let smaller = scene.areaAveraged(to: scene.size.fitted(longSide: 160))
    #expect(similarity(screen("/a", scene), screen("/b", smaller)) == 0)
  }

  @Test func `drawings of one template are strangers, and photos of little evidence are not held to that`() {
    let picture = { (path: String, luma: LumaPlane, evidence: Double) in
      scanned(path, luma) { $0.screenEvidence = evidence }
    }
    #expect(similarity(picture("/a", scene, 0.3), picture("/b", scene.captioned, 0.3)) == 0)
    #expect(similarity(picture("/a", scene, 0.3), picture("/b", scene, 0.3)) > 0.99)
    #expect(similarity(picture("/a", scene, 0.2), picture("/b", scene.captioned, 0.3)) > 0.5)
    let drawn = { (path: String, luma: LumaPlane) in
      scanned(path, luma) { $0.facts.software = "Matplotlib version3.8" }
    }
    #expect(similarity(drawn("/a", scene), drawn("/b", scene.captioned)) == 0)
  }

  @Test func `keypoints are asked of drawings only where they may be copies`() {
    let drawn = { (path: String, luma: LumaPlane) in
      scanned(path, luma) { $0.facts.software = "Matplotlib version3.8" }
    }
    #expect(mayBeAlike(drawn("/a", scene), drawn("/b", scene)))
    #expect(!mayBeAlike(drawn("/a", scene), drawn("/b", scene.captioned)))
    #expect(mayBeAlike(drawn("/a", scene), scanned("/b", scene.captioned)))
  }

  @Test func `two moments are told by the clock, unless both pictures are transparent`() {
    func shot(_ second: Int64?, alpha: PhotoContents.Alpha = .none) -> ScannedPhoto {
      scanned("/\(second ?? 0)", scene) {
        $0.facts.capturedAt = second.map { CaptureTime(milliseconds: $0 * 1000) }
        $0.contents.alpha = alpha
      }
    }
    #expect(!areOfTwoMoments(shot(nil), shot(nil)) && !areOfTwoMoments(shot(5), shot(nil)))
    #expect(!areOfTwoMoments(shot(5), shot(5)) && areOfTwoMoments(shot(5), shot(6)))
    // What is transparent may be alike on white and not on black.
    #expect(!areOfTwoMoments(shot(5, alpha: .used), shot(6, alpha: .used)))
  }

  @Test func `similarity falls with every distance and depends on no order`() throws {
    var random = SpreadGenerator(seed: 47)
    let base = try #require(PairEvidence(ComparedPhoto(scanned("/a", scene)), ComparedPhoto(scanned("/b", scene))))
    for _ in 0..<500 {
      var near = base
      near.gradientDistance = Double.random(in: 0...1, using: &random)
      near.turnedDistance = Double.random(in: 0...1, using: &random)
      near.hashDistance = Int.random(in: 0...40, using: &random)
      near.lumaThumbnail = LumaThumbnail.Difference(
        largest: Int.random(in: 0...40, using: &random), mean: Double.random(in: 0...9, using: &random))
      near.areDifferentShots = Bool.random(using: &random)
      var far = near
      far.gradientDistance += Double.random(in: 0...0.2, using: &random)
      far.turnedDistance += Double.random(in: 0...0.2, using: &random)
      far.hashDistance += Int.random(in: 0...8, using: &random)
      far.lumaThumbnail?.largest += Int.random(in: 0...8, using: &random)
      far.lumaThumbnail?.mean += Double.random(in: 0...2, using: &random)

      #expect(far.similarity <= near.similarity)
      #expect((0...1).contains(near.similarity))
    }
    let other = scanned("/c", scene.noisy(20, seed: 3))
    #expect(abs(similarity(scanned("/a", scene), other) - similarity(other, scanned("/a", scene))) < 1e-6)
  }
}
