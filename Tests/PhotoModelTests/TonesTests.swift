import PhotoModel
import Testing

@Suite struct TonesTests {
  private func text(_ pixels: [UInt8]) -> String? {
    LumaPlane(width: pixels.count, height: 1, pixels: pixels).tones?.text
  }

  /// `count` pixels evenly from one gray level to another.
  private func ramp(_ from: Int, _ to: Int, count: Int = 1000) -> [UInt8] {
    (0..<count).map { UInt8(from + (to - from) * $0 / (count - 1)) }
  }

  @Test func `light that stands out has its word`() {
    #expect(text([UInt8](repeating: 0, count: 100)) == "nearly black")
    #expect(text(ramp(0, 12) + ramp(13, 70, count: 40)) == "nearly black")
    #expect(text(ramp(0, 70)) == "very dark")
    #expect(text(ramp(100, 254, count: 700) + [UInt8](repeating: 255, count: 300)) == "over-exposed")
    #expect(text(ramp(110, 150)) == "low contrast")
  }

  @Test func `ordinary light and paper have none`() {
    #expect(text(ramp(0, 255)) == nil)
    // Ink on paper: mostly pure white, and the letters black.
    #expect(text(ramp(10, 30, count: 80) + [UInt8](repeating: 255, count: 920)) == nil)
  }

  @Test func `shares and percentiles are those of the pixels`() {
    let tones = LumaPlane(width: 4, height: 1, pixels: [0, 15, 200, 250]).tones
    #expect(tones == Tones(mean: 116, shadow: 0, light: 250, nearBlack: 50, clippedWhite: 25))
    #expect(LumaPlane(width: 0, height: 0, pixels: []).tones == nil)
  }
}
