import PhotoModel
import TestSupport
import Testing

@testable import PhotoAnalysis

@Suite struct ProjectiveMatchTests {
  private let scene = Drawn.scene(201, width: 480, height: 360)

  private func match(_ first: LumaPlane, _ second: LumaPlane) -> ProjectiveMatch {
    projectiveMatch(of: SIFTFeatures(of: first), SIFTFeatures(of: second))
  }

  private func proof(_ first: LumaPlane, _ second: LumaPlane) -> Double {
    var verification = verification(of: LocalFeatures(of: first), LocalFeatures(of: second))
    verification.projective = match(first, second)
    return verification.projectiveProof
  }

  /// The scene as seen from the side: the further to the right, the smaller.
  private func seenFromTheSide(_ luma: LumaPlane, by slant: Double) -> LumaPlane {
    Drawn.plane(luma.width, luma.height) { x, y in
      let depth = 1 / (1 - slant * Double(x) / Double(luma.width))
      let there = SIMD2(Double(x) * depth * (1 - slant), (Double(y) - Double(luma.height) / 2) * depth)
      let column = min(luma.width - 1, max(0, Int(there.x)))
      let row = min(luma.height - 1, max(0, Int(there.y + Double(luma.height) / 2)))
      return Double(luma.pixels[row * luma.width + column])
    }
  }

  @Test func `a scene is proven from another side, in either order`() {
    for slant in [0.15, 0.3] {
      let other = seenFromTheSide(scene, by: slant)
      #expect(proof(scene, other) >= 1)
      #expect(proof(other, scene) >= 1)
    }
  }

  @Test func `two pictures give the same match in either order`() {
    let other = seenFromTheSide(scene, by: 0.2)
    let match = match(scene, other)
    #expect(match != .nothing && match == self.match(other, scene))
  }

  @Test func `strangers are not proven, not even under one caption or in one template`() {
    for seed in 210..<222 {
      let other = Drawn.scene(UInt64(seed), width: 480, height: 360)
      #expect(proof(scene, other) < 1)
      #expect(proof(scene.captioned, other.captioned) < 1)
      #expect(proof(scene.inTemplate, other.inTemplate) < 1)
    }
  }

  @Test func `pictures without structure or of a few pixels have no keypoints`() {
    #expect(SIFTFeatures(of: Drawn.flat(90)).keypointCount == 0)
    #expect(SIFTFeatures(of: Drawn.scene(3, width: 12, height: 9)).keypointCount == 0)
    #expect(match(Drawn.flat(90), scene) == .nothing)
  }

  @Test func `features are the same after a journey as bytes, and bytes of no picture are none`() {
    let features = SIFTFeatures(of: scene)
    #expect(features.keypointCount > 50 && features.keypointCount <= SIFTFeatures.mostKeypoints)
    #expect(SIFTFeatures(bytes: features.bytes) == features)

    var bytes = features.bytes
    bytes.removeLast()
    #expect(SIFTFeatures(bytes: bytes) == nil)
    for (offset, value) in [(0, 0), (1, 255), (5, 255), (12, 128)] as [(Int, UInt8)] {
      var bytes = features.bytes
      bytes[offset] = value
      if offset == 0 { bytes[1] = 0 }
      #expect(SIFTFeatures(bytes: bytes) == nil)
    }
    let keypoint = Array(features.bytes[4..<140])
    let tooMany = Array(features.bytes[..<4]) + (0...SIFTFeatures.mostKeypoints).flatMap { _ in keypoint }
    #expect(SIFTFeatures(bytes: tooMany) == nil)
  }

  @Test func `a homography that folds, mirrors or stretches too far is not plausible`() throws {
    let corners = [SIMD2(0.0, 0.0), SIMD2(100, 0), SIMD2(100, 100), SIMD2(0, 100), SIMD2(50, 20), SIMD2(30, 70)]
    func isPlausible(_ map: (SIMD2<Double>) -> SIMD2<Double>) throws -> Bool {
      try #require(Homography(fitting: corners.map { ($0, map($0)) }, isAffine: false)).isPlausible(at: corners)
    }
    #expect(try isPlausible { $0 * 2 + 7 })
    #expect(try isPlausible { $0 / (1 + 0.004 * $0.x) })
    #expect(try !isPlausible { SIMD2(100 - $0.x, $0.y) })
    #expect(try !isPlausible { SIMD2($0.x * 5, $0.y) })
    #expect(try !isPlausible { $0 * 8 })
    #expect(try !isPlausible { $0 / (1 + 0.03 * $0.x) })
  }
}
