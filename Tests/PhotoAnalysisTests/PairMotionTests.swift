import Foundation
import PhotoModel
import TestSupport
import Testing

@testable import PhotoAnalysis

/// Where the camera went, told from the pixels of two frames cut from one wide view.
@Suite struct PairMotionTests {
  private let view = Drawn.scene(301, width: 1200, height: 480)
  private let size = PixelSize(width: 480, height: 360)

  private func frame(_ x: Int, _ y: Int) -> LumaPlane {
    view.cropped(
      to: Margins(left: x, top: y, right: view.width - x - size.width, bottom: view.height - y - size.height))
  }

  private func motion(_ first: LumaPlane, _ second: LumaPlane, isBackwards: Bool = false) -> PairMotion? {
    let found = verification(of: LocalFeatures(of: first), LocalFeatures(of: second))
    return PairMotion(found, isBackwards: isBackwards, frame: size)
  }

  @Test(arguments: [(120, 0), (240, 60), (-180, 30), (0, 90), (0, 0)])
  func `a shift is told to a hundredth of the frame, in both directions`(x: Int, y: Int) throws {
    let (from, to) = (frame(300, 20), frame(300 + x, 20 + y))
    for (first, second, isBackwards) in [(from, to, false), (to, from, true)] {
      let found = try #require(motion(first, second, isBackwards: isBackwards))

      #expect(abs(found.across - Double(x) / 480) < 0.01 && abs(found.down - Double(y) / 360) < 0.01)
      #expect(abs(found.overlap - (1 - abs(Double(x)) / 480) * (1 - abs(Double(y)) / 360)) < 0.03)
      #expect(abs(found.scale - 1) < 0.02 && abs(found.rotation) < 1)
    }
  }

  @Test func `strangers, mirrored pictures and flat ones tell no motion`() {
    #expect(motion(frame(0, 0), Drawn.scene(77, width: 480, height: 360)) == nil)
    #expect(motion(frame(0, 0), frame(0, 0).mirrored) == nil)
    #expect(motion(frame(0, 0), Drawn.flat(90, width: 480, height: 360)) == nil)
  }

  @Test(arguments: [0.0, 30, 90, -170]) func `there and back again is where it began`(degrees: Double) throws {
    let found = PairVerification(
      inliers: 50, scale: 1.5, rotation: degrees, across: 0.3, down: -0.2, firstOverlap: 0.5, secondOverlap: 0.6)
    let back = try #require(PairMotion(found, isBackwards: true, frame: size))
    let reversed = PairVerification(
      inliers: 50, scale: back.scale, rotation: back.rotation, across: back.across, down: back.down,
      firstOverlap: 0.6, secondOverlap: 0.5)
    let again = try #require(PairMotion(reversed, isBackwards: true, frame: size))

    #expect(abs(again.across - 0.3) < 1e-9 && abs(again.down + 0.2) < 1e-9)
    #expect(abs(again.scale - 1.5) < 1e-9 && again.rotation == degrees && again.overlap == 0.5)
    // A quarter turn clockwise: what went right goes up, and in shares of the other side.
    if degrees == 90 { #expect(abs(back.down + 1.5 * 0.3 * 480 / 360) < 1e-9) }
  }
}
