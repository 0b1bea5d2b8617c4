import PhotoModel
import TestSupport
import Testing

@testable import PhotoAnalysis

/// Which of two sizes of one picture was there first.
@Suite struct OwnDetailTests {
  private let scales = [0.1, 0.15, 0.21, 0.3, 0.5, 0.62, 0.75, 0.87]

  private func pixels(_ luma: LumaPlane) -> ComparedPixels {
    return ComparedPixels(
      picture: luma.gray, onBlack: nil, part: luma, area: PixelRect(x: 0, y: 0, width: luma.width, height: luma.height),
      fullSize: luma.size, orientation: .up, steps: [])
  }

  private func descent(of larger: LumaPlane, beside smaller: LumaPlane) -> Descent {
    let (first, second) = (scanned("/larger", larger, digest: 1), scanned("/smaller", smaller, digest: 2))
    var verification = PairVerification()
    verification.comparison = PairComparison(
      colour: 0, region: 0, isAlikeOnOneGround: false, firstOnSecond: nil, secondOnFirst: nil,
      ownDetail: ownDetail(of: pixels(larger), beside: pixels(smaller)))
    return PhotoAnalysis.descent(of: first, second, verification)
  }

  @Test(arguments: [301, 302, 303] as [UInt64])
  func `an original was made from no smaller picture of it, however sharpened that is`(seed: UInt64) {
    let original = TestPictures.scene(seed: seed, size: PixelSize(width: 480, height: 360)).luma
    for scale in scales {
      let smaller = original.resampled(to: original.size.fitted(longSide: Int(480 * scale)))
      for strength in [0, 0.8, 1.6] {
        if case .firstFromSecond = descent(of: original, beside: smaller.sharpened(strength)) {
          Issue.record("at \(scale), sharpened by \(strength)")
        }
      }
    }
  }

  @Test(arguments: [304, 305] as [UInt64])
  func `a soft original was made from no smaller picture of it`(seed: UInt64) {
    let sharp = TestPictures.scene(seed: seed, size: PixelSize(width: 480, height: 360)).luma
    for radius in [1, 2, 4] {
      let original = Drawn.blurred(sharp, radius: radius)
      for scale in scales {
        let smaller = original.resampled(to: original.size.fitted(longSide: Int(480 * scale)))
        for strength in [0.8, 1.6] {
          if case .firstFromSecond = descent(of: original, beside: smaller.sharpened(strength)) {
            Issue.record("blurred by \(radius), at \(scale), sharpened by \(strength)")
          }
        }
      }
    }
  }

  @Test(arguments: [311, 312, 313] as [UInt64])
  func `an enlargement was made from the smaller picture, of whatever scale`(seed: UInt64) {
    let original = TestPictures.scene(seed: seed, size: PixelSize(width: 480, height: 360)).luma
    for scale in scales {
      let smaller = original.resampled(to: original.size.fitted(longSide: Int(480 * scale)))
      let enlarged = smaller.resampled(to: original.size)
      guard case .firstFromSecond = descent(of: enlarged, beside: smaller) else {
        let detail = ownDetail(of: pixels(enlarged), beside: pixels(smaller)) ?? -1
        Issue.record("at \(scale), detail of its own \(detail)")
        continue
      }
    }
  }
}

/// What pixels alone do not prove: detail may have been put in.
@Suite struct DeviceWitnessTests {
  private let size = PixelSize(width: 480, height: 360)

  private func descent(
    _ largerChange: (inout PhotoFeatures) -> Void, _ smallerChange: (inout PhotoFeatures) -> Void = { _ in }
  ) -> Descent {
    let luma = TestPictures.scene(seed: 310, size: size).luma
    let smaller = luma.resampled(to: PixelSize(width: 240, height: 180))
    var verification = PairVerification()
    verification.comparison = PairComparison(colour: 0, region: 0, ownDetail: 2.5)
    return PhotoAnalysis.descent(
      of: scanned("/larger", luma, digest: 1, change: largerChange),
      scanned("/smaller", smaller, digest: 2, change: smallerChange), verification)
  }

  private func asTaken(_ size: PixelSize) -> (inout PhotoFeatures) -> Void {
    { features in
      features.facts.model = "DMC-GF1"
      features.contents.statedSize = size
    }
  }

  @Test func `detail of its own makes an original only of what is as a device wrote it`() {
    let turned = PixelSize(width: 360, height: 480)
    #expect(descent { _ in } == .unknown)
    #expect(descent(asTaken(size)) == .secondFromFirst)
    #expect(descent(asTaken(turned)) == .secondFromFirst)
    #expect(descent({ $0.contents.hasGainMap = true }) == .secondFromFirst)
    // Shrunk by a program that left the Exif as it was.
    #expect(descent(asTaken(size), asTaken(size)) == .secondFromFirst)
  }

  @Test func `an enlargement that took over the words of the camera is no original`() {
    let small = PixelSize(width: 240, height: 180)
    #expect(descent(asTaken(small), asTaken(small)) == .unknown)
    #expect(descent(asTaken(size), asTaken(small)) == .unknown)
    // An Exif without a size says nothing against the smaller one.
    #expect(descent(asTaken(size), { $0.facts.model = "DMC-GF1" }) == .unknown)
    #expect(descent({ $0.contents.statedSize = size }) == .unknown)
    #expect(
      descent { features in
        asTaken(size)(&features)
        features.contents.metadata.edit = "Topaz"
      } == .unknown)
  }
}
