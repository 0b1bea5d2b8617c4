import PhotoModel
import TestSupport
import Testing

@testable import PhotoAnalysis

@Suite struct VerificationTests {
  private let scene = Drawn.scene(201, width: 480, height: 360)

  private func verified(_ first: LumaPlane, _ second: LumaPlane) -> PairVerification {
    verification(of: LocalFeatures(of: first), LocalFeatures(of: second))
  }

  /// The proof with no help from the descriptors.
  private func proof(_ first: LumaPlane, _ second: LumaPlane) -> Double {
    verified(first, second).proof(gradientDistance: 1)
  }

  @Test func `a crop is found in its original, and how much of it`() {
    let crop = scene.cropped(to: Margins(left: 100, top: 60, right: 44, bottom: 48))
    let found = verified(scene, crop)

    #expect(found.proof(gradientDistance: 1) >= 1)
    #expect(!found.isMirrored && abs(found.rotation) < 1 && abs(found.scale - 1) < 0.03)
    #expect(found.secondOverlap > 0.95 && abs(found.firstOverlap - 0.49) < 0.05)
    #expect(found.agreement > 0.9 && found.correlation > 0.9)
  }

  @Test func `mirrors, quarter turns and both are found for what they are`() {
    for (turned, angle, isMirrored) in [
      (scene.mirrored, 0, true), (scene.turnedClockwise, 90, false),
      (scene.turnedClockwise.turnedClockwise, 180, false),
      (scene.mirrored.turnedClockwise, 90, true),
    ] {
      let found = verified(scene, turned)
      #expect(found.proof(gradientDistance: 1) >= 1)
      #expect(found.isMirrored == isMirrored)
      #expect(abs(abs(found.rotation) - Double(angle)) < 2)
      #expect(min(found.firstOverlap, found.secondOverlap) > 0.9)
    }
  }

  @Test func `the order of two pictures changes the names of a verification, not its figures`() {
    let shot = scene.cropped(to: Margins(left: 60, top: 20, right: 10, bottom: 40)).noisy(20, seed: 5)
    let others = [
      shot, shot.mirrored, shot.turnedClockwise, shot.mirrored.turnedClockwise,
      shot.areaAveraged(to: PixelSize(width: 205, height: 150)),
      Drawn.scene(202, width: 480, height: 360),
    ]
    for other in others {
      let there = verified(scene, other)
      let back = verified(other, scene).reversed(from: other.size, to: scene.size)

      #expect(back.inliers == there.inliers && back.spread == there.spread && back.isMirrored == there.isMirrored)
      #expect(back.agreement == there.agreement && back.correlation == there.correlation)
      #expect(back.firstOverlap == there.firstOverlap && back.secondOverlap == there.secondOverlap)
      #expect(abs(back.scale - there.scale) < 1e-9 && abs(back.rotation - there.rotation) < 1e-9)
      #expect(abs(back.across - there.across) < 1e-9 && abs(back.down - there.down) < 1e-9)
    }
  }

  /// Through the middle of the first picture, so that a wrong sign is seen.
  @Test func `a mirrored and turned part told from the other side lies where it was cut`() {
    let part = scene.cropped(to: Margins(left: 160, top: 20, right: 0, bottom: 100)).mirrored
    for (first, second) in [(scene, part), (part, scene)] {
      let found = verified(first, second)
      #expect(found.isMirrored && abs(found.scale - 1) < 0.02 && abs(found.rotation) < 1)
      let (width, height) = (Double(first.width), Double(first.height))
      // After the mirroring of the first: the part of the scene lies on its left, and the scene lies to the right of
      // what was cut from its right.
      let across = 80 / width
      #expect(abs(abs(found.across) - across) < 0.01)
      #expect(abs(found.down - (first.width == 480 ? -40 : 40) / height) < 0.01)
    }
    let (there, back) = (verified(scene, part), verified(part, scene))
    #expect(there.across < 0 && back.across < 0)
  }

  @Test func `light, noise, size and margins do not hide a picture`() {
    let edits = [
      scene.mapped { $0 * 0.6 }, scene.mapped { $0 * 0.6 + 90 }, scene.noisy(12, seed: 1), scene.letterboxed(60),
      scene.areaAveraged(to: scene.size.fitted(longSide: 240)), scene.captioned,
      Drawn.blurred(scene, radius: 2), scene.squared(to: 400),
    ]
    for edit in edits { #expect(proof(scene, edit) >= 1) }
  }

  @Test func `strangers prove nothing, not even under one caption or in one template`() {
    let plain = LocalFeatures(of: scene)
    let captioned = LocalFeatures(of: scene.captioned)
    let framed = LocalFeatures(of: scene.inTemplate)
    for seed in 210..<222 {
      let other = Drawn.scene(UInt64(seed), width: 480, height: 360)
      #expect(verification(of: plain, LocalFeatures(of: other)).proof(gradientDistance: 0.7) < 1)
      #expect(verification(of: captioned, LocalFeatures(of: other.captioned)).proof(gradientDistance: 0.7) < 1)
      #expect(verification(of: framed, LocalFeatures(of: other.inTemplate)).proof(gradientDistance: 0.5) < 1)
    }
  }

  /// The verification of a pair with a moved viewpoint.
  private func found(_ inliers: Int, spread: Double, agreement: Double) -> PairVerification {
    PairVerification(
      inliers: inliers, spread: spread, scale: 1.2, firstOverlap: 0.66, secondOverlap: 1, correlation: 0.4,
      agreement: agreement)
  }

  @Test func `what is more than enough makes up for what is a little too little, and for nothing more`() {
    #expect(found(13, spread: 0.03, agreement: 0.31).proof(gradientDistance: 0.35) >= 1)
    #expect(found(25, spread: 0.09, agreement: 0.80).proof(gradientDistance: 1) >= 1)
    // The descriptors do not know the scene again.
    #expect(found(13, spread: 0.03, agreement: 0.31).proof(gradientDistance: 0.55) < 1)
    // A caption, and what goes together by chance.
    #expect(found(51, spread: 0.01, agreement: 0.45).proof(gradientDistance: 0.45) < 1)
    #expect(found(51, spread: 0.5, agreement: 0.19).proof(gradientDistance: 1) < 1)
    #expect(found(7, spread: 0.9, agreement: 0.9).proof(gradientDistance: 1) < 1)
    #expect(found(10, spread: 0.06, agreement: 0.9).proof(gradientDistance: 0.3) < 1)
  }

  @Test(arguments: 1...40) func `more evidence never proves less`(seed: Int) {
    var random = SpreadGenerator(seed: UInt64(seed))
    let inliers = Int.random(in: 0...60, using: &random)
    let spread = Double.random(in: 0...0.3, using: &random)
    let agreement = Double.random(in: 0...1, using: &random)
    let distance = Double.random(in: 0...1, using: &random)
    let proof = found(inliers, spread: spread, agreement: agreement).proof(gradientDistance: distance)

    #expect(found(inliers + 3, spread: spread, agreement: agreement).proof(gradientDistance: distance) >= proof)
    #expect(found(inliers, spread: spread + 0.02, agreement: agreement).proof(gradientDistance: distance) >= proof)
    #expect(found(inliers, spread: spread, agreement: agreement + 0.05).proof(gradientDistance: distance) >= proof)
    #expect(found(inliers, spread: spread, agreement: agreement).proof(gradientDistance: distance + 0.1) <= proof)
  }

  @Test func `the descriptor of a mirrored picture is the one with its halves exchanged`() throws {
    let upright = LocalFeatures(of: scene)
    let mirrored = LocalFeatures(of: scene.mirrored)
    var equal = 0
    for (index, keypoint) in upright.keypoints.enumerated() where keypoint.level == 0 {
      let x = Float(scene.width) - keypoint.x
      let mirror = mirrored.keypoints.firstIndex { $0.level == 0 && $0.x == x && $0.y == keypoint.y }
      guard let mirror else { continue }
      // Rounding of turned points differs in places, never by much.
      #expect(upright.descriptors[index].mirrored.distance(to: mirrored.descriptors[mirror]) <= 16)
      equal += 1
    }
    #expect(equal > 40)
  }

  @Test func `bits are counted as they are`() {
    var random = SpreadGenerator(seed: 8)
    let zero = BinaryDescriptor(words: .zero)
    #expect(zero.distance(to: BinaryDescriptor(words: SIMD4(repeating: .max))) == 256)
    for _ in 0..<500 {
      let vector = SIMD4<UInt64>(random.next(), random.next(), random.next(), random.next())
      let bits = (0..<4).reduce(0) { $0 + vector[$1].nonzeroBitCount }
      #expect(BinaryDescriptor(words: vector).distance(to: zero) == bits)
    }
  }

  @Test func `any size and any content is looked at without harm`() {
    var random = SpreadGenerator(seed: 9)
    let odd = [
      Drawn.flat(0, width: 1, height: 1), Drawn.flat(255, width: 3000, height: 2), Drawn.flat(7),
      Drawn.plane(35, 35) { _, _ in Double.random(in: 0...255, using: &random) },
      Drawn.plane(640, 640) { _, _ in Double.random(in: 0...255, using: &random) },
      Drawn.plane(400, 300) { x, y in (x / 8 + y / 8) % 2 == 0 ? 0 : 255 },
    ]
    let features = odd.map { LocalFeatures(of: $0) } + [LocalFeatures(of: scene)]
    for first in features {
      #expect(first.keypoints.count <= 500)
      for second in features {
        let found = verification(of: first, second)
        #expect(found == verification(of: first, second))
        #expect((0...1).contains(found.agreement) && (-1...1).contains(found.correlation) && found.scale > 0)
      }
    }
  }

  @Test func `a transform and its inverse undo each other, and the fit finds it`() throws {
    let turn = SimilarityTransform(a: 0.8, b: -0.3, tx: 12, ty: -40)
    let points = [SIMD2(0.0, 0.0), SIMD2(100.0, 20.0), SIMD2(-30.0, 55.0), SIMD2(7.0, 300.0)]
    for point in points {
      let off = turn.inverse(turn(point)) - point
      #expect(abs(off.x) < 1e-9 && abs(off.y) < 1e-9)
    }
    let fit = try #require(SimilarityTransform(fitting: points.map { ($0, turn($0)) }))
    #expect(abs(fit.a - turn.a) < 1e-9 && abs(fit.b - turn.b) < 1e-9 && abs(fit.tx - turn.tx) < 1e-6)
    #expect(SimilarityTransform(fitting: [(points[0], points[1]), (points[0], points[2])]) == nil)
  }
}

extension LumaPlane {
  /// Below a bar of letters at the top and above one at the bottom, as cards made with one app have.
  var inTemplate: LumaPlane {
    Drawn.plane(width, height) { x, y in
      let row = y * 100 / self.height
      guard row < 12 || row >= 88 else { return Double(self.pixels[y * self.width + x]) }
      return (x / 6 + y / 7 + x * y / 50) % 3 == 0 ? 15 : 240
    }
  }
}
